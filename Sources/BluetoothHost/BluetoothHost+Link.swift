internal import ATT
internal import GAP
internal import GATT
internal import HCI
internal import Identifiers
internal import L2CAP
internal import Octets
internal import SecurityManager
internal import Timing

// What the controller reports of itself and of the link.
extension BluetoothHost {
  mutating func handle(_ event: ControllerEvent, now: Instant) {
    switch event {
    case .ready: beginAdvertising(now: now)
    case .failed(let failure): fail(failure, now: now)
    case .longTermKeyRequest(let request): answer(request)
    case .encryptionChange(let change, let isKeyOurs):
      guard change.connectionHandle == connection else { break }
      noteEncryption(isEnabled: change.isEnabled, status: change.status, isKeyOurs: isKeyOurs, now: now)
    case .encryptionKeyRefreshComplete(let refresh, let isKeyOurs):
      guard refresh.connectionHandle == connection else { break }
      noteEncryption(isEnabled: true, status: refresh.status, isKeyOurs: isKeyOurs, now: now)
    // What the link machine sees to alone.
    case .connected, .connectionFailed, .disconnected, .connectionUpdateComplete, .remoteConnectionParameterRequest,
      .commandSucceeded, .commandFailed, .dataBufferOverflow:
      break
    // Of no interest.
    case .rssi, .dataLengthChange, .phyUpdateComplete, .remoteVersionInformation, .remoteFeatures,
      .authenticatedPayloadTimeoutExpired:
      break
    }
    if let change = link.handle(event, now: now) { handle(change, now: now) }
  }

  private mutating func handle(_ change: PeripheralLink.Change, now: Instant) {
    switch change {
    case .connected(let complete): beginLink(complete, now: now)
    case .replaced(by: let complete):
      endLink(reason: .connectionTimeout, now: now)
      beginLink(complete, now: now)
    case .encrypted: break
    case .encryptionLost: distrust()
    case .disconnected(_, let reason):
      endLink(reason: reason, now: now)
      setState(.advertising)
    }
  }

  private mutating func fail(_ failure: ControllerFailure, now: Instant) {
    endLink(reason: .connectionTimeout, now: now)
    link.stop()
    setState(.off)
    controllerFailure = failure
    post(.controllerFailed)
  }

  private mutating func beginAdvertising(now: Instant) {
    identifySelf()
    if bonds.isEmpty, !hasOpenedFirstWindow {
      hasOpenedFirstWindow = true
      link.openPairingWindow(for: configuration.pairingWindow, now: now)
    }
    startLink(now: now)
    setState(.advertising)
  }

  private mutating func beginLink(_ complete: LEConnection, now: Instant) {
    connection = complete.handle
    linkBegin = now
    peerIdentity = bonds.identity(resolving: complete.peerAddress)
    channels.reset()
    channels.bearer.security.hasBond = peerIdentity != nil
    responder.connect(
      PairingLink(
        localAddress: ownAddress, peerAddress: complete.peerAddress,
        knownPeer: peerIdentity.flatMap { bonds.bond(for: $0) }.map { KnownPeer($0) }),
      now: now)
    receiveVisitor(now: now)
  }

  /// Forgets the link. Harmless if there is none. The caller says what state the host is in without it.
  mutating func endLink(reason: HCI.ErrorCode, now: Instant) {
    guard connection != nil else { return }
    noteMismatch(endingWith: reason, now: now)
    connection = nil
    responder.handle(.disconnected, now: now)
    drainResponderActions(now: now)
    peerIdentity = nil
    isSecured = false
    hasReportedRefusal = false
    hasRefusedKey = false
    pendingDisconnect = nil
    visit = .welcome
    channels.reset()
    // A phone that was shown out at the door was never told of.
    if state != .advertising { post(.linkLost(reason: reason)) }
  }

  /// Lets every machine finish what an input began, and keeps what they share in step.
  mutating func settle(now: Instant) {
    drainResponderActions(now: now)
    drainLinkActions(now: now)
    refreshPolicy(now: now)
  }

  /// The window closes by time alone, so this comes before every input that may ask to pair.
  mutating func refreshPolicy(now: Instant) {
    responder.policy.isWindowOpen = link.isPairingWindowOpen(at: now)
    if !responder.policy.isWindowOpen, !responder.isPairing { replacement = nil }
    responder.policy.hasRoomForBond = bonds.hasRoom || replacement?.isAccepted == true
  }

  mutating func drainLinkActions(now: Instant) {
    while let action = link.nextAction() {
      switch action {
      case .send(let command): controller.enqueue(command)
      case .requestConnectionParameters(let connection, let parameters):
        guard connection == self.connection else { continue }
        requestConnectionParameters(parameters)
      case .restartController: handle(controller.giveUp(.noData), now: now)
      }
    }
  }

  private mutating func requestConnectionParameters(_ parameters: ConnectionParameters) {
    guard
      let request = ConnectionParameterUpdateRequest(
        intervalMinimum: parameters.intervalMinimum, intervalMaximum: parameters.intervalMaximum,
        latency: parameters.latency, timeoutMultiplier: parameters.supervisionTimeout)
    else { return }
    _ = channels.signalling.request(request)
  }
}
