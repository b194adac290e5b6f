import Identifiers
import Octets

/// Scrubs ATT PDUs. The kind of a value follows from the characteristic that its handle belongs to.
struct AttributeScrubber {
  /// A request without a response yet.
  private struct Request {
    let opcode: UInt8
    /// The attribute type of a Read By Type request.
    let type: BluetoothUUID?
    let kind: AttributeKind
  }

  private struct Side: Hashable {
    let connection: Int
    let isPhone: Bool
  }

  /// The phone's characteristics by connection and handle.
  private var characteristics: [Int: [Int: BluetoothUUID]] = [:]
  private var requests: [Side: Request] = [:]
  private var replies: [Int: DataSourceScrubber] = [:]
  /// Whether the last written Entity Attribute is a text.
  private var isEntityText = false

  mutating func scrub(_ pdu: Places, _ connection: Int, isFromPhone: Bool, _ scrubber: inout Scrubber) {
    guard let opcode = scrubber.octet(pdu) else { return }
    scrubber.keep(pdu.part(0..<1))
    let asker = Side(connection: connection, isPhone: opcode & 1 == 0 ? isFromPhone : !isFromPhone)
    switch opcode {
    // Errors, MTU, discovery, Read By Group Type: only UUIDs and handles. A confirmation has no content.
    case 0x01, 0x02, 0x03, 0x04, 0x06, 0x07, 0x10, 0x11, 0x13, 0x1E: scrubber.keep(pdu)
    case 0x05:
      scrubber.keep(pdu)
      if isFromPhone { noteDescriptors(pdu, connection, scrubber) }
    case 0x08:
      scrubber.keep(pdu)
      let type = uuid(pdu.from(5), scrubber)
      requests[asker] = Request(opcode: opcode, type: type, kind: AttributeKind(type))
    case 0x09: scrubReadByType(pdu, requests[asker], connection, isFromPhone: isFromPhone, &scrubber)
    case 0x0A, 0x0C:
      scrubber.keep(pdu)
      let kind = kind(scrubber.word(pdu.from(1)), connection, isPhone: !isFromPhone)
      requests[asker] = Request(opcode: opcode, type: nil, kind: kind)
    case 0x0B, 0x0D: scrubRead(pdu.from(1), requests[asker]?.kind ?? .unknown, &scrubber)
    case 0x12, 0x52: scrubWrite(pdu, connection, isFromPhone: isFromPhone, &scrubber)
    case 0x1B, 0x1D: scrubNotification(pdu, connection, isFromPhone: isFromPhone, &scrubber)
    default: break
    }
  }

  /// A link begins. Another phone may be there, with other characteristics at the same handles.
  mutating func begin(_ connection: Int, _ scrubber: inout Scrubber) {
    replies[connection]?.end(&scrubber)
    replies[connection] = nil
    characteristics[connection] = nil
    for isPhone in [false, true] { requests[Side(connection: connection, isPhone: isPhone)] = nil }
  }

  mutating func finish(_ scrubber: inout Scrubber) {
    for connection in Array(replies.keys) { replies[connection]?.end(&scrubber) }
  }

  // MARK: Handles

  private func kind(_ handle: Int, _ connection: Int, isPhone: Bool) -> AttributeKind {
    isPhone ? AttributeKind(characteristics[connection]?[handle]) : .ofWatch(handle)
  }

  private func uuid(_ places: Places, _ scrubber: Scrubber) -> BluetoothUUID? {
    let octets = scrubber.octets(places)
    return try? BluetoothUUID(octets: octets.span)
  }

  private mutating func noteDescriptors(_ pdu: Places, _ connection: Int, _ scrubber: Scrubber) {
    let width = scrubber.octet(pdu.from(1)) == 1 ? 4 : 18
    var rest = pdu.from(2)
    while rest.count >= width {
      characteristics[connection, default: [:]][scrubber.word(rest)] = uuid(rest.part(2..<width), scrubber)
      rest = rest.from(width)
    }
  }

  private mutating func scrubReadByType(
    _ pdu: Places, _ request: Request?, _ connection: Int, isFromPhone: Bool, _ scrubber: inout Scrubber
  ) {
    scrubber.keep(pdu.part(0..<2))
    let width = Int(scrubber.octet(pdu.from(1)) ?? 0)
    guard width >= 2, let request else { return }
    var rest = pdu.from(2)
    while rest.count >= width {
      scrubber.keep(rest.part(0..<2))
      scrubRead(rest.part(2..<width), request.kind, &scrubber)
      // Handle, properties, value handle, UUID. A hostile phone may send less.
      if request.type == .short(0x2803), isFromPhone, width > 5 {
        characteristics[connection, default: [:]][scrubber.word(rest.from(3))] = uuid(rest.part(5..<width), scrubber)
      }
      rest = rest.from(width)
    }
  }

  // MARK: Values

  private func scrubRead(_ value: Places, _ kind: AttributeKind, _ scrubber: inout Scrubber) {
    switch kind {
    case .harmless: scrubber.keep(value)
    case .name: scrubber.replaceName(value)
    case .entityAttribute:
      if isEntityText { scrubber.replaceText(value) } else { keepNumbers(value, &scrubber) }
    case .controlPoint, .dataSource, .entityUpdate, .unknown: break
    }
  }

  private mutating func scrubWrite(_ pdu: Places, _ connection: Int, isFromPhone: Bool, _ scrubber: inout Scrubber) {
    scrubber.keep(pdu.part(0..<3))
    let value = pdu.from(3)
    switch kind(scrubber.word(pdu.from(1)), connection, isPhone: !isFromPhone) {
    case .harmless, .entityUpdate: scrubber.keep(value)
    case .controlPoint:
      replies[connection]?.end(&scrubber)
      replies[connection] = DataSourceScrubber(command: value, &scrubber)
    case .entityAttribute:
      scrubber.keep(value.part(0..<2))
      isEntityText = Self.isText(scrubber.octet(value), scrubber.octet(value.from(1)))
    case .name, .dataSource, .unknown: break
    }
  }

  private mutating func scrubNotification(
    _ pdu: Places, _ connection: Int, isFromPhone: Bool, _ scrubber: inout Scrubber
  ) {
    scrubber.keep(pdu.part(0..<3))
    let value = pdu.from(3)
    switch kind(scrubber.word(pdu.from(1)), connection, isPhone: isFromPhone) {
    case .harmless: scrubber.keep(value)
    case .dataSource: replies[connection]?.receive(value, &scrubber)
    case .entityUpdate:
      scrubber.keep(value.part(0..<3))
      if Self.isText(scrubber.octet(value), scrubber.octet(value.from(1))) {
        scrubber.replaceText(value.from(3))
      } else {
        keepNumbers(value.from(3), &scrubber)
      }
    case .controlPoint, .entityAttribute, .name, .unknown: break
    }
  }

  /// The player's name; the track's artist, album and title.
  private static func isText(_ entity: UInt8?, _ attribute: UInt8?) -> Bool {
    entity == 0 && attribute == 0 || entity == 2 && attribute != 3
  }

  private func keepNumbers(_ value: Places, _ scrubber: inout Scrubber) {
    if scrubber.octets(value).allSatisfy({ (0x30...0x39).contains($0) || [0x2C, 0x2D, 0x2E].contains($0) }) {
      scrubber.keep(value)
    }
  }
}
