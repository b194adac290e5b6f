internal import ATT
internal import Cryptography
internal import GAP
internal import GATT
internal import HCI
public import Identifiers
internal import Octets
internal import SecurityManager
public import Timing

// Pairing, encryption and bonds.
extension BluetoothHost {
  mutating func answer(_ request: LELongTermKeyRequest) {
    if let key = longTermKey(for: request) {
      controller.enqueue(.leLongTermKeyRequestReply(request.connectionHandle, key.octets))
    } else {
      controller.enqueue(.leLongTermKeyRequestNegativeReply(request.connectionHandle))
    }
  }

  /// A link that is being shown out gets no key, but it gets an answer.
  private mutating func longTermKey(for request: LELongTermKeyRequest) -> Value128? {
    guard request.connectionHandle == connection else { return nil }
    let bond = peerIdentity.flatMap { bonds.bond(for: $0) }
    let asked = LongTermKeyRequest(
      random: request.randomNumber, encryptedDiversifier: request.encryptedDiversifier)
    return responder.longTermKey(for: asked, bond: bond)
  }

  mutating func noteEncryption(isEnabled: Bool, status: HCI.ErrorCode, isKeyOurs: Bool, now: Instant) {
    guard status == .success else { return responder.handle(.encryptionFailed, now: now) }
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
        link.pairingStarted(now: now)
        setState(.pairing)
      case .displayCode(let code): post(.pairingCode(code))
      case .dismissCode: break
      case .bonded(let bond): commit(bond, now: now)
      case .failed(let failure): endPairing(.failed(PairingFailureReason(failure)))
      case .refused(let reason): reportRefusal(reason)
      case .keyMissing: post(.keyMissing)
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
    endPairing(.failed(.refusedByUs(code: reason.rawValue)))
  }

  private mutating func commit(_ bond: Bond, now: Instant) {
    guard mayBecome(bond.identity, now: now) else {
      return refuseBond(.refusedByUs(code: PairingFailedReason.pairingNotSupported.rawValue), now: now)
    }
    var bond = bond
    if isSecured, let earlier = peerIdentity.flatMap({ bonds.bond(for: $0) }) { bond.takeSettings(of: earlier) }
    switch bonds.commit(bond) {
    case .added, .replaced, .displaced: break
    case .refusedWeaker: return refuseBond(.weakerThanBond, now: now)
    case .refusedFull: return refuseBond(.noRoom, now: now)
    }
    peerIdentity = bond.identity
    post(.bondsChanged)
    post(.pairingEnded(.bonded))
    link.closePairingWindow(now: now)
    secureIfBonded(now: now)
    leavePairing()
  }

  /// Outside the window only a phone that we know may pair: it does not come out of it as another.
  private func mayBecome(_ identity: DeviceAddress, now: Instant) -> Bool {
    peerIdentity == nil || peerIdentity == identity || link.isPairingWindowOpen(at: now)
  }

  private mutating func refuseBond(_ reason: PairingFailureReason, now: Instant) {
    endPairing(.failed(reason))
    disconnect(.authenticationFailure, now: now)
  }

  // MARK: What our server keeps for each bond

  private mutating func restoreConfiguration(of bond: Bond, now: Instant) {
    channels.server.configuration = ClientConfiguration(
      descriptors: bond.clientConfigurations, supportedFeatures: bond.clientSupportedFeatures)
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

  /// How many phones are bonded.
  public var bondCount: Int { bonds.count }

  /// Forgets the phone of this link, or the one that was here last.
  public mutating func forgetPhone(now: Instant) {
    if let identity = peerIdentity ?? bonds.mostRecentlyUsed?.identity { removeBond(of: identity, now: now) }
    settle(now: now)
  }

  /// Forgets a phone. Its link, if it has one, ends.
  public mutating func removeBond(of identity: DeviceAddress, now: Instant) {
    guard bonds.remove(identity) != nil else { return }
    post(.bondsChanged)
    if identity == peerIdentity { disconnect(.remoteUserTerminatedConnection, now: now) }
  }
}

extension Bond {
  /// Pairing anew on a link that is secured already changes the keys; what the phone has set on our server stays.
  fileprivate mutating func takeSettings(of earlier: Bond) {
    clientConfigurations = earlier.clientConfigurations
    clientSupportedFeatures = earlier.clientSupportedFeatures
    databaseHash = earlier.databaseHash
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
