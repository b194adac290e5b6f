internal import AMS
public import ANCS
internal import Octets
public import Peripherals
public import Screens
public import Timing

/// The session with the phone's notification centre, which holds 32 notifications, or 8 in little memory:
/// `Capacities.swift` of `Octets` has what else differs.
#if BELFRY_SMALL
  public typealias WatchSession = Session<9, 9_216>
#else
  public typealias WatchSession = Session<33, 33_792>
#endif

/// The watch: what it knows, what it shows, and what each button does.
///
/// Owns no device. It is told of the link, the buttons and the time, takes what the phone sends, and is asked for the
/// next command to the phone, the next action of the host, the next event to record, and the picture. On the glass lies
/// the page to which the user has gone, over it advice on a lost bond, an active call, an alert, a call that rings, and
/// over all a pairing.
public struct WatchMachine: ~Copyable {
  public internal(set) var session = WatchSession()
  /// Whether the picture has changed since `takeNeedsRedraw`.
  public internal(set) var needsRedraw = true

  // What it was told.
  var link = ConnectionState.starting
  var linkTrouble: LinkTrouble?
  var time: TimeOfDay?
  var date: CalendarDate?
  /// Whose time it is; nil if nobody said.
  var timeSource: TimeSource?
  public internal(set) var phoneFacts = PhoneFacts()
  public internal(set) var identity = WatchIdentity()
  var lastEventAt: Instant?
  /// Since when the link has been ready and nothing came; nil if it is not ready.
  var quietSince: Instant?
  /// When anything was last told.
  var lastCallAt = Instant.start

  // What it shows.
  var page = Page.clock
  /// What was last looked at of the page that is read.
  var reading: Page?
  var alert: Alert?
  var calls = CallFlow()
  var alerts = AlertDesk()
  var blink = AlertBlink()
  var slide = Slide()
  var marquee = Marquee()
  var lastPlace: Place?
  var light = GlassLight()
  var toldLight = LightLevel.full
  var haptics = Haptics()
  var window = GlassWindow()
  var windowCause: WindowCause?
  var pairing = PairingDialogue()
  var pairAgain: PairAgain?
  var feedback = ButtonFeedback()
  /// Whom the note on the page is about.
  var notedPhone = BoundedText<24>()
  var unread = UnreadList()
  /// When the user is taken to have gone away from the page.
  var idleDeadline = Deadline()
  /// Whether notifications may have come or gone since it was last looked what still exists.
  var hasStoreChanged = false
  var isSilent = false
  var losses = LossReport()
  public internal(set) var music = MusicDesk()
  public internal(set) var recoveries = RecoveryLog()
  var gestures: ButtonGestures
  /// Whether a gesture was made since it was last looked what is on the glass.
  var hasGesture = false
  /// Until when buttons are pressed for the screen that was there before.
  private var deafUntil = Instant.start
  private var shown: Shown?
  var reportedConnection: ConnectionState?
  var reportedTrouble: LinkTrouble?
  private var events = EventQueue<WatchEvent>()
  private var actions = FixedQueue<8, WatchAction>()

  /// How long a screen that comes up by itself takes no answer, or what is beneath it when it goes by itself: a finger
  /// may have been on its way.
  static var deafTime: Interval { .milliseconds(300) }

  /// - Parameter holdTime: how long a button is down until it is held.
  public init(holdTime: Interval = .milliseconds(800), alerts settings: AlertSettings = AlertSettings()) {
    gestures = ButtonGestures(holdTime: holdTime)
    alerts.settings = settings
    session.isDiscreet = settings.isDiscreet
  }

  /// How many notifications nobody has looked at.
  public var unreadCount: Int { unread.count }

  /// What kind of screen is on the glass.
  public var screen: ScreenName { current.name }

  // MARK: What it is told

  /// The host's part of the connection's state has changed. From `encrypted` on, the session knows better.
  ///
  /// - Parameter trouble: why nothing arrives, as far as the host knows.
  public mutating func linkChanged(to state: ConnectionState, trouble: LinkTrouble? = nil, now: Instant) {
    link = state
    linkTrouble = trouble
    settle(now: now)
  }

  /// What the clock shows, told each minute; nil if it is not known.
  public mutating func setTime(_ time: TimeOfDay?, _ date: CalendarDate?, now: Instant) {
    if screen == .status { needsRedraw = true }
    settle(now: now)
    guard time != self.time || date != self.date else { return }
    self.time = time
    self.date = date
    if screen == .clock { needsRedraw = true }
    // Quiet hours may have begun or ended.
    settleLight(now: now)
  }

  /// Who the watch is, and which phones it knows.
  public mutating func setIdentity(_ identity: WatchIdentity) {
    self.identity = identity
    forgetMissingPhones()
    if screen == .status || screen == .phones || screen == .music { needsRedraw = true }
  }

  public mutating func handle(_ event: ButtonEvent, now: Instant) {
    let wasDark = wakeByButton(now: now)
    if event.edge == .pressed, wasDark || now < deafUntil {
      gestures.ignore(event.button)
    } else if let gesture = gestures.handle(event, now: now) {
      handle(gesture, now: now)
    }
    settle(now: now)
  }

