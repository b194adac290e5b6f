/// An ACL data packet of a capture file, without its packet indicator.
struct CapturedPacket: Equatable {
  /// The controller's number; 0 in files without one.
  let controller: UInt16
  /// Whether the controller sent it to the host.
  let isReceived: Bool
  /// ` | handle and flags: 2 | length: 2 | fragment | `
  let octets: [UInt8]
}

extension ArraySlice<UInt8> {
  /// Removes and returns the first `count` octets; nil if there are fewer.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard self.count >= count else { return nil }
    defer { self = dropFirst(count) }
    return prefix(count)
  }

  /// The value of the octets as a number, most significant octet first.
  var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }

  /// The value of the octets as a number, least significant octet first.
  var littleEndian: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
}
