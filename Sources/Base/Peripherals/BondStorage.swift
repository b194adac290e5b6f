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
///
/// While the watch runs, it never waits for its storage: `startSaving` hands over a record, and `finishSaving` says
/// when it is safe. `load`, `save` and `setAside` may take long: they are called before the watch starts and after it
/// has ended.
public protocol BondStorage: ~Copyable {
  /// The error of the storage; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Appends as much of a copy to `record` as fits; appends nothing if the copy does not exist yet.
  ///
  /// - Throws: if it cannot be read.
  mutating func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(Failure)

  /// Starts to replace both copies, the first before the second, without waiting. The storage copies what it needs of
  /// `record`.
  ///
  /// - Precondition: no save is under way.
  /// - Throws: if it cannot start.
  mutating func startSaving(_ record: Span<UInt8>) throws(Failure)

  /// Returns, without waiting, whether both copies now survive a loss of power; false while the storage is writing.
  ///
  /// - Throws: if the save failed, once. The old copies may still be there, or the new ones.
  mutating func finishSaving() throws(Failure) -> Bool

  /// Replaces a copy, and waits until it is replaced. When this returns, the new one survives a loss of power; if it
  /// throws, the old one may still be there, or the new one.
  mutating func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Failure)

  /// Renames a copy that its owner cannot use, so that it can be examined. The copy must exist.
  mutating func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Failure)
}
