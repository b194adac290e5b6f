internal import Octets
public import Peripherals
public import Watch

/// The result of loading the wearer's choices.
public struct LoadedChoices<Failure: Error> {
  public private(set) var record = WearerRecord()
  /// The problem to report to the wearer; nil if there was no problem.
  public private(set) var finding: ChoicesFinding?
  /// The latest failure of the storage; nil if it did not fail.
  public private(set) var failure: Failure?

  fileprivate mutating func set(_ record: WearerRecord) { self.record = record }
  fileprivate mutating func set(_ finding: ChoicesFinding?) { self.finding = finding }
  fileprivate mutating func set(_ failure: Failure) { self.failure = failure }
}

/// A problem with the stored choices.
public enum ChoicesFinding: Equatable, Sendable {
  /// This copy was damaged or missing. The other copy has replaced it.
  case copyDamaged(RecordCopy)
  /// All is lost: the settings have their defaults.
  case damaged
  /// A later version of the program wrote them, and they were set aside.
  case laterVersion(UInt8)

  fileprivate init?(_ first: Condition, _ second: Condition) {
    switch (first, second) {
    case (.later(let version), _), (_, .later(let version)): self = .laterVersion(version)
    case (.good, .good), (.good, .absent), (.absent, .absent): return nil
    // The failure is reported instead.
    case (.unreadable, .unreadable), (.unreadable, .absent), (.absent, .unreadable): return nil
    case (.good, _): self = .copyDamaged(.second)
    case (_, .good): self = .copyDamaged(.first)
    default: self = .damaged
    }
  }
}

private enum Condition: Equatable {
  case absent, good, damaged, unreadable
  case later(UInt8)
}

private typealias Octets = OctetBuffer<512>

// The table of `BondStore`, which says what becomes of each copy, is true of the choices, too. A storage that fails
// does not stop the watch: it continues with the copy that is good, or with the defaults.
extension WatchStorage where Self: ~Copyable {
  /// Loads the choices before the watch starts, and makes both copies the same again.
  @inline(never)
  public mutating func loadChoices() -> LoadedChoices<Failure> {
    var loaded = LoadedChoices<Failure>()
    var first = Octets()
    var second = Octets()
    let conditions = (examine(.first, in: &first, &loaded), examine(.second, in: &second, &loaded))
    loaded.set(ChoicesFinding(conditions.0, conditions.1))
    if conditions.0 == .good {
      loaded.set(Self.record(first.span))
    } else if conditions.1 == .good {
      loaded.set(Self.record(second.span))
    }
    do throws(Failure) {
      try setAside(.first, conditions.0)
      try setAside(.second, conditions.1)
      if conditions.0 == .good {
        if !first.span.isEqual(to: second.span) { try save(first.span, as: .choices, .second) }
      } else if conditions.1 == .good {
        try save(second.span, as: .choices, .first)
      }
    } catch {
      loaded.set(error)
    }
    return loaded
  }

  private static func record(_ octets: Span<UInt8>) -> WearerRecord {
    (try? WearerRecord(decoding: octets)) ?? WearerRecord()
  }

  private mutating func examine(
    _ copy: RecordCopy, in octets: inout Octets, _ loaded: inout LoadedChoices<Failure>
  ) -> Condition {
    do throws(Failure) {
      try octets.append { output throws(Failure) in try load(.choices, copy, into: &output) }
    } catch {
      loaded.set(error)
      return .unreadable
    }
    guard !octets.isEmpty else { return .absent }
    do throws(WearerRecordError) {
      _ = try WearerRecord(decoding: octets.span)
      return .good
    } catch {
      guard case .laterVersion(let version) = error else { return .damaged }
      return .later(version)
    }
  }

  private mutating func setAside(_ copy: RecordCopy, _ condition: Condition) throws(Failure) {
    switch condition {
    // A file that cannot be read now may be readable later, so it stays.
    case .absent, .good, .unreadable: break
    case .damaged: try setAside(.choices, copy, because: .damaged)
    case .later: try setAside(.choices, copy, because: .laterVersion)
    }
  }
}
