public import Timing

/// A seven-bit address on a two-wire bus: 0x08...0x77.
public struct I2CAddress: Equatable, Sendable {
  public let rawValue: UInt8

  public init?(rawValue: UInt8) {
    guard (0x08...0x77).contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }
}

/// The controller end of a two-wire bus.
public protocol I2CController: ~Copyable {
  /// `Never` where a transfer cannot fail.
  associatedtype Failure: Error

  /// Sends `octets` to `address` in one transfer, start to stop.
  mutating func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(Failure)

  /// How long to leave the bus alone after a transfer that failed.
  var pauseAfterFailure: Interval { get }
}

extension I2CController where Self: ~Copyable {
  public var pauseAfterFailure: Interval { .seconds(1) }
}
