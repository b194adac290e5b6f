internal import Octets

/// The PDUs to send and the actions to report, each in order.
struct PairingOutput {
  /// More than one pairing needs.
  private var pdus = FixedQueue<8, SecurityManagerPDU>()
  /// More than one call yields; an owner that does not ask for them loses the newest.
  private var actions = FixedQueue<8, PairingResponder.Action>()
  /// Whether a PDU was lost because the link took none for too long.
  private(set) var hasLostPDU = false

  var isSent: Bool { pdus.isEmpty }

  mutating func send(_ pdu: SecurityManagerPDU) {
    // Not `pushLast(pdu) != nil`, which compares two PDUs in 1 KiB of code.
    if pdus.isFull { hasLostPDU = true } else { pdus.append(pdu) }
  }

  mutating func act(_ action: PairingResponder.Action) { _ = actions.pushLast(action) }

  mutating func nextPDU() -> SecurityManagerPDU? { pdus.popFirst() }

  mutating func nextAction() -> PairingResponder.Action? { actions.popFirst() }

  /// Removes the PDUs that were not sent.
  mutating func removePDUs() {
    pdus.removeAll()
    hasLostPDU = false
  }
}
