import ATT
import GATT
import Octets
import TestSupport
import Timing
import WatchProfile

/// The attribute server over the real database. Each request gets one PDU of at most the MTU; nothing else gets one;
/// and no attribute that requires encryption is readable on an unencrypted link.
///
/// Input: choices; see `AttributeServerRun.step`.
public enum AttributeServerTarget: FuzzTarget {
  public static var sources: [String] {
    ["GATT/GATTServer", "GATT/Attribute", "WatchProfile", "GATT/ClientConfiguration", "ATT/AttributeBearer"]
  }

  public static func run(_ input: FuzzInput) {
    let run = AttributeServerRun(input)
    while !input.isEmpty { run.step() }
    run.finish()
  }
}

private final class AttributeServerRun {
  /// The handles of the battery level and its configuration, which require encryption. Handles never change.
  private static let battery: UInt16 = 0x001B
  private static let batteryConfiguration: UInt16 = 0x001C

  private var server = GATTServer(
    database: WatchDatabase.make(name: Array("A watch with a long name, 29.".utf8).span))
  private var bearer: AttributeBearer
  private let input: FuzzInput
  private var now = Instant.start

  init(_ input: FuzzInput) {
    self.input = input
    bearer = AttributeBearer(receiveMTU: input.choice([517, 23, 64, 185]))
    server.setDatabaseHash(.init(repeating: 0x77))
    server.connect()
  }

  func step() {
    switch input.number(below: 16) {
    case 0: hear(input.block(below: 530))
    case 1: hear([input.octet()] + input.block(below: 24))
    case 2: secure()
    case 3: wait()
    case 4: sendUnasked()
    case 5: setBatteryLevel(percent: input.octet())
    case 6: server.noteDatabaseChange(now: now)
    case 7: hear([0x1E])
    case 8: if input.rarely(4) { reconnect() }
    case 9: hear(input.mutated(request()))
    default: hear(request())
    }
  }

  /// Checks that valid requests are answered, whatever happened before.
  func finish() {
    reconnect()
    require(hear([0x0A, 0x03, 0x00]).starts(with: [0x01]), "the name requires encryption")
    require(hear([0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28]).starts(with: [0x11]), "services can be found")
    require(hear([0x0A] + wire(Self.battery)).starts(with: [0x01]), "the battery level requires encryption")
    bearer.security = BearerSecurity(isEncrypted: true, isAuthenticated: true)
    require(hear([0x0A] + wire(Self.battery)).starts(with: [0x0B]), "the battery level can be read")
    require(hear([0x0A, 0x03, 0x00]).starts(with: [0x0B]), "the name can be read")
  }

  private func secure() {
    bearer.security = BearerSecurity(
      isEncrypted: input.flag(), isAuthenticated: input.flag(), isDiscoverable: input.flag())
  }

  private func reconnect() {
    bearer = AttributeBearer(receiveMTU: bearer.receiveMTU)
    server.connect()
  }

  private func setBatteryLevel(percent: UInt8) {
    let level: [1 of UInt8] = [min(percent, 100)]
    if server.setValue(level.span, of: WatchDatabase.batteryLevel) { server.notify(WatchDatabase.batteryLevel) }
  }

  private func wait() {
    now = now + input.interval()
    server.handleTimeout(now: now)
    require(server.isBearerLost || server.deadline.map { $0 > now } ?? true, "no deadline that was reached stays set")
  }

  // MARK: PDUs

  private func handle() -> UInt16 { input.rarely(8) ? input.number() : UInt16(input.number(below: 0x20)) }

  private func type() -> [UInt8] {
    input.choice([[0x00, 0x28], [0x03, 0x28], [0x00, 0x2A], [0x02, 0x29], [0x19, 0x2A], [0x2A, 0x2B]])
  }

