internal import Displays
internal import LinuxPlatform
internal import Peripherals

/// What the panel driver writes to: a real bus, a trace of one, or a model of the panel that the terminal shows.
///
/// One type, so that the driver has one instantiation in the firmware.
struct GlassBus: I2CController, ~Copyable {
  private var bus: PanelBus?
  /// The panel that the terminal shows.
  private(set) var model = SSD1306Model()

  /// A bus with a panel, or a trace.
  init(_ bus: consuming PanelBus) { self.bus = consume bus }

  /// The model alone.
  init() { bus = nil }

  mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(PlatformError) {
    guard bus != nil else { return model.receive(octets) }
    try bus?.write(octets, to: address)
  }
}
