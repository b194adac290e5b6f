public import Octets

/// A request with the client's receive MTU.
///
///     | opcode: 1 = 0x02 | clientReceiveMTU: 2 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.2.1.
public struct ExchangeMTURequest: Equatable, Sendable {
  /// 23 or more, but any value may arrive.
  public let clientReceiveMTU: UInt16

  /// Creates the request.
  public init(clientReceiveMTU: UInt16) { self.clientReceiveMTU = clientReceiveMTU }

  /// Takes all of `pdu`, which is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    clientReceiveMTU = try pdu.takeMTU(after: .exchangeMTURequest)
  }

  /// Appends the PDU. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(mtu: clientReceiveMTU, after: .exchangeMTURequest)
  }
}

/// A response with the server's receive MTU.
///
///     | opcode: 1 = 0x03 | serverReceiveMTU: 2 |
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.2.2.
public struct ExchangeMTUResponse: Equatable, Sendable {
  /// 23 or more, but any value may arrive.
  public let serverReceiveMTU: UInt16

  /// Creates the response.
  public init(serverReceiveMTU: UInt16) { self.serverReceiveMTU = serverReceiveMTU }

  /// Takes all of `pdu`, which is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    serverReceiveMTU = try pdu.takeMTU(after: .exchangeMTUResponse)
  }

  /// Appends the PDU. Throws if it does not fit.
  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(mtu: serverReceiveMTU, after: .exchangeMTUResponse)
  }
}

extension Span<UInt8> {
  @_lifetime(self: copy self)
  fileprivate mutating func takeMTU(after opcode: Opcode) throws(DecodeError) -> UInt16 {
    var rest = self
    try rest.take(opcode)
    let mtu = try rest.takeUInt16()
    try rest.requireEnd()
    self = rest
    return mtu
  }
}

extension OutputSpan<UInt8> {
  @_lifetime(self: copy self)
  fileprivate mutating func put(mtu: UInt16, after opcode: Opcode) throws(EncodeError) {
    try require(3)
    try put(opcode)
    try put(mtu)
  }
}
