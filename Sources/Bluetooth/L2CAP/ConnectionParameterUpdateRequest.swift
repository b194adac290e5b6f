internal import Octets

/// The peripheral's wish for other connection parameters.
///
///     | 0x12 | identifier: 1 | dataLength: 2 = 8 | intervalMinimum: 2 | intervalMaximum: 2 | latency: 2
///     | timeoutMultiplier: 2 |
///
/// Core Spec 5.4, Vol 3, Part A, 4.20.
public struct ConnectionParameterUpdateRequest: Equatable, Sendable {
  /// In units of 1.25 ms: 6...3200.
  public let intervalMinimum: UInt16
  /// In units of 1.25 ms: `intervalMinimum`...3200.
  public let intervalMaximum: UInt16
  /// How many connection events the peripheral may skip: 0...499.
  public let latency: UInt16
  /// The supervision timeout in units of 10 ms: 10...3200, and more than twice the longest silence that
  /// interval and latency allow.
  public let timeoutMultiplier: UInt16

  /// - Returns: nil if a value is out of its range.
  public init?(intervalMinimum: UInt16, intervalMaximum: UInt16, latency: UInt16, timeoutMultiplier: UInt16) {
    guard intervalMinimum >= 6, intervalMinimum <= intervalMaximum, intervalMaximum <= 3200, latency <= 499,
      timeoutMultiplier >= 10, timeoutMultiplier <= 3200
    else { return nil }
    // timeout × 10 ms > (1 + latency) × interval × 1.25 ms × 2, divided by 2.5 ms.
    guard UInt32(timeoutMultiplier) * 4 > (1 + UInt32(latency)) * UInt32(intervalMaximum) else { return nil }
    self.intervalMinimum = intervalMinimum
    self.intervalMaximum = intervalMaximum
    self.latency = latency
    self.timeoutMultiplier = timeoutMultiplier
  }

  private static var dataLength: UInt16 { 8 }

  @_lifetime(output: copy output)
  func encode(identifier: UInt8, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard output.freeCapacity >= SignallingHeader.octetCount + Int(Self.dataLength) else {
      throw .insufficientCapacity
    }
    let header = SignallingHeader(
      .connectionParameterUpdateRequest, identifier: identifier, dataLength: Self.dataLength)
    try header.encode(into: &output)
    try output.put(intervalMinimum)
    try output.put(intervalMaximum)
    try output.put(latency)
    try output.put(timeoutMultiplier)
  }
}

/// The central's answer to a `ConnectionParameterUpdateRequest`.
///
///     | 0x13 | identifier: 1 | dataLength: 2 = 2 | result: 2 |
///
/// Accepted means that the central is going to do it; the proof is the LE Connection Update Complete event.
/// Core Spec 5.4, Vol 3, Part A, 4.21.
struct ConnectionParameterUpdateResponse: Equatable, Sendable {
  let isAccepted: Bool

  /// Takes all of `data`: what follows the command's header. Every result but 0 counts as a refusal.
  init(decoding data: Span<UInt8>) throws(DecodeError) {
    var rest = data
    isAccepted = try rest.takeUInt16() == 0
    guard rest.isEmpty else { throw .invalidValue }
  }
}