  /// The codes are to be compared, or the passkey is to be typed on the phone.
  public mutating func pairingStarted(_ step: PairingScreen.Step, now: Instant) {
    pairing.begin(step, now: now)
    needsRedraw = true
    settle(now: now)
  }

  /// The pairing has ended: nil if there is a bond now.
  public mutating func pairingEnded(_ failure: PairingFailure?, now: Instant) {
    pairing.end(failure, now: now)
    needsRedraw = true
    settle(now: now)
  }

  /// The next instant at which `handleTimeout` wants to be called.
  public var deadline: Instant? {
    let over = earliest(earliest(alert?.endsAt, calls.deadline), earliest(pairing.deadline, pairAgain?.endsAt))
    let shown = earliest(earliest(over, losses.deadline), earliest(idleDeadline.instant, feedback.deadline))
    let alerting = earliest(earliest(alerts.deadline, blink.deadline), earliest(light.deadline, haptics.deadline))
    let moving = earliest(alerting, earliest(window.deadline, motionDeadline))
    return earliest(earliest(shown, moving), earliest(session.deadline, earliest(gestures.deadline, music.deadline)))
  }

  public mutating func handleTimeout(now: Instant) {
    if let gesture = gestures.handleTimeout(now: now) { handle(gesture, now: now) }
    let count = session.notifications.count
    session.handleTimeout(now: now)
    if session.notifications.count != count { (hasStoreChanged, needsRedraw) = (true, true) }
    if let alert, alert.endsAt <= now { self.alert = nil }
    if let pairAgain, pairAgain.endsAt <= now { self.pairAgain = nil }
    if feedback.expire(now: now) { needsRedraw = true }
    calls.expire(now: now)
    handleAlertTimeout(now: now)
    if slide.expire(now: now) { needsRedraw = true }
    if marquee.expire(now: now) { needsRedraw = true }
    haptics.expire(now: now)
    if window.expire(now: now) { needsRedraw = true }
    music.remote.handleTimeout(now: now)
    if pairing.expire(now: now) { act(.confirmPairing(false)) }
    if idleDeadline.expire(at: now) { page = .clock }
    tellLosses(now: now)
    settle(now: now)
  }

  // MARK: What it wants

  /// What the host is to do next.
  public mutating func nextAction() -> WatchAction? { actions.popFirst() }

  /// What is to be recorded next.
  public mutating func nextEvent() -> WatchEvent? { events.popFirst() }

  /// Whether the picture has changed since the last call.
  public mutating func takeNeedsRedraw() -> Bool {
    defer { needsRedraw = false }
    return needsRedraw
  }

  // MARK: Inside

  // Both queues hold more than one call yields; an owner that does not empty them loses the newest.
  mutating func record(_ event: WatchEvent) {
    if events.pushLast(event) != nil { losses.noteUntold() }
  }

  mutating func act(_ action: WatchAction) { _ = actions.pushLast(action) }

  /// Draws the consequences: of what the session has to say, and of what no longer exists.
  mutating func settle(now: Instant) {
    noteConnection(now: now)
    settleScreen(now: now)
  }

  /// As `settle`, while it is not clear how the watch stands with the phone.
  mutating func settleScreen(now: Instant) {
    while let event = session.nextEvent() {
      handle(event, now: now)
      hasStoreChanged = true
    }
    if hasStoreChanged { forgetWhatIsGone() }
    hasStoreChanged = false
    followReading()
    losses.note(session.counters, now: now)
    settleAlerting(now: now)
    settleMusic(now: now)
    settleMotion(now: now)
    defer {
      hasGesture = false
      settleLight(now: now)
      settleHaptics(now: now)
      settleWindow(now: now)
    }
    guard current != shown else { return }
    wakeForScreen(current.name, now: now)
    let wasTakenAway = shown?.name.needsReadingFirst == true && !hasGesture
    if current.name.needsReadingFirst || wasTakenAway { deafUntil = now + Self.deafTime }
    if current.name != shown?.name { record(.screen(current.name)) }
    shown = current
    needsRedraw = true
    // What was pressed was meant for the screen that was there.
    gestures.cancel()
  }

  /// The screen on the glass, and what it is about.
  var current: Shown {
    if pairing.isShown { return Shown(.pairing, pairing.serial) }
    let call = calls.call
    if let call, call.phase == .ringing { return Shown(.call, call.serial) }
    if let alert { return Shown(.alert, alert.serial) }
    if let call { return Shown(.activeCall, call.serial) }
    if isPairAgainDue { return Shown(.pairAgain) }
    return Shown(page.name)
  }
}

/// A screen, and the notification or the pairing that it is about.
struct Shown: Equatable {
  let name: ScreenName
  let serial: UInt32?

  init(_ name: ScreenName, _ serial: UInt32? = nil) {
    self.name = name
    self.serial = serial
  }
}

/// A new notification over the page.
struct Alert: Equatable {
  /// How long it stays if nobody presses anything.
  static var duration: Interval { .seconds(30) }

  let serial: UInt32
  let endsAt: Instant
}
