internal import ATT
internal import Octets
internal import Timing
internal import WatchModel

/// Decides when the notification service is tried again, and when the link is ended because the service cannot be used.
///
///     no obstacle ── absent ─────────→ absence ── found ──→ no obstacle
///         │ ↑ subscribed
///         └─┴──────── refused twice ──→ refusal ── absent ──→ absence
///
/// iOS often publishes ANCS only after the link is encrypted, and after a first pairing sometimes only on the next
/// link. So if the service stays away for 60 s the link is ended, once until it is subscribed to or another phone
/// follows.
struct SubscriptionAttempts {
  /// The cause that prevents the subscription.
  enum Obstacle: Equatable {
    /// The phone has no such service.
    case absence
    /// The phone refused the subscription more than once: a single refusal may only mean that it was early.
    case refusal
  }

  /// An iPhone may refuse a CCCD write within about 100 ms of encryption.
  private static var refusalPause: Interval { .milliseconds(500) }
  /// The pause after all instances refused.
  private static var longPause: Interval { .seconds(60) }
  private static var subscriptionLimit: Interval { .seconds(60) }

  private(set) var obstacle: Obstacle?
  /// The first handle of the instance that is used.
  private var instance: AttributeHandle?
  /// The instances that refused to be subscribed to, since all were tried: a search passes over them.
  private(set) var refusingInstances = FixedArray<4, AttributeHandle>()
  private var refusalCount = 0
  /// When the link is ended, if the notifications are not subscribed to by then.
  private var linkEnd = Deadline()
  private var hasEndedLink = false

  /// The link is secured.
  mutating func begin(now: Instant) {
    forget()
    linkEnd.set(now + Self.subscriptionLimit)
  }

  /// The link has ended.
  mutating func end() {
    forget()
    linkEnd.clear()
  }

  /// Another phone follows: its link may be ended too.
  mutating func forgetLinkEnd() { hasEndedLink = false }

  /// The phone changed its services.
  mutating func noteServiceChanged(now: Instant) {
    // A service that was absent counts as absent until it is found.
    let wasAbsent = obstacle == .absence
    forget()
    if wasAbsent { obstacle = .absence }
    if !linkEnd.isSet { linkEnd.set(now + Self.subscriptionLimit) }
  }

  private mutating func forget() {
    (obstacle, refusalCount, instance) = (nil, 0, nil)
    refusingInstances.removeAll()
  }

  /// The subscriptions are being renewed.
  mutating func noteRenewing(now: Instant) { linkEnd.set(now + Self.subscriptionLimit) }

  /// An instance was found.
  mutating func noteFound(at first: AttributeHandle) {
    instance = first
    if obstacle == .absence { obstacle = nil }
  }

  /// The search found no instance except those that have refused.
  ///
  /// - Returns: the pause before the refusing instances are tried again; nil if no instance has refused.
  mutating func noteAbsent() -> Interval? {
    guard refusingInstances.isEmpty else {
      refusingInstances.removeAll()
      return Self.longPause
    }
    obstacle = .absence
    return nil
  }

  /// The instance in use refused the subscription.
  ///
  /// - Returns: the pause before the next try; nil to try another instance immediately.
  mutating func noteRefused() -> Interval? {
    refusalCount += 1
    obstacle = refusalCount > 1 ? .refusal : nil
    let refusing = instance
    instance = nil
    guard refusalCount > 3, let refusing else { return Self.refusalPause }
    return refusingInstances.pushLast(refusing) == nil ? nil : Self.longPause
  }

  mutating func noteSubscribed() {
    (obstacle, refusalCount, hasEndedLink) = (nil, 0, false)
    refusingInstances.removeAll()
    linkEnd.clear()
  }

  var deadline: Instant? { linkEnd.instant }

  /// - Returns: the cause for which the link must be ended; nil if it stays.
  mutating func handleTimeout(now: Instant) -> Recovery.Cause? {
    guard linkEnd.expire(at: now), !hasEndedLink else { return nil }
    hasEndedLink = true
    return obstacle == .refusal ? .refusal : .absence
  }
}
