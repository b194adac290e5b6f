internal import BluetoothHost
internal import Identifiers
internal import Octets
internal import PhoneClient
internal import Screens
internal import SecurityManager
internal import Timing
internal import WatchModel

// How the watch stands with the phone, as far as the host knows.
extension WatchApplication {
  func connection(in state: HostState, now: Instant) -> ConnectionState {
    switch state {
    case .off, .starting: return hasAdvertised ? .recovering : .starting
    case .advertising:
      if host.isPairingWindowOpen(at: now) { return .pairingOpen }
      return refusedPhoneTrouble == nil ? .advertising : .phoneRefused
    case .connected: return .connected
    case .pairing: return .pairing
    case .encrypted: return client.connection
    }
  }

  /// Why nothing arrives; nil while things are under way.
  func trouble(in state: HostState, now: Instant) -> LinkTrouble? {
    switch state {
    case .off: hasControllerFailed ? .controllerFailed : hasAdvertised ? .radioOff : nil
    case .starting: hasControllerFailed ? .controllerFailed : nil
    case .advertising: troubleWithoutLink(now: now)
    case .connected, .pairing: troubleWithUnsecuredLink
    case .encrypted: client.trouble
    }
  }

  private func troubleWithoutLink(now: Instant) -> LinkTrouble {
    if host.bondCount == 0 { return refusedPhoneTrouble ?? .notBonded }
    if host.isPairingWindowOpen(at: now) { return .pairingWindowOpen }
    if let refusedPhoneTrouble { return refusedPhoneTrouble }
    return host.isAnyHeldOff(at: now) ? .phoneHeldOff : .noPhone
  }

  private var troubleWithUnsecuredLink: LinkTrouble? {
    guard let phone = host.peerIdentity else { return refusedPhoneTrouble ?? .notBonded }
    return mismatch == .unknownThere(phone) || wasPairingRefused ? refusedPhoneTrouble : nil
  }

  /// The trouble that rejected phones point to; nil if they point to no trouble.
  ///
  /// Any radio can fake each sign of it. So while there is a bond, it is never a reason to delete one.
  private var refusedPhoneTrouble: LinkTrouble? {
    // A phone has to forget the watch first, window or not.
    if host.bondCount == 0 { return mismatch == .unknownHere ? .bondUnknownToWatch : nil }
    if wasPairingRefused { return .pairingRequested }
    switch mismatch {
    case .unknownHere: return .keyRequested
    case .unknownThere: return .bondUnknownToPhone
    case nil: return nil
    }
  }

  /// Gives the watch its own identity and the list of phones.
  mutating func updateIdentity() {
    var identity = WatchIdentity()
    identity.name = BoundedText(repairing: name.span)
    identity.address = host.ownAddress
    let bonds = host.bonds
    for index in 0..<bonds.count {
      identity.phones.append(PhoneList.Phone(identity: bonds[index].identity, name: bonds[index].name))
    }
    identity.phones.connected = host.state == .encrypted ? host.peerIdentity : nil
    identity.phones.chosen = host.selectedPhone
    identity.phones.latest = host.latestPhone
    watch.setIdentity(identity)
  }

  // MARK: Bonds that do not match

  mutating func begin(_ mismatch: BondMismatch, now: Instant) {
    self.mismatch = mismatch
    if host.bondCount == 0 { watch.handle(.bondMismatchFound, client.phone, now: now) }
  }

  /// Handles a phone that was not allowed to pair. A watch without a bond shows the failure immediately. A watch with a
  /// bond explains it on the status screen.
  mutating func noteRefusedPairing(_ failure: PairingFailureExplanation?, now: Instant) {
    if host.bondCount == 0 { return watch.handle(.pairingEnded(failure), client.phone, now: now) }
    if host.state != .encrypted { wasPairingRefused = true }
  }

  mutating func endMismatch(now: Instant) {
    mismatch = nil
    wasPairingRefused = false
    watch.handle(.bondMismatchEnded, client.phone, now: now)
  }

  /// The window is also how a lost bond is healed. A phone that the watch forgot is a stranger from now on; a phone
  /// that forgot the watch stays in the table until it pairs again.
  mutating func openPairingWindow(now: Instant) {
    wasPairingRefused = false
    if mismatch == .unknownHere { endMismatch(now: now) }
    host.openPairingWindow(now: now)
  }
}
