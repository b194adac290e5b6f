internal import AMS
public import ANCS
internal import Features
public import Identifiers
internal import Octets
public import Peripherals
public import PhoneClient
internal import Screens
public import Timing
public import WatchModel

/// The watch: what it knows, what it shows, and what each button does.
///
/// Owns no device and no session: it borrows the phone's state. It takes the link, the buttons, the time and the events
/// of the phone. Its owner takes the next action, the next event to record, and the picture.
///
/// It consists of machines that do not refer to each other. This type gives each machine the facts that it needs about
/// the others. Over the page that the wearer has chosen lie, from bottom to top: advice on a lost bond, a missed alarm
/// or the end of the timer, an active call, an alert, a timer that rings, a ringing call, a pairing, an alarm. A
/// ringing call covers an alarm.
public struct WatchMachine: ~Copyable {
  private let inPlace = InPlace()
  public private(set) var identity = WatchIdentity()
  private(set) var link = LinkStatus()
  private(set) var clock = WatchClock()
  private(set) var music = MusicControl()
  private(set) var tools = WristTools()
  private(set) var navigation = Navigation()
  private(set) var dialogues = Dialogues()
  private(set) var front: FrontPanel
  public private(set) var wearer = WearerChoices()
  /// When the last update was.
  private(set) var updatedAt = Instant.start
  /// Whether notifications may have come or gone since the last update.
  private var hasListChanged = false

  // Large, and therefore last: short instructions reach the properties before.
  private var output = WatchOutput()
  private(set) var notifications: NotificationFlow

  /// - Parameter holdTime: how long a button is down until it is held.
  public init(holdTime: Interval = ButtonGestures.usualHoldTime, alerts settings: AlertSettings = AlertSettings()) {
    front = FrontPanel(holdTime: holdTime)
    notifications = NotificationFlow(settings)
  }

  // MARK: The link

  /// The host's part of the connection has changed. From `encrypted` on, the state of the session is shown instead.
  /// The trouble is the reason why nothing arrives, as far as the host knows.
  public mutating func linkChanged(
    to state: ConnectionState, trouble: LinkTrouble? = nil, _ phone: borrowing PhoneState, now: Instant
  ) {
    link.hostChanged(to: state, trouble: trouble)
    update(phone, now: now)
  }

  /// Sets the name and the address of the watch, and the phones that are bonded with it.
  public mutating func setIdentity(_ identity: WatchIdentity) {
    self.identity = identity
    navigation.followPhones(self.identity.phones)
    if front.isShowing(.status) || front.isShowing(.phones) || front.isShowing(.music) { output.requestRedraw() }
  }

  public mutating func handle(_ event: DialogueEvent, _ phone: borrowing PhoneState, now: Instant) {
    dialogues.handle(event, now: now)
    output.requestRedraw()
    update(phone, now: now)
  }

  /// A new phone may pair only if the bond with this one goes: asks whether it may.
  public mutating func offerReplacement(of address: DeviceAddress, _ phone: borrowing PhoneState, now: Instant) {
    if identity.phones.index(of: address) != nil { navigation.show(.question(.replace, address), now: now) }
    update(phone, now: now)
  }

  /// No new phone can pair any more. The caller calls `linkChanged` afterwards.
  mutating func withdrawReplacement() { navigation.withdrawReplacement() }

  /// Lights the display, and shows the status over the clock: the wearer must see it without a press.
  mutating func showStatus(now: Instant) {
    front.wake(now: now)
    if navigation.page.name == .clock { navigation.show(.result, now: now) }
  }

  /// Records the state of the connection before the events of the phone that follow from it.
  mutating func followConnection(_ phone: borrowing PhoneState, now: Instant) {
    link.follow(phone, now: now, &output)
  }

  // MARK: The time

  /// Sets the time that the clock shows, and its source; nil if the time is not known.
  public mutating func setTime(
    _ time: TimeOfDay?, _ date: CalendarDate?, from source: TimeSource? = nil, _ phone: borrowing PhoneState,
    now: Instant
  ) {
    if front.isShowing(.status) { output.requestRedraw() }
    update(phone, now: now)
    guard clock.show(time, date, from: source) else { return }
    // The list shows ages.
    if front.isShowing(.clock) || front.isShowing(.list) { output.requestRedraw() }
    notifications.timeChanged(to: time)
    front.followLight(isQuietTime: notifications.alerts.isQuietTime, now: now, &output)
  }

  /// The charge of the watch's battery, 0...100; nil without a gauge.
  mutating func setBatteryLevel(percent: UInt8?) {
    guard clock.setBatteryLevel(percent: percent) else { return }
    output.record(.battery(percent))
    if front.isShowing(.clock) { output.requestRedraw() }
  }

