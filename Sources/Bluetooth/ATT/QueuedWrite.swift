public import Octets

/// The header of one part of a value that is written when all parts are there; the part follows.
///
///     | opcode: 1 = 0x16 | attributeHandle: 2 | valueOffset: 2 | partAttributeValue: 0...MTU-5 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.6.1.
public struct PrepareWriteRequest: Equatable, Sendable {
  /// As sent: may be 0.
  public let attributeHandle: UInt16
  /// The offset in octets. A phone may send any value.
  public let valueOffset: UInt16

  /// Creates the header. The part of the value follows it.
  public init(attributeHandle: AttributeHandle, valueOffset: UInt16) {
    self.attributeHandle = attributeHandle.rawValue
    self.valueOffset = valueOffset
  }

  /// Takes the header off the front of `pdu`, leaving the part. `pdu` is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.prepareWriteRequest)
    attributeHandle = try rest.takeUInt16()
    valueOffset = try rest.takeUInt16()
    pdu = rest
  }

  /// Appends the header; the caller appends the part.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(5)
    try output.put(.prepareWriteRequest)
    try output.put(attributeHandle)
    try output.put(valueOffset)
  }
}

/// The header of a server's echo of a `PrepareWriteRequest`; the part follows.
///
///     | opcode: 1 = 0x17 | attributeHandle: 2 | valueOffset: 2 | partAttributeValue: 0...MTU-5 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.6.2.
public struct PrepareWriteResponse: Equatable, Sendable {
  /// The attribute, as in the request.
  public let attributeHandle: AttributeHandle
  /// In octets.
  public let valueOffset: UInt16

  /// Creates the header. The part of the value follows it.
  public init(attributeHandle: AttributeHandle, valueOffset: UInt16) {
    self.attributeHandle = attributeHandle
    self.valueOffset = valueOffset
  }

  /// Takes the header off the front of `pdu`, leaving the part. `pdu` is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.prepareWriteResponse)
    attributeHandle = try rest.takeHandle()
    valueOffset = try rest.takeUInt16()
    pdu = rest
  }

  /// Appends the header; the caller appends the part.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(5)
    try output.put(.prepareWriteResponse)
    try output.put(attributeHandle)
    try output.put(valueOffset)
  }
}

/// A request to write, or to discard, all prepared parts.
///
///     | opcode: 1 = 0x18 | flags: 1 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.6.3.
public struct ExecuteWriteRequest: Equatable, Sendable {
  /// The end of a queued write.
  public enum Flags: UInt8, Sendable {
    /// Discards all prepared parts.
    case cancel = 0x00
    /// Writes all prepared parts.
    case write = 0x01
  }

  /// Whether the prepared parts are written or discarded.
  public let flags: Flags

  /// Creates the request.
  public init(flags: Flags) { self.flags = flags }

  /// Takes all of `pdu`, which is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.executeWriteRequest)
    guard let flags = Flags(rawValue: try rest.takeUInt8()) else { throw .invalidValue }
    try rest.requireEnd()
    self.flags = flags
    pdu = rest
  }

  /// Appends the PDU. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(2)
    try output.put(.executeWriteRequest)
    try output.put(flags.rawValue)
  }
}
