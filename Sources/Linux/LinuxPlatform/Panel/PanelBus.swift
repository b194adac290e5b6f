public import Peripherals

/// The panel's bus: a real one, or a trace. It is one type, so that generic code over it is compiled only once.
public struct PanelBus: I2CController, ~Copyable {
  public typealias Failure = PlatformError

  private var bus: I2CBus?
  private var trace: TraceBus?

  public init(i2c path: StaticBytes) throws(PlatformError) {
    bus = try I2CBus(path: path)
    trace = nil
  }

  public init(trace path: StaticBytes, clock: Clock) throws(PlatformError) {
    bus = nil
    trace = try TraceBus(path: path, clock: clock)
  }

  public mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(PlatformError) {
    try bus?.write(octets, to: address)
    try trace?.write(octets, to: address)
  }
}
