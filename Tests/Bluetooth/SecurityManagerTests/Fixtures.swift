import Identifiers
import Octets
import TestSupport
import Timing

@testable import PhoneSupport
@testable import SecurityManager

extension PairingFeatures {
  /// From the seven octets of the complete PDU.
  init(pdu digits: String) throws {
    let list = TestSupport.octets(hex: digits)
    var body = list.span.extracting(droppingFirst: 1)
    try self.init(decoding: &body)
  }
}

extension PairingResponder {
  mutating func handle(_ octets: [UInt8], at now: Instant = .start) { handle(pdu: octets.span, now: now) }

  /// All PDUs to send.
  mutating func takePDUs() -> [[UInt8]] {
    var pdus: [[UInt8]] = []
    while true {
      var buffer = OctetBuffer<65>()
      var isTaken = false
      buffer.append { output in isTaken = nextPDU(into: &output) }
      guard isTaken else { return pdus }
      pdus.append(buffer.span.list)
    }
  }

  /// All pending actions.
  mutating func takeActions() -> [Action] {
    var list: [Action] = []
    while let action = nextAction() { list.append(action) }
    return list
  }
}
