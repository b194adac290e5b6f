internal import Octets
public import Peripherals

/// Splits the octets that a transport delivers into HCI packets.
///
///     framed ⇄ skipping
///        ↓
///     lost
///
/// The transport reads straight into this buffer, and a packet is a view of it: nothing is copied unless a packet's end
/// has not arrived when the buffer's end is near. H4 does not mark the start of a packet. So after an octet that cannot
/// start a packet, or a packet too long for the buffer, framing stays lost until the transport is opened again.
///
/// Core Spec 5.4, Vol 4, Part A, 2.
///
/// The buffer has `capacity` octets, twice the longest packet that is accepted, so that a read always has room for a
/// whole packet after an incomplete one.
public struct H4Receiver<let capacity: Int>: ~Copyable {
  /// The longest packet that is taken.
  public static var maximumPacketCount: Int { capacity / 2 }

  /// The offset of the first octet that was not removed yet.
  private var start = 0
  /// The length of the packet at `start`, 0 if none is whole.
  private var packetCount = 0
  /// The number of octets that are still to come of a packet that is dropped.
  private var skipCount = 0
  private let boundaries: PacketBoundaries

  /// Whether the stream cannot be followed any more.
  public private(set) var isFramingLost = false
  /// Packets dropped: synchronous and isochronous data, and datagrams that were not one whole packet.
  public private(set) var droppedPacketCount: UInt32 = 0

  // Large, and therefore last: short instructions reach the properties before.
  private var buffer = OctetBuffer<capacity>()

  /// Creates a receiver that holds no octets.
  public init(_ boundaries: PacketBoundaries = .stream) { self.boundaries = boundaries }

  /// Resets everything except the count of dropped packets, for a transport that was opened again.
  public mutating func reset() {
    buffer.removeAll()
    start = 0
    packetCount = 0
    skipCount = 0
    isFramingLost = false
  }

  /// Whether a whole packet is there.
  public var hasPacket: Bool { packetCount > 0 }

  /// The first whole packet, an ACL data packet or an event, from its indicator to its end; empty if no packet is
  /// whole.
  public var packet: Span<UInt8> {
    // Mutating, because the span of a reading getter would point to the wrong memory: when Swift 6.3.1 specialises one
    // for thumbv7em or wasm32, it returns the address of a copy in the getter's own stack frame.
    @_lifetime(&self)
    mutating get { buffer.span.extracting(start..<start + packetCount) }
  }

  /// Reads once from `transport`.
  ///
  /// Take all packets out before the next read: with none inside there is always room for a whole one.
  ///
  /// - Returns: how many octets arrived.
  /// - Throws: the error of the transport.
  public mutating func receive<T: HCITransport & ~Copyable>(
    from transport: inout T
  ) throws(T.Failure) -> Int {
    guard makeRoom() else { return 0 }
    var received = 0
    try buffer.append { output throws(T.Failure) in
      received = try transport.receive(into: &output)
    }
    frame(received)
    return received
  }

  /// Copies as many of `octets` as there is room for.
  ///
  /// - Returns: how many were taken.
  public mutating func receive(_ octets: Span<UInt8>) -> Int {
    guard makeRoom() else { return 0 }
    let taken = octets.extracting(first: min(octets.count, buffer.freeCapacity))
    guard (try? buffer.put(taken)) != nil else { return 0 }
    frame(taken.count)
    return taken.count
  }

  /// Removes the first whole packet, if there is one.
  public mutating func removePacket() {
    guard packetCount > 0 else { return }
    start += packetCount
    packetCount = 0
    findPacket()
  }
}

/// The relation of a read from the transport to packets.
public enum PacketBoundaries: Sendable {
  /// Any part of the stream of packets.
  case stream
  /// One whole packet. Any other read is dropped alone, because the next read starts with a new packet.
  case datagrams
}

extension H4Receiver {
  /// The content of the buffer at `start`.
  private enum Front {
    /// Nothing, or only part of a packet.
    case incomplete
    /// An octet that starts no packet, or a packet that is too long.
    case impossible
    /// A packet of this many octets, of a kind that this host does not use.
    case unwanted(Int)
    /// A whole packet of this many octets.
    case packet(Int)
  }

  /// Moves an incomplete packet to the front of the buffer if the room after it is too small for a whole packet.
  ///
  /// - Returns: whether a read makes sense.
  private mutating func makeRoom() -> Bool {
    guard !isFramingLost else { return false }
    if buffer.freeCapacity < Self.maximumPacketCount {
      buffer.removeFirst(start)
      start = 0
    }
    return buffer.freeCapacity >= Self.maximumPacketCount
  }

  private mutating func frame(_ received: Int) {
    guard received > 0 else { return }
    let former = buffer.count - received
    if boundaries == .datagrams, !isWholePacket(from: former) {
      buffer.truncate(to: former)
      droppedPacketCount &+= 1
    }
    if packetCount == 0 { findPacket() }
  }

  /// Whether the octets from `offset` to the end are exactly one packet that a controller may send.
  private mutating func isWholePacket(from offset: Int) -> Bool {
    switch front(offset) {
    case .incomplete, .impossible: false
    case .unwanted(let count), .packet(let count): count == buffer.count - offset
    }
  }

  /// Mutating, as is its caller, because the compiler would copy the whole buffer for a method that only reads it.
  @inline(__always)  // Called for each packet; each caller switches over the result.
  private mutating func front(_ offset: Int) -> Front {
    let octets = buffer.span.extracting(droppingFirst: offset)
    // ACL data is checked first and without a table, because nearly all packets carry it.
    if octets.count >= 5, octets[0] == PacketIndicator.aclData.rawValue {
      return Self.front(octets, 5 + (Int(octets[3]) | Int(octets[4]) << 8))
    }
    return Self.otherFront(octets)
  }

  @inline(never)
  private static func otherFront(_ octets: Span<UInt8>) -> Front {
    guard octets.count > 0 else { return .incomplete }
    guard let indicator = PacketIndicator(rawValue: octets[0]), indicator != .command else { return .impossible }
    guard let count = indicator.packetCount(octets) else { return .incomplete }
    if indicator == .synchronousData || indicator == .isochronousData { return .unwanted(count) }
    return front(octets, count)
  }

  /// Classifies octets that start with an ACL or event packet of `count` octets.
  @inline(__always)
  private static func front(_ octets: Span<UInt8>, _ count: Int) -> Front {
    guard count <= maximumPacketCount else { return .impossible }
    return count <= octets.count ? .packet(count) : .incomplete
  }

  /// Sets `packetCount` if a whole packet lies at `start`, after skipping unwanted packets.
  private mutating func findPacket() {
    while true {
      skip()
      switch front(start) {
      case .incomplete: return
      case .impossible: return loseFraming()
      case .packet(let count):
        packetCount = count
        return
      case .unwanted(let count):
        skipCount = count
        droppedPacketCount &+= 1
      }
    }
  }

  /// Drops the received part of the skipped packet. Starts at the front again at its end.
  private mutating func skip() {
    guard skipCount > 0 || start == buffer.count else { return }
    let skipped = min(skipCount, buffer.count - start)
    start += skipped
    skipCount -= skipped
    if start == buffer.count {
      buffer.removeAll()
      start = 0
    }
  }

  private mutating func loseFraming() {
    reset()
    isFramingLost = true
  }
}