  /// The system's local time in microseconds since 1970; nil while that clock is not set.
  mutating func setSystemTime(localMicroseconds time: Int64?, _ phone: borrowing PhoneState, now: Instant) {
    clock.setSystem(localMicroseconds: time, now: now)
    updateTime(phone, now: now)
  }

  /// Updates the time when a minute has passed. The caller does this first: the other deadlines need the new time.
  mutating func handleMinute(_ phone: borrowing PhoneState, now: Instant) {
    if clock.expire(now: now) { updateTime(phone, now: now) }
  }

  /// Shows the time, and reports a new one.
  private mutating func updateTime(_ phone: borrowing PhoneState, now: Instant) {
    tools.followTime(clock.localMinute(at: now, phone.clock), now: now, &output)
    let (source, time) = clock.time(at: now, phone.clock)
    setTime(time?.timeOfDay, time?.calendarDate, from: source, phone, now: now)
    guard let change = clock.takeChange(source, time, phone.clock, now: now) else { return }
    output.record(.time(change.report))
    notifications.follow(change.jump)
  }

  public mutating func handleTimeout(_ phone: borrowing PhoneState, now: Instant) {
    let isDeclineForPhone = front.input.isHoldDue(at: now) && isHeldDeclineForPhone(phone)
    if let hold = front.takeDueHold(isDeclineForPhone: isDeclineForPhone, now: now) { handle(hold, phone, now: now) }
    notifications.expire(isAlertCovered: !front.isShowing(.alert), now: now, &output)
    while let outcome = notifications.decideDue(clock, phone, now: now, &output) { follow(outcome, now: now) }
    tools.expire(isUnderCall: front.isShowing(.call), isRingShown: front.isShowing(.ring), now: now, &output)
    front.handleTimeout(now: now, &output)
    if let answer = dialogues.expire(now: now) { output.request(answer) }
    if navigation.expire(now: now, &output) { output.requestRedraw() }
    front.openPrompt(isAsking: dialogues.pairing.isAsking(on: findShown()), now: now, &output)
    if link.reportLosses(now: now, &output), front.isShowing(.status) { output.requestRedraw() }
    update(phone, now: now)
  }

  // MARK: The phone

  /// Handles one event of the phone. The caller calls `update` after the last one.
  mutating func handle(_ event: PhoneEvent, _ phone: borrowing PhoneState, now: Instant) {
    switch event {
    case .session(let event):
      handle(event, phone, now: now)
      hasListChanged = true
    case .sessionFound:
      notifications.sessionFound(with: identity.phones.connected, phone, now: now)
      hasListChanged = true
    case .subscribed: notifications.subscribed(now: now)
    case .sessionEnded(let silence):
      notifications.sessionEnded(silentFor: silence, now: now)
      output.requestRedraw()
    case .leftoversForgotten:
      hasListChanged = true
      output.requestRedraw()
    case .facts:
      output.record(.phone(phone.facts))
      if front.isShowing(.status) || front.isShowing(.clock) { output.requestRedraw() }
    case .factsForgotten: output.requestRedraw()
    case .timeHeard: if Features.hasPhoneDetails { updateTime(phone, now: now) }
    case .timeRefused(let refusal): output.record(.timeRefused(refusal))
    case .recovery(let step, let cause):
      link.noteRecovery(step, cause, clock, now: now, &output)
      if front.isShowing(.status) { output.requestRedraw() }
    case .musicChanged:
      music.noteChange(now: now)
      if front.isShowing(.music) { output.requestRedraw() }
    case .musicCommandEnded(let outcome):
      output.record(.musicCommand(outcome.command, outcome.result))
      if outcome.result != .ok { show(Banner(outcome.result), now: now) }
    }
  }

  private mutating func handle(_ event: SessionEvent, _ phone: borrowing PhoneState, now: Instant) {
    output.requestRedraw()
    if event.isText { front.endSlideIn() }
    if Features.hasLanguages, let language = Language(ofLabelsIn: event, phone) {
      wearer.notePhone(language)
      wearer.applyChanges(to: &clock, &navigation, &front, &notifications, &output)
    }
    let isRead = navigation.noteLength(of: event.lengthened, phone)
    follow(notifications.handle(event, isRead: isRead, clock, phone, now: now, &output), now: now)
  }

  private mutating func follow(_ outcome: NotificationFlow.Outcome?, now: Instant) {
    switch outcome {
    case .announce(let decision, let serial, let pattern): front.announce(decision, pattern, serial: serial, now: now)
    case .vibrate(let pattern): front.tryOut(pattern, now: now)
    case .show(let banner): show(banner, now: now)
    case .silence: front.stopBlinking(&output)
    case nil: break
    }
  }

  // MARK: The buttons

