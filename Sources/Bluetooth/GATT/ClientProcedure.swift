internal import ATT
internal import Octets
internal import Timing

/// The procedure of a client: one at a time, with one request outstanding.
///
///     idle → pending ⇄ awaiting → idle
///               ↓          ↓
///             lost ←───────┘   no response for 30 s, or three PDUs that make no sense
struct ClientProcedure: ~Copyable {
  private enum State {
    case idle
    /// The request of the step must be sent.
    case pending(ClientStep)
    /// The step's request is sent; the MTU is the one it was sent with.
    case awaiting(ClientStep, mtu: Int)
    /// No more may be sent on this bearer: disconnect.
    case lost
  }

  private var state = State.idle
  private var responseCount = 0
  private var result: ProcedureResult?
  /// The attribute of the last request that was refused for lack of security, until it is taken.
  private var securityRefusal: AttributeHandle?
  private var timeLimit = Deadline()
  /// The number of PDUs that made no sense.
  private(set) var faultCount = 0

  // Large, and therefore last: short instructions reach the properties before.
  /// The value that the procedure writes.
  private(set) var value = OctetBuffer<512>()

  /// The link has ended.
  mutating func reset() {
    state = .idle
    securityRefusal = nil
    result = nil
    timeLimit.clear()
    faultCount = 0
  }

  var isIdle: Bool {
    if case .idle = state { true } else { false }
  }

  var isLost: Bool {
    if case .lost = state { true } else { false }
  }

  /// When the response is overdue.
  var deadline: Instant? { timeLimit.instant }

  // MARK: Its life

  /// Begins with `step`, which writes a copy of `octets` if it writes.
  ///
  /// - Returns: false if a procedure runs, the bearer is lost, or there are more than 512 octets.
  mutating func begin(_ step: ClientStep, value octets: Span<UInt8>) -> Bool {
    guard isIdle else { return false }
    value.removeAll()
    guard (try? value.put(octets)) != nil else { return false }
    result = nil
    responseCount = 0
    state = .pending(step)
    return true
  }

  /// How the procedure ended, once after it did.
  mutating func takeResult() -> ProcedureResult? {
    defer { result = nil }
    return result
  }

  mutating func takeSecurityRefusal() -> AttributeHandle? {
    defer { securityRefusal = nil }
    return securityRefusal
  }

  /// Appends the request of the next step; false if none is pending.
  @_lifetime(output: copy output)
  mutating func nextRequest(into output: inout OutputSpan<UInt8>, on bearer: AttributeBearer, now: Instant) -> Bool {
    guard case .pending(let step) = state else { return false }
    let fitting = step.fitted(to: bearer.mtu, valueCount: value.count)
    let sent: ()? = try? fitting.encode(into: &output, value: value.span, receiveMTU: bearer.receiveMTU)
    guard sent != nil else { return false }
    state = .awaiting(fitting, mtu: bearer.mtu)
    timeLimit.set(now + GATTClient.transactionTimeout)
    return true
  }

  /// Ends a procedure that has taken too long.
  mutating func handleTimeout(now: Instant) {
    guard timeLimit.expire(at: now) else { return }
    state = .lost
    result = .timedOut
  }

  /// Counts a PDU that makes no sense.
  @inline(never)  // Several callers: one copy is smaller.
  mutating func noteFault() {
    faultCount += 1
    guard faultCount >= GATTClient.faultLimit else { return }
    if !isIdle, !isLost { result = .invalidResponse }
    state = .lost
    timeLimit.clear()
  }

  /// The response has arrived: the transaction ends, whatever the response contains.
  private mutating func endTransaction() {
    timeLimit.clear()
    responseCount += 1
  }

  /// Continues with `step`; nil ends the procedure successfully.
  private mutating func proceed(to step: ClientStep?) {
    guard let step else { return finish(.success) }
    guard responseCount < GATTClient.responseLimit else { return finish(.invalidResponse) }
    state = .pending(step)
  }

  private mutating func finish(_ outcome: ProcedureResult) {
    state = .idle
    result = outcome
  }

  // MARK: Responses

  /// Takes a response.
  ///
  /// One with the right opcode ends the transaction even if its content is invalid. One with a wrong opcode does not.
  @_lifetime(copy pdu)
  mutating func handle(_ pdu: Span<UInt8>, on bearer: inout AttributeBearer) -> ClientEvent {
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
