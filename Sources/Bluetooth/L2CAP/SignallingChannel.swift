internal import Octets
public import Timing

/// An event for the owner of the signalling channel.
public enum SignallingEvent: Equatable, Sendable {
  /// The central is going to use the parameters asked for.
  case parameterUpdateAccepted
  case parameterUpdateRejected
  /// The central did not answer.
  case parameterUpdateTimedOut
  /// The peer sends commands that must be refused at too high a rate: disconnect.
  case refusalLimitReached
}

/// The LE signalling channel of one link, on the peripheral's side.
///
///     idle → requested → awaitingResponse → idle
///
/// It requests connection parameters, and refuses every request of the peer with the response that the request defines.
/// Core Spec 5.4, Vol 3, Part A, 4.
public struct SignallingChannel: Sendable {
  private enum Request {
    case idle
    case requested(ConnectionParameterUpdateRequest)
    case awaitingResponse(identifier: UInt8)
  }

  /// The largest signalling PDU either side has to receive on LE. Core Spec 5.4, Vol 3, Part A, 4.
  public static let mtu = 23
  /// How long the central may take to answer (RTX).
  public static var responseTimeout: Interval { .seconds(5) }
  /// Refusals sent within one second before the link is given up.
  public static let refusalLimit = 10

  private var request = Request.idle
  private var lastIdentifier: UInt8 = 0
  private var responseLimit = Deadline()
  private var refusals = RefusalRate()
  /// PDUs that were neither understood nor answered.
  public private(set) var droppedCount: UInt32 = 0

  public init() {}

  /// Has `nextPDU(into:now:)` send `parameters`; false if an earlier request is still unanswered.
  public mutating func request(_ parameters: ConnectionParameterUpdateRequest) -> Bool {
    guard case .idle = request else { return false }
    request = .requested(parameters)
    return true
  }

  /// Appends the request that waits to be sent, if there is one and it fits.
  ///
  /// - Returns: whether a PDU was appended.
  @_lifetime(output: copy output)
  public mutating func nextPDU(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    guard case .requested(let parameters) = request else { return false }
    let identifier = lastIdentifier == 0xFF ? 1 : lastIdentifier + 1
    guard (try? parameters.encode(identifier: identifier, into: &output)) != nil else { return false }
    lastIdentifier = identifier
    request = .awaitingResponse(identifier: identifier)
    responseLimit.set(now + Self.responseTimeout)
    return true
  }

  /// Takes one PDU, and appends to `answer` the one PDU it asks for, if any (at most 14 octets).
  @_lifetime(answer: copy answer)
  public mutating func handle(
    _ pdu: Span<UInt8>, answer: inout OutputSpan<UInt8>, now: Instant
  ) -> SignallingEvent? {
    var data = pdu
    guard let header = try? SignallingHeader(decoding: &data), header.identifier != 0 else {
      droppedCount &+= 1
      return nil
    }
    guard !SignallingCode.expectsNoAnswer(header.code) else { return handleResponse(header, data) }
    guard refusals.allow(at: now) else { return .refusalLimitReached }
    // An answer that finds no room is lost, like one that the radio lost: the peer's timer copes with both.
    try? Self.refuse(header, data, isOversized: pdu.count > Self.mtu, answer: &answer)
    return nil
  }

  /// When the central's answer is overdue.
  public var deadline: Instant? { responseLimit.instant }

  public mutating func handleTimeout(now: Instant) -> SignallingEvent? {
    guard responseLimit.expire(at: now) else { return nil }
    request = .idle
    return .parameterUpdateTimedOut
  }

  private mutating func handleResponse(_ header: SignallingHeader, _ data: Span<UInt8>) -> SignallingEvent? {
    guard case .awaitingResponse(header.identifier) = request, Int(header.dataLength) == data.count else {
      droppedCount &+= 1
      return nil
    }
    guard let isAccepted = Self.isAcceptance(header, data) else {
      droppedCount &+= 1
      return nil
    }
    request = .idle
    responseLimit.clear()
    return isAccepted ? .parameterUpdateAccepted : .parameterUpdateRejected
  }

  /// Whether a command accepts our request; nil if it does not answer the request.
  private static func isAcceptance(_ header: SignallingHeader, _ data: Span<UInt8>) -> Bool? {
    switch SignallingCode(rawValue: header.code) {
    case .commandReject: false
    case .connectionParameterUpdateResponse: (try? ConnectionParameterUpdateResponse(decoding: data))?.isAccepted
    default: nil
    }
  }

  @_lifetime(answer: copy answer)
  private static func refuse(
    _ header: SignallingHeader, _ data: Span<UInt8>, isOversized: Bool, answer: inout OutputSpan<UInt8>
  ) throws(EncodeError) {
    var reason = CommandRejectReason.commandNotUnderstood
    if isOversized {
      reason = .signallingMTUExceeded(mtu: UInt16(mtu))
    } else if Int(header.dataLength) == data.count {
      switch (SignallingCode(rawValue: header.code), data.count) {
      case (.creditBasedConnectionRequest, 10):
        return try CreditBasedConnectionRefusal().encode(identifier: header.identifier, into: &answer)
      case (.disconnectionRequest, 4):
        reason = invalidChannels(data)
      default:
        break
      }
    }
    try reason.encode(identifier: header.identifier, into: &answer)
  }

  private static func invalidChannels(_ data: Span<UInt8>) -> CommandRejectReason {
    var rest = data
    guard let destination = try? rest.takeUInt16(), let source = try? rest.takeUInt16() else {
      return .commandNotUnderstood
    }
    return .invalidChannelID(destination, source)
  }
}

/// The answer to every LE Credit Based Connection Request.
///
///     | 0x15 | identifier: 1 | dataLength: 2 = 10 | destination: 2 | mtu: 2 | mps: 2 | credits: 2 | result: 2 = 2 |
///
/// Result 0x0002: SPSM not supported. Core Spec 5.4, Vol 3, Part A, 4.23.
private struct CreditBasedConnectionRefusal {
  @_lifetime(output: copy output)
  func encode(identifier: UInt8, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard output.freeCapacity >= SignallingHeader.octetCount + 10 else { throw .insufficientCapacity }
    let header = SignallingHeader(.creditBasedConnectionResponse, identifier: identifier, dataLength: 10)
    try header.encode(into: &output)
    for _ in 0..<4 { try output.put(UInt16(0)) }
    try output.put(UInt16(0x0002))
  }
}

/// Counts refusals in windows of one second.
private struct RefusalRate: Sendable {
  private var windowEnd = Deadline()
  private var count = 0

  /// Whether another refusal may be sent now.
  mutating func allow(at now: Instant) -> Bool {
    if !windowEnd.isSet || windowEnd.isDue(at: now) {
      windowEnd.set(now + .seconds(1))
      count = 0
    }
    guard count < SignallingChannel.refusalLimit else { return false }
    count += 1
    return true
  }
}
