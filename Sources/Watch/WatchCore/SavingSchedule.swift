internal import SecurityManager
internal import Timing

/// Decides when to save a record that has changed, and when to save it again after a failure.
///
///     saved → (change) → wanted ⇄ saving → saved
///                          ↑_________|  failure: after 1 s, twice as long each time, at most 5 min
///
/// It never gives up: a watch without a storage is still a watch. A change ends the pause, but not a rest.
struct SavingSchedule {
  private static var firstPause: Interval { .seconds(1) }
  private static var restTime: Interval { .seconds(10) }
  /// How long the saves may be ahead of one in each `restTime`: four of them may follow each other.
  private static var mostAhead: Interval { .seconds(30) }
  private static var longestPause: Interval { .minutes(5) }
  /// How long one save may take until those that wait for it continue without it.
  private static var longestSave: Interval { .seconds(20) }

  /// Whether someone waits for each save.
  private let isAwaited: Bool
  private var progress = SavingProgress()
  private var retry = Deadline()
  private var pause = firstPause
  private var limit = Deadline()
  /// When the last save would be over if one was made in each `restTime`.
  private var restEnd = Instant.start

  init(isAwaited: Bool = false) { self.isAwaited = isAwaited }

  /// Whether the latest record is saved.
  var isSaved: Bool { progress.isSaved }
  /// Whether a save was started and has not ended.
  var isSaving: Bool { progress.isSaving }
  var deadline: Instant? { earliest(isSaved ? nil : retry.instant, limit.instant) }

  mutating func noteChange(now: Instant) {
    progress.noteChange()
    if hasFailed { retry.clear() }
    // The limit of the save under way may have passed. The new record needs a limit of its own, also if another save
    // keeps the storage busy.
    if isAwaited || isSaving { setLimit(now: now) }
  }

  /// Whether the last save has failed.
  private var hasFailed: Bool { pause != Self.firstPause }

  /// Notes a save that has succeeded. After four in a short time, starts no other one for a while, so that a program
  /// that changes a setting all the time does not wear out the card.
  mutating func rest(now: Instant) {
    guard !hasFailed else { return }
    restEnd = max(restEnd, now) + Self.restTime
    let ahead = restEnd.since(now)
    guard ahead > Self.mostAhead else { return }
    retry.set(now + Interval(microseconds: ahead.microseconds - Self.mostAhead.microseconds))
  }

  /// Whether to start a save now. If so, it is noted as started.
  ///
  /// - Parameter isStorageFree: whether no other save is under way.
  mutating func start(isStorageFree: Bool, now: Instant) -> Bool {
    _ = retry.expire(at: now)
    guard isStorageFree, progress.isWanted, !retry.isSet else { return false }
    progress.noteStart()
    setLimit(now: now)
    return true
  }

  private mutating func setLimit(now: Instant) { if !limit.isSet { limit.set(now + Self.longestSave) } }

  /// Whether the save that is under way has just taken too long. It stays under way.
  mutating func expireLimit(at now: Instant) -> Bool { limit.expire(at: now) }

  /// The save has ended, or could not be started.
  mutating func noteEnd(hasSucceeded: Bool, now: Instant) -> SavingProgress.Outcome {
    limit.clear()
    let outcome = progress.noteEnd(hasSucceeded: hasSucceeded)
    if hasSucceeded {
      pause = Self.firstPause
    } else {
      if outcome == .failed { retry.set(now + pause) }
      pause = pause.doubled(atMost: Self.longestPause)
    }
    return outcome
  }
}
