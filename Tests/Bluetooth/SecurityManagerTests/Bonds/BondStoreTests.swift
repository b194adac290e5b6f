import Identifiers
import Octets
import Peripherals
import TestSupport
import Testing

@testable import PhoneSupport
@testable import SecurityManager

/// Two copies in memory, and their possible failures.
private final class Shelf {
  struct Fault: Error, Equatable {}

  var copies: [RecordCopy: [UInt8]] = [:]
  var unreadable: Set<RecordCopy> = []
  /// The number of saves that succeed before one fails; nil: all succeed.
  var savesLeft: Int?
  /// The record that was passed to the storage and is not written yet.
  var pending: [UInt8]?
  private(set) var savedCopies: [RecordCopy] = []
  private(set) var asides: [(SetAsideReason, [UInt8])] = []

  func save(_ record: [UInt8], as copy: RecordCopy) throws(Fault) {
    if savesLeft == 0 { throw Fault() }
    savesLeft = savesLeft.map { $0 - 1 }
    copies[copy] = record
    savedCopies.append(copy)
  }

  func setAside(_ copy: RecordCopy, _ reason: SetAsideReason) {
    asides.append((reason, copies[copy] ?? []))
    copies[copy] = nil
    unreadable.remove(copy)
  }
}

private struct ShelfStorage: BondStorage {
  let shelf: Shelf

  mutating func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(Shelf.Fault) {
    if shelf.unreadable.contains(copy) { throw Shelf.Fault() }
    for octet in (shelf.copies[copy] ?? []).prefix(record.freeCapacity) { record.append(octet) }
  }

  mutating func startSaving(_ record: Span<UInt8>) throws(Shelf.Fault) {
    if shelf.savesLeft == 0 { throw Shelf.Fault() }
    shelf.pending = record.list
  }

  mutating func finishSaving() throws(Shelf.Fault) -> Bool {
    guard let record = shelf.pending else { return false }
    shelf.pending = nil
    try shelf.save(record, as: .first)
    try shelf.save(record, as: .second)
    return true
  }

  mutating func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Shelf.Fault) {
    try shelf.save(record.list, as: copy)
  }

  mutating func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Shelf.Fault) {
    shelf.setAside(copy, reason)
  }
}

@Suite struct BondStoreTests {
  private let shelf = Shelf()

  private func table(_ count: UInt8) -> BondTable { Sample.bonds(bondedWithPhone: false, others: count) }

  private func record(_ table: BondTable) throws -> [UInt8] { try BondRecordTests().encode(table) }

  private func load() throws -> LoadedBonds {
    var store = BondStore(in: ShelfStorage(shelf: shelf))
    return try store.load()
  }

  private func save(_ table: BondTable) throws {
    var store = BondStore(in: ShelfStorage(shelf: shelf))
    try store.save(table)
  }

  @Test func anEmptyStoreHasNoBondsAndWritesNothing() throws {
    let loaded = try load()
    #expect(loaded.table == nil && loaded.finding == nil)
    #expect(shelf.copies.isEmpty)
  }

  @Test(arguments: [0, 3, 8] as [UInt8]) func savedBondsAreLoaded(_ count: UInt8) throws {
    try save(table(count))
    #expect(shelf.savedCopies == [.first, .second])
    #expect(shelf.copies[.first] == shelf.copies[.second])
    let loaded = try load()
    #expect(loaded.finding == nil)
    #expect(try record(#require(loaded.table)) == record(table(count)))
    #expect(shelf.savedCopies.count == 2, "a store that is whole is not written at start")
  }

  /// The power fails between the two copies.
  @Test func theFirstCopyIsTheNewer() throws {
    try save(table(2))
    shelf.savesLeft = 1
    #expect(throws: Shelf.Fault()) { try save(table(3)) }
    shelf.savesLeft = nil
    let loaded = try load()
    #expect(loaded.table?.count == 3 && loaded.finding == nil)
    #expect(shelf.copies[.second] == shelf.copies[.first])
    #expect(shelf.asides.isEmpty)
  }

  @Test func aSaveThatFailsAtOnceLeavesTheOldBonds() throws {
    try save(table(2))
    shelf.savesLeft = 0
    #expect(throws: Shelf.Fault()) { try save(table(3)) }
    #expect(try load().table?.count == 2)
  }

  @Test func aSaveThatIsStartedIsWrittenLater() throws {
    var store = BondStore(in: ShelfStorage(shelf: shelf))
    try store.startSaving(table(3))
    #expect(shelf.savedCopies.isEmpty)
    let isSaved = try store.finishSaving()
    #expect(isSaved && shelf.savedCopies == [.first, .second])
    #expect(try load().table?.count == 3)
  }

  @Test func aSaveThatFailsLaterIsReportedOnce() throws {
    var store = BondStore(in: ShelfStorage(shelf: shelf))
    try store.startSaving(table(3))
    shelf.savesLeft = 1
    #expect(throws: Shelf.Fault()) { _ = try store.finishSaving() }
    let isSaved = try store.finishSaving()
    #expect(!isSaved)
  }

