import Identifiers
import Octets
import TestSupport

@testable import PhoneSupport
@testable import SecurityManager

/// The loader of bonds on any octets, and the table under any use: what is read is what is written, a damaged record is
/// refused, and a bond changes only by what may change it.
///
/// Input: ` | mode: 1 | record | `, the checksum put right in half of the cases; or choices.
public enum BondRecordTarget: FuzzTarget {
  public static var modules: [String] { ["SecurityManager"] }

  public static var seeds: [[UInt8]] {
    ([0, 1, 3, 7] as [UInt8]).flatMap { count -> [[UInt8]] in
      let record = Array(BondRecord.encode(Sample.bonds(others: count)).dropLast(4))
      return [[0] + record, [1] + record + [0, 0, 0, 0]]
    }
  }

  public static func run(_ input: FuzzInput) {
    switch input.number(below: 4) {
    case 0: BondRecord.load(BondRecord.withChecksum(input.rest))
    case 1: BondRecord.load(input.rest)
    default: BondTableRun(input).run()
    }
  }
}

private enum BondRecord {
  static func encode(_ table: BondTable) -> [UInt8] {
    output(capacity: BondTable.maximumRecordSize) { record in
      do { try table.encode(into: &record) } catch { require(false, "the largest table fits the largest record") }
    }
  }

  /// With the CRC-32 of IEEE 802.3 behind it, computed bit by bit.
  static func withChecksum(_ body: [UInt8]) -> [UInt8] {
    var remainder: UInt32 = 0xFFFF_FFFF
    for octet in body {
      remainder ^= UInt32(octet)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    }
    return body + (0..<4).map { UInt8(~remainder >> (8 * $0) & 0xFF) }
  }

  static func load(_ record: [UInt8]) {
    guard let table = try? BondTable(decoding: record.span) else { return }
    require(table.count <= BondTable.capacity, "a table has eight bonds at most")
    let written = encode(table)
    guard let again = try? BondTable(decoding: written.span) else { fatalError("broken: what is written is read") }
    require(encode(again) == written, "what is read again is written alike")
    for index in 0..<table.count {
      require(again[index] == table[index], "each bond is kept")
      require(!table[index].longTermKey.isZero, "a key is not zero")
    }
    requireWhole(written)
  }

  /// A record that is cut short or goes on is none.
  static func requireWhole(_ record: [UInt8]) {
    for cut in [record.count - 1, record.count - 4, record.count / 2, 31, 4, 0] {
      let part = Array(record.prefix(cut))
      require((try? BondTable(decoding: part.span)) == nil, "a record cut at \(cut) is refused")
    }
    let longer = record + [0]
    require((try? BondTable(decoding: longer.span)) == nil, "a record that is too long is refused")
  }
}

/// A table, and what it should hold.
private final class BondTableRun {
  private var table = BondTable(identity: Sample.identity)
  private var expected: [UInt8: Bond] = [:]
  private let input: FuzzInput

  init(_ input: FuzzInput) { self.input = input }

  func run() {
    while !input.isEmpty {
      step()
      require(table.count == expected.count && table.count <= BondTable.capacity, "no bond comes or goes by itself")
      for bond in expected.values { require(table.bond(for: bond.identity) == bond, "a bond stays as it is") }
    }
    BondRecord.load(BondRecord.encode(table))
  }

  private func step() {
    let number = UInt8(input.number(below: 12))
    let identity = Sample.bond(number).identity
    switch input.number(below: 6) {
    case 0, 1: commit(number)
    case 2:
      require(table.markUsed(identity) || expected[number] == nil || table.mostRecentlyUsed?.identity == identity, "use")
      expected[number] = table.bond(for: identity)
    case 3:
      require((table.remove(identity) != nil) == (expected[number] != nil), "a bond that is there can be removed")
      expected[number] = nil
    case 4: update(number)
    default:
      let owner = table.identity(resolving: identity)
      require((owner == nil) == (expected[number] == nil), "a phone is known by its bond")
    }
  }

  private func commit(_ number: UInt8) {
    let strength = BondStrength(
      keySize: UInt8(7 + input.number(below: 10)), isAuthenticated: input.flag(), usesSecureConnections: input.flag())
    let former = BondRecord.encode(table)
    let mayDisplace = input.flag()
    switch table.commit(Sample.bond(number, strength: strength), replacingLeastRecentlyUsed: mayDisplace) {
    case .added: require(expected[number] == nil, "a new bond is added")
    case .replaced(let earlier):
      require(earlier == expected[number] && strength.isAtLeast(earlier.strength), "a weaker bond replaces none")
    case .displaced(let other):
      require(mayDisplace && other.identity != Sample.bond(number).identity, "another one goes if its user agreed")
      expected = expected.filter { $0.value.identity != other.identity }
    case .refusedWeaker, .refusedFull:
      require(BondRecord.encode(table) == former, "a refusal changes nothing")
      return
    }
    expected[number] = table.bond(for: Sample.bond(number).identity)
    require(table.mostRecentlyUsed?.identity == expected[number]?.identity, "a new bond is the one used last")
  }

  private func update(_ number: UInt8) {
    guard var bond = expected[number] else { return }
    bond.clientConfigurations = UInt32(input.octet())
    bond.clientSupportedFeatures = input.octet()
    require(table.updateSettings(from: bond) == (bond != expected[number]), "a change is told")
    expected[number] = bond
  }
}
