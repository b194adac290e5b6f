public import HCI
internal import Identifiers
public import Timing

extension PeripheralLink {
  /// Handles an event of the controller. Returns the change that it caused.
  ///
  /// An event that has no meaning in this state changes nothing.
  public mutating func handle(_ event: ControllerEvent, now: Instant) -> Change? {
    switch event {
    case .failed:
      return loseController()
    case .commandSucceeded(let opcode):
      return advance(opcode, .success, now: now)
    case .commandFailed(let opcode, let status):
      if opcode == .disconnect { noteDisconnectFailed(now: now) }
      return advance(opcode, status, now: now)
    case .connected(let connection):
      return handle(connection, now: now)
    case .connectionFailed:
      connectionFailed(now: now)
    case .disconnected(let handle, let reason):
      guard let link = phase.link, link.handle == handle else { return nil }
      let isControllerAtFault = noteEnd(of: link, now: now)
      advertise(now: now)
      return isControllerAtFault ? .disconnectedInSilence(handle) : .disconnected(handle, reason: reason)
    case .encryptionChange(let change, let isKeyOurs):
      return handle(change, isKeyOurs: isKeyOurs)
    case .encryptionKeyRefreshComplete(let refresh, let isKeyOurs):
      return handle(refresh, isKeyOurs: isKeyOurs)
    case .connectionUpdateComplete(let update):
      handle(update, now: now)
    case .remoteConnectionParameterRequest(let request):
      handle(request)
    case .dataBufferOverflow:
      disconnect(.remoteUserTerminatedConnection)
    case .ready, .rssi, .longTermKeyRequest, .dataLengthChange, .phyUpdateComplete, .remoteVersionInformation,
      .remoteFeatures, .authenticatedPayloadTimeoutExpired:
      break
    }
    return nil
  }

  private mutating func loseController() -> Change? {
    let handle = phase.link?.handle
    stop()
    return handle.map { .disconnected($0, reason: .connectionTimeout) }
  }

  /// Accepts one link, as peripheral. Any other link is ended immediately.
  private mutating func handle(_ connection: LEConnection, now: Instant) -> Change? {
    guard connection.role == .peripheral else { return refuse(connection, now: now) }
    switch phase {
    case .standby:
      return refuse(connection, now: now)
    case .advertising:
      connect(connection, now: now)
      return .connected(connection)
    case .connected(let link):
      guard link.handle == connection.handle else { return refuse(connection, now: now) }
      noteEnd(of: link, now: now)
      connect(connection, now: now)
      return .replaced(by: connection)
    }
  }

  private mutating func refuse(_ connection: LEConnection, now: Instant) -> Change? {
    answer(.disconnect(connection.handle, reason: .remoteUserTerminatedConnection))
    switch phase {
    case .standby:
      return nil
    case .advertising:
      // The controller may have stopped advertising because of this connection.
      advertise(now: now)
      return nil
    case .connected(let link):
      guard link.handle == connection.handle else { return nil }
      advertise(now: now)
      return .disconnected(link.handle, reason: .connectionTimeout)
    }
  }

  private mutating func handle(_ change: EncryptionChange, isKeyOurs: Bool) -> Change? {
    guard phase.link?.handle == change.connectionHandle, change.status == .success else { return nil }
    guard change.isEnabled, isKeyOurs else { return distrust() }
    return encrypt()
  }

  private mutating func handle(_ refresh: EncryptionKeyRefreshComplete, isKeyOurs: Bool) -> Change? {
    guard phase.link?.handle == refresh.connectionHandle else { return nil }
    guard refresh.status == .success, isKeyOurs else { return distrust() }
    return encrypt()
  }

  private mutating func encrypt() -> Change? {
    guard let link = phase.link, !link.isEncrypted else { return nil }
    noteEncryption(isOn: true)
    return .encrypted(link.handle)
  }

  /// Ends a link that is encrypted with a key that is not the device's, or that is no longer encrypted.
  private mutating func distrust() -> Change? {
    disconnect(.authenticationFailure)
    guard let link = phase.link else { return nil }
    noteEncryption(isOn: false)
    return .encryptionLost(link.handle)
  }

  private mutating func handle(_ update: LEConnectionUpdateComplete, now: Instant) {
    guard phase.link?.handle == update.connectionHandle, update.status == .success else { return }
    let timing = ConnectionTiming(
      interval: update.connectionInterval, latency: update.peripheralLatency,
      supervisionTimeout: update.supervisionTimeout)
    note(timing, now: now)
  }

  /// Answers whatever the link: one that gets no answer dies.
  private mutating func handle(_ request: LERemoteConnectionParameterRequest) {
    answer(
      ConnectionParameterPolicy.accepts(request.parameters)
        ? .leRemoteConnectionParameterRequestReply(request.connectionHandle, request.parameters)
        : .leRemoteConnectionParameterRequestNegativeReply(
          request.connectionHandle, reason: .unacceptableConnectionParameters))
  }
}