  @Test func aStoreWithOneCopyGetsItsSecond() throws {
    shelf.copies[.first] = try record(table(2))
    #expect(try load().finding == nil)
    #expect(shelf.savedCopies == [.second])
    #expect(shelf.copies[.second] == shelf.copies[.first])
  }

  /// If an update fails at its start, the earlier program must still read the bonds.
  @Test func aRecordOfAnEarlierVersionStaysUntilTheBondsAreSaved() throws {
    let old = Array(try record(table(1)).prefix(104)) + [0, 0, 0, 0]
    var first = old
    first[4] = 1
    first = BondRecordTests().sealed(first)
    shelf.copies[.first] = first
    let loaded = try load()
    #expect(loaded.table?.count == 1 && loaded.finding == nil)
    #expect(shelf.copies == [.first: first, .second: first])
    try save(table(1))
    #expect(try shelf.copies == [.first: record(table(1)), .second: record(table(1))])
  }

  @Test(arguments: [RecordCopy.first, .second]) func everyShorterCopyIsMadeGoodByTheOther(_ copy: RecordCopy) throws {
    let whole = try record(table(3))
    for count in 0..<whole.count {
      shelf.copies = [.first: whole, .second: whole]
      shelf.copies[copy] = Array(whole.prefix(count))
      let loaded = try load()
      #expect(try record(#require(loaded.table)) == whole, "cut to \(count)")
      #expect(shelf.copies == [.first: whole, .second: whole])
      // An empty second copy counts as missing.
      #expect(loaded.finding == (count == 0 && copy == .second ? nil : .copyDamaged(copy)))
    }
  }

  @Test(arguments: [RecordCopy.first, .second]) func everyFlippedBitIsMadeGoodByTheOther(_ copy: RecordCopy) throws {
    let whole = try record(table(2))
    for bit in 0..<8 * whole.count {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      shelf.copies = [.first: whole, .second: whole]
      shelf.copies[copy] = damaged
      let loaded = try load()
      #expect(try record(#require(loaded.table)) == whole, "bit \(bit)")
      #expect(loaded.finding == .copyDamaged(copy))
      #expect(shelf.asides.last?.1 == damaged)
      #expect(shelf.copies == [.first: whole, .second: whole])
    }
  }

  /// The power failed between the copies, and later the first was damaged: only the newest bond is lost.
  @Test func aDamagedFirstCopyCostsAtMostTheNewestBond() throws {
    shelf.copies = [.first: [1, 2, 3], .second: try record(table(7))]
    let loaded = try load()
    #expect(loaded.table?.count == 7 && loaded.finding == .copyDamaged(.first))
    #expect(shelf.asides.map(\.1) == [[1, 2, 3]])
  }

  @Test func twoDamagedCopiesAreBothSetAside() throws {
    shelf.copies = [.first: [1], .second: [2]]
    let loaded = try load()
    #expect(loaded.table == nil && loaded.finding == .damaged)
    #expect(shelf.asides.map(\.0) == [.damaged, .damaged] && shelf.asides.map(\.1) == [[1], [2]])
    #expect(shelf.copies.isEmpty)
  }

  @Test func aLaterVersionIsSetAsideAndNotCalledDamaged() throws {
    var later = try record(table(2))
    later[4] = 4
    later = BondRecordTests().sealed(later)
    shelf.copies = [.first: later, .second: later]
    let loaded = try load()
    #expect(loaded.table == nil && loaded.finding == .laterVersion(4))
    #expect(shelf.asides.map(\.0) == [.laterVersion, .laterVersion] && shelf.asides.map(\.1) == [later, later])
  }

  /// The later version was interrupted in its first save.
  @Test func aCopyThatALaterVersionHadNotReplacedIsUsed() throws {
    var later = try record(table(3))
    later[4] = 4
    shelf.copies = [.first: BondRecordTests().sealed(later), .second: try record(table(2))]
    let loaded = try load()
    #expect(loaded.table?.count == 2 && loaded.finding == .laterVersion(4))
  }

  @Test(arguments: [RecordCopy.first, .second]) func anUnreadableCopyIsMadeGoodByTheOther(_ copy: RecordCopy) throws {
    try save(table(2))
    shelf.unreadable = [copy]
    let loaded = try load()
    #expect(loaded.table?.count == 2 && loaded.finding == .copyDamaged(copy))
    #expect(shelf.copies[.first] == shelf.copies[.second])
  }

  /// The error may be temporary: nothing is set aside, nothing is written.
  @Test(arguments: [nil, [7] as [UInt8]]) func withoutAGoodCopyAnUnreadableOneIsLeftAlone(_ second: [UInt8]?) throws {
    shelf.copies[.first] = [9]
    shelf.copies[.second] = second
    shelf.unreadable = [.first]
    #expect(throws: Shelf.Fault()) { try load() }
    #expect(shelf.asides.isEmpty && shelf.savedCopies.isEmpty)
  }

  @Test func aFileLargerThanAnyRecordIsDamaged() throws {
    shelf.copies[.first] = try record(table(8)) + [UInt8](repeating: 0, count: 5_000)
    #expect(try load().finding == .damaged)
  }
}
