internal import Octets
public import Peripherals

/// The bonds where they survive a loss of power: two copies of one record, the second written after the first.
///
///     | first | second | what is loaded, and written to the other                                  |
///     |-------|--------|---------------------------------------------------------------------------|
///     | good  | any    | the first; if the second is another good one, power failed between the two |
///     | bad   | good   | the second: at most what was saved last is lost                            |
///     | bad   | bad    | nothing                                                                    |
///
/// Loading keeps the version of a record, so that an earlier program can still read it until the bonds change.
///
/// A bad copy is set aside, never overwritten. A copy that cannot be read counts as bad only if the other one is good.
/// Otherwise `load()` throws, because the cause may be temporary.
public struct BondStore<Storage: BondStorage & ~Copyable>: ~Copyable {
  /// The device; its owner may use it for more than the bonds.
  public var storage: Storage

  /// Creates a store. It reads nothing until `load()`.
  public init(in storage: consuming Storage) { self.storage = storage }

  /// Loads the bonds, and makes both copies the same again.
  public mutating func load() throws(Storage.Failure) -> LoadedBonds {
    var records = CopiesOfRecord()
    var failure: Storage.Failure?
    let first = examine(.first, in: &records.first, failure: &failure)
    let second = examine(.second, in: &records.second, failure: &failure)
    let table = first.table ?? second.table
    if table == nil, let failure { throw failure }
    try setAside(.first, first.condition)
    try setAside(.second, second.condition)
    if first.table != nil {
      if !records.first.span.isEqual(to: records.second.span) { try storage.save(records.first.span, as: .second) }
    } else if second.table != nil {
      try storage.save(records.second.span, as: .first)
    }
    return LoadedBonds(table: table, finding: BondStoreFinding(first.condition, second.condition))
  }

  /// Starts to save the bonds without waiting: `finishSaving` returns the result.
  ///
  /// - Precondition: no save is under way.
  public mutating func startSaving(_ table: BondTable) throws(Storage.Failure) {
    var record = BondRecord()
    Self.encode(table, into: &record)
    try storage.startSaving(record.span)
  }

  /// Returns whether the bonds of `startSaving` now survive a loss of power; false while they are being written.
  ///
  /// - Throws: once, if they could not be written. Call `startSaving` again later.
  public mutating func finishSaving() throws(Storage.Failure) -> Bool { try storage.finishSaving() }

  /// Keeps the bonds, and waits for it: before the device starts, and after it has ended. When this returns they
  /// survive a loss of power; if it throws, call it again later.
  public mutating func save(_ table: BondTable) throws(Storage.Failure) {
    var record = BondRecord()
    Self.encode(table, into: &record)
    try storage.save(record.span, as: .first)
    try storage.save(record.span, as: .second)
  }

  private mutating func examine(
    _ copy: RecordCopy, in record: inout BondRecord, failure: inout Storage.Failure?
  ) -> ExaminedCopy {
    do throws(Storage.Failure) {
      try record.append { output throws(Storage.Failure) in try storage.load(copy, into: &output) }
    } catch {
      failure = error
      return ExaminedCopy(condition: .unreadable)
    }
    guard !record.isEmpty else { return ExaminedCopy(condition: .absent) }
    do throws(BondRecordError) {
      return ExaminedCopy(condition: .good, table: try BondTable(decoding: record.span))
    } catch {
      guard case .unknownVersion(let version) = error else { return ExaminedCopy(condition: .damaged) }
      return ExaminedCopy(condition: .later(version))
    }
  }

  private mutating func setAside(_ copy: RecordCopy, _ condition: CopyCondition) throws(Storage.Failure) {
    switch condition {
    case .absent, .good: break
    case .damaged, .unreadable: try storage.setAside(copy, because: .damaged)
    case .later: try storage.setAside(copy, because: .laterVersion)
    }
  }

  private static func encode(_ table: BondTable, into record: inout BondRecord) {
    record.append { output in
      do throws(EncodeError) {
        try table.encode(into: &output)
      } catch {
        // The buffer is larger than the largest table; half a table must not take the place of the whole one.
        preconditionFailure()
      }
    }
  }
}

/// The result of loading the bonds.
public struct LoadedBonds {
  /// Nil if there is no good copy: make an identity, and save a new table.
  public let table: BondTable?
  /// The problem to report to the user; nil if there was no problem.
  public let finding: BondStoreFinding?
}

/// A problem with the stored bonds.
public enum BondStoreFinding: Equatable, Sendable {
  /// This copy was damaged or missing. The other copy has replaced it.
  case copyDamaged(RecordCopy)
  /// All is lost.
  case damaged
  /// A later version of the program wrote them, and they were set aside.
  case laterVersion(UInt8)

  fileprivate init?(_ first: CopyCondition, _ second: CopyCondition) {
    switch (first, second) {
    case (.later(let version), _), (_, .later(let version)): self = .laterVersion(version)
    case (.good, .good), (.good, .absent), (.absent, .absent): return nil
    case (.good, _): self = .copyDamaged(.second)
    case (_, .good): self = .copyDamaged(.first)
    default: self = .damaged
    }
  }
}

/// The condition of one copy.
private enum CopyCondition: Equatable {
  case absent, good, damaged, unreadable
  case later(UInt8)
}

private struct ExaminedCopy {
  let condition: CopyCondition
  var table: BondTable?
}

private struct CopiesOfRecord: ~Copyable {
  var first = BondRecord()
  var second = BondRecord()
}
