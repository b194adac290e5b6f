internal import Octets

/// Finds the packets in a stream of H4 octets that is cut anywhere.
///
/// Only for the capture: octets that cannot begin a packet are dropped. Core Spec 5.4, Vol 4, Part A, 2 and Part E,
/// 5.4.
struct PacketCollector: ~Copyable {
  /// How much of a packet is kept.
  static var capacity: Int { 1_100 }

  private var kept = OctetBuffer<1_100>()
  /// How long the packet is so far, kept or not.
  private(set) var length = 0

  /// The packet so far, as far as it is kept.
  var packet: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { kept.span }
  }

  mutating func removeAll() {
    kept.removeAll()
    length = 0
  }

  /// Takes octets until a packet is whole.
  ///
  /// - Returns: whether it is whole; `removeAll` makes room for the next. False: all octets are taken.
  @_lifetime(octets: copy octets)
  mutating func take(from octets: inout Span<UInt8>) -> Bool {
    while octets.count > 0 {
      let wanted = (wholeLength ?? length + 1) - length
      let part = octets.extracting(first: min(wanted, octets.count))
      octets = octets.extracting(droppingFirst: part.count)
      // Octets that do not fit are only counted.
      try? kept.put(part.extracting(first: min(part.count, kept.freeCapacity)))
      length += part.count
      if length == wholeLength { return true }
      if kept.count == 1, !(0x01...0x05).contains(kept.span[0]) { removeAll() }
    }
    return false
  }

  /// The length of the packet; nil until its header is complete.
  private var wholeLength: Int? {
    let octets = kept.span
    guard octets.count > 0 else { return nil }
    switch octets[0] {
    case 0x01, 0x03: return octets.count < 4 ? nil : 4 + Int(octets[3])
    case 0x04: return octets.count < 3 ? nil : 3 + Int(octets[2])
    case 0x02: return octets.count < 5 ? nil : 5 + (Int(octets[3]) | Int(octets[4]) << 8)
    case 0x05: return octets.count < 5 ? nil : 5 + (Int(octets[3]) | Int(octets[4] & 0x3F) << 8)
    default: return nil
    }
  }
}
