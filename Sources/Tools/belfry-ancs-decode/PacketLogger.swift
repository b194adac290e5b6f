/// A file of Apple's PacketLogger (.pklg).
///
///     (length: 4 | seconds: 4 | microseconds: 4 | type: 1 | packet) …
///
/// `length` counts the octets after it. The numbers are big-endian in some files and little-endian in others. There is
/// no magic number, so the first header is checked for plausibility, as in Wireshark's packetlogger.c.
struct PacketLogger {
  private let isBigEndian: Bool

  /// - Returns: nil if `file` does not start with a plausible packet.
  init?(_ file: [UInt8]) {
    guard file.count >= 4 + Self.headerCount, Self.isType(file[12]) else { return nil }
    // Packets are shorter than 65,536 octets, so two of the four octets are zero.
    isBigEndian = file[0] == 0 && file[1] == 0
    guard isBigEndian || file[2] == 0 && file[3] == 0 else { return nil }
    guard number(file[..<4]) >= Self.headerCount, number(file[8..<12]) < 1_000_000 else { return nil }
  }

  /// The ACL data packets in `file`.
  func packets(in file: [UInt8]) throws(Recording.Defect) -> [CapturedPacket] {
    var packets: [CapturedPacket] = []
    var rest = file[...]
    while !rest.isEmpty {
      guard let length = rest.take(4).map(number), length >= Self.headerCount, let record = rest.take(length) else {
        throw Recording.Defect(reason: "the last packet is cut short")
      }
      let type = record[record.startIndex + Self.headerCount - 1]
      guard type == Self.sentACLData || type == Self.receivedACLData else { continue }
      let octets = Array(record.dropFirst(Self.headerCount))
      packets.append(CapturedPacket(controller: 0, isReceived: type == Self.receivedACLData, octets: octets))
    }
    return packets
  }

  private func number(_ octets: ArraySlice<UInt8>) -> Int { isBigEndian ? octets.bigEndian : octets.littleEndian }

  /// Commands, events, data, LMP; from 0xF7 on, records that are not packets: notes, configuration, power.
  private static func isType(_ octet: UInt8) -> Bool { octet <= 0x0B || octet >= 0xF7 }

  /// The length in octets of time and type.
  private static let headerCount = 9
  private static let sentACLData: UInt8 = 0x02
  private static let receivedACLData: UInt8 = 0x03
}
