internal import Octets
public import Peripherals

/// Cuts what a transport delivers into HCI packets.
///
///     framed ⇄ skipping
///        ↓
///     lost
///
/// The transport reads straight into this buffer, and a packet is a view of it: nothing is copied unless a packet's
/// end has not arrived when the buffer's end is near. H4 has no mark to find a packet's start by, so an octet that
/// cannot start a packet, or a packet too long for the buffer, means that framing is lost for good: the transport has
/// to be opened anew.
///
/// Core Spec 5.4, Vol 4, Part A, 2.
public struct H4Receiver: ~Copyable {
  /// What one read from the transport may hold.
  public enum Boundaries: Sendable {
    /// Any part of the stream of packets.
    case stream
    /// One packet, whole; a read that is not one is dropped alone, because the next starts afresh.
    case datagrams
  }

  /// The longest packet taken: more than a Linux device sends (1,028) and any controller of a Raspberry Pi (1,026). In
  /// little memory half of that, for a controller of LE alone, whose packets are at most 258.
  public static var maximumPacketCount: Int { PacketBuffer.capacity / 2 }

  /// Twice the longest packet, so that a read always has room for a whole one behind the part of another.
  private var buffer = PacketBuffer()
  /// Where the first octet that is not yet removed lies.
  private var start = 0
  /// The length of the packet at `start`, 0 if none is whole.
  private var packetCount = 0
  /// How many octets of a packet nobody wants are still to come.
  private var skipCount = 0
  private let boundaries: Boundaries

  /// Whether the stream cannot be followed any more.
  public private(set) var isFramingLost = false
  /// Packets dropped: synchronous and isochronous data, and datagrams that were not one whole packet.
  public private(set) var droppedPacketCount: UInt32 = 0

  public init(_ boundaries: Boundaries = .stream) { self.boundaries = boundaries }

  /// Forgets everything but the count of dropped packets: for a transport that was opened anew.
  public mutating func reset() {
    buffer.removeAll()
    start = 0
    packetCount = 0
    skipCount = 0
    isFramingLost = false
  }

  /// Whether a whole packet is there.
  public var hasPacket: Bool { packetCount > 0 }

  /// The first whole packet, an ACL data packet or an event, from its indicator to its end; empty if there is none.
  public var packet: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { buffer.span.extracting(start..<start + packetCount) }
  }

  /// Reads once from `transport`.
  ///
  /// Take all packets out before the next read: with none inside there is always room for a whole one.
  ///
  /// - Returns: how many octets arrived.
  /// - Throws: what the transport throws.
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

extension H4Receiver {
  /// What lies at `start`.
  private enum Front {
    /// Nothing, or only part of a packet.
    case incomplete
    /// An octet that starts no packet, or a packet that is too long.
    case impossible
    /// Data of a kind that this host never asks for, so many octets.
    case unwanted(Int)
    /// A whole packet of so many octets.
    case packet(Int)
  }

  /// Moves the part of a packet that is there to the front if the room behind it does not do for a whole packet.
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
  @inline(__always)  // For each packet; what it returns is taken apart at once.
  private mutating func front(_ offset: Int) -> Front {
    let octets = buffer.span.extracting(droppingFirst: offset)
    // Data, as nearly all there is: not to be looked up in a table with the rest.
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

  /// What begins with a packet that may be of use, of `count` octets.
  @inline(__always)
  private static func front(_ octets: Span<UInt8>, _ count: Int) -> Front {
    guard count <= maximumPacketCount else { return .impossible }
    return count <= octets.count ? .packet(count) : .incomplete
  }

  /// Sets `packetCount` if a whole packet lies at `start`, after skipping what nobody wants.
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

  /// Drops what has arrived of the packet being skipped, and starts at the front again once nothing is left.
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
