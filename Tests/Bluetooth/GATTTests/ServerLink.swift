import ATT
import GATT
import Octets
import TestSupport
import Timing
import WatchProfile

/// A server seen from its client: requests in, responses out, both in hexadecimal.
final class ServerLink {
  /// Not encrypted, while a new phone may pair.
  static let discoverable = BearerSecurity(isEncrypted: false, isAuthenticated: false, isDiscoverable: true)
  static let encrypted = BearerSecurity(isEncrypted: true, isAuthenticated: true)

  var server = ServerLink.watchServer(name: "Belfry")
  var bearer: AttributeBearer
  var now = Instant.start
  private(set) var changes = ServerChanges()

  /// A server with the watch's database.
  static func watchServer(name: String) -> GATTServer {
    let database = WatchDatabase.make(name: Array(name.utf8).span, firmwareRevision: BoundedText("0.1.0"))
    return GATTServer(database: database)
  }

  init(receiveMTU: Int = 517, mtu: UInt16 = 23, security: BearerSecurity = ServerLink.discoverable) {
    bearer = AttributeBearer(receiveMTU: receiveMTU)
    bearer.security = security
    if mtu > 23 { bearer.completeMTUExchange(peerReceiveMTU: mtu) }
  }

  var isBearerLost: Bool { server.isBearerLost }

  /// The server's response, or "".
  func ask(_ request: String) -> String { answer(to: octets(hex: request)).hex }

  func answer(to request: [UInt8]) -> [UInt8] {
    output(capacity: 517) { changes = server.handle(request.span, on: &bearer, response: &$0, now: now) }
  }

  /// The PDU that the server sends without a request, or "".
  func nextPDU() -> String {
    output(capacity: 517) { _ = server.nextPDU(into: &$0, on: bearer, now: now) }.hex
  }

  func value(of handle: AttributeHandle) -> [UInt8] { server.value(of: handle).span.list }

  func setValue(_ value: [UInt8], of handle: AttributeHandle) -> Bool { server.setValue(value.span, of: handle) }

  func wait(seconds: UInt32) {
    now = now + .seconds(seconds)
    server.handleTimeout(now: now)
  }
}

extension GATTServer {
  /// Sets the battery level as the watch does.
  mutating func setBatteryLevel(percent: UInt8) {
    let level: [1 of UInt8] = [min(percent, 100)]
    if setValue(level.span, of: WatchDatabase.batteryLevel) { notify(WatchDatabase.batteryLevel) }
  }
}
