package import HCI
package import Identifiers
package import Timing

/// The radio's shutdown before the device is switched off: it stops advertising and ends the link.
///
///     idle → disabling → disconnecting → finished
///              └────────────────────────────↑  without a link
///
/// The controller on a serial line is not reset when the program that used it ends: it would go on advertising, and a
/// phone would wait for the supervision timeout of its link. It sends nothing itself: poll `nextCommand` after each
/// call until it is nil. Its owner waits for `isFinished` for a bounded time.
package struct PoweringOff: Sendable {
  private enum Step: Equatable {
    case idle, disabling, disconnecting, finished
  }

  private var step = Step.idle
  private var connection: ConnectionHandle?
  private var isCommandDue = false
  /// Whether the next answer to LE Set Advertising Enable belongs to a command that was sent before.
  private var isEarlierAnswerPending = false

  package init() {}

  package var isActive: Bool { step != .idle }
  package var isFinished: Bool { step == .finished }

  /// Begins, once.
  ///
  /// - Parameters:
  ///   - connection: the link, if there is one.
  ///   - isEnablePending: whether an LE Set Advertising Enable was sent and not answered.
  package mutating func begin(_ connection: ConnectionHandle?, isEnablePending: Bool) {
    guard !isActive else { return }
    self.connection = connection
    isEarlierAnswerPending = isEnablePending
    proceed(to: .disabling)
  }

  /// Finishes immediately, for a controller that does not work.
  package mutating func finish() { step = .finished }

  package mutating func nextCommand() -> Command? {
    guard isCommandDue else { return nil }
    isCommandDue = false
    switch step {
    case .disabling: return .leSetAdvertisingEnable(false)
    case .disconnecting:
      guard let connection else { return nil }
      return .disconnect(connection, reason: .remoteDeviceTerminatedConnectionDueToPowerOff)
    case .idle, .finished: return nil
    }
  }

  package mutating func handle(_ event: ControllerEvent) {
    switch event {
    case .failed: finish()
    case .commandSucceeded(let opcode): noteAnswer(opcode, hasFailed: false)
    case .commandFailed(let opcode, _): noteAnswer(opcode, hasFailed: true)
    // A phone that came while advertising was being turned off.
    case .connected(let complete): connection = complete.handle
    case .disconnected(let handle, _): noteEnd(of: handle)
    case .ready, .connectionFailed, .longTermKeyRequest, .encryptionChange, .encryptionKeyRefreshComplete,
      .connectionUpdateComplete, .remoteConnectionParameterRequest, .dataBufferOverflow, .rssi, .dataLengthChange,
      .phyUpdateComplete, .remoteVersionInformation, .remoteFeatures, .authenticatedPayloadTimeoutExpired:
      break
    }
  }

  /// Advertising that is off already cannot be turned off (0x0C): a refusal counts as success.
  private mutating func noteAnswer(_ opcode: Opcode, hasFailed: Bool) {
    switch (step, opcode) {
    case (.disabling, .leSetAdvertisingEnable):
      guard !isEarlierAnswerPending else {
        isEarlierAnswerPending = false
        return
      }
      proceed(to: connection == nil ? .finished : .disconnecting)
    case (.disconnecting, .disconnect):
      if hasFailed { finish() }
    default: break
    }
  }

  private mutating func noteEnd(of handle: ConnectionHandle) {
    guard handle == connection else { return }
    connection = nil
    if step == .disconnecting { finish() }
  }

  private mutating func proceed(to next: Step) {
    step = next
    isCommandDue = next != .finished
  }
}

// The same with the controller that the commands go to.
extension PoweringOff {
  package mutating func begin(
    _ connection: ConnectionHandle?, isEnablePending: Bool, on controller: inout Controller
  ) {
    guard controller.state == .running else { return finish() }
    begin(connection, isEnablePending: isEnablePending)
    sendCommands(to: &controller)
  }

  package mutating func handle(_ event: ControllerEvent, on controller: inout Controller) {
    handle(event)
    sendCommands(to: &controller)
  }

  package mutating func handleTimeout(of controller: inout Controller, now: Instant) {
    if let event = controller.handleTimeout(now: now) { handle(event, on: &controller) }
  }

  private mutating func sendCommands(to controller: inout Controller) {
    while let command = nextCommand() { controller.enqueue(command) }
  }
}
