import Identifiers
import Octets
import TestSupport

@testable import PhoneSupport
@testable import SecurityManager

/// The loader of bonds with any octets, the table under any use, and the store with copies that are damaged or fail. A
/// record that was written is read unchanged; a damaged record is refused and never overwritten; a good one is never
/// lost; and only the calls that may change a bond change it.
///
/// Input: ` | mode: 1 | record | `, with the checksum corrected in mode 0; or choices.
public enum BondRecordTarget: FuzzTarget {
  public static var sources: [String] { ["SecurityManager/Bond", "SecurityManager/CRC32"] }

  public static var seeds: [[UInt8]] {
    ([0, 1, 3, 7] as [UInt8]).flatMap { count -> [[UInt8]] in
      let record = Array(BondRecord.encode(Sample.bonds(others: count)).dropLast(4))
      return [[0] + record, [1] + record + [0, 0, 0, 0]]
    } + [[3, 0, 3, 1], [3, 3, 0, 1], [3, 1, 1, 0], [3, 2, 2, 0]]
  }

  public static func run(_ input: FuzzInput) {
    switch input.number(below: 4) {
    case 0: BondRecord.load(BondRecord.withChecksum(input.rest))
    case 1: BondRecord.load(input.rest)
    case 2: BondTableRun(input).run()
    default: BondStoreRun(input).run()
    }
  }
}

enum BondRecord {
  static func encode(_ table: BondTable) -> [UInt8] {
    output(capacity: BondTable.maximumRecordSize) { record in
      do { try table.encode(into: &record) } catch { require(false, "the largest table fits the largest record") }
    }
  }

  /// Returns `body` with its CRC-32 (IEEE 802.3) appended, computed bit by bit.
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
    require(encode(again) == written, "writing a decoded table again gives the same record")
    require(written == record || record[4] != written[4], "a record of this version is written as it was read")
    let phones = Set((0..<table.count).map { [table[$0].identity.kind.rawValue] + table[$0].identity.octets.list })
    require(phones.count == table.count, "a phone has one bond")
    require((0..<table.count).count { table[$0].isSelected } <= 1, "at most one phone is selected")
    for index in 0..<table.count {
      require(again[index] == table[index], "each bond is kept")
      require(!table[index].longTermKey.isZero, "a key is not zero")
    }
    requireWhole(written)
  }

  /// Checks that a record that is cut short or too long is refused.
  static func requireWhole(_ record: [UInt8]) {
    for cut in [record.count - 1, record.count - 4, record.count / 2, 31, 4, 0] {
      let part = Array(record.prefix(cut))
      require((try? BondTable(decoding: part.span)) == nil, "a record cut at \(cut) is refused")
    }
    let longer = record + [0]
    require((try? BondTable(decoding: longer.span)) == nil, "a record that is too long is refused")
  }
}