  public mutating func handle(_ event: ButtonEvent, _ phone: borrowing PhoneState, now: Instant) {
    notifications.renewAlert(now: now)
    let (gesture, hasTurnedOn) = front.handle(event, now: now)
    navigation.noteButton(beginsHints: hasTurnedOn && areHintsOn, now: now)
    if let gesture { handle(gesture, phone, now: now) }
    update(phone, now: now)
  }

  private mutating func handle(_ gesture: ButtonGesture, _ phone: borrowing PhoneState, now: Instant) {
    output.requestRedraw()
    let shown = findShown()
    let labels = findLabels(on: shown, phone)
    switch shown.name {
    case .pairing: answerPairing(gesture, now: now)
    case .question where shown.isPairing: answerPairing(gesture, now: now)
    case .call, .activeCall: follow(notifications.handleOnCall(gesture, labels, phone, now: now, &output), now: now)
    case .alert:
      let isOverMusic = Features.hasMusic && navigation.page.name == .music
      perform(notifications.handleOnAlert(gesture, labels, isOverMusic: isOverMusic, phone), phone, now: now)
    case .timer, .stopwatch, .torch, .ring, .alarm, .missedAlarm:
      if tools.handle(gesture, on: shown.name, now: now, &output) { navigation.go(to: .clock, &output) }
    case .pairAgain:
      if dialogues.handleOnAdvice(gesture, clock.style.language) { navigation.go(to: .menu(.pairNewPhone), &output) }
    case .clock, .list, .detail, .status, .menu, .phones, .question, .note, .mute, .music, .quiet, .alarms, .editAlarm,
      .settings, .setting, .tutorial:
      let facts = pageFacts(labels, phone, now: now)
      perform(navigation.handle(gesture, facts, identity.phones, phone), phone, now: now)
    }
    navigation.keepPage(now: now)
  }

  private mutating func answerPairing(_ gesture: ButtonGesture, now: Instant) {
    if let answer = dialogues.handleOnPairing(gesture, now: now) { output.request(answer) }
  }

  private mutating func perform(_ intent: PageIntent?, _ phone: borrowing PhoneState, now: Instant) {
    switch intent {
    case .open(let serial, let origin): open(serial, from: origin, phone)
    case .perform(let action, let serial): show(output.order(action, onSerial: serial, phone), now: now)
    case .mute(.vibration, let serial):
      follow(notifications.changeVibration(ofSerial: serial, phone, &output), now: now)
    case .mute(let choice, let serial):
      show(notifications.perform(choice, onSerial: serial, clock, phone, now: now, &output), now: now)
    case .setQuiet(let choice): notifications.perform(choice, clock, now: now, &output)
    case .changeAlarm(let index, let field, let isBackward):
      tools.changeAlarm(index, field, isBackward: isBackward, now: now, &output)
    case .clearAll(let serial): show(notifications.clearAll(below: serial, phone, now: now, &output), now: now)
    case .play(let command): show(output.order(command, phone), now: now)
    case .changeFace: change(.choose(.face, UInt16(clock.style.face.next.rawValue)), by: .wearer)
    case .changeSettings(let request): change(request, by: .wearer)
    case .request(let action):
      output.request(action)
      // Mark the phone in the list now, without waiting for the host.
      if case .choosePhone(let phone) = action { identity.phones.chosen = phone }
    case nil: break
    }
  }

  private mutating func open(_ serial: UInt32, from origin: Page.Origin, _ phone: borrowing PhoneState) {
    guard !notifications.open(serial, phone, &output) else { return }
    navigation.go(to: .detail(serial: serial, topLine: 0, origin: origin), &output)
  }

  private mutating func show(_ banner: Banner?, now: Instant) {
    guard let banner else { return }
    front.show(banner, now: now)
    output.requestRedraw()
  }

  // MARK: Settings

  /// - Returns: false if the request names no value of its setting, or one that the configuration forbids.
  @discardableResult
  mutating func change(_ request: SettingRequest, by origin: SettingOrigin) -> Bool {
    guard Features.hasChangingSettings else { return false }
    let isValid = wearer.perform(request, by: origin, &output)
    wearer.applyChanges(to: &clock, &navigation, &front, &notifications, &output)
    return isValid
  }

  mutating func fit(_ settings: borrowing FrontPanelSettings) {
    front.fit(settings)
    navigation.setHasJoystick(settings.hasJoystick)
    navigation.setTextSize(settings.textSize)
    clock.style = settings.clock
    clock.style.language = wearer.language
  }

  /// Sets the values of the configuration, which count where the wearer has chosen nothing.
  mutating func configure(_ settings: WearerSettings) {
    wearer.configure(settings)
    clock.style.language = wearer.language
  }

  // MARK: Other programs

