public import Timing

/// Slows down peers that repeatedly guess a secret.
///
///     free → locked out for 1 s → free → locked out for 2 s → … → locked out for 64 s
///      ↑__________________________|____ a pairing succeeds, the window is opened, or none fails for 10 min
///
/// Counts all peers together, because an address is free to change. A pairing that a peer aborts before the wearer's
/// confirmation, and without a guess at a passkey, does not count: it must not keep the wearer's phone from pairing.
/// Core Spec 5.4, Vol 3, Part H, 2.3.6.
public struct RepeatedAttempts: Equatable, Sendable {
  /// The wait after the first failure.
  public static var firstWait: Interval { .seconds(1) }
  /// The longest wait: each failure doubles the wait up to it.
  public static var longestWait: Interval { .seconds(64) }
  /// After this time without a failure, the next failure causes only `firstWait`.
  public static var memory: Interval { .minutes(10) }
  /// The number of failures that closes the pairing window.
  public static let failuresPerWindow = 3

  private struct Failure: Equatable, Sendable {
    let instant: Instant
    /// How long after this failure no peer may pair.
    let wait: Interval
  }

  private var last: Failure?
  /// The failures since the pairing window was opened.
  public private(set) var failuresInWindow = 0

  /// Creates a record without failures.
  public init() {}

  /// Whether a Pairing Request must be refused.
  public func isLockedOut(at now: Instant) -> Bool {
    guard let last else { return false }
    return now < last.instant + last.wait
  }

  /// Whether the pairing window has seen as many failures as it may.
  public var isWindowExhausted: Bool { failuresInWindow >= Self.failuresPerWindow }

  mutating func recordFailure(at now: Instant) {
    if let last, now < last.instant + Self.memory {
      self.last = Failure(instant: now, wait: last.wait.doubled(atMost: Self.longestWait))
    } else {
      last = Failure(instant: now, wait: Self.firstWait)
    }
    if !isWindowExhausted { failuresInWindow += 1 }
  }

  mutating func recordSuccess() {
    last = nil
    failuresInWindow = 0
  }

  mutating func recordOpenedWindow() { recordSuccess() }
}
