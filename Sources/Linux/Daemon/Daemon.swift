internal import BluetoothHost
public import Configuration
internal import HCI
public import LinuxPlatform
internal import Peripherals
internal import SecurityManager
internal import Timing
internal import Watch
internal import WatchCore

/// The watch with the devices of a Linux computer.
typealias LinuxWatch = WatchCore<HCIDevice, DisplayBus, ButtonDevice, Entropy, FileStore, LinuxSurroundings>

/// Runs the watch on Linux: waits for its devices, gives it its turns, and opens the controller again when it is lost.
public struct Daemon: ~Copyable {
  private var loop: EventLoop
  private var watch: LinuxWatch
  /// Whether the controller is being opened.
  private var isOpening = false

  /// Runs the watch until a signal or a key ends it.
  ///
  /// - Throws: what ends it otherwise: a device cannot be opened, or is lost for good.
  @export(interface)
  public static func run(_ options: Options) throws(PlatformError) {
    var daemon = Daemon(options, try Devices(options))
    try daemon.watch.surroundings.open(options)
    try daemon.run()
  }

  /// Does not throw: a throwing initialiser would build the whole watch elsewhere first, and then move it.
  private init(_ options: Options, _ devices: consuming Devices) {
    let settings = WatchSettings(options, hasMotor: devices.haptics.hasMotor, hasLED: devices.haptics.hasLED)
    loop = devices.loop
    watch = LinuxWatch(
      settings, bonds: devices.bonds, mutes: devices.mutes, choices: devices.choices, store: devices.store,
      transport: devices.controller, boundaries: options.controller.keepsPacketsApart ? .datagrams : .stream,
      bus: devices.bus,
      buttons: devices.buttons, entropy: Entropy(),
      surroundings: LinuxSurroundings(
        options, clock: devices.clock, haptics: devices.haptics, terminal: devices.terminal))
  }

  private mutating func run() throws(PlatformError) {
    watch.start()
    isOpening = true
    do throws(PlatformError) {
      try watch.transport.open(now: now)
    } catch {
      watch.switchOff()
      throw error
    }
    Arena.seal()
    watch.surroundings.noteStarted(bonds: watch.application.host.bonds)
    var failure: PlatformError?
    do throws(PlatformError) { try takeTurns() } catch { failure = error }
    end(&failure)
    if let failure { throw failure }
  }

  /// Takes turns until a signal or a key ends the watch.
  private mutating func takeTurns() throws(PlatformError) {
    while !watch.buttons.isQuitRequested {
      let ready = try waitForWork()
      if ready.signal == .terminate { return }
      try turn(ready)
    }
  }

  private var now: Instant { watch.surroundings.now }

  /// - Parameter limit: when to return at the latest, though nothing has happened.
  private mutating func waitForWork(until limit: Instant? = nil) throws(PlatformError) -> ReadySet {
    try loop.watch(watch.transport.descriptor, for: watch.transport.interest, as: .controller)
    try loop.watch(watch.buttons.descriptor, for: watch.buttons.interest, as: .buttons)
    try loop.watch(watch.store.storage.descriptor, for: .read, as: .helper)
    try watch.surroundings.watch(in: &loop)
    return try loop.wait(until: hasWork ? now : earliest(deadline, limit))
  }

  private var hasWork: Bool {
    watch.hasWork || watch.surroundings.hasWork || watch.surroundings.terminal.hasWork(watch.display)
  }

  private var deadline: Instant? {
    let devices = earliest(earliest(watch.transport.deadline, watch.buttons.deadline), watch.store.storage.deadline)
    return earliest(earliest(devices, watch.deadline), watch.surroundings.deadline)
  }

  private mutating func turn(_ ready: borrowing ReadySet) throws(PlatformError) {
    watch.surroundings.beginTurn(ready)
    watch.transport.noteReadiness(ready)
    watch.buttons.noteReadiness(ready)
    try continueOpening()
    let change = watch.store.storage.serveHelper(isReadable: ready.isReadable(.helper), now: now)
    if let change { watch.surroundings.note(change) }
    watch.turn()
    if let error = watch.buttonFailure { throw error }
    try reopenLostController()
    try watch.surroundings.endTurn(watch.display, isRunning: watch.application.host.isControllerReady)
  }

  // MARK: The controller

  private mutating func continueOpening() throws(PlatformError) {
    guard isOpening else { return }
    if let round = watch.transport.takeResetRound() { reportReset(round) }
    guard try watch.transport.continueOpening(now: now) else {
      reportObstacle()
      return
    }
    isOpening = false
    watch.startController()
  }

  private mutating func reportObstacle() {
    guard let obstacle = watch.transport.takeObstacle() else { return }
    obstacle.report()
    watch.noteControllerMissing()
  }

  private func reportReset(_ round: UInt8) {
    var line = StandardErrorLine()
    line.put("the controller does not work; its chip needs a reset, round ")
    line.put(UInt32(round))
    line.send()
  }

  /// Begins to open a controller that was lost in this turn.
  ///
  /// - Throws: when it has been tried long enough.
  private mutating func reopenLostController() throws(PlatformError) {
    guard watch.isControllerLost, !isOpening else { return }
    isOpening = true
    try watch.transport.reopen(now: now)
  }

  // MARK: The end

  /// Turns the radio, the display and the motor off and saves, whatever has ended the watch. Saving comes last: it may
  /// take seconds.
  ///
  /// - Parameter failure: the error that has ended the watch. If it is nil, it gets the first error from here. Each
  ///   later error is reported.
  private mutating func end(_ failure: inout PlatformError?) {
    watch.surroundings.noteStopping()
    do throws(PlatformError) { try powerOffHost() } catch { Self.keep(error, in: &failure) }
    watch.switchOff()
    do throws(PlatformError) { try save() } catch { Self.keep(error, in: &failure) }
  }

  private static func keep(_ error: PlatformError, in failure: inout PlatformError?) {
    if failure == nil { failure = error } else { error.report() }
  }

  /// How long the controller may take to end the link.
  private static var timeToLeaveAir: Interval { .milliseconds(300) }

  /// Stops advertising and ends the link, so that the phone learns immediately that the watch is off.
  private mutating func powerOffHost() throws(PlatformError) {
    let limit = now + Self.timeToLeaveAir
    watch.powerOff()
    watch.turn()
    while !watch.isPoweredOff, now < limit {
      let ready = try waitForWork(until: limit)
      watch.surroundings.beginTurn(ready)
      watch.transport.noteReadiness(ready)
      watch.buttons.noteReadiness(ready)
      _ = watch.store.storage.serveHelper(isReadable: ready.isReadable(.helper), now: now)
      watch.turn()
    }
  }

  /// Saves the unsaved state. The program waits for this, because it is the last chance.
  private mutating func save() throws(PlatformError) {
    let areBondsSaved = watch.areBondsSaved
    do throws(PlatformError) {
      try watch.store.storage.endHelper()
    } catch {
      if !areBondsSaved { throw error }
    }
    if !areBondsSaved { try watch.saveBonds() }
    save(.mutes)
    save(.choices)
  }

  private mutating func save(_ record: SideRecord) {
    guard !watch.isSaved(record) else { return }
    do throws(PlatformError) { try watch.save(record) } catch { error.report() }
  }
}