  private func request() -> [UInt8] {
    switch input.number(below: 14) {
    case 0: [0x02] + wire(input.number())
    case 1: [0x04] + wire(handle()) + wire(handle())
    case 2: [0x06] + wire(handle()) + wire(0xFFFF) + [0x00, 0x28] + input.choice([[0x0F, 0x18], [0x00, 0x18], []])
    case 3: [0x08] + wire(handle()) + wire(0xFFFF) + type()
    case 4: [0x0A] + wire(handle())
    case 5: [0x0C] + wire(handle()) + wire(input.number())
    case 6: [0x0E] + (0..<1 + input.number(below: 12)).flatMap { _ in wire(handle()) }
    case 7: [0x10] + wire(handle()) + wire(handle()) + type()
    case 8: [0x12] + wire(handle()) + wire(UInt16(input.octet() & 3))
    case 9: [0x12] + wire(handle()) + input.block(below: 20)
    case 10: [0x16] + wire(handle()) + wire(input.number()) + input.block(below: 20)
    case 11: [0x18, input.octet() & 3]
    case 12: [0x52] + wire(handle()) + wire(UInt16(input.octet() & 3))
    default: [0x20] + wire(handle()) + wire(handle())
    }
  }

  @discardableResult
  private func hear(_ pdu: [UInt8]) -> [UInt8] {
    let (mtu, security, configuration) = (bearer.mtu, bearer.security, server.configuration)
    var changes = ServerChanges()
    let answer = output(capacity: mtu) {
      changes = server.handle(pdu.span, on: &bearer, response: &$0, now: now)
    }
    require((23...bearer.receiveMTU).contains(bearer.mtu), "the MTU stays in its range")
    require(changes.configurationChanged == (server.configuration != configuration), "each change is reported")
    let isOurs = !pdu.isEmpty && pdu.count <= mtu && pdu[0] != 0 && !Self.isForClient(pdu[0])
    let isRequest = isOurs && pdu[0] & 0x40 == 0 && pdu[0] != 0x1E
    require(isRequest == !answer.isEmpty, "a request has one response, anything else none: \(pdu.hex)")
    guard isRequest else { return answer }
    if answer[0] == 0x01 {
      require(answer.count == 5 && answer[1] == pdu[0] && answer[4] != 0, "an error response names its request")
    } else {
      require(answer[0] == pdu[0] + 1, "a response has its request's opcode plus one: \(answer.hex)")
      if !security.isEncrypted { requireNothingSecret(in: answer, to: pdu) }
    }
    return answer
  }

  private static func isForClient(_ opcode: UInt8) -> Bool {
    // 0x15 is not an assigned opcode.
    [0x1B, 0x1D, 0x21, 0x23].contains(opcode) || opcode & 1 == 1 && opcode <= 0x19 && opcode != 0x15
  }

  private func requireNothingSecret(in answer: [UInt8], to pdu: [UInt8]) {
    let handles = stride(from: 1, to: pdu.count - 1, by: 2).map { UInt16(pdu[$0]) | UInt16(pdu[$0 + 1]) << 8 }
    switch pdu[0] {
    case 0x0A, 0x0C: require(handles[0] != Self.battery, "a value that requires encryption is not read")
    case 0x0E: require(!handles.contains(Self.battery), "it is not read with Read Multiple")
    case 0x08: require(pdu[5...] != [0x19, 0x2A], "it is not read by its type")
    case 0x12: require(handles[0] != Self.batteryConfiguration, "its configuration is not written")
    default: break
    }
  }

  private func sendUnasked() {
    var isThere = false
    let pdu = output(capacity: bearer.mtu) { isThere = server.nextPDU(into: &$0, on: bearer, now: now) }
    require(isThere == !pdu.isEmpty, "the result says whether there is a PDU")
    guard isThere else { return }
    require(bearer.security.isEncrypted, "nothing is sent unrequested on an unencrypted link")
    require(pdu[0] == 0x1B || pdu[0] == 0x1D, "the PDU is a notification or an indication")
  }
}
