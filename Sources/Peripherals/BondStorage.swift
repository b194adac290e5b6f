/// A place that keeps one small record, whole or not at all, through a loss of power.
///
/// It knows nothing of what the record says: its format and its checksum are its owner's.
public protocol BondStorage: ~Copyable {
  associatedtype Failure: Error

  /// Appends the record to `record`; appends nothing if there is none yet.
  ///
  /// - Throws: if it cannot be read, or is larger than `record` has room for.
  mutating func load(into record: inout OutputSpan<UInt8>) throws(Failure)

  /// Replaces the record. When this returns, the new record survives a loss of power; if it throws, the old one stays.
  mutating func save(_ record: Span<UInt8>) throws(Failure)

  /// Puts the record, which its owner found damaged, away under another name, so that it can be looked at.
  mutating func setAside() throws(Failure)
}
