internal import Timing

/// The time at which the device asks a peer for encryption that has not started it.
///
/// Some phones end the link if a Security Request arrives while they start encryption themselves. So if a link ended
/// after the request without encryption or pairing, the next link gets more time before the request. This lasts until a
/// request has led to encryption or pairing.
struct SecurityRequestTiming {
  /// How long a phone may take at first.
  static var delay: Interval { .milliseconds(1500) }
  /// How long it may take after it has left at a request: less than the time that it has to prove itself.
  static var longDelay: Interval { .seconds(4) }

  private var wasInVain = false
  private(set) var due = Deadline()

  mutating func linkBegan(now: Instant) { due.set(now + (wasInVain ? Self.longDelay : Self.delay)) }

  /// - Parameter wasInVain: whether the peer was asked, and neither encrypted nor paired.
  mutating func linkEnded(wasInVain: Bool) {
    due.clear()
    if wasInVain { self.wasInVain = true }
  }

  /// The peer encrypts or pairs, after it was asked to or by itself.
  mutating func peerActed(wasAsked: Bool) {
    due.clear()
    if wasAsked { wasInVain = false }
  }

  var deadline: Instant? { due.instant }

  mutating func expire(at now: Instant) -> Bool { due.expire(at: now) }
}
