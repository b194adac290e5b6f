internal import ATT
internal import Octets
internal import Timing

/// Why a request is refused, and the attribute in error (0: none).
struct Refusal {
  let code: ErrorCode
  let handle: UInt16

  init(_ code: ErrorCode, at handle: UInt16 = 0) {
    self.code = code
    self.handle = handle
  }
}

extension GATTServer {
  @_lifetime(response: copy response)
  mutating func answer(
    _ pdu: Span<UInt8>, on bearer: inout AttributeBearer, into response: inout OutputSpan<UInt8>, now: Instant
  ) throws(EncodeError) -> Refusal? {
    switch Opcode(rawValue: pdu[0]) {
    case .exchangeMTURequest: try exchangeMTU(pdu, on: &bearer, into: &response)
    case .findInformationRequest: try findInformation(pdu, on: bearer, into: &response)
    case .findByTypeValueRequest: try findByTypeValue(pdu, on: bearer, into: &response)
    case .readByGroupTypeRequest: try readByGroupType(pdu, on: bearer, into: &response)
    case .readByTypeRequest: try readByType(pdu, on: bearer, into: &response)
    case .readRequest: try read(pdu, on: bearer, into: &response)
    case .readBlobRequest: try readBlob(pdu, on: bearer, into: &response)
    case .readMultipleRequest: try readMultiple(pdu, on: bearer, into: &response)
    case .writeRequest: try write(pdu, on: bearer, into: &response, now: now)
    case .executeWriteRequest: try executeWrite(pdu, into: &response)
    // Prepared writes are not supported: a client writes a value in one PDU, so its length depends on the MTU.
    default: Refusal(.requestNotSupported)
    }
  }

  @_lifetime(response: copy response)
  private func exchangeMTU(
    _ pdu: Span<UInt8>, on bearer: inout AttributeBearer, into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    var rest = pdu
    guard let request = try? ExchangeMTURequest(decoding: &rest),
      Int(request.clientReceiveMTU) >= AttributeBearer.defaultMTU
    else { return Refusal(.invalidPDU) }
    let own = UInt16(truncatingIfNeeded: bearer.receiveMTU)
    try ExchangeMTUResponse(serverReceiveMTU: own).encode(into: &response)
    bearer.completeMTUExchange(peerReceiveMTU: request.clientReceiveMTU)
    return nil
  }

  /// The queue is always empty, so there is nothing to write or to give up.
  @_lifetime(response: copy response)
  private func executeWrite(
    _ pdu: Span<UInt8>, into response: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Refusal? {
    var rest = pdu
    guard (try? ExecuteWriteRequest(decoding: &rest)) != nil else { return Refusal(.invalidPDU) }
    try ExecuteWriteResponse().encode(into: &response)
    return nil
  }
}
