internal import Identifiers
internal import Octets
internal import Timing

// PDUs that are malformed or have no place in a state.

extension PairingResponder {
  /// A PDU we know, of a wrong length or with a forbidden value.
  mutating func receiveMalformed(_ code: SecurityManagerPDU.Code, now: Instant) {
    if isPairing {
      fail(.invalidParameters, now: now)
    } else if code == .pairingRequest {
      send(.pairingFailed(PairingFailedReason.invalidParameters.rawValue))
      act(.refused(.invalidParameters))
    }
  }

  /// A PDU that has no place in this state.
  mutating func receiveUnexpected(isAnsweredWhenIdle: Bool, now: Instant) {
    if isPairing {
      fail(.unspecifiedReason, now: now)
    } else if isAnsweredWhenIdle, connection?.hasAnsweredUnexpected == false {
      connection?.hasAnsweredUnexpected = true
      send(.pairingFailed(PairingFailedReason.unspecifiedReason.rawValue))
    }
  }

  /// A PDU that only a responder sends.
  mutating func receiveUnsupported(now: Instant) {
    if isPairing {
      fail(.commandNotSupported, now: now)
    } else if connection?.hasAnsweredUnsupported == false {
      connection?.hasAnsweredUnsupported = true
      send(.pairingFailed(PairingFailedReason.commandNotSupported.rawValue))
    }
  }
}
