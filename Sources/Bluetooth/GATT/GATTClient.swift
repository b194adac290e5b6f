public import ATT
internal import Octets
public import Timing

/// The attribute client of one link: one procedure at a time, one request outstanding.
///
/// Drive it with `handle(_:on:now:)` for each PDU the bearer routes to the client, `nextPDU(into:on:now:)` whenever
/// there is room to send, and `takeResult()` after both `handle` and `handleTimeout`.
/// Core Spec 5.4, Vol 3, Part F, 3.3 and Part G, 4.
public struct GATTClient: ~Copyable {
  private let inPlace = InPlace()
  /// How long a server may take to respond. Core Spec 5.4, Vol 3, Part F, 3.3.3.
  public static var transactionTimeout: Interval { .seconds(30) }
  /// Responses a procedure may take: enough for 512 octets at the smallest MTU.
  public static var responseLimit: Int { 64 }
  /// PDUs that make no sense before the bearer counts as lost.
  public static var faultLimit: Int { 3 }

  private(set) var procedure = ClientProcedure()
  private var owesConfirmation = false
  private var acceptedHandles = FixedArray<8, AttributeHandle>()

  /// Creates a client without a link.
  @inline(never)  // Short instructions reach its properties from its own address.
  public init() {}

  /// Resets the client after the link has ended.
  public mutating func reset() {
    procedure.reset()
    owesConfirmation = false
    acceptedHandles.removeAll()
  }

  /// Whether a procedure runs.
  public var isBusy: Bool { !procedure.isIdle && !procedure.isLost }

  /// Whether the bearer is of no more use: disconnect.
  public var isBearerLost: Bool { procedure.isLost }

  /// The number of unexpected responses, and of indications that arrived before the previous one was confirmed.
  public var faultCount: Int { procedure.faultCount }

  /// Begins a procedure; false if one runs already, or the bearer is lost.
  public mutating func start(_ procedure: Procedure) -> Bool {
    var bits: UInt16 = 0
    var count = 0
    if case .configure(_, let configuration) = procedure { (bits, count) = (configuration.rawValue, 2) }
    let octets: [2 of UInt8] = [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
    return self.procedure.begin(ClientStep(procedure), value: octets.span.extracting(first: count))
  }

  /// Begins to write a copy of `value`, with response. A value longer than a request holds is written in parts.
  ///
  /// - Returns: false if a procedure runs, the bearer is lost, or the value exceeds 512 octets.
  public mutating func startWrite(to handle: AttributeHandle, value octets: Span<UInt8>) -> Bool {
    procedure.begin(.write(handle), value: octets)
  }

  /// How the procedure ended, once after it did.
  public mutating func takeResult() -> ProcedureResult? { procedure.takeResult() }

  /// Returns, once, the attribute of a request that was refused for lack of security.
  public mutating func takeSecurityRefusal() -> AttributeHandle? { procedure.takeSecurityRefusal() }

  /// Appends the next PDU: a pending confirmation, or else a request. Needs `bearer.mtu` free octets.
  ///
  /// - Returns: whether a PDU was appended.
  @_lifetime(output: copy output)
  public mutating func nextPDU(
    into output: inout OutputSpan<UInt8>, on bearer: AttributeBearer, now: Instant
  ) -> Bool {
    guard !isBearerLost, output.freeCapacity >= bearer.mtu else { return false }
    guard owesConfirmation else { return procedure.nextRequest(into: &output, on: bearer, now: now) }
    owesConfirmation = false
    return (try? HandleValueConfirmation().encode(into: &output)) != nil
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
    default: return procedure.handle(pdu, on: &bearer)
    }
  }

  /// When the response is overdue.
  public var deadline: Instant? { procedure.deadline }

  /// Ends a procedure that has taken too long. Call it at `deadline`.
  public mutating func handleTimeout(now: Instant) { procedure.handleTimeout(now: now) }
}

// Notifications and indications.
extension GATTClient {
  /// Accepts notifications and indications of the value at `handle`; false if eight handles are accepted already.
  public mutating func acceptValues(from handle: AttributeHandle) -> Bool {
    accepts(handle) || acceptedHandles.pushLast(handle) == nil
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
      procedure.noteFault()
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
