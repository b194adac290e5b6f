public import Identifiers
public import Octets
public import Timing

/// The host's side of one Bluetooth controller.
///
///     off → starting up → running
///               ↓            ↓
///             failed ←———————┘        start() leads    from any state to starting up
///
/// It brings the controller up, sends one command at a time, keeps the account of ACL packets, and turns events into
/// `ControllerEvent`s. It owns no transport: give it the packets that arrived, and after each call poll
/// `nextCommandPacket` and, for frames that wait, `encodeFragment`.
///
/// Core Spec 5.4, Vol 4, Part E.
public struct Controller: ~Copyable {
  private let inPlace = InPlace()
  /// The life of a controller.
  public enum State: Equatable, Sendable {
    /// The transport is not open.
    case off
    /// The commands of the start are being sent.
    case startingUp
    /// The controller takes commands and data.
    case running
    /// The controller is of no further use until the next start.
    case failed(ControllerFailure)
  }

  /// The present state.
  public private(set) var state = State.off
  /// The numbers of errors that the controller made.
  public private(set) var statistics = ControllerStatistics()
  private var bringUp = BringUp()
  private var channel = CommandChannel()
  private var links = LinkTable(totalNumACLDataPackets: 0)
  private var early = EarlyData()
  /// Whether a command did not fit into the queue. `deadline` has then already passed, so that it is reported
  /// immediately.
  private var hasOverflowed = false
  private var hasRepeatedReset = false

  /// Creates a controller that is off.
  @inline(never)  // Short instructions reach its properties from its own address.
  public init() {}

  /// The properties of the controller: complete once it is ready.
  public var information: ControllerInformation { bringUp.information }

  /// Resets all state and starts with the Reset command, for a transport that has just been opened.
  ///
  /// - Parameter knownAddress: the public address by which phones know the device. It is written to a controller that
  ///   has lost it and supports the command. `information.publicAddress` is the address after that.
  public mutating func start(knownAddress: DeviceAddress? = nil) {
    stop()
    bringUp = BringUp(knownAddress: knownAddress)
    state = .startingUp
    sendBringUpCommand()
  }

  /// Turns the controller off and resets all state, for a transport that was closed or lost.
  public mutating func stop() {
    state = .off
    bringUp = BringUp()
    forgetWork()
  }

  private mutating func forgetWork() {
    channel = CommandChannel()
    links = LinkTable(totalNumACLDataPackets: 0)
    early = EarlyData()
    hasOverflowed = false
    hasRepeatedReset = false
  }

  /// The bring-up is done: the controller takes commands and data.
  private mutating func run() {
    state = .running
    links = LinkTable(totalNumACLDataPackets: information.totalNumACLDataPackets)
  }

  private mutating func fail(_ failure: ControllerFailure) -> ControllerEvent {
    state = .failed(failure)
    forgetWork()
    return .failed(failure)
  }

  /// Queues `command` for sending. Drops it if the controller is not running.
  ///
  /// At most 16 commands may be queued. With another one the controller counts as lost: `deadline` has then already
  /// passed, and `handleTimeout` returns the failure.
  public mutating func enqueue(_ command: Command) {
    guard state == .running else { return }
    if !channel.enqueue(command) { hasOverflowed = true }
  }

  private mutating func sendBringUpCommand() {
    guard let command = bringUp.command else { return }
    _ = channel.enqueue(command)
  }

  /// Appends the next command's packet, at most `Command.maximumPacketCount` octets, if a command can be sent now.
  ///
  /// The command then counts as sent. After Disconnect, no more data is sent on the connection.
  ///
  /// - Precondition: the output has room for the longest command.
  @_lifetime(output: copy output)
  public mutating func nextCommandPacket(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    precondition(output.freeCapacity >= Command.maximumPacketCount)
    let isFirstReset = bringUp.step == .reset && !hasRepeatedReset
    let timeout = isFirstReset ? CommandChannel.firstResetTimeout : CommandChannel.answerTimeout
    guard let command = channel.next(now: now, answerWithin: timeout) else { return false }
    note(command, sentAt: now)
    do throws(EncodeError) {
      try command.encode(into: &output)
      return true
    } catch {
      return false
    }
  }

