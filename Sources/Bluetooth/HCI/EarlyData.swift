internal import Features
internal import Identifiers
internal import Octets

/// Data that overtook the LE Connection Complete of its connection: on USB, events and data take different ways.
///
/// The event is the next one that arrives, so the data is kept until then.
struct EarlyData: ~Copyable {
  /// Two whole packets: a connection begins with packets of at most 27 octets behind the header.
  private var packets = OctetBuffer<64>()

  /// Keeps a valid packet.
  ///
  /// - Returns: false if there is no room for it.
  mutating func keep(_ packet: Span<UInt8>) -> Bool {
    guard Features.hasEarlyData else { return false }
    do throws(EncodeError) {
      try packets.put(packet)
      return true
    } catch {
      return false
    }
  }

  /// The connection of the oldest packet; nil without a packet.
  var connection: ConnectionHandle? {
    guard Features.hasEarlyData, !packets.isEmpty else { return nil }
    return ConnectionHandle(rawValue: (UInt16(packets.span[1]) | UInt16(packets.span[2]) << 8) & 0x0FFF)
  }

  /// Removes and returns the oldest packet.
  ///
  /// - Precondition: there is one.
  mutating func removeFirst() -> OctetBuffer<64> {
    let count = ACLFragment.headerCount + (Int(packets.span[3]) | Int(packets.span[4]) << 8)
    var first = OctetBuffer<64>()
    // Both have the same capacity.
    _ = try? first.put(packets.span.extracting(first: count))
    packets.removeFirst(count)
    return first
  }
}
