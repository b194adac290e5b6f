public import Octets

/// Names one channel of a link. Any value may arrive; those with a name are the ones an LE link starts with.
///
/// Core Spec 5.4, Vol 3, Part A, 2.1.
public enum ChannelID: Equatable, Sendable {
  /// The Attribute Protocol.
  case attribute
  /// LE signalling.
  case signalling
  /// The Security Manager Protocol.
  case securityManager
  /// No channel of ours.
  case other(UInt16)

  public init(rawValue: UInt16) {
    switch rawValue {
    case 0x0004: self = .attribute
    case 0x0005: self = .signalling
    case 0x0006: self = .securityManager
    default: self = .other(rawValue)
    }
  }

  public var rawValue: UInt16 {
    switch self {
    case .attribute: 0x0004
    case .signalling: 0x0005
    case .securityManager: 0x0006
    case .other(let rawValue): rawValue
    }
  }
}

/// The header before the payload of every frame.
///
///     | payloadLength: 2 | channelID: 2 |
///
/// Core Spec 5.4, Vol 3, Part A, 3.1.
public struct FrameHeader: Equatable, Sendable {
  /// Octets of the header itself.
  public static let octetCount = 4

  public let payloadLength: UInt16
  public let channelID: ChannelID

  public init(payloadLength: UInt16, channelID: ChannelID) {
    self.payloadLength = payloadLength
    self.channelID = channelID
  }

  /// Takes the header off the front of `frame`, which is unchanged if this throws.
  @_lifetime(frame: copy frame)
  public init(decoding frame: inout Span<UInt8>) throws(DecodeError) {
    var rest = frame
    payloadLength = try rest.takeUInt16()
    channelID = ChannelID(rawValue: try rest.takeUInt16())
    frame = rest
  }

  @_lifetime(output: copy output)
  public func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard output.freeCapacity >= Self.octetCount else { throw .insufficientCapacity }
    try output.put(payloadLength)
    try output.put(channelID.rawValue)
  }
}
