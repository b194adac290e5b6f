internal import ANCS
internal import BluetoothHost
internal import GATT
internal import LinuxPlatform
internal import Octets
internal import Peripherals
internal import Screens
internal import SecurityManager
internal import Timing
internal import Watch

/// The devices and the watch, and the one loop that joins them.
struct Runner: ~Copyable {
  private var loop: EventLoop
  private var clock: Clock
  private var controller: ControllerSupervisor
  private var buttons: ButtonDevice
  private var glass: Glass
  private var haptics: HapticsDevice
  private var keeper: BondKeeper
  private var muteKeeper: MuteKeeper
  private var log = EventLog()
  private var desk = ControlDesk()
  private var entropy = Entropy()
  private let battery: BatteryGauge
  private var application: WatchApplication
  private var systemClock: SystemClock
  private var status = StatusLine()
  private var service = ServiceManager()

  /// Does not throw, because the watch would then be made elsewhere first, all of it.
  init(_ options: Options, _ devices: consuming Devices) {
    clock = devices.clock
    loop = devices.loop
    controller = devices.controller
    buttons = devices.buttons
    glass = devices.glass
    haptics = devices.haptics
    keeper = devices.keeper
    muteKeeper = devices.muteKeeper
    systemClock = SystemClock(isWanted: options.setsSystemClock)
    battery = BatteryGauge(path: options.battery)
    application = WatchApplication(
      configuration: HostConfiguration(options), bonds: devices.bonds, holdTime: options.holdTime,
      alerts: AlertSettings(options))
    application.setMutes(devices.mutes)
    application.setLightTimes(LightTimes(options))
    if options.panel == .ssd1306Half { application.setHalfPanel() }
    application.setHaptics(hasMotor: haptics.hasMotor, hasLamp: haptics.hasLamp)
  }

  /// Opens what else there is. Everything that allocates does it here or in `Devices`.
  mutating func open(_ options: Options) throws(PlatformError) {
    if let path = options.events { try log.open(path) }
    if let path = options.control { try desk.open(path) }
  }

  mutating func run() throws(PlatformError) {
    defer {
      glass.switchOff()
      haptics.set(isMotorOn: false, isLampLit: false)
    }
    application.prepareKeys(from: &entropy)
    try controller.open(now: clock.now)
    updateTime(now: clock.now)
    Arena.seal()
    log.writeArena(at: clock.now)
    while !buttons.isQuitRequested {
      let ready = try waitForWork()
      if ready.signal == .terminate { break }
      try turn(ready, now: clock.now)
    }
    service.noteStopping()
    try keeper.finish(application.host.bonds)
  }

  private mutating func waitForWork() throws(PlatformError) -> ReadySet {
    try loop.watch(controller.descriptor, for: controller.interest, as: .controller)
    try loop.watch(buttons.descriptor, for: buttons.interest, as: .buttons)
    try loop.watch(log.descriptor, for: log.interest, as: .events)
    try loop.watch(glass.terminalDescriptor, for: glass.terminalInterest, as: .terminal)
    try desk.watch(in: &loop)
    return try loop.wait(until: glass.hasWork || desk.hasWork ? clock.now : deadline)
  }

  private var deadline: Instant? {
    let devices = earliest(earliest(controller.deadline, buttons.deadline), glass.retry.instant)
    let times = earliest(keeper.deadline, muteKeeper.deadline)
    let programs = earliest(desk.deadline, service.deadline)
    return earliest(earliest(devices, application.deadline), earliest(times, programs))
  }

  /// One turn: the radio first, then the buttons and the timers, then at most one message to the panel.
  private mutating func turn(_ ready: borrowing ReadySet, now beginning: Instant) throws(PlatformError) {
    var now = beginning
    try controller.beginTurn(ready, &application, &log, now: now)
    while try controller.deliverPacket(to: &application, &log, now: now) {
      // What is asked of the phone is on its way before anybody is told; a bond is kept before the phone relies on it.
      if !application.haveBondsChanged { try controller.sendPackets(of: &application, &log, now: now) }
      // A burst of notifications has more to tell than the application holds.
      try serveNotices(now: now)
      // That may have taken long: what is pressed meanwhile is not as old as the turn.
      now = clock.now
    }
    try serveButtons(now: now)
    desk.serve(ready, &application, now: now)
    if ready.isWritable(.events) { log.flush() }
    if ready.isWritable(.terminal) { glass.continueShowing() }
    if ready.signal == .windowChange { glass.handleWindowChange() }
    application.handleTimeout(now: now)
    if application.needsSystemTime { updateTime(now: now) }
    setSystemClock(now: now)
    try controller.sendPackets(of: &application, &log, now: now)
    try serveNotices(now: now)
    if keeper.isDue(at: now) { saveBonds(now: now) }
    if muteKeeper.isDue(at: now) || application.takeHaveMutesChanged() {
      muteKeeper.save(application.client.watch.mutes, now: now)
    }
    application.prepareKeys(from: &entropy)
    haptics.set(isMotorOn: application.client.watch.isMotorOn, isLampLit: application.client.watch.isLampLit)
    if application.takeNeedsRedraw() || glass.needsPicture { glass.draw(application.client.watch) }
    if glass.hasWork || glass.retry.isDue(at: now) { try glass.sendNext(status: status.span, now: now) }
    service.noteTurn(isRunning: application.host.isControllerReady, now: now)
  }

  // MARK: The rest

  private mutating func serveButtons(now: Instant) throws(PlatformError) {
    try buttons.poll(now: now)
    while let event = buttons.nextEvent() { application.handle(event, now: now) }
  }

  private mutating func serveNotices(now: Instant) throws(PlatformError) {
    while let notice = application.nextNotice() {
      log.write(notice, of: application.client.watch, at: now)
      switch notice {
      case .bondsChanged: saveBonds(now: now)
      // The supervisor has seen to it.
      case .controllerFailed: break
      case .watch(.action(let uid, let action, let result)): desk.note(uid, action, result, now: now)
      case .watch(.musicCommand(let command, let result)): desk.note(command, result, now: now)
      case .watch(.connection(let state, let trouble)): service.tellStatus(state.name, because: trouble?.name)
      case .pairingCode, .pairingPasskey, .pairingEnded, .watch: break
      }
      if status.update(after: notice) { glass.noteStatusChanged() }
    }
  }

  /// What changes by itself and is looked at once a minute: the time, and the charge.
  private mutating func updateTime(now: Instant) {
    if let percent = battery.percent { application.setBatteryLevel(percent: percent, now: now) }
    application.setSystemTime(localMicroseconds: clock.localMicroseconds, now: now)
  }

  /// Sets the system's clock by what the phone has just told, if that is wanted.
  private mutating func setSystemClock(now: Instant) {
    guard let time = application.takePhoneUTC(now: now) else { return }
    let outcome = systemClock.set(microseconds: time)
    guard outcome != .left else { return }
    log.write(outcome, at: now)
    if outcome == .set { clock.noteSystemClockSet() }
  }

  // MARK: Bonds

  private mutating func saveBonds(now: Instant) {
    let areSaved = keeper.save(application.host.bonds, now: now)
    log.write(application.host.bonds, areSaved: areSaved, at: now)
  }
}
