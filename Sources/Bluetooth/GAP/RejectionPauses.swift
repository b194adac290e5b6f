internal import Timing

/// How long the device waits before it advertises again, after it rejected a bonded phone that may not connect.
///
/// Such a phone recognises the device and reconnects immediately, again and again. So the pause after the second
/// rejection is 1 s, and each rejection doubles it: 2 s, 4 s … 1 min. The pauses start from the beginning after five
/// minutes without a rejection, after a link that was encrypted, and when the wearer wants another phone.
struct RejectionPauses {
  static var first: Interval { .seconds(1) }
  static var longest: Interval { .minutes(1) }
  static var memory: Interval { .minutes(5) }

  private struct Rejection {
    let instant: Instant
    let pause: Interval
  }

  private var last: Rejection?

  mutating func phoneRejected(now: Instant) {
    last = Rejection(instant: now, pause: recent(at: now).map { Self.longer(than: $0.pause) } ?? .zero)
  }

  func pause(at now: Instant) -> Interval { recent(at: now)?.pause ?? .zero }

  private func recent(at now: Instant) -> Rejection? {
    guard let last, now.since(last.instant) < Self.memory else { return nil }
    return last
  }

  private static func longer(than pause: Interval) -> Interval {
    pause == .zero ? first : pause.doubled(atMost: longest)
  }
}
