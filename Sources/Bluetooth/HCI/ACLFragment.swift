public import Identifiers
public import Octets

/// Part of an L2CAP frame, as it goes between host and controller.
///
///     | indicator: 1 = 0x02 | handle: 12 bits | PB: 2 bits | BC: 2 bits = 0 | length: 2 | data: length |
///
/// Core Spec 5.4, Vol 4, Part E, 5.4.2.
public struct ACLFragment: ~Escapable {
  /// The connection that the fragment belongs to.
  public let connectionHandle: ConnectionHandle
  /// Whether a frame begins here; otherwise one goes on.
  public let isFirst: Bool
  /// Any number of octets, also none: then there is nothing to do.
  public let data: Span<UInt8>

  /// Octets in front of the data.
  static var headerCount: Int { 5 }

  /// Reads the whole of `packet`, indicator included.
  ///
  /// - Throws: `invalidValue` for broadcast, for a packet boundary that LE does not have, and if the length field does
  ///   not match the packet; `truncated` if the header is not whole.
  @_lifetime(copy packet)
  public init(decoding packet: Span<UInt8>) throws(DecodeError) {
    guard packet.count >= Self.headerCount else { throw .truncated }
    guard packet[0] == PacketIndicator.aclData.rawValue else { throw .invalidValue }
    let word = UInt16(packet[1]) | UInt16(packet[2]) << 8
    // With a broadcast bit set, the four bits are no packet boundary either.
    guard let boundary = PacketBoundary(rawValue: UInt8(truncatingIfNeeded: word >> 12)) else { throw .invalidValue }
    guard let handle = ConnectionHandle(rawValue: word & 0x0FFF) else { throw .invalidValue }
    let rest = packet.extracting(droppingFirst: Self.headerCount)
    guard rest.count == Int(packet[3]) | Int(packet[4]) << 8 else { throw .invalidValue }
    connectionHandle = handle
    isFirst = boundary != .continuing
    data = rest
  }

  /// Appends the packet that carries as much of `frame` from `offset` on as `limit` and the output's room allow.
  ///
  /// - Returns: how many octets of the frame that is: at least one.
  /// - Throws: `insufficientCapacity` if the output has no room for a packet with one.
  @_lifetime(output: copy output)
  static func encode(
    _ frame: Span<UInt8>, from offset: Int, limit: Int, on handle: ConnectionHandle,
    into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Int {
    guard output.freeCapacity > headerCount else { throw .insufficientCapacity }
    let count = min(min(limit, frame.count - offset), output.freeCapacity - headerCount)
    let boundary: PacketBoundary = offset == 0 ? .firstNonFlushable : .continuing
    try output.put(PacketIndicator.aclData.rawValue)
    try output.put(handle.rawValue | UInt16(boundary.rawValue) << 12)
    try output.put(UInt16(truncatingIfNeeded: count))
    try output.put(frame.extracting(offset..<offset + count))
    return count
  }
}

/// The position of a fragment in its frame. Value 3 does not exist on LE.
private enum PacketBoundary: UInt8 {
  /// How a host starts a frame; virtual controllers do it too.
  case firstNonFlushable = 0b00
  case continuing = 0b01
  /// How a controller starts a frame.
  case firstFlushable = 0b10
}
