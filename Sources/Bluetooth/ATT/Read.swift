public import Octets

/// Asks for an attribute's value.
///
///     | opcode: 1 = 0x0A | attributeHandle: 2 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.4.3.
public struct ReadRequest: Equatable, Sendable {
  /// As sent: may be 0.
  public let attributeHandle: UInt16

  /// Creates a request for the value of one attribute.
  public init(attributeHandle: AttributeHandle) { self.attributeHandle = attributeHandle.rawValue }

  /// Takes all of `pdu`, which is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.readRequest)
    attributeHandle = try rest.takeUInt16()
    try rest.requireEnd()
    pdu = rest
  }

  /// Appends the PDU. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(3)
    try output.put(.readRequest)
    try output.put(attributeHandle)
  }
}

/// Asks for an attribute's value from an offset on.
///
///     | opcode: 1 = 0x0C | attributeHandle: 2 | valueOffset: 2 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.4.5.
public struct ReadBlobRequest: Equatable, Sendable {
  /// As sent: may be 0.
  public let attributeHandle: UInt16
  /// In octets; any value may arrive.
  public let valueOffset: UInt16

  /// Creates a request for the value from an offset on.
  public init(attributeHandle: AttributeHandle, valueOffset: UInt16) {
    self.attributeHandle = attributeHandle.rawValue
    self.valueOffset = valueOffset
  }

  /// Takes all of `pdu`, which is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.readBlobRequest)
    attributeHandle = try rest.takeUInt16()
    valueOffset = try rest.takeUInt16()
    try rest.requireEnd()
    pdu = rest
  }

  /// Appends the PDU. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(5)
    try output.put(.readBlobRequest)
    try output.put(attributeHandle)
    try output.put(valueOffset)
  }
}

/// The header of a request for several values; two or more handles of two octets each follow.
///
///     | opcode: 1 = 0x0E | setOfHandles: 4...MTU-1 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.4.7.
public struct ReadMultipleRequest: Equatable, Sendable {
  /// Creates the header. The handles follow it.
  public init() {}

  /// Takes the opcode off the front of `pdu`, leaving the handles. `pdu` is unchanged if this throws.
  ///
  /// - Throws: also if there are fewer than two handles, or the last one is cut.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.readMultipleRequest)
    guard rest.count >= 4, rest.count % 2 == 0 else { throw .truncated }
    pdu = rest
  }

  /// Appends the opcode; the caller appends the handles.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(.readMultipleRequest)
  }
}
