public import Octets

/// Names one channel of a link. Any value may arrive; those below are the ones an LE link starts with.
///
/// Core Spec 5.4, Vol 3, Part A, 2.1.
public struct ChannelID: Equatable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The Attribute Protocol.
  public static let attribute = ChannelID(rawValue: 0x0004)
  /// LE signalling.
  public static let signalling = ChannelID(rawValue: 0x0005)
  /// The Security Manager Protocol.
  public static let securityManager = ChannelID(rawValue: 0x0006)
}

/// What stands before the payload of every frame.
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
