internal import Identifiers
internal import Timing

/// Decides who may begin to pair: by the policy, and by the failures of the past, each of which delays the next try.
struct PairingAdmission: Equatable, Sendable {
  /// Opening the window forgives the failures.
  var policy: PairingPolicy {
    didSet { if policy.isWindowOpen && !oldValue.isWindowOpen { attempts.recordOpenedWindow() } }
  }
  private(set) var attempts: RepeatedAttempts

  /// Returns the reason to refuse a request; nil: the pairing may begin, if its keys are prepared.
  func refusal(
    of received: ReceivedPairingRequest, on connection: PairingConnection, local: LocalIdentity, now: Instant
  ) -> PairingFailedReason? {
    let isLockedOut = attempts.isLockedOut(at: now) || connection.attempts.isLockedOut(at: now)
    if let reason = policy.refusal(of: connection, isLockedOut: isLockedOut) { return reason }
    let isAddressAdmissible = connection.isAdmissible(identity: connection.link.peerAddress, of: local)
    return policy.refusal(of: received, on: connection, isAddressAdmissible: isAddressAdmissible)
  }

  mutating func forgiveFailures() { attempts.recordOpenedWindow() }

  mutating func pairingSucceeded() { attempts.recordSuccess() }

  /// A pairing has failed in which the peer could guess a secret.
  mutating func attemptFailed(now: Instant) { attempts.recordFailure(at: now) }

  /// Closes the window after too many failed attempts.
  ///
  /// - Returns: whether it closes now.
  mutating func closeExhaustedWindow() -> Bool {
    guard policy.isWindowOpen, attempts.isWindowExhausted else { return false }
    policy.isWindowOpen = false
    return true
  }
}
