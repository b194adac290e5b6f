internal import LinuxPlatform
internal import SecurityManager
internal import Watch

/// What has to be there for the watch to run, open, and what it has kept.
///
/// They come from initialisers that throw, and so are made elsewhere first. What is large is opened where it stays:
/// `Runner.open`.
struct Devices: ~Copyable {
  let clock: Clock
  let loop: EventLoop
  let controller: ControllerSupervisor
  let buttons: ButtonDevice
  let glass: Glass
  let haptics: HapticsDevice
  let keeper: BondKeeper
  let bonds: BondTable
  let muteKeeper: MuteKeeper
  let mutes: MuteTable

  init(_ options: Options) throws(PlatformError) {
    // All locals first: an initialiser that throws must not hold half of its noncopyable fields.
    let clock = Clock(trust: options.clockTrust)
    let loop = try EventLoop(clock: clock)
    let files = try FileStore(directory: options.stateDirectory)
    var muteKeeper = MuteKeeper(try files.makeMuteFile())
    var keeper = BondKeeper(files)
    var entropy = Entropy()
    let bonds = try keeper.load(entropy: &entropy)
    let glass = try Glass(options, clock: clock)
    let buttons = try ButtonDevice(
      options.buttons, pins: options.pins, holdTime: options.holdTime, endingTime: options.endingTime, clock: clock)
    let haptics = try HapticsDevice(options, clock: clock)
    controller = ControllerSupervisor(options.controller, capture: try Self.openCapture(options))
    self.clock = clock
    self.loop = loop
    self.keeper = keeper
    self.bonds = bonds
    mutes = muteKeeper.load()
    self.muteKeeper = muteKeeper
    self.glass = glass
    self.buttons = buttons
    self.haptics = haptics
  }

  private static func openCapture(_ options: Options) throws(PlatformError) -> Capture {
    guard let path = options.capture else { return Capture() }
    return try Capture(path: path)
  }
}
