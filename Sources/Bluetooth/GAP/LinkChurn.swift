internal import Octets
internal import Timing

/// The rate at which links begin and end. It decides when the device advertises for the next link, and how fast.
///
/// iOS refuses an accessory for a while if it connects again and again without use. So after more than three links in a
/// minute the device no longer advertises fast. From the fourth link in a row that ended within ten seconds without
/// encryption, it pauses before it advertises at all: 1 s, 2 s, 4 s, 4 s … An honest phone that returns therefore waits
/// at most four seconds longer. An encrypted link, a longer link, or a minute without such a short link ends the
/// pauses. Links that the device rejected do not count: a stranger must not delay the wearer's phone.
struct LinkChurn {
  static var memory: Interval { .seconds(60) }
  static var shortTime: Interval { .seconds(10) }
  /// The number of useless links in a row that cause no pause.
  static var freeCount: Int { 3 }
  static var firstPause: Interval { .seconds(1) }
  static var longestPause: Interval { .seconds(4) }

  private var beginnings = FixedArray<4, Instant>()
  private var uselessCount = 0
  private var lastUselessAt = Instant.start
  private var pause = Interval.zero

  /// - Parameter isRejected: whether the device ended the link because its peer proved nothing in time.
  mutating func linkEnded(begunAt begin: Instant, wasEncrypted: Bool, isRejected: Bool = false, now: Instant) {
    if isRejected { return }
    if beginnings.isFull { beginnings.remove(at: 0) }
    beginnings.append(begin)
    if wasEncrypted || now.since(begin) >= Self.shortTime { forgetUselessLinks() } else { noteUseless(now: now) }
  }

  /// The controller reported that a connection was not established.
  mutating func connectionFailed(now: Instant) { noteUseless(now: now) }

  /// Whether there were more than three links in the last minute.
  func isChurning(at now: Instant) -> Bool {
    guard beginnings.isFull, let first = beginnings.first else { return false }
    return now.since(first) < Self.memory
  }

  /// How long to wait before advertising for the next link.
  func pause(at now: Instant) -> Interval { now.since(lastUselessAt) < Self.memory ? pause : .zero }

  private mutating func noteUseless(now: Instant) {
    if now.since(lastUselessAt) >= Self.memory { forgetUselessLinks() }
    lastUselessAt = now
    guard uselessCount == Self.freeCount else {
      uselessCount += 1
      return
    }
    pause = pause == .zero ? Self.firstPause : pause.doubled(atMost: Self.longestPause)
  }

  private mutating func forgetUselessLinks() {
    uselessCount = 0
    pause = .zero
  }
}
