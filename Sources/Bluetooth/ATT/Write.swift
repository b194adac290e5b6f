public import Octets

/// The header of a write that is answered; the value follows.
///
///     | opcode: 1 = 0x12 | attributeHandle: 2 | attributeValue: 0...MTU-3 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.5.1.
public struct WriteRequest: Equatable, Sendable {
  /// As sent: may be 0.
  public let attributeHandle: UInt16

  /// Creates the header. The value follows it.
  public init(attributeHandle: AttributeHandle) { self.attributeHandle = attributeHandle.rawValue }

  /// Takes the header off the front of `pdu`, leaving the value. `pdu` is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.writeRequest)
    attributeHandle = try rest.takeUInt16()
    pdu = rest
  }

  /// Appends the header; the caller appends the value.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(3)
    try output.put(.writeRequest)
    try output.put(attributeHandle)
  }
}

/// The header of a write that is never answered; the value follows.
///
///     | opcode: 1 = 0x52 | attributeHandle: 2 | attributeValue: 0...MTU-3 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.5.3.
public struct WriteCommand: Equatable, Sendable {
  /// As sent: may be 0.
  public let attributeHandle: UInt16

  /// Creates the header. The value follows it.
  public init(attributeHandle: AttributeHandle) { self.attributeHandle = attributeHandle.rawValue }

  /// Takes the header off the front of `pdu`, leaving the value. `pdu` is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.writeCommand)
    attributeHandle = try rest.takeUInt16()
    pdu = rest
  }

  /// Appends the header; the caller appends the value.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(3)
    try output.put(.writeCommand)
    try output.put(attributeHandle)
  }
}
