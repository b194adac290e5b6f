import ANCS
import Identifiers
import Octets

/// The data of a controller. Finds the characteristics of ANCS in the recorded discovery, and then the values that were
/// written to them and notified by them.
///
/// The controller may be the client's or the phone's: the discovery shows which side has the service.
struct Capture {
  private enum Role {
    case source, data, controlPoint
  }

  /// One direction of one controller. `handle` is a connection's or an attribute's.
  private struct Key: Hashable {
    let controller: UInt16
    let isReceived: Bool
    let handle: UInt16
  }

  /// The role of each direction; it is the direction in which the role's server sends.
  private var roles: [Key: Role] = [:]
  /// The frames that are being assembled.
  private var frames: [Key: [UInt8]] = [:]
  private var values: [RecordedValue] = []

  static func values(in packets: [CapturedPacket]) -> [RecordedValue] {
    var capture = Capture()
    for packet in packets { capture.take(packet) }
    return capture.values
  }

  private mutating func take(_ packet: CapturedPacket) {
    guard packet.octets.count > 4 else { return }
    let word = uint16(packet.octets, at: 0)
    let link = Key(controller: packet.controller, isReceived: packet.isReceived, handle: word & 0x0FFF)
    let isContinued = word >> 12 & 3 == 1
    frames[link] = (isContinued ? frames[link] ?? [] : []) + packet.octets[4...]
    guard let frame = frames[link], frame.count >= 4, frame.count >= 4 + Int(uint16(frame, at: 0)) else { return }
    frames[link] = nil
    if uint16(frame, at: 2) == 0x0004 { take(pdu: Array(frame[4...]), from: link) }
  }

  private mutating func take(pdu: [UInt8], from link: Key) {
    guard let opcode = pdu.first, pdu.count >= 3 else { return }
    let handle = uint16(pdu, at: 1)
    let value = Array(pdu[3...])
    switch opcode {
    // Read By Type Response: | 0x09 | 21 | (declaration: 2 | properties: 1 | value: 2 | UUID: 16) … |
    case 0x09 where pdu[1] == 21: noteCharacteristics(Array(pdu[2...]), of: link)
    case 0x12 where role(handle, link, isFromServer: false) == .controlPoint: values.append(.command(value))
    case 0x1B where role(handle, link, isFromServer: true) == .source: values.append(.source(value))
    case 0x1B where role(handle, link, isFromServer: true) == .data: values.append(.data(value))
    default: break
    }
  }

  private func role(_ handle: UInt16, _ link: Key, isFromServer: Bool) -> Role? {
    roles[Key(controller: link.controller, isReceived: link.isReceived == isFromServer, handle: handle)]
  }

  private mutating func noteCharacteristics(_ entries: [UInt8], of link: Key) {
    for start in stride(from: 0, through: entries.count - 21, by: 21) {
      let octets = Array(entries[start + 5..<start + 21])
      guard let uuid = try? BluetoothUUID(octets: octets.span) else { continue }
      let handle = uint16(entries, at: start + 3)
      let key = Key(controller: link.controller, isReceived: link.isReceived, handle: handle)
      switch uuid {
      case NotificationCenterService.notificationSource: roles[key] = .source
      case NotificationCenterService.dataSource: roles[key] = .data
      case NotificationCenterService.controlPoint: roles[key] = .controlPoint
      default: break
      }
    }
  }

  private func uint16(_ octets: [UInt8], at index: Int) -> UInt16 {
    UInt16(octets[index]) | UInt16(octets[index + 1]) << 8
  }
}
