/// A defect of a file, described for the user.
public struct SessionDefect: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// The packets of a session in order, in one array of octets.
///
/// An index of `octets` identifies an octet, so a value that spans several packets is a list of indices.
public struct PacketLog: Equatable, Sendable {
  public struct Packet: Equatable, Sendable {
    /// Microseconds since the start of the watch, or, in a capture, since 1970.
    public var time: Int
    /// Whether the controller sent it.
    public let isReceived: Bool
    /// The indices of its octets, from the H4 packet indicator on.
    public let range: Range<Int>
  }

  public private(set) var packets: [Packet] = []
  public var octets: [UInt8] = []
  /// Whether the file ended within a packet, because the power failed or the disk was full.
  public internal(set) var isCutShort = false

  public init() {}

  public mutating func append(_ packet: [UInt8], isReceived: Bool, time: Int) {
    packets.append(Packet(time: time, isReceived: isReceived, range: octets.count..<octets.count + packet.count))
    octets += packet
  }

  /// Shifts all times. No time becomes negative or earlier than the packet before it.
  mutating func moveTimes(by difference: Int) {
    var earliest = 0
    for index in packets.indices {
      earliest = max(earliest, packets[index].time + difference)
      packets[index].time = earliest
    }
  }
}

/// A btsnoop file of H4 packets, as `belfry --capture` writes it.
///
///     | "btsnoop\0": 8 | version: 4 = 1 | datalink: 4 = 1002 |
///     | (original: 4 | included: 4 | flags: 4 | drops: 4 | time: 8 | packet) … |
public enum SnoopFile {
  /// A larger file is refused before it is read. This size holds several days of a watch.
  public static let largestFile = 8 << 20
  /// The maximum length in octets, above that of any H4 packet that the watch accepts.
  private static let largestPacket = 2_048
  private static let epoch = 0x00DC_DDB3_0F2F_8000

  public static func packets(in file: [UInt8]) throws(SessionDefect) -> PacketLog {
    guard file.count <= largestFile else { throw SessionDefect("the capture is larger than 8 MiB: record less") }
    guard file.count >= 16, file.starts(with: Array("btsnoop\0".utf8)) else {
      throw SessionDefect("this is no btsnoop file: record one with belfry --capture")
    }
    let datalink = number(file, 12, 4)
    guard datalink == 1_002 else { throw SessionDefect("datalink \(datalink) is not 1002 (H4)") }
    var log = PacketLog()
    var position = 16
    while position < file.count, !log.isCutShort {
      position = try read(file, at: position, into: &log)
    }
    guard !log.packets.isEmpty else { throw SessionDefect("the capture has no whole packet") }
    return log
  }

  /// Reads the packet at `start`, if it is whole.
  ///
  /// - Returns: where the next one begins.
  private static func read(_ file: [UInt8], at start: Int, into log: inout PacketLog) throws(SessionDefect) -> Int {
    let ordinal = log.packets.count + 1
    // Some file systems leave zeros for what was not written when the power failed.
    guard file.count - start >= 24, file[start...].contains(where: { $0 != 0 }) else {
      log.isCutShort = true
      return start
    }
    let included = number(file, start + 4, 4)
    guard included == number(file, start, 4), (1...largestPacket).contains(included) else {
      throw SessionDefect("packet \(ordinal) has a wrong length, \(included)")
    }
    let end = start + 24 + included
    guard end <= file.count else {
      log.isCutShort = true
      return start
    }
    let packet = Array(file[start + 24..<end])
    guard hasRightLength(packet) else {
      throw SessionDefect("packet \(ordinal) is no H4 packet of \(included) octets")
    }
    // 2^62 microseconds are enough for any date, and sums with them do not overflow.
    let time = min(number(file, start + 16, 8), 1 << 62) - epoch
    log.append(packet, isReceived: file[start + 11] & 1 == 1, time: time)
    return end
  }

  static func hasRightLength(_ packet: [UInt8]) -> Bool {
    switch packet.first {
    case 0x01: packet.count >= 4 && packet.count == 4 + Int(packet[3])
    case 0x02: packet.count >= 5 && packet.count == 5 + Int(packet[3]) + 256 * Int(packet[4])
    case 0x04: packet.count >= 3 && packet.count == 3 + Int(packet[2])
    default: false
    }
  }

  private static func number(_ octets: [UInt8], _ start: Int, _ count: Int) -> Int {
    octets[start..<start + count].reduce(0) { $0 &<< 8 | Int($1) } & Int.max
  }
}
