/// One of the two copies in which a record is kept.
public enum RecordCopy: UInt8, Sendable {
  /// Written first: where the two differ, it is the newer.
  case first
  case second
}

/// Why a copy is put away.
public enum SetAsideReason: UInt8, Sendable {
  case damaged
  /// A later version of the program has written it.
  case laterVersion
}

/// A place that keeps two copies of one small record, each whole or not at all, through a loss of power.
///
/// It knows nothing of what the record says: its format and its checksum are its owner's.
public protocol BondStorage: ~Copyable {
  associatedtype Failure: Error

  /// Appends a copy to `record`, as much of it as there is room for; appends nothing if there is none yet.
  ///
  /// - Throws: if it cannot be read.
  mutating func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(Failure)

  /// Replaces a copy. When this returns, the new one survives a loss of power; if it throws, the old one may still be
  /// there, or the new one.
  mutating func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Failure)

  /// Puts a copy, which its owner cannot use, away under another name, so that it can be looked at. There has to be
  /// one.
  mutating func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Failure)
}
