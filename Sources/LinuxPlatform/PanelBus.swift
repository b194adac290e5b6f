public import Peripherals

/// The bus that the panel is on: a real one, or a trace. One type, so that what is built on it exists once.
public struct PanelBus: I2CController, ~Copyable {
  public typealias Failure = PlatformError

  private var bus: I2CBus?
  private var trace: TraceBus?

  public init(i2c path: LastingText) throws(PlatformError) {
    bus = try I2CBus(path: path)
    trace = nil
  }

  public init(trace path: LastingText, clock: Clock) throws(PlatformError) {
    bus = nil
    trace = try TraceBus(path: path, clock: clock)
  }

  public mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(PlatformError) {
    try bus?.write(octets, to: address)
    try trace?.write(octets, to: address)
  }
}
