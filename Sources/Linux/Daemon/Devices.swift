internal import Configuration
internal import LinuxPlatform
internal import SecurityManager
internal import Watch
internal import WatchCore

/// The open devices of the watch, and its stored data.
///
/// They come from initialisers that throw, and so are made before the watch.
struct Devices: ~Copyable {
  let clock: Clock
  let loop: EventLoop
  let controller: HCIDevice
  let haptics: HapticsDevice
  let bus: DisplayBus
  let terminal: TerminalOutput
  let buttons: ButtonDevice
  let store: BondStore<FileStore>
  let bonds: BondTable
  let mutes: MuteTable
  let choices: WearerRecord

  init(_ options: Options) throws(PlatformError) {
    // All locals first: an initialiser that throws must not hold half of its noncopyable fields.
    var files = try FileStore(directory: options.files.state)
    // First, so that the helper has nothing of the watch but its directory.
    try files.startHelper()
    let clock = Clock(trust: options.clock.trust)
    if !clock.isZoneKnown { StandardErrorLine.send("TZ names no time zone: the time of the system's clock is UTC") }
    let loop = try EventLoop(clock: clock)
    let mutes = files.loadMutes()
    let choices = files.loadAndReportChoices()
    var store = BondStore(in: files)
    var entropy = Entropy()
    let bonds = try Self.loadBonds(from: &store, entropy: &entropy)
    // Before the other devices: a motor that ran on after a crash stops, also if another device cannot be opened.
    let haptics = try HapticsDevice(
      options.haptics.output, pins: options.haptics.pins, buttonsChip: options.buttons.chip, clock: clock)
    let bus = try DisplayBus(options.display.output, clock: clock)
    let terminal = try TerminalOutput(options.display.output)
    let buttons = try ButtonDevice(
      options.buttons.input, pins: options.buttons.pins, holdTime: options.watch.holdTime,
      endingTime: options.buttons.endingTime, clock: clock)
    controller = HCIDevice(options.controller, capture: try Self.openCapture(options, clock))
    self.clock = clock
    self.loop = loop
    self.store = store
    self.bonds = bonds
    self.mutes = mutes
    self.choices = choices
    self.haptics = haptics
    self.bus = bus
    self.terminal = terminal
    self.buttons = buttons
  }

  private static func loadBonds(
    from store: inout BondStore<FileStore>, entropy: inout Entropy
  ) throws(PlatformError) -> BondTable {
    var finding: BondStoreFinding?
    defer { finding?.report(in: store.storage) }
    return try LinuxWatch.loadBonds(from: &store, entropy: &entropy, finding: &finding)
  }

  private static func openCapture(_ options: Options, _ clock: Clock) throws(PlatformError) -> Capture {
    guard let path = options.files.capture else { return Capture() }
    return try Capture(path: path, clock: clock)
  }
}
