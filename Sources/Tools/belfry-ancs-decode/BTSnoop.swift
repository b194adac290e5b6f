/// A btsnoop file, as `belfry --capture`, btmon and Android write it.
///
///     | "btsnoop\0": 8 | version: 4 = 1 | datalink: 4 |
///     | (original: 4 | included: 4 | flags: 4 | drops: 4 | time: 8 | packet) … |
///
/// Big-endian. `Datalink` gives the meaning of `flags` and the start of a packet.
enum BTSnoop {
  static let magic = Array("btsnoop\0".utf8)

  private enum Datalink: Int {
    /// H4: a packet begins with its type, and bit 0 of `flags` is set if it was received.
    case uart = 1_002
    /// btmon's format: `flags` are the controller's number and an opcode, two octets each; a packet has no type.
    /// BlueZ, doc/btsnoop.txt.
    case monitor = 2_001
  }

  /// The ACL data packets in `file`.
  static func packets(in file: [UInt8]) throws(Recording.Defect) -> [CapturedPacket] {
    var rest = file.dropFirst(magic.count + 4)
    guard let number = rest.take(4)?.bigEndian else { throw Recording.Defect(reason: "the file's header is cut short") }
    guard let datalink = Datalink(rawValue: number) else {
      throw Recording.Defect(reason: "datalink \(number) is neither 1002 (H4) nor 2001 (btmon)")
    }
    var packets: [CapturedPacket] = []
    while let header = rest.take(24).map(Array.init) {
      guard let octets = rest.take(header[4..<8].bigEndian) else {
        throw Recording.Defect(reason: "the last packet is cut short")
      }
      if let packet = packet(flags: header[8..<12], octets, datalink) { packets.append(packet) }
    }
    guard rest.isEmpty else { throw Recording.Defect(reason: "the last packet is cut short") }
    return packets
  }

  private static func packet(
    flags: ArraySlice<UInt8>, _ octets: ArraySlice<UInt8>, _ datalink: Datalink
  ) -> CapturedPacket? {
    switch (datalink, flags.bigEndian & 0xFFFF) {
    case (.uart, let flags):
      guard octets.first == 0x02 else { return nil }
      return CapturedPacket(controller: 0, isReceived: flags & 1 == 1, octets: Array(octets.dropFirst()))
    case (.monitor, let opcode) where opcode == sentACLData || opcode == receivedACLData:
      let controller = UInt16(flags.bigEndian >> 16)
      return CapturedPacket(controller: controller, isReceived: opcode == receivedACLData, octets: Array(octets))
    case (.monitor, _): return nil
    }
  }

  private static let sentACLData = 4
  private static let receivedACLData = 5
}
