public import AMS
public import ANCS
public import CurrentTimeService
internal import Features
internal import Octets
public import Timing

/// The session with the phone's notification centre. It holds 32 notifications, the names of 32 applications and 4,088
/// octets of a message. On a board with little memory, whose toolset says `BELFRY_SMALL`, it holds 8, 24 and half as
/// much; in a build that says `BELFRY_TINY`, 4, 4 and an eighth.
#if BELFRY_TINY
  public typealias NotificationSession = Session<5, 5_120, 4, 704, 1_056>
#elseif BELFRY_SMALL
  public typealias NotificationSession = Session<9, 9_216, 24, 4_224, 4_224>
#else
  public typealias NotificationSession = Session<33, 33_792, 32, 5_632, 8_192>
#endif

/// The data that a phone has sent: its notifications, the media it plays, its clock, and facts about it.
///
/// The `PhoneClient` owns it. The watch borrows it to show it, so that no text is copied.
public struct PhoneState: ~Copyable {
  private let inPlace = InPlace()
  public package(set) var media = MediaRemote()
  public private(set) var facts = PhoneFacts()
  /// The phone's clock, as far as it is known.
  public internal(set) var clock = PhoneClock()
  /// When this phone last sent a Notification Source value; nil if it never did.
  public private(set) var lastEventAt: Instant?

  // Large, and therefore last: short instructions reach the properties before.
  private var events = FixedQueue<16, PhoneEvent>()
  public package(set) var session = NotificationSession()

  @inline(never)  // Short instructions reach its properties from its own address.
  public init() {}

  /// Another phone than before is there.
  mutating func beginAnother() {
    lastEventAt = nil
    session.forgetRemedies()
  }

  // MARK: The notifications

  /// As `Session.serviceFound`.
  public mutating func serviceFound(hasControlPoint: Bool, hasDataSource: Bool, now: Instant) {
    put(.sessionFound)
    session.serviceFound(hasControlPoint: hasControlPoint, hasDataSource: hasDataSource, now: now)
  }

  /// As `Session.subscribed`.
  public mutating func subscribed(now: Instant) {
    put(.subscribed)
    session.subscribed(now: now)
  }

  /// As `Session.receiveNotificationSource`. Answers of the phone do not change `lastEventAt`; this does.
  public mutating func receiveNotificationSource(_ value: Span<UInt8>, now: Instant) {
    lastEventAt = now
    session.receiveNotificationSource(value, now: now)
  }

  /// As `Session.ended`.
  ///
  /// - Parameter silence: for how long the phone may have been out of reach before.
  public mutating func sessionEnded(silentFor silence: Interval = .zero, now: Instant) {
    put(.sessionEnded(silentFor: silence))
    session.ended(now: now)
  }

  /// Queues an action, as `Session.perform`.
  ///
  /// - Parameter serial: if given, the serial that the notification must have, because the next session reuses UIDs.
  public mutating func perform(_ action: ActionID, on uid: NotificationUID, serial: UInt32?) -> ActionRefusal? {
    if let serial, let index = session.notifications.index(of: uid),
      session.notifications.notification(at: index).serial != serial
    {
      return .unknownNotification
    }
    return session.perform(action, on: uid)
  }

  // MARK: The history

  /// As `Session.setHistory`.
  public mutating func setHistory(_ time: Interval?, now: Instant) {
    change { session in session.setHistory(time, now: now) }
  }

  /// As `Session.clearHistory`.
  public mutating func clearHistory() { change { session in session.clearHistory() } }

  /// As `Session.removeLeftovers`.
  public mutating func removeLeftovers() { change { session in session.removeLeftovers() } }

  /// Reports that the list is another one, if it is.
  private mutating func change(_ body: (inout NotificationSession) -> Void) {
    let counts = listCounts
    body(&session)
    if listCounts != counts { put(.leftoversForgotten) }
  }

  /// How many notifications there are, and how many of them are history.
  private var listCounts: (all: Int, kept: Int) { (session.notifications.count, session.notifications.keptCount) }

  // MARK: Facts about the phone

  mutating func change(to facts: PhoneFacts) {
    guard facts != self.facts else { return }
    self.facts = facts
    put(.facts)
  }

  mutating func forgetFacts() {
    guard facts != PhoneFacts() else { return }
    facts = PhoneFacts()
    put(.factsForgotten)
  }

  // MARK: The clock

  public var deadline: Instant? { Features.hasMusic ? earliest(session.deadline, media.deadline) : session.deadline }

  public mutating func handleTimeout(now: Instant) {
    change { session in session.handleTimeout(now: now) }
    if Features.hasMusic { media.handleTimeout(now: now) }
  }

  // MARK: Events

  /// Removes and returns the next event; nil if no event waits.
  public mutating func nextEvent() -> PhoneEvent? {
    if let event = events.popFirst() { return event }
    if let event = session.nextEvent() { return .session(event) }
    guard Features.hasMusic else { return nil }
    if let outcome = media.nextOutcome() { return .musicCommandEnded(outcome) }
    return media.takeHasChanged() ? .musicChanged : nil
  }

  /// Appends an event. Between two deliveries there are at most six steps, each with at most two events.
  mutating func put(_ event: PhoneEvent) { _ = events.pushLast(event) }
}
