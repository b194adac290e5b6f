internal import ATT
internal import Octets

// The effects of each response. A response with the right opcode ends the transaction even if its content is invalid. A
// response with a wrong opcode does not end it.
extension GATTClient {
  @_lifetime(copy pdu)
  mutating func response(_ pdu: Span<UInt8>, on bearer: inout AttributeBearer) -> ClientEvent {
    guard case .awaiting(let step, let mtu) = state else {
      noteFault()
      return .none
    }
    if pdu[0] == Opcode.errorResponse.rawValue {
      handleError(pdu, step)
      return .none
    }
    guard pdu[0] == step.response else {
      noteFault()
      return .none
    }
    endTransaction()
    do throws(DecodeError) {
      return try take(pdu, as: step, mtu: mtu, on: &bearer)
    } catch {
      finish(.invalidResponse)
      return .none
    }
  }

  @_lifetime(copy pdu)
  private mutating func take(
    _ pdu: Span<UInt8>, as step: ClientStep, mtu: Int, on bearer: inout AttributeBearer
  ) throws(DecodeError) -> ClientEvent {
    var rest = pdu
    switch step {
    case .exchangeMTU:
      let response = try ExchangeMTUResponse(decoding: &rest)
      bearer.completeMTUExchange(peerReceiveMTU: response.serverReceiveMTU)
      finish(.success)
    case .findService(let uuid, let range):
      let entries = try ServiceEntries(checking: pdu, within: range)
      proceed(to: range.after(entries.last).map { .findService(uuid, $0) })
      return .services(entries)
    case .findCharacteristics(let range):
      let entries = try CharacteristicEntries(checking: pdu, within: range)
      proceed(to: range.after(entries.last).map { .findCharacteristics($0) })
      return .characteristics(entries)
    case .findDescriptors(let range):
      let entries = try DescriptorEntries(checking: pdu, within: range)
      proceed(to: range.after(entries.last).map { .findDescriptors($0) })
      return .descriptors(entries)
    case .read(let handle, let isLong):
      _ = try ReadResponse(decoding: &rest)
      return try takePart(rest, at: 0, of: handle, isLast: !isLong || rest.count < mtu - 1)
    case .readBlob(let handle, let offset):
      _ = try ReadBlobResponse(decoding: &rest)
      return try takePart(rest, at: offset, of: handle, isLast: rest.count < mtu - 1)
    case .write:
      _ = try WriteResponse(decoding: &rest)
      finish(.success)
    case .prepareWrite(let handle, let part):
      takeEcho(try PrepareWriteResponse(decoding: &rest), rest, of: handle, part)
    case .executeWrite(_, let result):
      _ = try ExecuteWriteResponse(decoding: &rest)
      finish(result)
    }
    return .none
  }

  /// A part as long as the MTU allows may not be the last one. No attribute value is longer than 512 octets.
  @_lifetime(copy part)
  private mutating func takePart(
    _ part: Span<UInt8>, at offset: Int, of handle: AttributeHandle, isLast: Bool
  ) throws(DecodeError) -> ClientEvent {
    let end = offset + part.count
    guard end <= AttributeBearer.largestValueCount else { throw .invalidValue }
    let isWhole = isLast || end == AttributeBearer.largestValueCount
    proceed(to: isWhole ? nil : .readBlob(handle, offset: end))
    return .value(offset: offset, part: part)
  }

  /// The server must echo each part exactly; if it does not, the queued parts must not be written.
  private mutating func takeEcho(
    _ header: PrepareWriteResponse, _ echo: Span<UInt8>, of handle: AttributeHandle, _ part: Range<Int>
  ) {
    let isExact =
      header.attributeHandle == handle && Int(header.valueOffset) == part.lowerBound
      && echo.isEqual(to: value.span.extracting(part))
    guard isExact else { return proceed(to: .executeWrite(.cancel, result: .invalidResponse)) }
    guard part.upperBound < value.count else { return proceed(to: .executeWrite(.write, result: .success)) }
    proceed(to: .prepareWrite(handle, part: part.upperBound..<value.count))
  }

  private mutating func handleError(_ pdu: Span<UInt8>, _ step: ClientStep) {
    var rest = pdu
    guard let error = try? ErrorResponse(decoding: &rest), error.requestOpcodeInError == step.request.rawValue else {
      return noteFault()
    }
    endTransaction()
    let code = error.errorCode.rawValue == 0 ? .unlikelyError : error.errorCode
    if code.asksForSecurity { securityRefusal = AttributeHandle(rawValue: error.attributeHandleInError) }
    switch (step, code) {
    case (.findService, .attributeNotFound), (.findCharacteristics, .attributeNotFound),
      (.findDescriptors, .attributeNotFound), (.readBlob, .invalidOffset), (.readBlob, .attributeNotLong):
      finish(.success)
    case (.prepareWrite(_, let part), _) where part.lowerBound > 0:
      proceed(to: .executeWrite(.cancel, result: .refused(code)))
    case (.executeWrite(.cancel, let result), _):
      finish(result)
    case (.exchangeMTU, _), (.findService, _), (.findCharacteristics, _), (.findDescriptors, _), (.read, _),
      (.readBlob, _), (.write, _), (.prepareWrite, _), (.executeWrite, _):
      finish(.refused(code))
    }
  }
}

extension ClientStep {
  /// The step as the MTU allows it: a long value is written in parts, a part is cut to what a request holds.
  func fitted(to mtu: Int, valueCount: Int) -> ClientStep {
    let room = mtu - 5
    switch self {
    case .write(let handle) where valueCount > mtu - 3:
      return .prepareWrite(handle, part: 0..<min(room, valueCount))
    case .prepareWrite(let handle, let part):
      return .prepareWrite(handle, part: part.lowerBound..<min(part.lowerBound + room, part.upperBound))
    case .exchangeMTU, .findService, .findCharacteristics, .findDescriptors, .read, .readBlob, .write, .executeWrite:
      return self
    }
  }
}
