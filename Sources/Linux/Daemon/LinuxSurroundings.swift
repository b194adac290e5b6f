internal import Configuration
internal import LinuxPlatform
internal import Peripherals
internal import PhoneClient
internal import SecurityManager
internal import Timing
internal import Watch
internal import WatchCore
internal import WatchModel

/// The watch's surroundings on Linux: clocks, motor and LED, event log, control socket, service manager, terminal.
struct LinuxSurroundings: WatchSurroundings, ~Copyable {
  typealias TransportFailure = PlatformError
  typealias StorageFailure = PlatformError

  private var clock: Clock
  private var systemClock: SystemClock
  private let battery: BatteryGauge
  private var haptics: HapticsDevice
  private(set) var terminal: TerminalOutput
  private var status = StatusLine()
  private var log = EventLog()
  private var control = ControlServer()
  private var service = ServiceManager()
  private var outage = ControllerOutage()
  private var bondFailures = SavingFailures()
  private var muteFailures = SavingFailures()
  private var choiceFailures = SavingFailures()
  /// The sources that the loop has found ready for this turn.
  private var ready = ReadySet()

  init(_ options: Options, clock: Clock, haptics: consuming HapticsDevice, terminal: consuming TerminalOutput) {
    self.clock = clock
    systemClock = SystemClock(isWanted: options.clock.setsSystemClock)
    battery = BatteryGauge(options.watch.battery)
    self.haptics = haptics
    self.terminal = terminal
  }

  /// Opens the event log and the control socket. They allocate, so that it belongs to start-up.
  mutating func open(_ options: Options) throws(PlatformError) {
    if let path = options.files.events { try log.open(path) }
    if let path = options.files.control { try control.open(path) }
  }

  // MARK: The loop

  func watch(in loop: inout EventLoop) throws(PlatformError) {
    try loop.watch(log.descriptor, for: log.interest, as: .events)
    try loop.watch(terminal.descriptor, for: terminal.interest, as: .terminal)
    try control.watch(in: &loop)
  }

  var deadline: Instant? { earliest(earliest(control.deadline, service.deadline), haptics.deadline) }

  /// Whether a program was answered late in a turn, and may have asked for more already.
  var hasWork: Bool { control.hasWork }

  /// A turn begins.
  mutating func beginTurn(_ ready: borrowing ReadySet) {
    self.ready = copy ready
    terminal.noteReadiness(ready)
  }

  /// A turn ends.
  ///
  /// - Parameter isRunning: whether the controller has been brought up.
  mutating func endTurn(_ display: borrowing DisplayOutput<DisplayBus>, isRunning: Bool) throws(PlatformError) {
    try terminal.show(display, status: status.span)
    service.noteTurn(isRunning: isRunning, now: now)
  }

  /// Reports what runs, and what start-up took of the arena.
  mutating func noteStarted(bonds: BondTable) {
    log.writeStart(bonds, clock, at: now)
    log.writeArena(at: now)
  }

  mutating func noteStopping() { service.noteStopping() }

  mutating func note(_ change: SavingHelperChange) {
    change.report()
    log.write(change, at: now)
  }

  // MARK: The watch

  var now: Instant { clock.now }
  var localMicroseconds: Int64? { clock.localMicroseconds }
  var batteryPercent: UInt8? { battery.percent }

  mutating func serve(_ application: inout WatchApplication, now: Instant) {
    control.serve(ready, &application, now: now)
    if ready.isWritable(.events) { log.flush() }
    if let time = application.takePhoneUTC(now: now) { setSystemClock(microseconds: time, now: now) }
  }

  /// Sets the system's clock by the phone's time, if that is wanted.
  private mutating func setSystemClock(microseconds time: Int64, now: Instant) {
    let outcome = systemClock.set(microseconds: time)
    guard outcome != .left else { return }
    log.write(outcome, at: now)
    if outcome == .set { clock.noteSystemClockSet() }
  }

  mutating func note(_ notice: borrowing WatchNotice, of phone: borrowing PhoneState, now: Instant) {
    log.write(notice, of: phone, at: now)
    switch notice {
    case .watch(.action(let uid, let action, let result)): control.note(uid, action, result, now: now)
    case .watch(.musicCommand(let command, let result)): control.note(command, result, now: now)
    case .watch(.connection(let state, let trouble)): service.reportStatus(state.name, because: trouble?.name)
    case .bondsChanged, .controllerFailed, .pairingCode, .pairingPasskey, .pairingEnded, .watch: break
    }
    if status.update(after: notice) { terminal.noteStatusChanged() }
  }

  mutating func note(_ event: ButtonEvent, now: Instant) { log.write(event, at: now) }

  mutating func setHaptics(isMotorOn: Bool, isLEDLit: Bool) {
    let hadFailed = haptics.failure != nil
    haptics.set(isMotorOn: isMotorOn, isLEDLit: isLEDLit)
    if !hadFailed { haptics.failure?.report() }
  }

  // MARK: The controller

  mutating func controllerLost(_ loss: ControllerLoss<PlatformError>, now: Instant) {
    guard outage.begin(loss) else { return }
    loss.report()
    log.writeControllerLost(loss, at: now)
  }

  mutating func controllerReady(now: Instant) {
    if let loss = outage.end() { log.writeControllerRecovered(from: loss, at: now) }
  }

  // MARK: The storage

  mutating func bondsSaved(_ bonds: BondTable, areSaved: Bool, now: Instant) {
    log.write(bonds, areSaved: areSaved, at: now)
  }

  mutating func savingEnded(of record: SavedRecord, failure: PlatformError?) {
    let report =
      switch record {
      case .bonds: bondFailures.noteEnd(failure)
      case .side(.mutes): muteFailures.noteEnd(failure)
      case .side(.choices): choiceFailures.noteEnd(failure)
      }
    switch report {
    case .failed(let error): error.report(adding: "; the watch goes on and tries again")
    case .recovered where record == .bonds: StandardErrorLine.send("pairings can be saved again")
    case .recovered, nil: break
    }
  }
}
