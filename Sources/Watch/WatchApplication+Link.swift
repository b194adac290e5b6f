internal import BluetoothHost
internal import Identifiers
internal import Octets
internal import Screens
internal import SecurityManager
internal import Timing

// How the watch stands with the phone, as far as the host knows.
extension WatchApplication {
  func connection(in state: HostState, now: Instant) -> ConnectionState {
    switch state {
    case .off, .starting: return hasAdvertised ? .recovering : .starting
    case .advertising:
      if host.isPairingWindowOpen(at: now) { return .pairingOpen }
      return mismatch == nil ? .advertising : .bondLost
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
    // The phone has to forget the watch first, window or not.
    if mismatch == .unknownHere { return .bondUnknownToWatch }
    if host.bondCount == 0 { return .notBonded }
    if host.isPairingWindowOpen(at: now) { return .pairingWindowOpen }
    if mismatch != nil { return .bondUnknownToPhone }
    return host.isAnyHeldOff(at: now) ? .phoneHeldOff : .noPhone
  }

  private var troubleWithUnsecuredLink: LinkTrouble? {
    guard let phone = host.peerIdentity else { return mismatch == .unknownHere ? .bondUnknownToWatch : .notBonded }
    return mismatch == .unknownThere(phone) ? .bondUnknownToPhone : nil
  }

  /// Tells the watch who it is, and which phones there are.
  mutating func updateIdentity() {
    var identity = WatchIdentity()
    identity.name = BoundedText(repairing: host.name)
    identity.address = host.ownAddress
    for index in 0..<host.bondCount {
      identity.phones.append(PhoneList.Phone(identity: host.bonds[index].identity, name: host.bonds[index].name))
    }
    identity.phones.connected = host.state == .encrypted ? host.peerIdentity : nil
    identity.phones.chosen = host.selectedPhone
    identity.phones.latest = host.latestPhone
    client.watch.setIdentity(identity)
  }

  // MARK: Bonds that do not match

  mutating func begin(_ mismatch: BondMismatch, now: Instant) {
    self.mismatch = mismatch
    switch mismatch {
    case .unknownHere: client.watch.bondMismatchFound(.watchForgot, phone: nil, now: now)
    case .unknownThere(let phone): client.watch.bondMismatchFound(.phoneForgot, phone: phone, now: now)
    }
  }

  mutating func endMismatch(now: Instant) {
    mismatch = nil
    client.watch.bondMismatchEnded(now: now)
  }

  /// The window is also how a lost bond is healed. Whom the watch forgot is a stranger from now on; who forgot the
  /// watch stays in the table until it pairs anew.
  mutating func openPairingWindow(now: Instant) {
    if mismatch == .unknownHere { endMismatch(now: now) }
    host.openPairingWindow(now: now)
  }
}