  private mutating func note(_ command: Command, sentAt now: Instant) {
    switch command {
    case .disconnect(let connection, _): links.setDisconnecting(connection, now: now)
    case .leLongTermKeyRequestReply(let connection, _): links.setKeyOurs(connection, true)
    // Every other command changes nothing when it is sent.
    case .reset, .readLocalVersionInformation, .readLocalSupportedCommands, .readLocalSupportedFeatures, .readBDADDR,
      .readBufferSize, .setEventMask, .writeLEHostSupport, .leSetEventMask, .leReadBufferSize, .leReadBufferSizeV2,
      .leReadLocalSupportedFeatures, .leWriteSuggestedDefaultDataLength, .broadcomWriteBDADDR, .leSetRandomAddress,
      .leSetAdvertisingParameters, .leSetAdvertisingData, .leSetScanResponseData, .leSetAdvertisingEnable,
      .readRemoteVersionInformation, .readRSSI, .leConnectionUpdate, .leReadRemoteFeatures, .leSetDataLength,
      .leLongTermKeyRequestNegativeReply, .leRemoteConnectionParameterRequestReply,
      .leRemoteConnectionParameterRequestNegativeReply:
      break
    }
  }

  /// When `handleTimeout` has something to do.
  public var deadline: Instant? {
    hasOverflowed ? .start : earliest(channel.deadline, links.deadline)
  }

  /// Repeats a reset that was not answered, or reports that the controller is lost.
  public mutating func handleTimeout(now: Instant) -> ControllerEvent? {
    if hasOverflowed { return fail(.commandQueueOverflow) }
    if links.hasExpired(now: now) { return fail(.disconnectionTimeout) }
    guard let failure = channel.expire(now: now) else { return nil }
    guard failure == .commandTimeout(.reset), !hasRepeatedReset else { return fail(failure) }
    hasRepeatedReset = true
    channel = CommandChannel()
    sendBringUpCommand()
    return nil
  }
}

// Data.
extension Controller {
  /// The owner has found that the controller is of no use until its next start, for the reason `failure`: it counts as
  /// lost.
  ///
  /// - Returns: the event for the owner.
  public mutating func noteUseless(_ failure: ControllerFailure) -> ControllerEvent { fail(failure) }

  /// Whether data may be sent on `connection`. Once it may not, frames that wait for it can be dropped.
  public func isOpen(_ connection: ConnectionHandle) -> Bool { links.isOpen(connection) }

  /// How many more ACL packets the controller takes now.
  package var aclCredits: Int { links.credits }

  /// Decodes a received ACL packet, indicator included; nil if it must be dropped, or is kept for `takeEarlyData`.
  @_lifetime(copy packet)
  public mutating func handle(aclData packet: Span<UInt8>) -> ACLFragment? {
    do throws(DecodeError) {
      let fragment = try ACLFragment(decoding: packet)
      if links.contains(fragment.connectionHandle) { return fragment }
      if state == .running, early.keep(packet) { return nil }
    } catch {
      // Counted below, like a packet of an unknown connection.
    }
    statistics.droppedACLPackets &+= 1
    return nil
  }

  /// Removes and returns an ACL packet that arrived before the event of its connection; nil without such a packet.
  ///
  /// Call this after each event until it is nil. A packet whose connection the event did not bring is dropped.
  public mutating func takeEarlyData() -> OctetBuffer<64>? {
    while let connection = early.connection {
      let packet = early.removeFirst()
      if links.contains(connection) { return packet }
      statistics.droppedACLPackets &+= 1
    }
    return nil
  }

  /// Appends a packet with the part of `frame`, a whole L2CAP frame, that comes next: as much as the controller takes
  /// in one packet, and the output has room for.
  ///
  /// The packet counts as sent. Send all of a frame before anything of the next one on the same connection.
  ///
  /// - Parameter offset: how many octets of the frame have been sent.
  /// - Returns: how many octets of the frame the packet carries; nil if nothing was appended, because the controller
  ///   takes no packet now, the connection is not open, the frame has no more octets, or the output has room for none.
  @_lifetime(output: copy output)
  public mutating func encodeFragment(
    of frame: Span<UInt8>, from offset: Int, on connection: ConnectionHandle, into output: inout OutputSpan<UInt8>
  ) -> Int? {
    guard links.credits > 0, links.isOpen(connection), offset >= 0, offset < frame.count else { return nil }
    do throws(EncodeError) {
      let count = try ACLFragment.encode(
        frame, from: offset, limit: bringUp.information.aclDataPacketLength, on: connection, into: &output)
      links.charge(connection)
      return count
    } catch {
      return nil
    }
  }
}

// Events.
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
    switch links.handle(event) {
    case .report(let event): return event
    case .ignore: return nil
    case .refuse(let command):
      enqueue(command)
      return nil
    case .stray(let reply):
      statistics.strayEvents &+= 1
      if let reply { enqueue(reply) }
      return nil
    }
  }

  private mutating func applyCredits(_ completed: borrowing NumberOfCompletedPackets) {
    var pairs = copy completed
    while let (handle, count) = pairs.next() {
      if !links.complete(count, of: handle) { statistics.creditFaults &+= 1 }
    }
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
