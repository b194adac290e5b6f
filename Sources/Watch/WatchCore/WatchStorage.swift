public import Peripherals

/// The storage of the watch: the bonds, and side records if there is room for them.
///
/// `BondStorage` says when its functions may wait; those for the side records follow the same rules. At most one save,
/// of the bonds or of a side record, is under way at a time.
public protocol WatchStorage: BondStorage, ~Copyable {
  /// Whether a side record is kept. If not, the functions below are not called for it.
  static func keeps(_ record: SideRecord) -> Bool

  /// Like `load`, for a copy of a side record.
  mutating func load(
    _ record: SideRecord, _ copy: RecordCopy, into octets: inout OutputSpan<UInt8>
  ) throws(Failure)

  /// Like `startSaving`, for all copies of a side record.
  mutating func startSaving(_ octets: Span<UInt8>, as record: SideRecord) throws(Failure)

  /// Like `finishSaving`, for a side record.
  mutating func finishSaving(_ record: SideRecord) throws(Failure) -> Bool

  /// Replaces a copy of a side record, and waits until it survives a loss of power.
  mutating func save(_ octets: Span<UInt8>, as record: SideRecord, _ copy: RecordCopy) throws(Failure)

  /// Like `setAside`, for a copy of a side record.
  mutating func setAside(_ record: SideRecord, _ copy: RecordCopy, because reason: SetAsideReason) throws(Failure)
}

extension WatchStorage where Self: ~Copyable {
  public static func keeps(_ record: SideRecord) -> Bool { false }
  public mutating func load(
    _ record: SideRecord, _ copy: RecordCopy, into octets: inout OutputSpan<UInt8>
  ) throws(Failure) {}
  public mutating func startSaving(_ octets: Span<UInt8>, as record: SideRecord) throws(Failure) {}
  public mutating func finishSaving(_ record: SideRecord) throws(Failure) -> Bool { true }
  public mutating func save(_ octets: Span<UInt8>, as record: SideRecord, _ copy: RecordCopy) throws(Failure) {}
  public mutating func setAside(
    _ record: SideRecord, _ copy: RecordCopy, because reason: SetAsideReason
  ) throws(Failure) {}
}
