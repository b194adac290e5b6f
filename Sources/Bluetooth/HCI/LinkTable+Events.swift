internal import Identifiers

// The events of connections.
extension LinkTable {
  /// The effect of an event outside of the table.
  enum Effect {
    /// The controller's owner gets this event.
    case report(ControllerEvent)
    case ignore
    /// There is no room for the connection. This command ends it.
    case refuse(Command)
    /// There is no such connection. The controller waits for the reply, if there is one.
    case stray(reply: Command?)
  }

  /// Follows an event of a connection.
  mutating func handle(_ event: borrowing Event) -> Effect {
    switch event {
    case .leConnectionComplete(let complete): handle(complete)
    case .disconnectionComplete(let complete): handle(complete)
    case .encryptionChange(let change):
      known(
        change.connectionHandle,
        .encryptionChange(change, isKeyOurs: isKeyOurs(change.connectionHandle)))
    case .encryptionKeyRefreshComplete(let refresh):
      known(
        refresh.connectionHandle,
        .encryptionKeyRefreshComplete(refresh, isKeyOurs: isKeyOurs(refresh.connectionHandle)))
    case .leLongTermKeyRequest(let request): handle(request)
    case .leRemoteConnectionParameterRequest(let request): handle(request)
    case .leConnectionUpdateComplete(let update): known(update.connectionHandle, .connectionUpdateComplete(update))
    case .leDataLengthChange(let change): known(change.connectionHandle, .dataLengthChange(change))
    case .lePHYUpdateComplete(let update): known(update.connectionHandle, .phyUpdateComplete(update))
    case .leReadRemoteFeaturesComplete(let features): known(features.connectionHandle, .remoteFeatures(features))
    case .readRemoteVersionInformationComplete(let version):
      known(version.connectionHandle, .remoteVersionInformation(version))
    case .authenticatedPayloadTimeoutExpired(let expired):
      known(expired.connectionHandle, .authenticatedPayloadTimeoutExpired(expired.connectionHandle))
    case .dataBufferOverflow: .report(.dataBufferOverflow)
    // Of no interest: legacy advertising has no sets, and how the link hops is the controller's business.
    case .leAdvertisingSetTerminated, .leChannelSelectionAlgorithm: .ignore
    // Not of connections.
    case .commandComplete, .commandStatus, .hardwareError, .numberOfCompletedPackets, .unknown: .ignore
    }
  }

  /// Reports `event`, if `connection` exists.
  private func known(_ connection: ConnectionHandle, _ event: ControllerEvent) -> Effect {
    contains(connection) ? .report(event) : .stray(reply: nil)
  }

  private mutating func handle(_ complete: LEConnectionComplete) -> Effect {
    switch complete {
    case .failed(let status):
      return .report(.connectionFailed(status))
    case .established(let connection):
      if insert(connection.handle) { return .report(.connected(connection)) }
      return .refuse(.disconnect(connection.handle, reason: .remoteDeviceTerminatedConnectionDueToLowResources))
    }
  }

  private mutating func handle(_ complete: DisconnectionComplete) -> Effect {
    guard contains(complete.connectionHandle) else { return .stray(reply: nil) }
    guard complete.status == .success else {
      clearDisconnecting(complete.connectionHandle)
      return .report(.commandFailed(.disconnect, complete.status))
    }
    remove(complete.connectionHandle)
    return .report(.disconnected(complete.connectionHandle, reason: complete.reason))
  }

  private mutating func handle(_ request: LELongTermKeyRequest) -> Effect {
    guard contains(request.connectionHandle) else {
      return .stray(reply: .leLongTermKeyRequestNegativeReply(request.connectionHandle))
    }
    setKeyOurs(request.connectionHandle, false)
    return .report(.longTermKeyRequest(request))
  }

  private func handle(_ request: LERemoteConnectionParameterRequest) -> Effect {
    guard contains(request.connectionHandle) else {
      return .stray(
        reply: .leRemoteConnectionParameterRequestNegativeReply(
          request.connectionHandle, reason: .unacceptableConnectionParameters))
    }
    return .report(.remoteConnectionParameterRequest(request))
  }
}
