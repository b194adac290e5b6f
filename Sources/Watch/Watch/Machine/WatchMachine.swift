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
/// the others. The display shows the page that the wearer has chosen. Over it lie, from bottom to top: advice on a lost
/// bond, a missed alarm, an active call, an alert, the end of the timer, a ringing call, a pairing, an alarm. A ringing
/// call covers an alarm.
public struct WatchMachine: ~Copyable {
  private let inPlace = InPlace()
  public private(set) var identity = WatchIdentity()
  private(set) var link = LinkStatus()
  private(set) var clock = WatchClock()
  private(set) var notifications: NotificationFlow
  private(set) var music = MusicControl()
  private(set) var tools = WristTools()
  private(set) var navigation = Navigation()
  private(set) var dialogues = Dialogues()
  private(set) var input: InputGuard
  private(set) var presentation = Presentation()
  public private(set) var wearer = WearerChoices()
  private var output = WatchOutput()
  /// The screen on the display at the last update; nil before the first one.
  private var shown: Shown?
  /// When the last update was.
  private(set) var updatedAt = Instant.start
  /// Whether notifications may have come or gone since the last update.
  private var hasListChanged = false

  /// - Parameter holdTime: how long a button is down until it is held.
  public init(holdTime: Interval = .milliseconds(800), alerts settings: AlertSettings = AlertSettings()) {
    input = InputGuard(holdTime: holdTime)
    notifications = NotificationFlow(settings)
  }

  // MARK: The link

