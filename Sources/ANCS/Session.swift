internal import Octets
public import Timing

/// One session with a phone's notification centre: from finding the service to losing it, again and again.
///
///     absent → found ─┬→ probing ─┬→ ready
///                     │           ↓↑
///                     │     unauthorized
///                     └→ sourceOnly              any state ── ended ──→ absent
///
/// Owns no connection: it takes what arrives, and is asked for the next command and the next event. One command is
/// under way at a time, and 16 wait. `slots - 1` notifications are kept, for which `octets` has to be `slots * 1_024`;
/// the one message that is being read takes another 8 KiB.
///
/// A new notification is asked for in two steps, so that something is seen of many before all is known of one:
///
///     awaited ── excerpt ──→ awaited, with the beginning of its texts ── rest ──→ complete ── search for a code
/// ANCS specification; for what phones do beyond it, see the states and `SessionCounters`.
public struct Session<let slots: Int, let octets: Int>: ~Copyable {
  /// How far the session has got.
  public enum State: UInt8, Sendable {
    /// No service.
    case absent
    /// There is a service, and it is not subscribed to yet.
    case found
    /// Subscribed; whether the phone lets us ask is not known yet.
    case probing
    /// Subscribed, but the user has not allowed this accessory to see notifications.
    case unauthorized
    case ready
    /// Subscribed to a service that takes no commands: there are categories and counts, and no texts.
    case sourceOnly
  }

  public internal(set) var state = State.absent
  public internal(set) var notifications = NotificationStore<slots, octets>()
  public internal(set) var appNames = AppNameCache()
  public internal(set) var counters = SessionCounters()

  /// Whether the phone is asked for no more than the application of a notification until `allowContent`.
  public var isDiscreet = false

  var takesCommands = false
  var nextSerial: UInt32 = 0
  var queue = CommandQueue()
  var reader = MessageReader()
  var assembler = DataSourceAssembler()
  var transaction: Transaction?
  /// The notification that the last command asked about; its UID may have become another's since.
  var askedSerial: UInt32?
  /// Whether a write was handed out and not answered. It outlives the transaction if that is given up.
  var isWriteOutstanding = false
  var retryDeadline = Deadline()
  var retryInterval = SessionTiming.firstRetry
  var watchdog = SilenceWatchdog()
  var replayStart = Instant.start
  var replayEnd = Deadline()
  private var events = FixedQueue<64, SessionEvent>()

  public init() {}

  // MARK: What happens

  /// Discovery has found the service; its characteristics are about to be subscribed to, the Data Source first.
  ///
  /// Events may arrive from now on. Notifications of earlier sessions stay until it is clear which of them still exist.
  public mutating func serviceFound(hasControlPoint: Bool, hasDataSource: Bool, now: Instant) {
    if state != .absent { ended(now: now) }
    beginReconciling()
    appNames.forgetFailures()
    takesCommands = hasControlPoint && hasDataSource
    state = .found
  }

  /// The subscriptions are in place.
  public mutating func subscribed(now: Instant) {
    guard state == .found else { return }
    state = takesCommands ? .probing : .sourceOnly
    watchdog.noteSubscribed(now: now)
    awaitReplay(now: now)
  }

  /// The link was lost or is no longer encrypted, or the service has vanished. What is stored stays to be read.
  public mutating func ended(now: Instant) {
    abandonActions(.disconnected)
    assembler.stop()
    transaction = nil
    isWriteOutstanding = false
    retryDeadline.clear()
    replayEnd.clear()
    retryInterval = SessionTiming.firstRetry
    queue = CommandQueue()
    watchdog.endSession()
    notifications.detachAll()
    state = .absent
  }

  /// Whether a command is under way.
  public var isAsking: Bool { transaction != nil || isWriteOutstanding }

  /// The next instant at which `handleTimeout` wants to be called.
  public var deadline: Instant? {
    earliest(
      earliest(transaction?.deadline, retryDeadline.instant), earliest(watchdog.deadline, replayEnd.instant))
  }

  public mutating func handleTimeout(now: Instant) {
    _ = retryDeadline.expire(at: now)
    watchdog.handleTimeout(now: now)
    handleReplayTimeout(now: now)
    guard let transaction, transaction.deadline <= now else { return }
    giveUp(transaction, now: now)
  }

  // MARK: What it says

  /// What is to be done now about a phone that has fallen silent, told once.
  ///
  /// Subscribing anew begins another session: call `ended`, `serviceFound` and `subscribed` as for the first one.
  public mutating func takeRemedy() -> SilenceRemedy? { watchdog.takeRemedy() }

  /// The oldest event that was not taken yet.
  public mutating func nextEvent() -> SessionEvent? { events.popFirst() }

  /// The name of the app that posted the notification at `index`: its display name, or else the tail of its bundle
  /// identifier, or nothing if not even that is known.
  ///
  /// - Precondition: `index` is a valid index of `notifications`.
  public subscript(appNameAt index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let identifier = notifications[.appIdentifier, at: index]
      let name = appNames[identifier]
      return name.isEmpty ? identifier.extracting(droppingFirst: Self.tailOffset(in: identifier)) : name
    }
  }

  /// Where the part behind the last full stop begins: `MobileSMS` of `com.apple.MobileSMS`.
  private static func tailOffset(in identifier: Span<UInt8>) -> Int {
    var first = identifier.count
    while first > 0, identifier[first - 1] != fullStop { first -= 1 }
    return first == identifier.count ? 0 : first
  }

  private static var fullStop: UInt8 { 0x2E }

  mutating func report(_ event: SessionEvent) {
    if events.pushLast(event) != nil { counters.lostEvents.increment() }
  }
}

enum SessionTiming {
  /// How long a command may go without an answer or a fragment.
  static var reply: Interval { .seconds(10) }
  /// How long a command may take altogether, however many fragments trickle in.
  static var command: Interval { .seconds(60) }
  /// How long to wait for the first tuple of an app's reply. A reply without one means that the app is not installed.
  static var emptyReply: Interval { .seconds(1) }
  static var firstRetry: Interval { .seconds(5) }
  static var lastRetry: Interval { .seconds(60) }
  /// How long after the subscription the phone may take to send what there is.
  static var replay: Interval { .seconds(10) }
  /// How much longer while texts are on their way, and how long at most.
  static var replayExtension: Interval { .seconds(5) }
  static var longestReplay: Interval { .seconds(60) }
}

/// The command under way. It has ended when the write is answered and, if one is due, the reply is whole.
struct Transaction {
  let command: QueuedCommand
  let startedAt: Instant
  private(set) var deadline: Instant
  var isWritten = false
  var isReplyDue: Bool
  /// Whether the reply goes to the message that is being read.
  let isForReader: Bool

  init(_ command: QueuedCommand, at now: Instant, patience: Interval = SessionTiming.reply) {
    self.command = command
    isReplyDue = command.hasReply
    isForReader = command.isForReader
    startedAt = now
    deadline = now + patience
  }

  /// Something arrived: waits `interval` from now, but not for ever.
  mutating func extend(by interval: Interval, now: Instant) {
    deadline = min(now + interval, startedAt + SessionTiming.command)
  }
}
