internal import Displays
internal import Graphics
internal import LinuxPlatform
internal import Octets
internal import Peripherals
internal import Screens
internal import Timing
internal import Watch

/// The panel and, with `--display terminal`, its image in the terminal.
struct Glass: ~Copyable {
  private var picture = MovingPicture()
  private var panel: SSD1306<GlassBus>
  private(set) var terminal: TerminalDisplay?
  private var isTerminalStale = false
  /// When to try again after the panel did not answer.
  private(set) var retry = Deadline()
  private var failureCount: UInt32 = 0

  private let brightness: UInt8
  private let dimBrightness: UInt8

  init(_ options: borrowing Options, clock: Clock) throws(PlatformError) {
    let kind = PanelKind(options.panel)
    switch options.display {
    case .i2c(let path, let address):
      self.init(GlassBus(try PanelBus(i2c: path)), at: address, kind, terminal: nil, options)
    case .trace(let path):
      self.init(GlassBus(try PanelBus(trace: path, clock: clock)), at: Self.modelAddress, kind, terminal: nil, options)
    case .terminal:
      // The terminal shows a model, of the one panel that there is a model of.
      self.init(GlassBus(), at: Self.modelAddress, .ssd1306, terminal: try TerminalDisplay(), options)
    }
  }

  private init(
    _ bus: consuming GlassBus, at address: I2CAddress, _ kind: PanelKind, terminal: consuming TerminalDisplay?,
    _ options: borrowing Options
  ) {
    panel = SSD1306(on: bus, at: address, kind, isRotated: options.isRotated, contrast: options.brightness)
    self.terminal = terminal
    brightness = options.brightness
    dimBrightness = options.dimBrightness
  }

  /// Where a panel that is none answers. Safe to unwrap: 0x3C is a valid seven-bit address.
  private static var modelAddress: I2CAddress { I2CAddress(rawValue: 0x3C)! }

  /// Whether there is a message to send now.
  var hasWork: Bool { isTerminalStale || needsPicture || (!panel.isUpToDate && !retry.isSet) }

  /// Whether to draw a picture that was left out.
  var needsPicture: Bool { picture.isDue && isReady }

  /// Whether nothing is on its way to the panel, or nothing can be.
  private var isReady: Bool { panel.isUpToDate || retry.isSet }

  /// Draws what the watch shows.
  mutating func draw(_ watch: borrowing WatchMachine) {
    panel.setLit(watch.lightLevel != .off)
    // What was dark draws attention again by the picture that is due then.
    guard watch.lightLevel != .off else { return picture.skip() }
    panel.setTopRow(watch.topRow)
    panel.setContrast(watch.lightLevel == .dim ? dimBrightness : brightness)
    guard let rows = picture.draw(watch, isGlassBusy: !isReady) else { return }
    panel.show(picture.bitmap.octets, scrolledBy: rows)
    panel.setInverted(watch.isInverted)
    isTerminalStale = terminal != nil
  }

  /// Draws what the self-test shows.
  mutating func draw(_ screen: SelfTestScreen, isInverted: Bool = false) {
    screen.draw(into: &picture.bitmap)
    panel.setTopRow(Self.middleRow(of: panel.kind))
    panel.show(picture.bitmap.octets)
    panel.setInverted(isInverted)
    isTerminalStale = terminal != nil
  }

  /// Leaves the panel dark: nobody looks after it any more.
  mutating func switchOff() {
    // Whether it answers makes no difference now.
    try? panel.switchOff()
  }

  /// The self-test shows what matters in the middle.
  private static func middleRow(of kind: PanelKind) -> Int { (PanelGeometry.rows - kind.rows) / 2 }

  /// Whether the panel took the last message.
  var isAnswering: Bool { failureCount == 0 }

  /// Sends one message to the panel, so that the radio is looked after in between.
  mutating func sendNext(status: Span<UInt8>, now: Instant) throws(PlatformError) {
    _ = retry.expire(at: now)
    if !panel.isUpToDate, !retry.isSet { sendMessage(now: now) }
    guard panel.isUpToDate, isTerminalStale else { return }
    isTerminalStale = false
    let picture = panel.bus.model.picture()
    try terminal?.show(picture.span, status: status)
  }

  /// What to wait for while the terminal takes the picture slowly.
  var terminalDescriptor: DescriptorReference? {
    switch terminal {
    case .some(let terminal): terminal.descriptor
    case .none: nil
    }
  }

  var terminalInterest: Interest {
    switch terminal {
    case .some(let terminal): terminal.interest
    case .none: .none
    }
  }

  /// The terminal can take more of the picture.
  mutating func continueShowing() { isTerminalStale = terminal != nil }

  /// The terminal has another size: it is drawn anew.
  mutating func handleWindowChange() {
    terminal?.handleWindowChange()
    isTerminalStale = terminal != nil
  }

  /// The line below the terminal's picture is another.
  mutating func noteStatusChanged() { isTerminalStale = terminal != nil }

  private mutating func sendMessage(now: Instant) {
    do throws(PlatformError) {
      try panel.sendNext()
      failureCount = 0
    } catch {
      // The watch goes on without its glass; the driver starts anew when the panel answers again.
      if failureCount == 0 { error.report() }
      failureCount &+= 1
      retry.set(now + error.busPause)
    }
  }
}
