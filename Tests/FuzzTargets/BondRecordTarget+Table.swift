import Identifiers
import Octets
import Peripherals
import TestSupport

@testable import PhoneSupport
@testable import SecurityManager

/// A table, and the bonds that it should hold.
final class BondTableRun {
  private var table = BondTable(identity: Sample.identity)
  private var expected: [UInt8: Bond] = [:]
  private let input: FuzzInput

  init(_ input: FuzzInput) { self.input = input }

  func run() {
    while !input.isEmpty {
      step()
      require(
        table.count == expected.count && table.count <= BondTable.capacity, "bonds appear and disappear only by a call")
      for bond in expected.values { require(table.bond(for: bond.identity) == bond, "a bond stays as it is") }
    }
    BondRecord.load(BondRecord.encode(table))
  }

  private func step() {
    let number = UInt8(input.number(below: 12))
    switch input.number(below: 8) {
    case 0, 1: commit(number)
    case 2: use(number)
    case 3:
      let isGone = table.remove(Self.identity(number)) != nil
      require(isGone == (expected[number] != nil), "an existing bond can be removed")
      expected[number] = nil
    case 4: update(number)
    case 5: select(input.flag() ? nil : number)
    case 6: setName(number)
    default:
      let owner = table.identity(resolving: Self.identity(number))
      require((owner == nil) == (expected[number] == nil), "exactly the bonded phones are recognised")
    }
  }

  private static func identity(_ number: UInt8) -> DeviceAddress { Sample.bond(number).identity }

  private func commit(_ number: UInt8) {
    let strength = BondStrength(
      keySize: UInt8(7 + input.number(below: 10)), isAuthenticated: input.flag(), usesSecureConnections: input.flag())
    let former = BondRecord.encode(table)
    let replaced = input.flag() ? UInt8(input.number(below: 12)) : nil
    switch table.commit(Sample.bond(number, strength: strength), replacing: replaced.map(Self.identity)) {
    case .added: require(expected[number] == nil, "a phone without a bond is added")
    case .replaced:
      let isAsStrong = expected[number].map { strength.isAtLeast($0.strength) } ?? false
      require(isAsStrong, "a weaker bond does not replace a stronger one")
    case .displaced(let other):
      guard let replaced else { fatalError("broken: no bond goes unless its user agreed") }
      require(
        other == expected[replaced]?.identity && replaced != number,
        "the replaced bond is the one that the user agreed to lose")
      expected[replaced] = nil
    case .refusedWeaker, .refusedFull:
      require(BondRecord.encode(table) == former, "a refusal changes nothing")
      return
    }
    let earlier = expected[number]
    expected[number] = table.bond(for: Self.identity(number))
    require(expected[number]?.isSelected == earlier?.isSelected ?? false, "a new pairing keeps the selection")
    require(table.latestPhone == expected[number]?.identity, "a new bond is the one used last")
  }

  private func use(_ number: UInt8) {
    let hasChanged = table.markUsed(Self.identity(number))
    require(!hasChanged || expected[number] != nil, "an unknown phone changes nothing")
    if expected[number] != nil {
      require(
        table.latestPhone == Self.identity(number), "a phone that is used becomes the one used last")
    }
    expected[number] = table.bond(for: Self.identity(number))
  }

  private func update(_ number: UInt8) {
    guard var bond = expected[number] else { return }
    bond.serverSettings.configurations = UInt32(input.octet())
    bond.serverSettings.supportedFeatures = input.octet()
    require(
      table.setServerSettings(bond.serverSettings, of: bond.identity) == (bond != expected[number]),
      "a change is reported")
    expected[number] = bond
  }

  private func select(_ number: UInt8?) {
    let former = table.selected
    let hasChanged = table.select(number.map(Self.identity))
    require(hasChanged == (former != table.selected), "a change is reported")
    if number == nil { require(table.selected == nil, "any phone can be let in") }
    for other in expected.keys {
      expected[other] = table.bond(for: Self.identity(other))
      let isChosen = table.selected == Self.identity(other)
      require(expected[other]?.isSelected == isChosen, "at most one phone is selected")
    }
  }

  private func setName(_ number: UInt8) {
    let name = input.block(below: 40)
    let hasChanged = table.setName(BoundedText(repairing: name.span), of: Self.identity(number))
    require(!hasChanged || expected[number] != nil, "an unknown phone gets no name")
    expected[number] = table.bond(for: Self.identity(number))
  }
}

