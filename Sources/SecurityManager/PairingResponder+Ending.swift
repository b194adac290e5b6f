internal import Identifiers
internal import Octets
internal import Timing

// How a pairing moves on, and how it ends without a bond.

extension PairingResponder {
  /// Moves a pairing on, and gives the peer and the user new time.
  mutating func advance(to state: State, now: Instant) {
    self.state = state
    procedureDeadline.set(now + Self.procedureTimeout)
  }

  /// Ends a pairing and tells the peer why.
  mutating func fail(_ reason: PairingFailedReason, now: Instant) {
    outbox.removeAll()
    send(.pairingFailed(reason.rawValue))
    end(.sent(reason), now: now)
  }

  mutating func timeOut(now: Instant) {
    guard isPairing else { return }
    outbox.removeAll()
    end(.timeout, now: now)
    close(.remoteUserTerminatedConnection)
  }

  /// Ends a pairing that did not succeed: nothing of it is kept, and the next one has to wait.
  mutating func end(_ failure: PairingFailure, now: Instant) {
    if isCodeShown { act(.dismissCode) }
    let wasEncrypted = security == .encrypted
    forgetPairing()
    connection?.hasAnsweredUnexpected = true
    attempts.recordFailure(at: now)
    act(.failed(failure))
    if policy.isWindowOpen, attempts.isWindowExhausted {
      policy.isWindowOpen = false
      act(.closeWindow)
    }
    // The link is encrypted with a key that is no more, and the peer may believe that it is bonded.
    if wasEncrypted, failure != .disconnected { close(.authenticationFailure) }
  }

  private var isCodeShown: Bool {
    if case .comparing(let comparison) = state { return !comparison.isConfirmed }
    return isPasskeyShown
  }

  mutating func forgetPairing() {
    state = .idle
    procedureDeadline.clear()
    transcript = nil
    secrets.wipe()
    material?.wipe()
    material = nil
    if connection?.offeredKey == .pairing { connection?.offeredKey = .none }
  }

  /// A pairing has few PDUs to send at a time, so the queue is full only if the link takes none of them: then the link
  /// ends.
  mutating func send(_ pdu: SecurityManagerPDU) {
    if outbox.pushLast(pdu) != nil { close(.remoteUserTerminatedConnection) }
  }

  /// Has the link ended, and hears no more on it; what is in the outbox may still go.
  mutating func close(_ reason: PairingDisconnectReason) {
    guard state != .closing else { return }
    state = .closing
    procedureDeadline.clear()
    act(.disconnect(reason))
  }

  mutating func act(_ action: Action) { _ = actions.pushLast(action) }
}
