internal import ANCS
internal import Timing

/// Watches over the first link of a new bond: iOS may send nothing on it, although it accepts all subscriptions.
///
///     no bond → bonded ── authorized ──→ silent for 30 s ──→ due ── taken ──→ no bond
///                 ↑______ no longer ________|   any state ── an event, the link ends ──→ no bond
///
/// The next link brings the notifications. A phone without notifications looks the same, so that the owner of the link
/// ends it only once, at a moment at which that does not disturb the user.
struct NewBond {
  private static var longestSilence: Interval { .seconds(30) }

  /// The time at which the phone was bonded; nil if that was not on this link, or if this supervision has ended.
  private var bondedAt: Instant?
  private var silenceEnd = Deadline()
  /// Whether to end the link: notifications are allowed, but no Notification Source value has come for 30 seconds.
  private(set) var isDue = false

  /// A phone was bonded on this link.
  mutating func begin(now: Instant) {
    self = NewBond()
    bondedAt = now
  }

  /// The link is gone, or all is well.
  mutating func end() { self = NewBond() }

  /// Follows the session.
  mutating func follow(_ state: SessionState, lastEventAt: Instant?, now: Instant) {
    guard let bondedAt else { return }
    if let lastEventAt, lastEventAt >= bondedAt { return end() }
    switch state {
    case .ready, .sourceOnly: if !silenceEnd.isSet, !isDue { silenceEnd.set(now + Self.longestSilence) }
    case .absent, .found, .probing, .unauthorized:
      silenceEnd.clear()
      isDue = false
    }
  }

  var deadline: Instant? { silenceEnd.instant }

  mutating func handleTimeout(now: Instant) {
    if silenceEnd.expire(at: now) { isDue = true }
  }
}
