internal import Octets

/// The connection timing that one side asks for.
///
///     | intervalMinimum: 2 | intervalMaximum: 2 | latency: 2 | supervisionTimeout: 2 |
///
/// Core Spec 5.4, Vol 4, Part E, 7.8.18.
public struct ConnectionParameters: Equatable, Sendable {
  /// In units of 1.25 ms: 6...3,200.
  public let intervalMinimum: UInt16
  /// In units of 1.25 ms: `intervalMinimum`...3,200.
  public let intervalMaximum: UInt16
  /// How many connection events the peripheral may stay away from: 0...499.
  public let latency: UInt16
  /// In units of 10 ms: 10...3,200.
  public let supervisionTimeout: UInt16

  /// Creates parameters in the units of the properties. The values are not checked.
  public init(intervalMinimum: UInt16, intervalMaximum: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
    self.intervalMinimum = intervalMinimum
    self.intervalMaximum = intervalMaximum
    self.latency = latency
    self.supervisionTimeout = supervisionTimeout
  }

  /// Whether each value is in its range, and the link outlives two whole latencies.
  public var isValid: Bool {
    guard intervalMinimum >= 6, intervalMinimum <= intervalMaximum, intervalMaximum <= 3_200 else { return false }
    guard latency <= 499, (10...3_200).contains(supervisionTimeout) else { return false }
    // In milliseconds: timeout * 10 > (1 + latency) * interval * 1.25 * 2.
    return UInt32(supervisionTimeout) * 4 > (1 + UInt32(latency)) * UInt32(intervalMaximum)
  }

  /// The fields in their order, each least significant octet first.
  ///
  /// They are the value of the characteristic Peripheral Preferred Connection Parameters. Core Spec 5.4, Vol 3, Part C,
  /// 12.3.
  public var octets: [8 of UInt8] {
    [
      UInt8(truncatingIfNeeded: intervalMinimum), UInt8(truncatingIfNeeded: intervalMinimum >> 8),
      UInt8(truncatingIfNeeded: intervalMaximum), UInt8(truncatingIfNeeded: intervalMaximum >> 8),
      UInt8(truncatingIfNeeded: latency), UInt8(truncatingIfNeeded: latency >> 8),
      UInt8(truncatingIfNeeded: supervisionTimeout), UInt8(truncatingIfNeeded: supervisionTimeout >> 8),
    ]
  }

  /// Takes the four fields off the front of `input`, whatever they say.
  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    intervalMinimum = try input.takeUInt16()
    intervalMaximum = try input.takeUInt16()
    latency = try input.takeUInt16()
    supervisionTimeout = try input.takeUInt16()
  }

  @_lifetime(output: copy output)
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(intervalMinimum)
    try output.put(intervalMaximum)
    try output.put(latency)
    try output.put(supervisionTimeout)
  }
}
