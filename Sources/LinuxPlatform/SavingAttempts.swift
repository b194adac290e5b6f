public import Timing

/// When to save again what could not be saved. It never gives up: a watch without a store is still a watch.
///
///     saved → (failure) → waiting for 1 s, twice as long each time, at most 5 min → (success) → saved
public struct SavingAttempts: Sendable {
  private static var firstPause: Interval { .seconds(1) }
  private static var longestPause: Interval { .minutes(5) }

  private var retry = Deadline()
  private var pause = firstPause
  private var error: SystemError?

  public init() {}

  /// Whether what was to be saved is not.
  public var isPending: Bool { error != nil }
  /// When to try again; nil: there is nothing to save.
  public var deadline: Instant? { retry.instant }

  /// - Returns: whether its user has not been told of this failure yet.
  public mutating func noteFailure(_ failure: PlatformError, now: Instant) -> Bool {
    retry.set(now + pause)
    pause = pause.doubled(atMost: Self.longestPause)
    defer { error = failure.error }
    return failure.error != error
  }

  /// - Returns: whether there was a failure before.
  public mutating func noteSuccess() -> Bool {
    defer { self = SavingAttempts() }
    return isPending
  }

  /// Whether it is time to try again.
  public mutating func expire(at now: Instant) -> Bool { retry.expire(at: now) }
}
