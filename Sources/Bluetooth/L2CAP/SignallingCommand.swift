public import Octets

/// The signalling commands this host sends or has a particular answer for.
///
/// Core Spec 5.4, Vol 3, Part A, 4, table 4.2.
public enum SignallingCode: UInt8, Sendable {
  case commandReject = 0x01
  case disconnectionRequest = 0x06
  case connectionParameterUpdateRequest = 0x12
  case connectionParameterUpdateResponse = 0x13
  case creditBasedConnectionRequest = 0x14
  case creditBasedConnectionResponse = 0x15
  case flowControlCreditIndication = 0x16
  case enhancedCreditBasedConnectionResponse = 0x18
  case creditBasedReconfigurationResponse = 0x1A

  /// Whether a command with this code asks for no answer: responses, indications and the Command Reject.
  ///
  /// Up to 0x11 (the codes of classic Bluetooth) the odd ones are the responses.
  static func expectsNoAnswer(_ code: UInt8) -> Bool {
    switch SignallingCode(rawValue: code) {
    case .commandReject, .connectionParameterUpdateResponse, .creditBasedConnectionResponse,
      .flowControlCreditIndication, .enhancedCreditBasedConnectionResponse, .creditBasedReconfigurationResponse:
      return true
    case .disconnectionRequest, .connectionParameterUpdateRequest, .creditBasedConnectionRequest:
      return false
    case nil:
      return code < 0x12 && code & 1 == 1
    }
  }
}

/// The header before the data of every signalling command. An LE frame carries exactly one command.
///
///     | code: 1 | identifier: 1 | dataLength: 2 |
///
/// Core Spec 5.4, Vol 3, Part A, 4.
public struct SignallingHeader: Equatable, Sendable {
  /// Octets of the header itself.
  public static let octetCount = 4

  /// Any value may arrive; `SignallingCode` has the known ones.
  public let code: UInt8
  /// Pairs a response with its request. 0 is illegal.
  public let identifier: UInt8
  public let dataLength: UInt16

  init(_ code: SignallingCode, identifier: UInt8, dataLength: UInt16) {
    self.code = code.rawValue
    self.identifier = identifier
    self.dataLength = dataLength
  }

  /// Takes the header off the front of `pdu`, which is unchanged if this throws.
  @_lifetime(pdu: copy pdu)
  public init(decoding pdu: inout Span<UInt8>) throws(DecodeError) {
    var rest = pdu
    code = try rest.takeUInt8()
    identifier = try rest.takeUInt8()
    dataLength = try rest.takeUInt16()
    pdu = rest
  }

  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard output.freeCapacity >= Self.octetCount else { throw .insufficientCapacity }
    try output.put(code)
    try output.put(identifier)
    try output.put(dataLength)
  }
}

/// The reason why a command was rejected, with the data of the reason.
///
/// Core Spec 5.4, Vol 3, Part A, 4.1.
enum CommandRejectReason: Equatable, Sendable {
  case commandNotUnderstood
  case signallingMTUExceeded(mtu: UInt16)
  /// With both channel identifiers as they were sent.
  case invalidChannelID(UInt16, UInt16)

  private var rawValue: UInt16 {
    switch self {
    case .commandNotUnderstood: 0x0000
    case .signallingMTUExceeded: 0x0001
    case .invalidChannelID: 0x0002
    }
  }

  private var dataLength: UInt16 {
    switch self {
    case .commandNotUnderstood: 2
    case .signallingMTUExceeded: 4
    case .invalidChannelID: 6
    }
  }

  /// Appends the whole Command Reject, or nothing: ` | 0x01 | identifier: 1 | dataLength: 2 | reason: 2 | data: 0, 2, 4
  /// | `.
  @_lifetime(output: copy output)
  func encode(identifier: UInt8, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard output.freeCapacity >= SignallingHeader.octetCount + Int(dataLength) else { throw .insufficientCapacity }
    try SignallingHeader(.commandReject, identifier: identifier, dataLength: dataLength).encode(into: &output)
    try output.put(rawValue)
    switch self {
    case .commandNotUnderstood: break
    case .signallingMTUExceeded(let mtu): try output.put(mtu)
    case .invalidChannelID(let destination, let source):
      try output.put(destination)
      try output.put(source)
    }
  }
}
