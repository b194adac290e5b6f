public import Octets

/// The refusal of a request.
///
///     | opcode: 1 = 0x01 | requestOpcodeInError: 1 | attributeHandleInError: 2 | errorCode: 1 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.1.1.
public struct ErrorResponse: Equatable, Sendable {
  /// Any value may arrive.
  public let requestOpcodeInError: UInt8
  /// The attribute in error; 0 if the error concerns no attribute.
  public let attributeHandleInError: UInt16
  /// Why the request failed.
  public let errorCode: ErrorCode

  /// Creates the response to a request that failed.
  public init(requestOpcodeInError: UInt8, attributeHandleInError: UInt16, errorCode: ErrorCode) {
    self.requestOpcodeInError = requestOpcodeInError
    self.attributeHandleInError = attributeHandleInError
    self.errorCode = errorCode
  }

  /// Takes all of `pdu`, which is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    try rest.take(.errorResponse)
    requestOpcodeInError = try rest.takeUInt8()
    attributeHandleInError = try rest.takeUInt16()
    errorCode = ErrorCode(rawValue: try rest.takeUInt8())
    try rest.requireEnd()
    pdu = rest
  }

  /// Appends the PDU. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.require(5)
    try output.put(.errorResponse)
    try output.put(requestOpcodeInError)
    try output.put(attributeHandleInError)
    try output.put(errorCode.rawValue)
  }
}
