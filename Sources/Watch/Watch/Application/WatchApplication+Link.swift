internal import BluetoothHost
internal import Features
internal import Identifiers
internal import Octets
internal import PhoneClient
internal import Screens
internal import SecurityManager
internal import Timing
internal import WatchModel

// The state of the connection, as far as the host knows it.
extension WatchApplication {
  /// Tells the watch about the connection in this state of the host.
  mutating func noteConnection(in state: HostState, now: Instant) {
    // A pairing that is under way may still use the room.
    if Features.hasPhonePages, host.state != .pairing, !host.isPairingWindowOpen(at: now) {
      watch.withdrawReplacement()
    }
    watch.linkChanged(
      to: connection(in: state, now: now), trouble: trouble(in: state, now: now), client.phone, now: now)
  }

  func connection(in state: HostState, now: Instant) -> ConnectionState {
    switch state {
    case .off, .starting: return findings.hasAdvertised ? .recovering : .starting
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
    guard Features.hasStatusPage || Features.hasEvents else { return radioTrouble(in: state) }
    return switch state {
    case .off, .starting: radioTrouble(in: state)
    case .advertising: troubleWithoutLink(now: now)
    case .connected, .pairing: troubleWithUnsecuredLink
    case .encrypted: client.trouble
    }
  }

  /// Why there is no radio: the only trouble that the clock shows.
  private func radioTrouble(in state: HostState) -> LinkTrouble? {
    switch state {
    case .off: findings.hasControllerFailed ? .controllerFailed : findings.isRadioOff ? .radioOff : nil
    case .starting: findings.hasControllerFailed ? .controllerFailed : nil
    case .advertising, .connected, .pairing, .encrypted: nil
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
    return findings.mismatch == .unknownThere(phone) || findings.wasPairingRefused ? refusedPhoneTrouble : nil
  }

  private var refusedPhoneTrouble: LinkTrouble? { findings.refusedPhoneTrouble(bondCount: host.bondCount) }

  /// Gives the watch its own identity and the list of phones.
  mutating func updateIdentity() {
    var identity = WatchIdentity()
    if Features.hasStatusPage {
      identity.name = BoundedText(repairing: watch.wearer.name.span)
      identity.address = host.ownAddress
    }
    for index in 0..<host.bondCount {
      let (phone, name) = host.bondedPhone(at: index)
      identity.phones.append(PhoneList.Phone(identity: phone, name: name))
    }
    identity.phones.connected = host.state == .encrypted ? host.peerIdentity : nil
    if Features.hasStatusPage || Features.hasPhonePages {
      identity.phones.chosen = host.selectedPhone
      identity.phones.latest = host.latestPhone
    }
    watch.setIdentity(identity)
  }

  /// Lets only this phone connect, or any paired phone. An open pairing window would keep it out.
  mutating func choose(_ phone: DeviceAddress?, now: Instant) {
    if host.state != .pairing { host.closePairingWindow(now: now) }
    host.selectPhone(phone, now: now)
  }

  /// A phone is connected. The history stays, also that of another phone.
  mutating func noteListOwner() {
    guard Features.hasPhonePages, listOwner.noteConnected(host.peerIdentity) else { return }
    client.removeLeftovers()
  }

  /// Empties the list if its phone is not bonded any more, once the link has ended.
  mutating func emptyListOfForgottenPhone() {
    guard Features.hasPhonePages, listOwner.takeIsForgotten(watch.identity.phones, linked: host.peerIdentity)
    else { return }
    client.clearHistory()
    client.removeLeftovers()
  }
}