  /// Notes an action that another program has queued. A button could perform it, too. Its result comes as an event.
  public mutating func noteOrdered(
    _ action: ActionID, on uid: NotificationUID, _ phone: borrowing PhoneState, now: Instant
  ) {
    notifications.noteOrdered(action, on: uid, now: now)
    output.requestRedraw()
    update(phone, now: now)
  }

  public mutating func mute(application: Span<UInt8>, for duration: MuteDuration, now: Instant) -> Bool {
    notifications.mute(application, for: duration, clock, now: now)
  }

  public mutating func unmute(application: Span<UInt8>) -> Bool { notifications.unmute(application) }
  mutating func takeHaveMutesChanged() -> Bool { notifications.takeHaveMutesChanged() }
  mutating func takeHaveChoicesChanged() -> Bool {
    wearer.takeHasChanged() || tools.takeHaveAlarmsChanged() || navigation.takeHasExperienceChanged()
      || notifications.takeHaveVibrationsChanged()
  }

  mutating func setMutes(_ mutes: MuteTable) { notifications.setMutes(mutes) }
  mutating func setChoices(_ choices: WearerRecord) {
    if Features.hasChangingSettings {
      wearer.restore(choices.settings)
      wearer.applyChanges(to: &clock, &navigation, &front, &notifications, &output)
    }
    if let alarms = choices.alarms { tools.restore(alarms) }
    navigation.restore(choices.experience)
    notifications.restore(choices.vibrations)
  }

  mutating func setAlarm(_ index: Int, to alarm: Alarm, _ phone: borrowing PhoneState, now: Instant) {
    tools.setAlarm(index, to: alarm, now: now, &output)
    update(phone, now: now)
  }

  // MARK: Out

  /// The next action for the owner to perform.
  public mutating func nextAction() -> WatchAction? { output.nextAction() }

  /// The next event to record.
  public mutating func nextEvent() -> WatchEvent? { output.nextEvent() }

  /// An event that was recorded could not be reported.
  mutating func noteLostEvent() { output.noteLostEvent() }

  /// Whether the picture has changed since the last call.
  public mutating func takeNeedsRedraw() -> Bool { output.takeNeedsRedraw() }

  // MARK: Updates

  /// Lets each machine follow what has changed in the others and in the phone.
  mutating func update(_ phone: borrowing PhoneState, now: Instant) {
    updatedAt = now
    link.follow(phone, now: now, &output)
    if hasListChanged {
      hasListChanged = false
      notifications.keep(phone)
      if navigation.followNotifications(phone) { front.cancelPress(now: now) }
    }
    navigation.followReading(phone, clock.style, &output)
    if navigation.guidance.isTutorialDue, findShown().name == navigation.page.name {
      navigation.openTutorial(areHintsOn: areHintsOn, now: now)
    }
    let (shown, choiceEnd) = findShownChoices(phone, now: now)
    navigation.followChoice(until: choiceEnd)
    present(shown, phone, now: now)
    if front.show(shown, now: now, &output) {
      navigation.beginHints(areOn: areHintsOn, now: now)
      notifications.renewAlert(now: now)
    }
    front.endUpdate(isAsking: dialogues.pairing.isAsking(on: shown), now: now)
    let rings = tools.rings(on: shown.name)
    front.followLight(isQuietTime: notifications.alerts.isQuietTime, isRinging: rings, now: now, &output)
    front.followHaptics(
      isRinging: rings || (shown.name == .call && notifications.isRinging), hasNews: notifications.hasNews, now: now)
    guard Features.hasSmallPanels else { return }
    let hasHints = areHintsOn && navigation.guidance.showsHints(on: navigation.page)
    let row = navigation.page.selectedRow(
      notificationCount: phone.session.notifications.count, phoneCount: identity.phones.count, hasHints: hasHints)
    let inRows = isTextInRows(on: shown, phone)
    front.followScroll(navigation.page, selectedRow: row, isInRows: inRows, hasHints: hasHints, now: now, &output)
  }

  /// Follows movements and running times.
  private mutating func present(_ shown: Shown, _ phone: borrowing PhoneState, now: Instant) {
    let isLit = front.isLit
    if clock.followSecond(isSeen: shown.name == .clock && isLit, phone.clock, now: now) { output.requestRedraw() }
    if notifications.followTime(isSeen: shown.name == .activeCall && isLit, now: now) { output.requestRedraw() }
    tools.follow(isLit ? shown.name : nil, now: now, &output)
    music.follow(phone, isSeen: shown.name == .music && isLit, now: now, &output)
    front.move(shown, to: findScrollPosition(of: shown, phone), now: now, &output)
    guard output.needsRedraw else { return }  // A picture that has not changed has no other line.
    front.run(Marquee.Line(of: shown, on: navigation.page, notifications.alerts, clock, phone), now: now)
  }
}
