import ATT
import GATT
import Octets
import TestSupport
import Timing

/// A server with its client's view: requests in, responses out, both in hexadecimal.
final class ServerLink {
  static let encrypted = BearerSecurity(isEncrypted: true, isAuthenticated: true, hasBond: true)
  static let bondedPlain = BearerSecurity(isEncrypted: false, isAuthenticated: false, hasBond: true)

  var server = GATTServer(
    information: DeviceInformation(name: BoundedText("Belfry"), firmwareRevision: "0.1.0"))
  var bearer: AttributeBearer
  var now = Instant.start
  private(set) var changes = ServerChanges()

  init(receiveMTU: Int = 517, mtu: UInt16 = 23, security: BearerSecurity = .none) {
    bearer = AttributeBearer(receiveMTU: receiveMTU)
    bearer.security = security
    if mtu > 23 { bearer.completeMTUExchange(peerReceiveMTU: mtu) }
  }

  var isBearerLost: Bool { server.isBearerLost }

  /// The one PDU the server answers with, or "".
  func ask(_ request: String) -> String { answer(to: octets(hex: request)).hex }

  func answer(to request: [UInt8]) -> [UInt8] {
    output(capacity: 517) { changes = server.handle(request.span, on: &bearer, response: &$0, now: now) }
  }

  /// What the server sends unasked, or "".
  func nextPDU() -> String {
    output(capacity: 517) { _ = server.nextPDU(into: &$0, on: bearer, now: now) }.hex
  }

  func wait(seconds: UInt32) {
    now = now + .seconds(seconds)
    server.handleTimeout(now: now)
  }
}