/// Two copies with any content, in a storage that may fail.
final class BondStoreRun {
  private let input: FuzzInput

  init(_ input: FuzzInput) { self.input = input }

  func run() {
    let disk = Disk()
    for copy in [RecordCopy.first, .second] { disk.copies[copy] = content() }
    let former = disk.copies
    disk.failsAt = input.flag() ? nil : input.number(below: 8)
    let loaded = load(from: disk)
    for (copy, record) in former {
      // An empty copy holds nothing to keep.
      let isKept = record.isEmpty || disk.copies[copy] == record || disk.setAside.contains(record)
      require(isKept || Self.isGood(record), "a damaged copy is set aside before it is overwritten")
    }
    if former.values.contains(where: Self.isGood) {
      require(disk.copies.values.contains(where: Self.isGood), "a good copy is never lost")
    }
    disk.failsAt = nil
    save(Sample.bonds(others: loaded?.count == 3 ? 2 : 3), on: disk)
  }

  private static func isGood(_ record: [UInt8]) -> Bool { (try? BondTable(decoding: record.span)) != nil }

  private func content() -> [UInt8]? {
    let record = BondRecord.encode(Sample.bonds(others: UInt8(input.number(below: 4))))
    switch input.number(below: 5) {
    case 0: return nil
    case 1: return input.mutated(record)
    case 2: return BondRecord.withChecksum([0x42, 0x4C, 0x46, 0x42, 9] + record.dropFirst(5).dropLast(4))
    case 3: return input.block(below: 1_200)
    default: return record
    }
  }

  private func load(from disk: Disk) -> BondTable? {
    let copies = disk.copies
    var store = BondStore(in: DiskStorage(disk: disk))
    guard let loaded = try? store.load() else {
      require(disk.hasFailed, "loading fails only if the storage fails")
      return nil
    }
    require((loaded.table != nil) == copies.values.contains(where: Self.isGood), "one good copy is enough")
    if let table = loaded.table {
      // A first copy that could not be read counts as missing.
      let first = disk.failsAt == 0 ? nil : copies[.first].flatMap { Self.isGood($0) ? $0 : nil }
      let expected = first ?? copies[.second] ?? []
      let decoded = (try? BondTable(decoding: expected.span)) ?? table
      require(BondRecord.encode(table) == BondRecord.encode(decoded), "the first copy takes precedence")
      require(disk.copies[.first] == disk.copies[.second], "both copies are the same again")
    }
    return loaded.table
  }

  /// If the power fails at any access, each copy is the old table or the new one.
  private func save(_ table: BondTable, on disk: Disk) {
    let former = disk.copies
    let record = BondRecord.encode(table)
    disk.failsAt = input.number(below: 4)
    disk.step = 0
    var store = BondStore(in: DiskStorage(disk: disk))
    let isSaved = (try? store.save(table)) != nil
    require(isSaved == !disk.hasFailed || disk.failsAt.map { $0 >= 2 } ?? true, "a failure is reported")
    if isSaved { require(disk.copies.values.allSatisfy { $0 == record }, "what was saved is there, twice") }
    for (copy, content) in disk.copies {
      require(content == record || content == former[copy], "a copy is the old one or the new one")
    }
  }
}

/// The stored copies, and the number of the access that fails.
private final class Disk {
  var copies: [RecordCopy: [UInt8]] = [:]
  var setAside: [[UInt8]] = []
  var failsAt: Int?
  var step = 0
  private(set) var hasFailed = false

  func access() throws(DiskStorage.Broken) {
    defer { step += 1 }
    guard step != failsAt else {
      hasFailed = true
      throw DiskStorage.Broken()
    }
  }
}

private struct DiskStorage: BondStorage {
  struct Broken: Error {}

  let disk: Disk

  mutating func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(Broken) {
    try disk.access()
    for octet in (disk.copies[copy] ?? []).prefix(record.freeCapacity) { record.append(octet) }
  }

  mutating func startSaving(_ record: Span<UInt8>) throws(Broken) {
    try save(record, as: .first)
    try save(record, as: .second)
  }

  mutating func finishSaving() throws(Broken) -> Bool { true }

  mutating func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Broken) {
    try disk.access()
    disk.copies[copy] = record.list
  }

  mutating func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Broken) {
    try disk.access()
    if let content = disk.copies.removeValue(forKey: copy) { disk.setAside.append(content) }
  }
}
