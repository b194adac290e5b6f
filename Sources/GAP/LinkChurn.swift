internal import Octets
internal import Timing

/// How fast links come and go: what decides how eagerly the watch offers itself for the next one.
///
/// iOS strikes an accessory off for a while if it connects again and again in vain. So after more than three links in a
/// minute the watch no longer advertises fast; and from the fourth link in a row that was over within ten seconds and
/// never encrypted, it waits before it advertises at all: 1 s, 2 s, 4 s, 4 s … Four seconds are the most that an honest
/// phone which comes back has to wait on top. One encrypted link, one that lasts, or a minute of quiet ends it.
struct LinkChurn {
  static var memory: Interval { .seconds(60) }
  static var shortTime: Interval { .seconds(10) }
  /// So many links in vain cost nothing.
  static var freeCount: Int { 3 }
  static var firstPause: Interval { .seconds(1) }
  static var longestPause: Interval { .seconds(4) }

  private var beginnings = FixedArray<4, Instant>()
  private var vainCount = 0
  private var lastVain = Instant.start
  private var pause = Interval.zero

  mutating func linkBegan(now: Instant) {
    if beginnings.isFull { beginnings.remove(at: 0) }
    beginnings.append(now)
  }

  mutating func linkEnded(begunAt begin: Instant, wasEncrypted: Bool, now: Instant) {
    if wasEncrypted || now.since(begin) >= Self.shortTime { forgetVainLinks() } else { noteVain(now: now) }
  }

  /// The controller told of a connection that did not come about.
  mutating func connectionFailed(now: Instant) { noteVain(now: now) }

  /// Whether there were more than three links in the last minute.
  func isChurning(at now: Instant) -> Bool {
    guard beginnings.isFull, let first = beginnings.first else { return false }
    return now.since(first) < Self.memory
  }

  /// How long to wait before advertising for the next link.
  func pause(at now: Instant) -> Interval { now.since(lastVain) < Self.memory ? pause : .zero }

  private mutating func noteVain(now: Instant) {
    if now.since(lastVain) >= Self.memory { forgetVainLinks() }
    lastVain = now
    guard vainCount == Self.freeCount else {
      vainCount += 1
      return
    }
    pause = pause == .zero ? Self.firstPause : pause.doubled(atMost: Self.longestPause)
  }

  private mutating func forgetVainLinks() {
    vainCount = 0
    pause = .zero
  }
}
