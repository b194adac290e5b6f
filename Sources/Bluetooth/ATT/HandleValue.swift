public import Octets

/// The header of a notification, which is not confirmed; the value follows.
///
///     | opcode: 1 = 0x1B | attributeHandle: 2 | attributeValue: 0...MTU-3 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.7.1.
public struct HandleValueNotification: Equatable, Sendable {
  /// The attribute that has the value.
  public let attributeHandle: AttributeHandle

  /// Creates the header. The value follows it.
  public init(attributeHandle: AttributeHandle) { self.attributeHandle = attributeHandle }

  /// Takes the header off the front of `pdu`, leaving the value. `pdu` is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    attributeHandle = try pdu.takeHandle(behind: .handleValueNotification)
  }

  /// Appends the header; the caller appends the value.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(3)
    try output.put(.handleValueNotification)
    try output.put(attributeHandle)
  }
}

/// The header of an indication, which the client confirms; the value follows.
///
///     | opcode: 1 = 0x1D | attributeHandle: 2 | attributeValue: 0...MTU-3 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.7.2.
public struct HandleValueIndication: Equatable, Sendable {
  /// The attribute that has the value.
  public let attributeHandle: AttributeHandle

  /// Creates the header. The value follows it.
  public init(attributeHandle: AttributeHandle) { self.attributeHandle = attributeHandle }

  /// Takes the header off the front of `pdu`, leaving the value. `pdu` is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    attributeHandle = try pdu.takeHandle(behind: .handleValueIndication)
  }

  /// Appends the header; the caller appends the value.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(3)
    try output.put(.handleValueIndication)
    try output.put(attributeHandle)
  }
}
