public import ATT
internal import Octets
public import Timing

/// The attribute client of one link: one procedure at a time, one request outstanding.
///
///     idle → pending ⇄ awaiting → idle
///               ↓          ↓
///             lost ←───────┘   no response for 30 s, or three PDUs that make no sense
///
/// Drive it with `handle(_:on:now:)` for each PDU the bearer routes to the client, `nextPDU(into:on:now:)` whenever
/// there is room to send, and `takeResult()` after both `handle` and `handleTimeout`.
/// Core Spec 5.4, Vol 3, Part F, 3.3 and Part G, 4.
public struct GATTClient: ~Copyable {
  enum State {
    case idle
    /// The request of the step must be sent.
    case pending(ClientStep)
    /// The step's request is sent; the MTU is the one it was sent with.
    case awaiting(ClientStep, mtu: Int)
    /// No more may be sent on this bearer: disconnect.
    case lost
  }

  /// How long a server may take to respond. Core Spec 5.4, Vol 3, Part F, 3.3.3.
  public static var transactionTimeout: Interval { .seconds(30) }
  /// Responses a procedure may take: enough for 512 octets at the smallest MTU.
  public static var responseLimit: Int { 64 }
  /// PDUs that make no sense before the bearer counts as lost.
  public static var faultLimit: Int { 3 }

  var state = State.idle
  /// The value that the running procedure writes.
  var value = OctetBuffer<512>()
  var responseCount = 0
  /// The attribute of the last request that was refused for lack of security, until it is taken.
  var securityRefusal: AttributeHandle?
  private var result: ProcedureResult?
  private var timeLimit = Deadline()
  private var owesConfirmation = false
  private var acceptedHandles = FixedArray<8, AttributeHandle>()
  /// The number of unexpected responses, and of indications that arrived before the previous one was confirmed.
  public private(set) var faultCount = 0

  /// Creates a client without a link.
  public init() {}

  /// Resets the client after the link has ended.
  public mutating func reset() {
    state = .idle
    securityRefusal = nil
    result = nil
    timeLimit.clear()
    owesConfirmation = false
    acceptedHandles.removeAll()
    faultCount = 0
  }

  /// Whether a procedure runs.
  public var isBusy: Bool {
    switch state {
    case .idle, .lost: false
    case .pending, .awaiting: true
    }
  }

  /// Whether the bearer is of no more use: disconnect.
  public var isBearerLost: Bool {
    if case .lost = state { true } else { false }
  }

  /// Begins a procedure; false if one runs already, or the bearer is lost.
  public mutating func start(_ procedure: Procedure) -> Bool {
    guard case .idle = state else { return false }
    value.removeAll()
    if case .configure(_, let configuration) = procedure {
      let octets: [2 of UInt8] = [
        UInt8(truncatingIfNeeded: configuration.rawValue), UInt8(truncatingIfNeeded: configuration.rawValue >> 8),
      ]
      guard (try? value.put(octets.span)) != nil else { return false }
    }
    begin(ClientStep(procedure))
    return true
  }

  /// Begins to write a copy of `value`, with response. A value longer than a request holds is written in parts.
  ///
  /// - Returns: false if a procedure runs, the bearer is lost, or the value exceeds 512 octets.
  public mutating func startWrite(to handle: AttributeHandle, value octets: Span<UInt8>) -> Bool {
    guard case .idle = state else { return false }
    value.removeAll()
    guard (try? value.put(octets)) != nil else { return false }
    begin(.write(handle))
    return true
  }

  /// How the procedure ended, once after it did.
  public mutating func takeResult() -> ProcedureResult? {
    let taken = result
    result = nil
    return taken
  }

  /// Returns, once, the attribute of a request that was refused for lack of security.
  public mutating func takeSecurityRefusal() -> AttributeHandle? {
    defer { securityRefusal = nil }
    return securityRefusal
  }

