internal import Peripherals
internal import SecurityManager

/// Bonds in memory, until the power goes. A board keeps each copy in a page of flash of its own.
struct MemoryStorage: BondStorage, ~Copyable {
  private var records: [2 of Record] = .init(repeating: Record())

  private struct Record {
    // Room for `BondTable.maximumRecordSize`.
    #if BELFRY_SMALL
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

  mutating func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Never) {
    let index = Int(copy.rawValue)
    precondition(record.count <= records[index].octets.count, "BondTable.maximumRecordSize is below that")
    for place in record.indices { records[index].octets[place] = record[place] }
    records[index].count = record.count
  }

  mutating func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Never) {
    records[Int(copy.rawValue)].count = 0
  }
}
