internal import ATT
internal import Cryptography
internal import GAP
internal import GATT
internal import HCI
internal import Octets
internal import SecurityManager
internal import Timing

// Pairing, encryption and bonds.
extension BluetoothHost {
  mutating func answer(_ request: LELongTermKeyRequest) {
    if let key = longTermKey(for: request) {
      controller.enqueue(.leLongTermKeyRequestReply(request.connectionHandle, key.octets))
    } else {
      controller.enqueue(.leLongTermKeyRequestNegativeReply(request.connectionHandle))
    }
  }

  /// Each request is answered, also on a link that is about to end: a bonded phone that is shown out gets its key, for
  /// it would take a refusal for the loss of the bond.
  private mutating func longTermKey(for request: LELongTermKeyRequest) -> Value128? {
    guard request.connectionHandle == connection else { return nil }
    let bond = peerIdentity.flatMap { bonds.bond(for: $0) }
    let asked = LongTermKeyRequest(
      random: request.randomNumber, encryptedDiversifier: request.encryptedDiversifier)
    return responder.longTermKey(for: asked, bond: bond)
  }

  mutating func noteEncryption(isEnabled: Bool, status: HCI.ErrorCode, isKeyOurs: Bool, now: Instant) {
    guard status == .success else {
      noteMismatch(encryptionFailedWith: status)
      return responder.handle(.encryptionFailed, now: now)
    }
    // A link that is encrypted with a key that we never gave is none of ours: the link machine ends it.
    guard isKeyOurs || !isEnabled else { return }
    responder.handle(.encryptionChanged(isEnabled: isEnabled), now: now)
    secureIfBonded(now: now)
  }

  /// The link is not, or no longer, encrypted with a key of ours: nothing that still comes over it counts.
  mutating func distrust() {
    isSecured = false
    channels.bearer.security = .none
  }

  /// The link may be trusted once it is encrypted with the key of a bond and no pairing is under way.
  private mutating func secureIfBonded(now: Instant) {
    guard !isSecured, responder.security == .bonded, let identity = peerIdentity, let bond = bonds.bond(for: identity)
    else { return }
    mismatches.noteSecured(identity)
    guard mayStay(now: now) else { return }
    isSecured = true
    if bonds.markUsed(identity) { post(.bondsChanged) }
    channels.bearer.security = BearerSecurity(
      isEncrypted: true, isAuthenticated: bond.strength.isAuthenticated, hasBond: true)
    restoreConfiguration(of: bond, now: now)
    setState(.encrypted)
    post(.secured)
  }

  mutating func drainResponderActions(now: Instant) {
    while let action = responder.nextAction() {
      switch action {
      case .pairingStarted:
        noteMismatchOfPairingPeer()
        keepVisitor()
        link.pairingStarted(now: now)
        setState(.pairing)
      case .displayCode(let code): post(.pairingCode(code))
      case .dismissCode: break
      case .bonded(let bond): commit(bond, now: now)
      case .failed(let failure):
        endPairing(.failed(PairingFailureReason(failure)))
        limitVisit(now: now)
      case .refused(let reason):
        noteMismatchOfPairingPeer()
        reportRefusal(reason)
      case .keyMissing: noteMissingKey(now: now)
      case .closeWindow: link.closePairingWindow(now: now)
      case .disconnect(let reason): disconnect(HCI.ErrorCode(rawValue: reason.rawValue), now: now)
      }
    }
  }

  private mutating func endPairing(_ result: PairingResult) {
    post(.pairingEnded(result))
    leavePairing()
  }

  /// The state is that of the link again, if there still is one.
  private mutating func leavePairing() {
    if state == .pairing, connection != nil { setState(isSecured ? .encrypted : .connected) }
  }

  /// Told once for each link, so that a stranger who asks again and again does not fill the glass and the log.
  private mutating func reportRefusal(_ reason: PairingFailedReason) {
    guard !hasReportedRefusal else { return }
    hasReportedRefusal = true
    let isForWantOfRoom = reason == .unspecifiedReason && peerIdentity == nil && !responder.policy.hasRoomForBond
    endPairing(.failed(isForWantOfRoom ? .noRoom : .refusedByUs(code: reason.rawValue)))
  }

  private mutating func commit(_ bond: Bond, now: Instant) {
    let isAnySelected = bonds.selected != nil
    switch bonds.commit(bond, replacing: replacement?.accepted) {
    case .added, .replaced: break
    case .displaced(let displaced): forget(displaced.identity)
    case .refusedWeaker: return refuseBond(.weakerThanBond, now: now)
    case .refusedFull: return refuseBond(.noRoom, now: now)
    }
    // Whoever pairs a phone means to use it.
    if isAnySelected { _ = bonds.select(bond.identity) }
    peerIdentity = bond.identity
    visit = .welcome
    replacement = nil
    forget(bond.identity)
    post(.bondsChanged)
    post(.pairingEnded(.bonded))
    link.closePairingWindow(now: now)
    secureIfBonded(now: now)
    leavePairing()
  }

  private mutating func refuseBond(_ reason: PairingFailureReason, now: Instant) {
    endPairing(.failed(reason))
    disconnect(.authenticationFailure, now: now)
  }

  // MARK: What our server keeps for each bond

  /// A phone may have configured something on this link before it paired or encrypted; that is its wish as well.
  private mutating func restoreConfiguration(of bond: Bond, now: Instant) {
    let onThisLink = channels.server.configuration
    channels.server.configuration = ClientConfiguration(
      descriptors: bond.clientConfigurations | onThisLink.descriptors,
      supportedFeatures: bond.clientSupportedFeatures | onThisLink.supportedFeatures)
    if !bond.databaseHash.isZero, bond.databaseHash != databaseHash { channels.server.noteDatabaseChange(now: now) }
    storeConfiguration(isDatabaseKnown: bond.databaseHash.isZero)
  }

  /// Keeps what the phone configured with its bond; posts `bondsChanged` only if that differs.
  mutating func storeConfiguration(isDatabaseKnown: Bool) {
    guard isSecured, let identity = peerIdentity, let old = bonds.bond(for: identity) else { return }
    var bond = old
    bond.clientConfigurations = channels.server.configuration.descriptors
    bond.clientSupportedFeatures = channels.server.configuration.supportedFeatures
    if isDatabaseKnown { bond.databaseHash = databaseHash }
    if bond != old, bonds.updateSettings(from: bond) { post(.bondsChanged) }
  }
}

extension PairingFailureReason {
  fileprivate init(_ failure: PairingFailure) {
    switch failure {
    case .sent(let reason): self = .refusedByUs(code: reason.rawValue)
    case .received(let code): self = .refusedByPeer(code: code)
    case .timeout: self = .timeout
    case .encryptionFailed: self = .encryptionFailed
    case .disconnected: self = .disconnected
    }
  }
}
