import ANCS
import Identifiers
import Octets

/// A btsnoop file of a client's controller, as `belfry --capture` writes it: finds the characteristics of ANCS in the
/// discovery that it holds, and then what was written to them and what they sent.
///
///     | "btsnoop\0": 8 | version: 4 = 1 | datalink: 4 = 1002 |
///     | (original: 4 | included: 4 | flags: 4 | drops: 4 | time: 8 | packet) … |
///
/// Big-endian; the packets begin with H4's type, and bit 0 of `flags` is set for what the client received.
struct Capture {
  static let magic = Array("btsnoop\0".utf8)

  private enum Role {
    case source, data, controlPoint
  }

  private var roles: [UInt16: Role] = [:]
  /// The frame that is being put together, by link and direction.
  private var frames: [UInt16: [UInt8]] = [:]
  private var values: [RecordedValue] = []

  static func values(in octets: [UInt8]) throws(Recording.Defect) -> [RecordedValue] {
    var capture = Capture()
    guard octets.count >= 16, Array(octets[12..<16]) == [0, 0, 0x03, 0xEA] else {
      throw Recording.Defect(reason: "not a btsnoop file of H4 packets")
    }
    var rest = octets[16...]
    while rest.count >= 24 {
      let header = Array(rest.prefix(24))
      let length = header[4..<8].reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(24)
      guard rest.count >= length else { throw Recording.Defect(reason: "the last packet is cut short") }
      capture.take(Array(rest.prefix(length)), isReceived: header[11] & 1 == 1)
      rest = rest.dropFirst(length)
    }
    return capture.values
  }

  /// ` | type: 1 = 2 | handle and flags: 2 | length: 2 | fragment | `
  private mutating func take(_ packet: [UInt8], isReceived: Bool) {
    guard packet.count > 5, packet[0] == 0x02 else { return }
    let word = uint16(packet, at: 1)
    let link = word & 0x0FFF | (isReceived ? 0x8000 : 0)
    let isContinued = word >> 12 & 3 == 1
    frames[link] = (isContinued ? frames[link] ?? [] : []) + packet[5...]
    guard let frame = frames[link], frame.count >= 4, frame.count >= 4 + Int(uint16(frame, at: 0)) else { return }
    frames[link] = nil
    if uint16(frame, at: 2) == 0x0004 { take(pdu: Array(frame[4...]), isReceived: isReceived) }
  }

  private mutating func take(pdu: [UInt8], isReceived: Bool) {
    guard let opcode = pdu.first, pdu.count >= 3 else { return }
    let handle = uint16(pdu, at: 1)
    switch (opcode, isReceived) {
    // Read By Type Response: | 0x09 | 21 | (declaration: 2 | properties: 1 | value: 2 | UUID: 16) … |
    case (0x09, true) where pdu[1] == 21: noteCharacteristics(Array(pdu[2...]))
    case (0x12, false) where roles[handle] == .controlPoint: values.append(.command(Array(pdu[3...])))
    case (0x1B, true) where roles[handle] == .source: values.append(.source(Array(pdu[3...])))
    case (0x1B, true) where roles[handle] == .data: values.append(.data(Array(pdu[3...])))
    default: break
    }
  }

  private mutating func noteCharacteristics(_ entries: [UInt8]) {
    for start in stride(from: 0, through: entries.count - 21, by: 21) {
      let octets = Array(entries[start + 5..<start + 21])
      guard let uuid = try? BluetoothUUID(octets: octets.span) else { continue }
      let handle = uint16(entries, at: start + 3)
      switch uuid {
      case NotificationCenterService.notificationSource: roles[handle] = .source
      case NotificationCenterService.dataSource: roles[handle] = .data
      case NotificationCenterService.controlPoint: roles[handle] = .controlPoint
      default: break
      }
    }
  }

  private func uint16(_ octets: [UInt8], at index: Int) -> UInt16 {
    UInt16(octets[index]) | UInt16(octets[index + 1]) << 8
  }
}
