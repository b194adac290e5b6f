internal import Timing

/// Finds out a controller that makes links and carries nothing over them.
///
/// A phone says something as soon as it has connected. A link over which no data has come after five seconds is ended;
/// after three in a row it is no longer the phones that are suspected. Because a stranger's silence looks the same, the
/// number doubles each time, up to 48, until something is heard.
struct SilentLinks {
  enum Verdict: Equatable {
    case none
    /// The link is of no use.
    case silent
    /// The controller is of no use.
    case deaf
  }

  static var patience: Interval { .seconds(5) }
  static var firstLimit: Int { 3 }
  static var highestLimit: Int { 48 }

  private var count = 0
  private var limit = SilentLinks.firstLimit
  private var patienceEnd = Deadline()

  mutating func linkBegan(now: Instant) { patienceEnd.set(now + Self.patience) }

  mutating func linkEnded() { patienceEnd.clear() }

  /// Something came over the link.
  mutating func noteData() {
    guard patienceEnd.isSet else { return }
    self = SilentLinks()
  }

  var deadline: Instant? { patienceEnd.instant }

  mutating func handleTimeout(now: Instant) -> Verdict {
    guard patienceEnd.expire(at: now) else { return .none }
    count += 1
    guard count >= limit else { return .silent }
    count = 0
    limit = min(limit * 2, Self.highestLimit)
    return .deaf
  }
}
