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
    guard request.connectionHandle == connection else { return }
    let bond = peerIdentity.flatMap { bonds.bond(for: $0) }
    let asked = LongTermKeyRequest(
      random: request.randomNumber, encryptedDiversifier: request.encryptedDiversifier)
    if let key = responder.longTermKey(for: asked, bond: bond) {
      controller.enqueue(.leLongTermKeyRequestReply(request.connectionHandle, key.octets))
    } else {
      controller.enqueue(.leLongTermKeyRequestNegativeReply(request.connectionHandle))
    }
  }

  mutating func noteEncryption(isEnabled: Bool, status: HCI.ErrorCode, isKeyOurs: Bool, now: Instant) {
    guard status == .success else { return responder.handle(.encryptionFailed, now: now) }
    // A link that is encrypted with a key that we never gave is none of ours: the link machine ends it.
    guard isKeyOurs || !isEnabled else { return }
    responder.handle(.encryptionChanged(isEnabled: isEnabled), now: now)
    if !isEnabled { isSecured = false }
    secureIfBonded(now: now)
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
      case .refused(let reason): endPairing(.failed(.refusedByUs(code: reason.rawValue)))
      case .keyMissing: post(.keyMissing)
      case .closeWindow: link.closePairingWindow(now: now)
      case .disconnect(let reason): disconnect(HCI.ErrorCode(rawValue: reason.rawValue))
      }
    }
  }

  private mutating func endPairing(_ result: PairingResult) {
    post(.pairingEnded(result))
    if state == .pairing { setState(isSecured ? .encrypted : .connected) }
  }

  private mutating func commit(_ bond: Bond, now: Instant) {
    switch bonds.commit(bond) {
    case .added, .replaced, .displaced: break
    case .refusedWeaker: return refuseBond(.weakerThanBond)
    case .refusedFull: return refuseBond(.noRoom)
    }
    peerIdentity = bond.identity
    post(.bondsChanged)
    post(.pairingEnded(.bonded))
    link.closePairingWindow(now: now)
    secureIfBonded(now: now)
  }

  private mutating func refuseBond(_ reason: PairingFailureReason) {
    endPairing(.failed(reason))
    disconnect(.authenticationFailure)
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
    if let identity = peerIdentity ?? bonds.mostRecentlyUsed?.identity { removeBond(of: identity) }
    settle(now: now)
  }

  /// Forgets a phone. Its link, if it has one, ends.
  public mutating func removeBond(of identity: DeviceAddress) {
    guard bonds.remove(identity) != nil else { return }
    post(.bondsChanged)
    if identity == peerIdentity { disconnect(.remoteUserTerminatedConnection) }
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
