internal import ANCS
internal import BluetoothHost
internal import GATT
internal import HCI
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
  private let clock: Clock
  private var device: HCIDevice
  private var receiver: H4Receiver
  private var buttons: ButtonDevice
  private var glass: Glass
  private var keeper: BondKeeper
  private var log: EventLog
  private var entropy = Entropy()
  private var application: WatchApplication
  /// A packet that the transport has not taken yet.
  private var packet = OctetBuffer<264>()
  private var nextMinute = Deadline()
  private var status = StatusLine()

  /// Opens every device. Everything that allocates does it here.
  init(_ options: Options) throws(PlatformError) {
    // All locals first: an initialiser that throws must not hold half of its noncopyable fields.
    let clock = Clock()
    let loop = try EventLoop(clock: clock)
    let log = try Self.openLog(options)
    var keeper = try BondKeeper(directory: options.stateDirectory)
    var entropy = Entropy()
    let bonds = try keeper.load(entropy: &entropy)
    let glass = try Glass(options, clock: clock)
    let buttons = try ButtonDevice(options.buttons, pins: options.pins, holdTime: options.holdTime, clock: clock)
    device = HCIDevice(options.controller, capture: try Self.openCapture(options))
    self.clock = clock
    self.loop = loop
    self.log = log
    self.keeper = keeper
    self.glass = glass
    self.buttons = buttons
    receiver = H4Receiver(options.controller.keepsPacketsApart ? .datagrams : .stream)
    let host = BluetoothHost(configuration: HostConfiguration(options), bonds: bonds)
    application = WatchApplication(host: host, watch: WatchMachine())
  }

  private static func openLog(_ options: Options) throws(PlatformError) -> EventLog {
    guard let path = options.events else { return EventLog() }
    return try EventLog(path: path)
  }

  private static func openCapture(_ options: Options) throws(PlatformError) -> Capture {
    guard let path = options.capture else { return Capture() }
    return try Capture(path: path)
  }

  mutating func run() throws(PlatformError) {
    application.prepareKeys(from: &entropy)
    try device.open(now: clock.now)
    updateTime(now: clock.now)
    Arena.seal()
    log.writeArena(at: clock.now)
    while !buttons.isQuitRequested {
      let ready = try waitForWork()
      if ready.signal == .terminate { break }
      try turn(ready, now: clock.now)
    }
    try keeper.finish(application.host.bonds)
  }

  private mutating func waitForWork() throws(PlatformError) -> ReadySet {
    try loop.watch(device.descriptor, for: device.interest, as: .controller)
    try loop.watch(buttons.descriptor, for: buttons.interest, as: .buttons)
    try loop.watch(log.descriptor, for: log.interest, as: .events)
    try loop.watch(glass.terminalDescriptor, for: glass.terminalInterest, as: .terminal)
    return try loop.wait(until: glass.hasWork ? clock.now : deadline)
  }

  private var deadline: Instant? {
    let devices = earliest(earliest(device.deadline, buttons.deadline), glass.retry.instant)
    return earliest(earliest(devices, application.deadline), earliest(nextMinute.instant, keeper.deadline))
  }

  /// One turn: the radio first, then the buttons and the timers, then at most one message to the panel.
  private mutating func turn(_ ready: borrowing ReadySet, now: Instant) throws(PlatformError) {
    try serveController(ready, now: now)
    try serveButtons(now: now)
    if ready.isWritable(.events) { log.flush() }
    if ready.isWritable(.terminal) { glass.continueShowing() }
    if ready.signal == .windowChange { glass.handleWindowChange() }
    application.handleTimeout(now: now)
    if nextMinute.expire(at: now) { updateTime(now: now) }
    try sendPackets(now: now)
    try serveNotices(now: now)
    if keeper.isDue(at: now) { saveBonds(now: now) }
    application.prepareKeys(from: &entropy)
    if application.takeNeedsRedraw() { glass.draw(application.client.watch) }
    if glass.hasWork || glass.retry.isDue(at: now) { try glass.sendNext(status: status.span, now: now) }
  }

  // MARK: The controller

  private mutating func serveController(_ ready: borrowing ReadySet, now: Instant) throws(PlatformError) {
    if !device.isOpen {
      guard try device.continueOpening(now: now) else { return }
      receiver.reset()
      packet.removeAll()
      application.start(now: now)
    }
    do throws(PlatformError) {
      if ready.isWritable(.controller) { try device.flush() }
      if ready.isReadable(.controller) { try receivePackets(now: now) }
    } catch {
      try recover(from: error, now: now)
    }
  }

  private mutating func receivePackets(now: Instant) throws(PlatformError) {
    // A bound, so that a flood cannot keep the buttons and the glass waiting.
    for _ in 0..<64 {
      guard device.isOpen, try receiver.receive(from: &device) > 0 else { return }
      while receiver.hasPacket, device.isOpen {
        application.handle(packet: receiver.packet, now: now)
        receiver.removePacket()
        // A burst of notifications has more to tell than the application holds.
        try serveNotices(now: now)
      }
      if receiver.isFramingLost { return reopen(now: now) }
    }
  }

  private mutating func sendPackets(now: Instant) throws(PlatformError) {
    guard device.isOpen else { return }
    do throws(PlatformError) {
      while true {
        if packet.isEmpty, !Self.fill(&packet, from: &application, now: now) { return }
        guard try device.send(packet.span) else { return }
        packet.removeAll()
      }
    } catch {
      try recover(from: error, now: now)
    }
  }

  private static func fill(
    _ packet: inout OctetBuffer<264>, from application: inout WatchApplication, now: Instant
  ) -> Bool {
    var hasPacket = false
    packet.append { output in hasPacket = application.nextPacket(into: &output, now: now) }
    return hasPacket
  }

  /// The transport is gone: everything of the link with it; it is opened again.
  private mutating func recover(from error: PlatformError, now: Instant) throws(PlatformError) {
    guard error.isLost else { throw error }
    error.report()
    reopen(now: now)
  }

  private mutating func reopen(now: Instant) {
    application.stop(now: now)
    device.reopen(now: now)
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
      case .controllerFailed:
        application.host.controllerFailure?.report()
        reopen(now: now)
      case .pairingCode, .pairingEnded, .watch: break
      }
      if status.update(after: notice) { glass.noteStatusChanged() }
    }
  }

  private mutating func updateTime(now: Instant) {
    let time = clock.localTime
    let isKnown = time.isSet
    application.setTime(
      isKnown ? TimeOfDay(hour: Int(time.hour), minute: Int(time.minute)) : nil,
      isKnown ? CalendarDate(year: time.year, month: Int(time.month), day: Int(time.day)) : nil, now: now)
    nextMinute.set(now + .seconds(UInt32(time.secondsToNextMinute)))
  }

  // MARK: Bonds

  private mutating func saveBonds(now: Instant) {
    let areSaved = keeper.save(application.host.bonds, now: now)
    log.write(application.host.bonds, areSaved: areSaved, at: now)
  }
}
