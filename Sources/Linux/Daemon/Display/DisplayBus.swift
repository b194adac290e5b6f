internal import Configuration
internal import Displays
internal import LinuxPlatform
internal import Peripherals
internal import Timing

/// The bus that the panel driver writes to: a real bus, a trace, or a model of the panel that the terminal shows.
///
/// One type, so that the driver has one instantiation in the firmware. The first failure in a row is reported on
/// standard error.
struct DisplayBus: I2CController, ~Copyable {
  private var bus: PanelBus?
  /// The panel that the terminal shows.
  private(set) var model = SSD1306Model()
  /// The number of messages that the model has received.
  private(set) var messageCount: UInt32 = 0
  private var hasFailed = false
  private(set) var pauseAfterFailure = Interval.seconds(1)

  /// The model alone.
  init() { bus = nil }

  private init(_ bus: consuming PanelBus) { self.bus = consume bus }

  /// The bus of the display that the user chose.
  init(_ choice: DisplayChoice, clock: Clock) throws(PlatformError) {
    switch choice {
    case .i2c(let path, _): self.init(try PanelBus(i2c: path))
    case .trace(let path): self.init(try PanelBus(trace: path, clock: clock))
    case .terminal: self.init()
    }
  }

  mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(PlatformError) {
    guard bus != nil else {
      messageCount &+= 1
      return model.receive(octets)
    }
    do throws(PlatformError) {
      try bus?.write(octets, to: address)
      hasFailed = false
    } catch {
      if !hasFailed { error.report() }
      hasFailed = true
      pauseAfterFailure = error.busPause
      throw error
    }
  }
}
