internal import Identifiers
internal import Octets

extension Controller {
  /// Handles one event packet, indicator included. Returns the event for the owner, or nil.
  public mutating func handle(event packet: Span<UInt8>) -> ControllerEvent? {
    guard state == .startingUp || state == .running else { return nil }
    do throws(DecodeError) {
      return dispatch(try Event(decoding: packet))
    } catch {
      statistics.malformedEvents &+= 1
      return nil
    }
  }

  private mutating func dispatch(_ event: borrowing Event) -> ControllerEvent? {
    switch event {
    case .commandComplete(let complete): return handle(complete)
    case .commandStatus(let status): return handle(status)
    case .hardwareError(let error): return bringUp.step == .reset ? nil : fail(.hardwareError(error.hardwareCode))
    case .unknown:
      statistics.unknownEvents &+= 1
      return nil
    case .numberOfCompletedPackets(let completed):
      applyCredits(completed)
      return nil
    // Before a controller runs it has no connection: an event of one is from before the reset.
    case .disconnectionComplete, .encryptionChange, .readRemoteVersionInformationComplete, .dataBufferOverflow,
      .encryptionKeyRefreshComplete, .authenticatedPayloadTimeoutExpired, .leConnectionComplete,
      .leConnectionUpdateComplete, .leReadRemoteFeaturesComplete, .leLongTermKeyRequest,
      .leRemoteConnectionParameterRequest, .leDataLengthChange, .lePHYUpdateComplete, .leAdvertisingSetTerminated,
      .leChannelSelectionAlgorithm:
      return state == .running ? dispatchLinkEvent(event) : nil
    }
  }

  /// The events of connections.
  private mutating func dispatchLinkEvent(_ event: borrowing Event) -> ControllerEvent? {
    switch event {
    case .leConnectionComplete(let complete): handle(complete)
    case .disconnectionComplete(let complete): handle(complete)
    case .encryptionChange(let change):
      known(
        change.connectionHandle,
        .encryptionChange(change, isKeyOurs: links.isKeyOurs(change.connectionHandle)))
    case .encryptionKeyRefreshComplete(let refresh):
      known(
        refresh.connectionHandle,
        .encryptionKeyRefreshComplete(refresh, isKeyOurs: links.isKeyOurs(refresh.connectionHandle)))
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
    case .dataBufferOverflow: .dataBufferOverflow
    // Of no interest: legacy advertising has no sets, and how the link hops is the controller's business.
    case .leAdvertisingSetTerminated, .leChannelSelectionAlgorithm: nil
    case .commandComplete, .commandStatus, .hardwareError, .numberOfCompletedPackets, .unknown: nil
    }
  }

  /// `event`, if `connection` exists.
  private mutating func known(_ connection: ConnectionHandle, _ event: ControllerEvent) -> ControllerEvent? {
    if links.contains(connection) { return event }
    statistics.strayEvents &+= 1
    return nil
  }

  private mutating func applyCredits(_ completed: borrowing NumberOfCompletedPackets) {
    var pairs = copy completed
    while let (handle, count) = pairs.next() {
      if !links.complete(count, of: handle) { statistics.creditFaults &+= 1 }
    }
  }
}

// Connections.
extension Controller {
  private mutating func handle(_ complete: LEConnectionComplete) -> ControllerEvent? {
    switch complete {
    case .failed(let status):
      return .connectionFailed(status)
    case .established(let connection):
      if links.insert(connection.handle) { return .connected(connection) }
      enqueue(.disconnect(connection.handle, reason: .remoteDeviceTerminatedConnectionDueToLowResources))
      return nil
    }
  }

  private mutating func handle(_ complete: DisconnectionComplete) -> ControllerEvent? {
    guard links.contains(complete.connectionHandle) else {
      statistics.strayEvents &+= 1
      return nil
    }
    guard complete.status == .success else {
      links.clearDisconnecting(complete.connectionHandle)
      return .commandFailed(.disconnect, complete.status)
    }
    links.remove(complete.connectionHandle)
    return .disconnected(complete.connectionHandle, reason: complete.reason)
  }

  private mutating func handle(_ request: LELongTermKeyRequest) -> ControllerEvent? {
    guard links.contains(request.connectionHandle) else {
      statistics.strayEvents &+= 1
      enqueue(.leLongTermKeyRequestNegativeReply(request.connectionHandle))
      return nil
    }
    links.setKeyOurs(request.connectionHandle, false)
    return .longTermKeyRequest(request)
  }

