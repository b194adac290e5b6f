/// Whether a record that changes now and then is saved.
///
///     saved → changed → saving → saved
///                ↑_________|  it failed, or the record has changed since
public struct SavingProgress: Equatable, Sendable {
  private enum State {
    case saved, changed, saving
    /// The record has changed since the save started.
    case savingOutdated
  }

  /// How one save ended.
  public enum Outcome: Equatable, Sendable {
    /// The latest record is saved.
    case saved
    /// The record could not be saved.
    case failed
    /// The save has ended, but the record has changed since it started: save it again.
    case outdated
  }

  private var state = State.saved

  /// Creates a progress with nothing to save.
  public init() {}

  /// Whether the latest record is saved.
  public var isSaved: Bool { state == .saved }
  /// Whether a save should be started.
  public var isWanted: Bool { state == .changed }
  /// Whether a save was started and has not ended.
  public var isSaving: Bool { state == .saving || state == .savingOutdated }

  /// Notes that the record has changed since it was saved.
  public mutating func noteChange() { state = isSaving ? .savingOutdated : .changed }

  /// A save of the latest record was started.
  public mutating func noteStart() { state = .saving }

  /// The save that was started has ended, or could not be started.
  public mutating func noteEnd(hasSucceeded: Bool) -> Outcome {
    let isOutdated = state == .savingOutdated
    state = hasSucceeded && !isOutdated ? .saved : .changed
    return isOutdated ? .outdated : hasSucceeded ? .saved : .failed
  }
}
