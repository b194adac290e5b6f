internal import Features
package import HCI
package import Identifiers
package import Timing

/// The radio's shutdown before the device is switched off: it stops advertising and ends the link.
///
///     idle → disabling ───────────────────→ disconnecting → finished
///              │└─ refused → awaitingLink ───────↑             ↑
///              └───────────────────────────────────────────────┘  without a link
///
/// If advertising was on and the controller refuses to turn it off, a phone has just connected: the event about its
/// link follows.
///
/// The controller on a serial line is not reset when the program that used it ends: it would go on advertising, and a
/// phone would wait for the supervision timeout of its link. It sends nothing itself: poll `nextCommand` after each
/// call until it is nil. Its owner waits for `isFinished` for a bounded time.
package struct PoweringOff: Sendable {
  private enum Step: Equatable {
    case idle, disabling, awaitingLink, disconnecting, finished
  }

  private var step = Step.idle
  private var connection: ConnectionHandle?
  private var isCommandDue = false
  /// Whether the next answer to LE Set Advertising Enable belongs to a command that was sent before.
  private var isEarlierAnswerPending = false
  private var wasAdvertising = false

  package init() {}

  package var isActive: Bool { Features.hasPoweringOff && step != .idle }
  package var isFinished: Bool { step == .finished }

  /// Begins, once.
  ///
  /// - Parameters:
  ///   - connection: the link, if there is one.
  ///   - isAdvertising: whether the controller has been told to advertise.
  ///   - isEnablePending: whether an LE Set Advertising Enable was sent and not answered.
  package mutating func begin(_ connection: ConnectionHandle?, isAdvertising: Bool, isEnablePending: Bool) {
    guard !isActive else { return }
    self.connection = connection
    wasAdvertising = isAdvertising
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
    case .idle, .awaitingLink, .finished: return nil
    }
  }

  package mutating func handle(_ event: ControllerEvent) {
    switch event {
    case .failed: finish()
    case .commandSucceeded(let opcode): noteAnswer(opcode, hasFailed: false)
    case .commandFailed(let opcode, _): noteAnswer(opcode, hasFailed: true)
    case .connected(let complete): noteConnection(complete.handle)
    case .disconnected(let handle, _): noteEnd(of: handle)
    case .ready, .connectionFailed, .longTermKeyRequest, .encryptionChange, .encryptionKeyRefreshComplete,
      .connectionUpdateComplete, .remoteConnectionParameterRequest, .dataBufferOverflow, .rssi, .dataLengthChange,
      .phyUpdateComplete, .remoteVersionInformation, .remoteFeatures, .authenticatedPayloadTimeoutExpired:
      break
    }
  }

  /// A phone has connected while advertising was being turned off.
  private mutating func noteConnection(_ handle: ConnectionHandle) {
    connection = handle
    if step == .awaitingLink { proceed(to: .disconnecting) }
  }

  /// Advertising that is off already cannot be turned off (0x0C): a refusal counts as success.
  private mutating func noteAnswer(_ opcode: Opcode, hasFailed: Bool) {
    switch (step, opcode) {
    case (.disabling, .leSetAdvertisingEnable):
      guard !isEarlierAnswerPending else {
        isEarlierAnswerPending = false
        return
      }
      let isLinkDue = hasFailed && wasAdvertising
      proceed(to: connection != nil ? .disconnecting : isLinkDue ? .awaitingLink : .finished)
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
    isCommandDue = next == .disabling || next == .disconnecting
  }
}

// The same with the controller that the commands go to.
extension PoweringOff {
  package mutating func begin(
    _ connection: ConnectionHandle?, _ link: borrowing PeripheralLink, on controller: inout Controller
  ) {
    guard controller.state == .running else { return finish() }
    begin(connection, isAdvertising: link.isAdvertising, isEnablePending: link.isEnablePending)
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
