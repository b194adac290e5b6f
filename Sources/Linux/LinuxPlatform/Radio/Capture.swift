internal import CLinux
internal import Octets
internal import Timing

/// A btsnoop file of all packets to and from the controller, as Wireshark and tshark read it; or none.
///
///     | "btsnoop" 0: 8 | version: 4 = 1 | datalink: 4 = 1002 (HCI UART, H4) |
///     then for each packet, most significant octet first:
///     | original length: 4 | included length: 4 | flags: 4 | drops: 4 = 0 | time in microseconds: 8 | octets |
///
/// Flags: bit 0 received, bit 1 command or event. The time is the system's clock at the start plus the time since then,
/// so that it does not jump when that clock is set. A write error ends the capture, not the watch.
public struct Capture: ~Copyable {
  private var file: Descriptor
  private var path = StaticBytes()
  private let clock: Clock
  private var incoming = PacketCollector()

  /// No capture.
  public init() {
    file = Descriptor()
    clock = Clock()
  }

  /// Begins a file, in place of one that is there.
  public init(path: StaticBytes, clock: Clock) throws(PlatformError) {
    let file = try Descriptor.open(path, BELFRY_OPEN_REPLACE, for: .capture)
    let header: [16 of UInt8] = [
      0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0, 0, 0, 0, 1, 0, 0, 0x03, 0xEA,
    ]
    let status = file.write(header.span)
    guard status == header.count else { throw PlatformError(.capture, .write, path, status: status) }
    self.file = file
    self.path = path
    self.clock = clock
  }

  /// Forgets the part of a packet that a lost controller sent.
  mutating func restart() { incoming.removeAll() }

  mutating func noteSent(_ packet: Span<UInt8>) {
    guard file.isOpen else { return }
    record(packet, length: packet.count, isReceived: false)
  }

  /// Notes octets from the controller, cut anywhere.
  mutating func noteReceived(_ octets: Span<UInt8>) {
    guard file.isOpen else { return }
    var rest = octets
    while file.isOpen, incoming.take(from: &rest) {
      var record = header(
        length: incoming.length, included: incoming.packet.count, isReceived: true, first: incoming.packet[0])
      try? record.put(incoming.packet)
      write(record.span)
      incoming.removeAll()
    }
  }

  private mutating func record(_ packet: Span<UInt8>, length: Int, isReceived: Bool) {
    guard packet.count > 0 else { return }
    let included = packet.extracting(first: min(packet.count, PacketCollector.capacity))
    var record = header(length: length, included: included.count, isReceived: isReceived, first: packet[0])
    try? record.put(included)
    write(record.span)
  }

  private func header(
    length: Int, included: Int, isReceived: Bool, first: UInt8
  ) -> OctetBuffer<1_160> {
    let isCommandOrEvent = first == 0x01 || first == 0x04
    let flags: UInt32 = (isReceived ? 1 : 0) | (isCommandOrEvent ? 2 : 0)
    // The format's clock says 0x00DCDDB30F2F8000 at the start of 1970, and so do all its readers.
    let time =
      UInt64(bitPattern: clock.wallMicrosecondsAtStart) &+ clock.now.microseconds &+ 0x00DC_DDB3_0F2F_8000
    var record = OctetBuffer<1_160>()
    // The header has room.
    try? record.append { (output) throws(EncodeError) in
      try output.put(UInt32(truncatingIfNeeded: length).byteSwapped)
      try output.put(UInt32(truncatingIfNeeded: included).byteSwapped)
      try output.put(flags.byteSwapped)
      try output.put(0 as UInt32)
      try output.put(time.byteSwapped)
    }
    return record
  }

  private mutating func write(_ record: Span<UInt8>) {
    let status = file.write(record)
    guard status != record.count else { return }
    file.close()
    let cause = status < 0 ? status : -BELFRY_ENOSPC
    PlatformError(.capture, .write, path, status: cause).report()
  }
}