  /// The host's part of the connection has changed. From `encrypted` on, the state of the session is shown instead.
  ///
  /// - Parameter trouble: why nothing arrives, as far as the host knows.
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
    if shown?.name == .status || shown?.name == .phones || shown?.name == .music { output.requestRedraw() }
  }

  public mutating func handle(_ event: DialogueEvent, _ phone: borrowing PhoneState, now: Instant) {
    dialogues.handle(event, now: now)
    output.requestRedraw()
    update(phone, now: now)
  }

  /// A new phone may pair only if the bond with this one goes: asks whether it may.
  public mutating func offerReplacement(of address: DeviceAddress, _ phone: borrowing PhoneState, now: Instant) {
    guard identity.phones.index(of: address) != nil else { return }
    navigation.go(to: .question(.replace, address))
    navigation.keepPage(now: now)
    update(phone, now: now)
  }

  /// Lights the display, and shows the status over the clock: the wearer must see it without a press.
  mutating func showStatus(now: Instant) {
    presentation.wake(now: now)
    guard navigation.page == .clock else { return }
    navigation.go(to: .result)
    navigation.keepPage(now: now)
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
    if shown?.name == .status { output.requestRedraw() }
    update(phone, now: now)
    guard clock.show(time, date, from: source) else { return }
    // The list shows ages.
    if shown?.name == .clock || shown?.name == .list { output.requestRedraw() }
    notifications.timeChanged(to: time)
    presentation.followLight(findShown(), isQuietTime: notifications.alerts.isQuietTime, now: now, &output)
  }

  mutating func setClockStyle(_ style: ClockStyle) {
    clock.style = style
    clock.style.language = wearer.language
  }
  mutating func setTextSize(_ size: TextSize) { navigation.setTextSize(size) }

  /// The charge of the watch's battery, 0...100; nil without a gauge.
  mutating func setBatteryLevel(percent: UInt8?) {
    guard clock.setBatteryLevel(percent: percent) else { return }
    output.record(.battery(percent))
    if shown?.name == .clock { output.requestRedraw() }
  }

  /// The system's local time in microseconds since 1970; nil while that clock is not set.
  mutating func setSystemTime(localMicroseconds time: Int64?, _ phone: borrowing PhoneState, now: Instant) {
    clock.setSystem(localMicroseconds: time, now: now)
    updateTime(phone, now: now)
  }

  /// Updates the time when a minute has passed. The caller does this before it handles the watch's other deadlines,
  /// because they need the new time.
  mutating func handleMinute(_ phone: borrowing PhoneState, now: Instant) {
    if clock.expire(now: now) { updateTime(phone, now: now) }
  }

  /// Shows the time, and reports a new one.
  private mutating func updateTime(_ phone: borrowing PhoneState, now: Instant) {
    tools.followTime(clock.localMinute(at: now, phone.clock), now: now, &output)
    let (source, time) = clock.time(at: now, phone.clock)
    setTime(time?.timeOfDay, time?.calendarDate, from: source, phone, now: now)
    if let report = clock.takeReport(source, time, phone.clock, now: now) { output.record(.time(report)) }
  }

  public mutating func handleTimeout(_ phone: borrowing PhoneState, now: Instant) {
    let isDeclineForPhone = input.isHoldDue(at: now) && findLabels(on: findShown(), phone).hasNegative
    if let gesture = input.handleTimeout(isDeclineForPhone: isDeclineForPhone, now: now) {
      handle(gesture, phone, now: now)
    }
    notifications.expire(now: now, &output)
    while let outcome = notifications.decideDue(clock, phone, now: now, &output) { follow(outcome, now: now) }
    if tools.expire(isCovered: shown?.name == .call, now: now, &output) { presentation.ring(now: now) }
    presentation.handleTimeout(now: now, &output)
    if let answer = dialogues.expire(now: now) { output.request(answer) }
    if navigation.expire(now: now) { output.requestRedraw() }
    if let prompt = input.expirePrompt(now: now), dialogues.pairing.isAsking(on: findShown()) {
      output.record(.promptOpened(prompt.name))
      output.requestRedraw()
    }
    if link.reportLosses(now: now, &output), shown?.name == .status { output.requestRedraw() }
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
      if shown?.name == .status || shown?.name == .clock { output.requestRedraw() }
    case .factsForgotten: output.requestRedraw()
    case .timeHeard: updateTime(phone, now: now)
    case .timeRefused(let refusal): output.record(.timeRefused(refusal))
    case .recovery(let step, let cause):
      link.noteRecovery(step, cause, clock, now: now, &output)
      if shown?.name == .status { output.requestRedraw() }
    case .musicChanged:
      music.noteChange(now: now)
      if shown?.name == .music { output.requestRedraw() }
    case .musicCommandEnded(let outcome):
      output.record(.musicCommand(outcome.command, outcome.result))
      if outcome.result != .ok { show(Banner(outcome.result), now: now) }
    }
  }

  private mutating func handle(_ event: SessionEvent, _ phone: borrowing PhoneState, now: Instant) {
    output.requestRedraw()
    if event.isText { presentation.endSlideIn() }
    if Features.hasLanguages, let language = Language(ofLabelsIn: event, phone) {
      wearer.notePhone(language)
      wearer.applyChanges(to: &clock, &navigation, &presentation, &notifications, &output)
    }
    var isRead = false
    if let uid = event.lengthened {
      navigation.noteLength(of: uid, phone)
      isRead = navigation.isRead(uid, phone)
    }
    follow(notifications.handle(event, isRead: isRead, clock, phone, now: now, &output), now: now)
  }

  private mutating func follow(_ outcome: NotificationFlow.Outcome?, now: Instant) {
    switch outcome {
    case .announce(let decision, let serial, let pattern):
      presentation.announce(decision, pattern, serial: serial, now: now)
    case .vibrate(let pattern): presentation.tryOut(pattern, now: now)
    case .show(let banner): show(banner, now: now)
    case .silence: presentation.stopBlinking(&output)
    case nil: break
    }
  }

  // MARK: The buttons

  public mutating func handle(_ event: ButtonEvent, _ phone: borrowing PhoneState, now: Instant) {
    let wasOff = presentation.wakeByButton(now: now)
    if wasOff { navigation.beginHints(areOn: areHintsOn, now: now) }
    if let gesture = input.handle(event, isDisplayOff: wasOff, now: now) { handle(gesture, phone, now: now) }
    update(phone, now: now)
  }

  private mutating func handle(_ gesture: ButtonGesture, _ phone: borrowing PhoneState, now: Instant) {
    output.requestRedraw()
    let shown = findShown()
    let labels = findLabels(on: shown, phone)
    switch shown.name {
    case .pairing: answerPairing(gesture, now: now)
    case .question where shown.isPairing: answerPairing(gesture, now: now)
    case .call, .activeCall:
      follow(notifications.handleOnCall(gesture, labels, phone, now: now, &output), now: now)
    case .alert:
      let isOverMusic = navigation.page.name == .music
      perform(notifications.handleOnAlert(gesture, labels, isOverMusic: isOverMusic), phone, now: now)
    case .timer, .stopwatch, .torch, .ring, .alarm, .missedAlarm:
      if tools.handle(gesture, on: shown.name, now: now, &output) { navigation.go(to: .clock) }
    case .pairAgain:
      if dialogues.handleOnAdvice(gesture, clock.style.language) { navigation.go(to: .menu(.pairNewPhone)) }
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
      show(notifications.perform(choice, onSerial: serial, at: clock.time, phone, now: now, &output), now: now)
    case .setQuiet(let choice): notifications.perform(choice, at: clock.time, now: now, &output)
    case .changeAlarm(let index, let field, let isBackward):
      tools.changeAlarm(index, field, isBackward: isBackward, now: now, &output)
    case .clearAll: show(notifications.clearAll(phone, now: now, &output), now: now)
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
    navigation.go(to: .detail(serial: serial, topLine: 0, origin: origin))
  }

  private mutating func show(_ banner: Banner?, now: Instant) {
    guard let banner else { return }
    presentation.show(banner, now: now)
    output.requestRedraw()
  }

  // MARK: Settings

  /// - Returns: false if the request names no value of its setting.
  @discardableResult
  mutating func change(_ request: SettingRequest, by origin: SettingOrigin) -> Bool {
    guard Features.hasChangingSettings else { return false }
    let isValid = wearer.perform(request, by: origin, &output)
    wearer.applyChanges(to: &clock, &navigation, &presentation, &notifications, &output)
    return isValid
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
    notifications.mute(application, for: duration, at: clock.time, now: now)
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
      wearer.applyChanges(to: &clock, &navigation, &presentation, &notifications, &output)
    }
    if let alarms = choices.alarms { tools.restore(alarms) }
    navigation.restore(choices.experience)
    notifications.restore(choices.vibrations)
  }

  mutating func setAlarm(_ index: Int, to alarm: Alarm, _ phone: borrowing PhoneState, now: Instant) {
    tools.setAlarm(index, to: alarm, now: now, &output)
    update(phone, now: now)
  }

  mutating func setLightTimes(_ times: LightTimes) { presentation.setLightTimes(times) }
  mutating func setHalfPanel() { presentation.setHalfPanel() }
  mutating func setSmoothMovement() { presentation.setSmoothMovement() }
  mutating func setHasJoystick() { navigation.setHasJoystick() }
  /// *Decline*, held much longer than for anything else, ends the watch.
  mutating func setEndsByHolding() { input.setEndsByHolding() }

  mutating func setHaptics(hasMotor: Bool, hasLED: Bool) {
    presentation.setHaptics(hasMotor: hasMotor, hasLED: hasLED)
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
    if hasListChanged { followNotifications(phone) }
    navigation.followReading(phone, &output)
    navigation.followFirstPairing(isPairing: dialogues.pairing.shown != nil, areHintsOn: areHintsOn, now: now)
    let shown = findShown()
    present(shown, phone, now: now)
    noteScreen(shown, now: now)
    input.endUpdate(prompt: dialogues.pairing.isAsking(on: shown) ? shown : nil, now: now)
    let rings = tools.rings(on: shown.name)
    presentation.followLight(shown, isQuietTime: notifications.alerts.isQuietTime, isRinging: rings, now: now, &output)
    if shown.name == .alarm { presentation.ring(now: now) }
    let callRings = shown.name == .call && notifications.isRinging
    presentation.followHaptics(isRinging: rings || callRings, hasNews: notifications.hasNews, now: now)
    let hasHints = areHintsOn && navigation.guidance.showsHints(on: navigation.page)
    let row = navigation.page.selectedRow(
      notificationCount: phone.session.notifications.count, phoneCount: identity.phones.count, hasHints: hasHints)
    presentation.followScroll(shown, navigation.page, selectedRow: row, hasHints: hasHints, now: now, &output)
  }

  /// The same as `current`. It is mutating so that the machine is passed by reference: for a function that only reads
  /// it, the compiler copies all of it to the stack.
  private mutating func findShown() -> Shown {
    Shown(
      pairing: dialogues.pairing.shown, isPairingOver: dialogues.pairing.isOver, call: notifications.calls.call,
      tool: tools.shown, alert: notifications.alerts.shown,
      below: dialogues.below(navigation.page, in: link.hostState))
  }

  /// Forgets notifications that exist no longer.
  private mutating func followNotifications(_ phone: borrowing PhoneState) {
    hasListChanged = false
    notifications.keep(phone)
    if navigation.followNotifications(phone) { input.cancel() }
  }

  /// Follows movements and running times.
  private mutating func present(_ shown: Shown, _ phone: borrowing PhoneState, now: Instant) {
    let isLit = presentation.isLit
    if clock.followSecond(isSeen: shown.name == .clock && isLit, phone.clock, now: now) { output.requestRedraw() }
    presentation.endBlinking(unlessFor: shown, &output)
    if notifications.followTime(isSeen: shown.name == .activeCall && isLit, now: now) { output.requestRedraw() }
    tools.follow(isLit ? shown.name : nil, now: now, &output)
    music.follow(phone, isSeen: shown.name == .music && isLit, now: now, &output)
    let position = ShownPosition(
      shown, on: navigation.page, adviceLine: dialogues.pairAgain.topLine, lineHeight: navigation.lines(phone).height)
    presentation.move(to: position, now: now, &output)
    // A picture that has not changed has no other line.
    guard output.needsRedraw else { return }
    let line = Marquee.Line(of: shown, on: navigation.page, notifications.alerts, clock, phone)
    presentation.run(isLit ? line : nil, now: now)
  }

  private mutating func noteScreen(_ new: Shown, now: Instant) {
    guard new != shown else { return }
    if new.name.needsReadingFirst { presentation.wake(now: now) }
    input.screenChanged(from: shown?.name, to: new.name, now: now)
    if new.name != shown?.name { output.record(.screen(new.name)) }
    navigation.beginHints(areOn: areHintsOn, now: now)
    shown = new
    output.requestRedraw()
  }
}
