internal import Octets
internal import Peripherals
internal import SecurityManager
internal import WatchCore

/// Bonds in memory, lost when the power is cut. A real board keeps each copy in its own page of flash.
struct MemoryStorage: WatchStorage, ~Copyable {
  private var first = BondRecord()
  private var second = BondRecord()

  mutating func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(Never) {
    switch copy {
    case .first: try? record.put(first.span)
    case .second: try? record.put(second.span)
    }
  }

  /// A real board starts to write a page of flash here, and reports the end in `finishSaving`.
  mutating func startSaving(_ record: Span<UInt8>) throws(Never) {
    save(record, as: .first)
    save(record, as: .second)
  }

  mutating func finishSaving() throws(Never) -> Bool { true }

  mutating func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Never) {
    switch copy {
    case .first: Self.replace(&first, with: record)
    case .second: Self.replace(&second, with: record)
    }
  }

  private static func replace(_ record: inout BondRecord, with octets: Span<UInt8>) {
    precondition(octets.count <= BondRecord.capacity, "BondTable.maximumRecordSize is below that")
    record.removeAll()
    try? record.put(octets)
  }

  // The wearer's choices live as long as the bonds. In memory that needs no copy: the watch itself has them.
  static func keeps(_ record: SideRecord) -> Bool { false }

  mutating func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Never) {
    switch copy {
    case .first: first.removeAll()
    case .second: second.removeAll()
    }
  }
}
