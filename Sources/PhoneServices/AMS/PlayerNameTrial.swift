internal import Timing

/// Decides whether to register for the player's name: an iPhone (iOS 8.3) crashed at that.
///
///     allowed ── registered ──→ on trial for 10 s ── the link times out ──→ avoided for a day ──→ allowed
///
/// A link that times out for another reason also loses the name, but nothing else.
struct PlayerNameTrial {
  /// Longer than the supervision timeout that the watch asks for, 6 s.
  private static var trialTime: Interval { .seconds(10) }
  private static var avoidanceTime: Interval { .minutes(1_440) }

  private var trialEnd: Instant?
  private var avoidedUntil: Instant?

  func isAllowed(at now: Instant) -> Bool { avoidedUntil.map { now >= $0 } ?? true }

  mutating func noteRegistered(now: Instant) { trialEnd = now + Self.trialTime }

  /// The supervision timeout of the link expired.
  mutating func noteLinkTimeout(now: Instant) {
    if let trialEnd, now < trialEnd { avoidedUntil = now + Self.avoidanceTime }
    trialEnd = nil
  }
}