  /// Appends the next PDU: a pending confirmation, or else a request. Needs `bearer.mtu` free octets.
  ///
  /// - Returns: whether a PDU was appended.
  @_lifetime(output: copy output)
  public mutating func nextPDU(
    into output: inout OutputSpan<UInt8>, on bearer: AttributeBearer, now: Instant
  ) -> Bool {
    guard !isBearerLost, output.freeCapacity >= bearer.mtu else { return false }
    if owesConfirmation {
      owesConfirmation = false
      return (try? HandleValueConfirmation().encode(into: &output)) != nil
    }
    guard case .pending(let step) = state else { return false }
    let fitting = step.fitted(to: bearer.mtu, valueCount: value.count)
    let sent: ()? = try? fitting.encode(into: &output, value: value.span, receiveMTU: bearer.receiveMTU)
    guard sent != nil else { return false }
    state = .awaiting(fitting, mtu: bearer.mtu)
    timeLimit.set(now + Self.transactionTimeout)
    return true
  }

  /// Takes a response, notification or indication.
  @_lifetime(copy pdu)
  public mutating func handle(
    _ pdu: Span<UInt8>, on bearer: inout AttributeBearer, now: Instant
  ) -> ClientEvent {
    guard pdu.count > 0, !isBearerLost else { return .none }
    switch Opcode(rawValue: pdu[0]) {
    case .handleValueNotification: return notification(pdu, on: bearer)
    case .handleValueIndication: return indication(pdu, on: bearer)
    case .multipleHandleValueNotification: return .none
    default: return response(pdu, on: &bearer)
    }
  }

  /// When the response is overdue.
  public var deadline: Instant? { timeLimit.instant }

  /// Ends a procedure that has taken too long. Call it at `deadline`.
  public mutating func handleTimeout(now: Instant) {
    guard timeLimit.expire(at: now) else { return }
    state = .lost
    result = .timedOut
  }
}

// Notifications and indications.
extension GATTClient {
  /// Accepts notifications and indications of the value at `handle`; false if eight handles are accepted already.
  public mutating func acceptValues(from handle: AttributeHandle) -> Bool {
    accepts(handle) || acceptedHandles.pushLast(handle) == nil
  }

  /// Drops notifications and indications of `handle` from now on.
  public mutating func refuseValues(from handle: AttributeHandle) {
    for index in acceptedHandles.indices.reversed() where acceptedHandles[index] == handle {
      acceptedHandles.remove(at: index)
    }
  }

  /// Rejects all notifications and indications from now on.
  public mutating func refuseAllValues() { acceptedHandles.removeAll() }

  private func accepts(_ handle: AttributeHandle) -> Bool {
    for index in acceptedHandles.indices where acceptedHandles[index] == handle { return true }
    return false
  }

  @_lifetime(copy pdu)
  private func notification(_ pdu: Span<UInt8>, on bearer: AttributeBearer) -> ClientEvent {
    var value = pdu
    guard bearer.security.isEncrypted, let header = try? HandleValueNotification(decoding: &value),
      accepts(header.attributeHandle)
    else { return .none }
    return .notification(header.attributeHandle, value: value)
  }

  /// Every indication is confirmed, whatever it holds; but the next one may only follow the confirmation.
  @_lifetime(copy pdu)
  private mutating func indication(_ pdu: Span<UInt8>, on bearer: AttributeBearer) -> ClientEvent {
    guard !owesConfirmation else {
      noteFault()
      return .none
    }
    owesConfirmation = true
    var value = pdu
    guard bearer.security.isEncrypted, let header = try? HandleValueIndication(decoding: &value),
      accepts(header.attributeHandle)
    else { return .none }
    return .indication(header.attributeHandle, value: value)
  }
}

// The life of a procedure.
extension GATTClient {
  private mutating func begin(_ step: ClientStep) {
    result = nil
    responseCount = 0
    state = .pending(step)
  }

  /// The response has arrived: the transaction ends, whatever the response contains.
  mutating func endTransaction() {
    timeLimit.clear()
    responseCount += 1
  }

  /// Continues with `step`; nil ends the procedure successfully.
  mutating func proceed(to step: ClientStep?) {
    guard let step else { return finish(.success) }
    guard responseCount < Self.responseLimit else { return finish(.invalidResponse) }
    state = .pending(step)
  }

  mutating func finish(_ outcome: ProcedureResult) {
    state = .idle
    result = outcome
  }

  mutating func noteFault() {
    faultCount += 1
    guard faultCount >= Self.faultLimit else { return }
    if isBusy { result = .invalidResponse }
    state = .lost
    timeLimit.clear()
  }
}
