internal import Peripherals
internal import SecurityManager
internal import WatchCore

/// Bonds in memory, lost when the power is cut. A real board keeps each copy in its own page of flash.
struct MemoryStorage: WatchStorage, ~Copyable {
  private var records: [2 of Record] = .init(repeating: Record())

  private struct Record {
    // Room for `BondTable.maximumRecordSize`.
    #if BELFRY_TINY
      var octets: [384 of UInt8] = .init(repeating: 0)
    #elseif BELFRY_SMALL
      var octets: [512 of UInt8] = .init(repeating: 0)
    #else
      var octets: [1_024 of UInt8] = .init(repeating: 0)
    #endif
    var count = 0
  }

  mutating func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(Never) {
    let index = Int(copy.rawValue)
    for place in 0..<min(records[index].count, record.freeCapacity) { record.append(records[index].octets[place]) }
  }

  /// A real board starts to write a page of flash here, and reports the end in `finishSaving`.
  mutating func startSaving(_ record: Span<UInt8>) throws(Never) {
    save(record, as: .first)
    save(record, as: .second)
  }

  mutating func finishSaving() throws(Never) -> Bool { true }

  mutating func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Never) {
    let index = Int(copy.rawValue)
    precondition(record.count <= records[index].octets.count, "BondTable.maximumRecordSize is below that")
    for place in record.indices { records[index].octets[place] = record[place] }
    records[index].count = record.count
  }

  // The wearer's choices live as long as the bonds. In memory that needs no copy: the watch itself has them.
  static func keeps(_ record: SideRecord) -> Bool { false }

  mutating func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Never) {
    records[Int(copy.rawValue)].count = 0
  }
}
