import ATT
import GATT
import Identifiers
import TestSupport
import Timing

/// A client seen from its server: responses in, requests out, both in hexadecimal; events as text.
final class ClientLink {
  var client = GATTClient()
  var bearer: AttributeBearer
  var now = Instant.start

  init(mtu: UInt16 = 23, isEncrypted: Bool = true) {
    bearer = AttributeBearer()
    bearer.security.isEncrypted = isEncrypted
    if mtu > 23 { bearer.completeMTUExchange(peerReceiveMTU: mtu) }
  }

  var isBusy: Bool { client.isBusy }
  var isBearerLost: Bool { client.isBearerLost }

  @discardableResult
  func start(_ procedure: Procedure) -> Bool { client.start(procedure) }

  @discardableResult
  func startWrite(to handle: UInt16, _ value: [UInt8]) -> Bool {
    client.startWrite(to: AttributeHandle(rawValue: handle)!, value: value.span)
  }

  @discardableResult
  func accept(_ handle: UInt16) -> Bool { client.acceptValues(from: AttributeHandle(rawValue: handle)!) }

  /// The client's next PDU, or "".
  func next() -> String { nextOctets().hex }

  func nextOctets() -> [UInt8] {
    output(capacity: 517) { _ = client.nextPDU(into: &$0, on: bearer, now: now) }
  }

  @discardableResult
  func receive(_ pdu: String) -> String { receive(octets(hex: pdu)) }

  /// Passes the PDU to the client.
  @discardableResult
  func receive(_ pdu: [UInt8]) -> String {
    guard bearer.route(pdu.span) == .client else { return "ignored" }
    return Self.describe(client.handle(pdu.span, on: &bearer, now: now))
  }

  func result() -> ProcedureResult? { client.takeResult() }

  func wait(seconds: UInt32) {
    now = now + .seconds(seconds)
    client.handleTimeout(now: now)
  }

  static func describe(_ event: borrowing ClientEvent) -> String {
    switch copy event {
    case .none: return ""
    case .services(var entries):
      var words = "services"
      while let range = entries.next() { words += " \(range.first.rawValue)-\(range.last.rawValue)" }
      return words
    case .characteristics(var entries):
      var words = "characteristics"
      while let entry = entries.next() {
        words += " \(entry.handle.rawValue):\(entry.valueHandle.rawValue)/\(entry.properties.rawValue)"
      }
      return words
    case .descriptors(var entries):
      var words = "descriptors"
      while let entry = entries.next() {
        if case .short(let type) = entry.attributeType {
          words += " \(entry.attributeHandle.rawValue)=\(String(type, radix: 16))"
        } else {
          words += " \(entry.attributeHandle.rawValue)=long"
        }
      }
      return words
    case .value(let offset, let part): return "value \(offset): \(part.list.hex)"
    case .notification(let handle, let value): return "notification \(handle.rawValue): \(value.list.hex)"
    case .indication(let handle, let value): return "indication \(handle.rawValue): \(value.list.hex)"
    }
  }
}