  private mutating func handle(_ request: LERemoteConnectionParameterRequest) -> ControllerEvent? {
    guard links.contains(request.connectionHandle) else {
      statistics.strayEvents &+= 1
      enqueue(
        .leRemoteConnectionParameterRequestNegativeReply(
          request.connectionHandle, reason: .unacceptableConnectionParameters))
      return nil
    }
    return .remoteConnectionParameterRequest(request)
  }
}

// Answers to commands.
extension Controller {
  private mutating func handle(_ status: CommandStatus) -> ControllerEvent? {
    guard bringUp.step != .reset else { return nil }
    channel.assignCredits(status.numHCICommandPackets)
    let opcode = status.commandOpcode
    // For a command that Command Complete answers, a successful Command Status only reports that it has started.
    if status.status == .success, !opcode.answersByStatus { return nil }
    guard let command = finish(opcode) else { return nil }
    return status.status == .success ? .commandSucceeded(opcode) : refuse(command, status.status)
  }

  private mutating func handle(_ complete: borrowing CommandComplete) -> ControllerEvent? {
    let opcode = complete.commandOpcode
    guard bringUp.step != .reset || opcode == .reset else { return nil }
    channel.assignCredits(complete.numHCICommandPackets)
    guard let command = finish(opcode) else { return nil }
    var rest = complete.returnParameters
    guard let status = try? ErrorCode(decoding: &rest) else {
      return state == .startingUp ? fail(.malformedReturnParameters(opcode)) : refuse(command, .unspecifiedError)
    }
    guard status == .success else { return refuse(command, status) }
    guard state == .startingUp else { return succeed(command, &rest) }
    if let failure = bringUp.complete(rest) { return fail(failure) }
    return proceed()
  }

  /// The command that `opcode` answers, if one waits for that.
  private mutating func finish(_ opcode: Opcode) -> Command? {
    let command = channel.finish(opcode)
    if command == nil, opcode != .none { statistics.strayAnswers &+= 1 }
    return command
  }

  private mutating func proceed() -> ControllerEvent? {
    guard bringUp.step == .done else {
      sendBringUpCommand()
      return nil
    }
    run()
    return .ready
  }

  /// A successful answer without the required return parameters counts as a failure.
  private mutating func succeed(_ command: Command, _ returnParameters: inout Span<UInt8>) -> ControllerEvent? {
    guard command.returnsConnectionHandle else { return .commandSucceeded(command.opcode) }
    do throws(DecodeError) {
      let connection = try ConnectionHandle(decoding: &returnParameters)
      guard case .readRSSI = command else { return .commandSucceeded(command.opcode) }
      return .rssi(connection, try returnParameters.takeInt8())
    } catch {
      return refuse(command, .unspecifiedError)
    }
  }

  @inline(never)  // Several callers: one copy is smaller.
  private mutating func refuse(_ command: Command, _ status: ErrorCode) -> ControllerEvent? {
    if state == .startingUp {
      if let failure = bringUp.refuse(status) { return fail(failure) }
      return proceed()
    }
    switch command {
    case .disconnect(let connection, _):
      if let end = endIfUnknown(connection, status) { return end }
      links.clearDisconnecting(connection)
    case .readRSSI(let connection):
      if let end = endIfUnknown(connection, status) { return end }
    case .leLongTermKeyRequestReply(let connection, _): links.setKeyOurs(connection, false)
    // Every other refusal is only reported.
    case .reset, .readLocalVersionInformation, .readLocalSupportedCommands, .readLocalSupportedFeatures, .readBDADDR,
      .readBufferSize, .setEventMask, .writeLEHostSupport, .leSetEventMask, .leReadBufferSize, .leReadBufferSizeV2,
      .leReadLocalSupportedFeatures, .leWriteSuggestedDefaultDataLength, .broadcomWriteBDADDR, .leSetRandomAddress,
      .leSetAdvertisingParameters, .leSetAdvertisingData, .leSetScanResponseData, .leSetAdvertisingEnable,
      .readRemoteVersionInformation, .leConnectionUpdate, .leReadRemoteFeatures, .leSetDataLength,
      .leLongTermKeyRequestNegativeReply, .leRemoteConnectionParameterRequestReply,
      .leRemoteConnectionParameterRequestNegativeReply:
      break
    }
    return .commandFailed(command.opcode, status)
  }

  /// The connection ended, and its event was lost: the controller does not know it any more.
  private mutating func endIfUnknown(_ connection: ConnectionHandle, _ status: ErrorCode) -> ControllerEvent? {
    guard status == .unknownConnectionIdentifier, links.contains(connection) else { return nil }
    links.remove(connection)
    return .disconnected(connection, reason: status)
  }
}
