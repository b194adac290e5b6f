import TestSupport

/// The phone's attributes: Service Changed, and Apple's notification centre if a test publishes it.
struct NotificationCenterServer {
  /// ANCS specification, UUIDs, as on the wire.
  static let service = octets(hex: "D0 00 2D 12 1E 4B 0F A4 99 4E CE B5 31 F4 05 79")
  static let notificationSource = octets(hex: "BD 1D A2 99 E6 25 58 8C D9 42 01 63 0D 12 BF 9F")
  static let controlPoint = octets(hex: "D9 D9 AA FD BD 9B 21 98 A8 49 E1 45 F3 D8 D1 69")
  static let dataSource = octets(hex: "FB 7B 7C CE 6A B3 44 BE B5 4B D6 24 E9 C6 EA 22")

  static let genericAttribute = FakeServer.Service(
    type: [0x01, 0x18], characteristics: [.init(type: [0x05, 0x2A], properties: 0x20, descriptors: [0x2902])])
  /// Generic Access with the phone's name.
  static func genericAccess(name: [UInt8]) -> FakeServer.Service {
    FakeServer.Service(
      type: [0x00, 0x18], characteristics: [.init(type: [0x00, 0x2A], properties: 0x02, value: name)])
  }

  static let whole = FakeServer.Service(
    type: service,
    characteristics: [
      .init(type: notificationSource, properties: 0x10, descriptors: [0x2902]),
      .init(type: controlPoint, properties: 0x08),
      .init(type: dataSource, properties: 0x10, descriptors: [0x2902]),
    ])
  static let sourceOnly = FakeServer.Service(
    type: service,
    characteristics: [.init(type: notificationSource, properties: 0x10, descriptors: [0x2902])])
  /// The same as `whole`, but without configurations to subscribe.
  static let broken = FakeServer.Service(
    type: service, characteristics: [.init(type: controlPoint, properties: 0x08)])

  /// The handles of `genericAttribute` and `whole` if they are published first and second.
  enum Handle {
    static let serviceChanged: UInt16 = 0x0012
    static let serviceChangedConfiguration: UInt16 = 0x0013
    static let notificationSource: UInt16 = 0x001A
    static let notificationSourceConfiguration: UInt16 = 0x001B
    static let controlPoint: UInt16 = 0x001D
    static let dataSource: UInt16 = 0x001F
    static let dataSourceConfiguration: UInt16 = 0x0020
  }

  var services = [genericAttribute, whole]
  var receiveMTU: UInt16 = 185
  /// The error codes with which the next reads and writes of these handles are refused.
  var refusals: [UInt16: [UInt8]] = [:]
  /// Returns the PDUs after the Write Response for a value that was written to the Control Point.
  var reply: (_ command: [UInt8]) -> [[UInt8]] = { _ in [] }
  private var mtu: UInt16 = 23
  /// All values that were written, in order.
  private(set) var writes: [(handle: UInt16, value: [UInt8])] = []
  /// The opcodes of the requests, in order.
  private(set) var requests: [UInt8] = []
  /// The responses and confirmations of the watch's own server.
  private(set) var responses: [[UInt8]] = []

  mutating func forgetLink() { mtu = 23 }

  /// The PDUs that follow a PDU of the watch.
  mutating func answer(_ pdu: [UInt8]) -> [[UInt8]] {
    guard [0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x12].contains(pdu[0]) else {
      responses.append(pdu)
      return []
    }
    requests.append(pdu[0])
    switch pdu[0] {
    case 0x02:
      mtu = min(receiveMTU, UInt16(pdu[1]) | UInt16(pdu[2]) << 8)
      return [[0x03] + wire(receiveMTU)]
    case 0x12: return write(Array(pdu[3...]), to: UInt16(pdu[1]) | UInt16(pdu[2]) << 8)
    case 0x0A, 0x0C:
      if let code = takeRefusal(of: UInt16(pdu[1]) | UInt16(pdu[2]) << 8) {
        return [[0x01, pdu[0], pdu[1], pdu[2], code]]
      }
      return [look(up: pdu)]
    default: return [look(up: pdu)]
    }
  }

  private func look(up pdu: [UInt8]) -> [UInt8] {
    var server = FakeServer(services)
    server.mtu = Int(mtu)
    return server.answer(pdu)
  }

  private mutating func takeRefusal(of handle: UInt16) -> UInt8? {
    guard var codes = refusals[handle], !codes.isEmpty else { return nil }
    defer { refusals[handle] = codes }
    return codes.removeFirst()
  }

  private mutating func write(_ value: [UInt8], to handle: UInt16) -> [[UInt8]] {
    writes.append((handle, value))
    if let code = takeRefusal(of: handle) { return [[0x01, 0x12] + wire(handle) + [code]] }
    guard handle == Handle.controlPoint else { return [[0x13]] }
    // No phone has the notification with which the watch tests whether requests are allowed.
    if value.starts(with: [0, 0xFF, 0xFF, 0xFF, 0xFF]) { return [[0x01, 0x12] + wire(handle) + [0xA2]] }
    // This phone does not have Messages either.
    if value.starts(with: [1] + Array("com.apple.MobileSMS".utf8)) { return [[0x01, 0x12] + wire(handle) + [0xA2]] }
    return [[0x13]] + reply(value)
  }

  /// The number of writes to the configuration at `handle`.
  func writeCount(of handle: UInt16) -> Int { writes.count { $0.handle == handle } }
}
