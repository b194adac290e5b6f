public import ATT
internal import Octets
public import Timing

/// Why a request is refused, and which attribute is to blame (0: none).
struct Refusal {
  let code: ErrorCode
  let handle: UInt16

  init(_ code: ErrorCode, at handle: UInt16 = 0) {
    self.code = code
    self.handle = handle
  }
}

extension GATTServer {
  /// Takes a request, a command or a confirmation, and appends to `response` the one PDU a request asks for.
  ///
  /// Needs `bearer.mtu` free octets; with fewer the request may stay unanswered.
  @_lifetime(response: copy response)
  public mutating func handle(
    _ pdu: Span<UInt8>, on bearer: inout AttributeBearer, response: inout OutputSpan<UInt8>, now: Instant
  ) -> ServerChanges {
    var changes = ServerChanges()
    guard bearer.route(pdu) == .server else { return changes }
    let oldConfiguration = configuration
    writtenHandle = nil
    let oldAwareness = awareness
    if pdu[0] == Opcode.handleValueConfirmation.rawValue {
      if pdu.count == 1, serviceChanged.confirm() { changes.databaseBecameKnown = noteDatabaseKnown() }
    } else if Opcode.isCommand(pdu[0]) {
      handleCommand(pdu, on: bearer, now: now)
    } else {
      let wasExchanged = bearer.isMTUExchanged
      handleRequest(pdu, on: &bearer, response: &response, now: now)
      changes.mtuWasExchanged = bearer.isMTUExchanged != wasExchanged
      changes.databaseBecameKnown = oldAwareness != .aware && awareness == .aware
    }
    changes.configurationChanged = configuration != oldConfiguration
    changes.writtenValue = writtenHandle
    return changes
  }

  /// Executes a command. An invalid one has no effect and no response. A signed write counts as invalid, because the
  /// watch has no signing key.
  private mutating func handleCommand(_ pdu: Span<UInt8>, on bearer: AttributeBearer, now: Instant) {
    guard !isOutOfSync else { return }
    var value = pdu
    guard let command = try? WriteCommand(decoding: &value) else { return }
    _ = write(value, to: command.attributeHandle, on: bearer.security, now: now)
  }

  @_lifetime(response: copy response)
  private mutating func handleRequest(
    _ pdu: Span<UInt8>, on bearer: inout AttributeBearer, response: inout OutputSpan<UInt8>, now: Instant
  ) {
    let start = response.count
    do throws(EncodeError) {
      let asksForHash = Self.asksForDatabaseHash(pdu)
      var refusal = refusalForCaching(of: pdu, asksForHash: asksForHash)
      if refusal == nil { refusal = try answer(pdu, on: &bearer, into: &response, now: now) }
      guard let refusal else {
        if asksForHash { awareness = .aware }
        return
      }
      response.removeLast(response.count - start)
      let error = ErrorResponse(
        requestOpcodeInError: pdu[0], attributeHandleInError: refusal.handle, errorCode: refusal.code)
      try error.encode(into: &response)
    } catch {
      response.removeLast(response.count - start)
    }
  }

  @_lifetime(response: copy response)
  private mutating func answer(
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
    // Nothing we hold is longer than one write, so there is no queue to prepare writes in.
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

// Robust caching. Core Spec 5.4, Vol 3, Part G, 2.5.2.1.
extension GATTServer {
  /// Whether the client must not use the handles it knows: its commands are ignored, and it is notified of no value.
  var isOutOfSync: Bool { awareness != .aware && configuration.usesRobustCaching }

  /// Refuses one request of a client that does not know the present database, unless the request reads the database
  /// hash or exchanges the MTU.
  private mutating func refusalForCaching(of pdu: Span<UInt8>, asksForHash: Bool) -> Refusal? {
    if awareness == .told { awareness = .aware }
    guard isOutOfSync, !asksForHash, pdu[0] != Opcode.exchangeMTURequest.rawValue else { return nil }
    awareness = .told
    return Refusal(.databaseOutOfSync)
  }

  private static func asksForDatabaseHash(_ pdu: Span<UInt8>) -> Bool {
    var rest = pdu
    guard let request = try? ReadByTypeRequest(decoding: &rest) else { return false }
    return request.attributeType == AttributeType.databaseHash.uuid
  }

  /// - Returns: whether it did not know before.
  private mutating func noteDatabaseKnown() -> Bool {
    let wasUnaware = awareness != .aware
    awareness = .aware
    return wasUnaware
  }
}
