import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@Suite struct ControllerTests {
  private static let enable = octets("01 0A 20 01 01")
  private static let disable = octets("01 0A 20 01 00")

  // Commands.

  @Test func oneCommandIsOutAtATime() {
    var controller = Controller.running()
    _ = controller.receive("04 0E 03 05 00 00")
    controller.enqueue(.leSetAdvertisingEnable(false))
    controller.enqueue(.leSetAdvertisingEnable(true))
    #expect(controller.drain() == [Self.disable])
    #expect(controller.receive("04 0E 04 05 0A 20 0C") == .commandFailed(.leSetAdvertisingEnable, .commandDisallowed))
    #expect(controller.drain() == [Self.enable])
    #expect(controller.receive("04 0E 04 01 0A 20 00") == .commandSucceeded(.leSetAdvertisingEnable))
    #expect(controller.drain() == [])
    #expect(controller.deadline == nil)
  }

  @Test func creditsAreAssignedNotAdded() {
    var controller = Controller.running()
    for _ in 0..<3 { #expect(controller.receive("04 0E 03 01 00 00") == nil) }
    #expect(controller.receive("04 0E 03 00 00 00") == nil)
    controller.enqueue(.leSetAdvertisingEnable(true))
    #expect(controller.drain() == [])
    #expect(controller.receive("04 0E 03 01 00 00") == nil)
    #expect(controller.drain() == [Self.enable])
  }

  /// - Conformance: HCI | no command credit
  @Test func aControllerThatTakesNoCommandForFourSecondsIsLost() {
    var controller = Controller.running()
    #expect(controller.receive("04 0E 03 00 00 00") == nil)
    #expect(controller.deadline == nil)
    controller.enqueue(.leSetAdvertisingEnable(true))
    #expect(controller.drain(now: .start + .seconds(1)) == [])
    #expect(controller.drain(now: .start + .seconds(3)) == [])
    #expect(controller.deadline == .start + .seconds(5))
    #expect(controller.handleTimeout(now: .start + .milliseconds(4_999)) == nil)
    #expect(controller.handleTimeout(now: .start + .seconds(5)) == .failed(.noCommandCredits))
  }

  @Test func aControllerThatTakesCommandsAgainInTimeIsNot() {
    var controller = Controller.running()
    _ = controller.receive("04 0E 03 00 00 00")
    controller.enqueue(.leSetAdvertisingEnable(true))
    _ = controller.drain()
    _ = controller.receive("04 0F 04 00 01 00 00")
    #expect(controller.deadline == nil)
    #expect(controller.drain() == [Self.enable])
  }

  /// - Conformance: HCI | command without an answer
  @Test func aCommandThatIsNotAnsweredInTwoSecondsLosesTheController() {
    var controller = Controller.connected()
    controller.enqueue(.leSetAdvertisingEnable(true))
    #expect(controller.drain(now: .start + .seconds(7)) == [Self.enable])
    #expect(controller.deadline == .start + .seconds(9))
    #expect(controller.handleTimeout(now: .start + .seconds(8)) == nil)
    #expect(controller.handleTimeout(now: .start + .seconds(9)) == .failed(.commandTimeout(.leSetAdvertisingEnable)))
    #expect(controller.drain() == [])
    #expect(controller.fragment([1]) == nil)
    #expect(controller.receive("04 05 04 00 40 00 13") == nil)
  }

  @Test func anAnswerToAnotherCommandOnlyUpdatesTheCredits() {
    var controller = Controller.running()
    controller.enqueue(.leSetAdvertisingEnable(true))
    _ = controller.drain()
    #expect(controller.receive("04 0E 04 00 06 20 00") == nil)
    #expect(controller.receive("04 0F 04 00 01 06 04") == nil)
    #expect(controller.statistics.strayAnswers == 2)
    #expect(controller.receive("04 0E 04 01 0A 20 00") == .commandSucceeded(.leSetAdvertisingEnable))
  }

  @Test func anAnswerIsTakenOnce() {
    var controller = Controller.running()
    controller.enqueue(.leSetAdvertisingEnable(true))
    _ = controller.drain()
    #expect(controller.receive("04 0E 04 01 0A 20 00") != nil)
    #expect(controller.receive("04 0E 04 01 0A 20 00") == nil)
  }

  @Test func aRefusalByStatusIsAFailure() {
    var controller = Controller.running()
    controller.enqueue(.leSetAdvertisingEnable(true))
    _ = controller.drain()
    #expect(controller.receive("04 0F 04 01 01 0A 20") == .commandFailed(.leSetAdvertisingEnable, .unknownHCICommand))
  }

  @Test func aPendingCommandOfTheOtherKindStaysPending() {
    var controller = Controller.running()
    controller.enqueue(.leSetAdvertisingEnable(true))
    _ = controller.drain()
    #expect(controller.receive("04 0F 04 00 01 0A 20") == nil)
    #expect(controller.deadline == .start + .seconds(2))
    #expect(controller.receive("04 0E 04 01 0A 20 00") == .commandSucceeded(.leSetAdvertisingEnable))
  }

  @Test func aStatusIsAllTheAnswerOfACommandWithAnEventOfItsOwn() {
    var controller = Controller.connected()
    controller.enqueue(.readRemoteVersionInformation(handle(0x40)))
    _ = controller.drain()
    #expect(controller.receive("04 0F 04 00 01 1D 04") == .commandSucceeded(.readRemoteVersionInformation))
    guard case .remoteVersionInformation(let version) = controller.receive("04 0C 08 00 40 00 0C 4C 00 34 12") else {
      Issue.record("no version")
      return
    }
    #expect(version.manufacturerName == 0x4C)
  }

  @Test func anAnswerWithoutAStatusFailsTheCommand() {
    var controller = Controller.running()
    controller.enqueue(.leSetAdvertisingEnable(true))
    _ = controller.drain()
    #expect(controller.receive("04 0E 03 01 0A 20") == .commandFailed(.leSetAdvertisingEnable, .unspecifiedError))
  }

  @Test func theSignalStrengthIsSigned() {
    var controller = Controller.connected()
    controller.enqueue(.readRSSI(handle(0x40)))
    _ = controller.drain()
    #expect(controller.receive("04 0E 07 01 05 14 00 40 00 C4") == .rssi(handle(0x40), -60))
  }

  /// - Conformance: HCI | answer too short while running
  @Test(arguments: ["04 0E 04 01 05 14 00", "04 0E 05 01 05 14 00 40", "04 0E 06 01 05 14 00 40 00"])
  func anAnswerThatIsTooShortFailsTheCommand(hex: String) {
    var controller = Controller.connected()
    controller.enqueue(.readRSSI(handle(0x40)))
    _ = controller.drain()
    #expect(controller.receive(hex) == .commandFailed(.readRSSI, .unspecifiedError))
  }

  /// - Conformance: HCI | answer too short while running
  @Test(arguments: ["04 0E 04 01 1A 20 00", "04 0E 05 01 1A 20 00 40"])
  func aKeyReplyThatDoesNotNameItsLinkHasFailed(hex: String) {
    var controller = Controller.connected()
    _ = controller.receive(Self.keyRequest)
    controller.enqueue(.leLongTermKeyRequestReply(handle(0x40), Self.key))
    _ = controller.drain()
    #expect(controller.receive(hex) == .commandFailed(.leLongTermKeyRequestReply, .unspecifiedError))
    #expect(isKeyOurs(controller.receive("04 08 04 00 40 00 01")) == false)
  }

  @Test func moreCommandsThanFitLoseTheController() {
    var controller = Controller.running()
    for _ in 0..<16 { controller.enqueue(.leSetAdvertisingEnable(true)) }
    #expect(controller.deadline == nil)
    controller.enqueue(.leSetAdvertisingEnable(true))
    #expect(controller.deadline == .start)
    #expect(controller.handleTimeout(now: .start) == .failed(.commandQueueOverflow))
    #expect(controller.deadline == nil)
  }

  @Test func aHardwareErrorLosesTheController() {
    var controller = Controller.connected()
    #expect(controller.receive("04 10 01 07") == .failed(.hardwareError(7)))
    #expect(controller.state == .failed(.hardwareError(7)))
    #expect(controller.isOpen(handle(0x40)) == false)
  }

  // Connections.

  @Test func aConnectionIsReportedWithItsPeer() {
    var controller = Controller.running()
    guard case .connected(let connection) = controller.receive(FakeController.connectionComplete) else {
      Issue.record("no connection")
      return
    }
    #expect(connection.handle == handle(0x40))
    #expect(connection.peerAddress.isResolvablePrivate)
    #expect(controller.isOpen(handle(0x40)) == true)
  }

  @Test func aFailedConnectionIsNotReported() {
    var controller = Controller.running()
    let event = controller.receive("04 3E 13 01 3E 40 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01")
    #expect(event == .connectionFailed(.connectionFailedToBeEstablished))
    #expect(controller.isOpen(handle(0x40)) == false)
  }

  @Test func aConnectionMoreThanTheTableHoldsIsEnded() {
    var controller = Controller.running()
    var connection = octets(FakeController.connectionComplete)
    for number in 1...4 as ClosedRange<UInt8> {
      connection[5] = number
      #expect(controller.receive(connection) != nil)
    }
    connection[5] = 5
    #expect(controller.receive(connection) == nil)
    #expect(controller.drain() == [octets("01 06 04 03 05 00 14")])
  }

  @Test func theEndOfAConnectionIsReportedOnce() {
    var controller = Controller.connected()
    #expect(controller.receive("04 05 04 00 40 00 08") == .disconnected(handle(0x40), reason: .connectionTimeout))
    #expect(controller.receive("04 05 04 00 40 00 08") == nil)
    #expect(controller.statistics.strayEvents == 1)
    #expect(controller.isOpen(handle(0x40)) == false)
  }

  @Test func aFailedDisconnectionIsNotReported() {
    var controller = Controller.connected()
    controller.enqueue(.disconnect(handle(0x40), reason: .remoteUserTerminatedConnection))
    #expect(controller.isOpen(handle(0x40)) == true)
    _ = controller.drain()
    #expect(controller.isOpen(handle(0x40)) == false)
    #expect(controller.receive("04 0F 04 0C 01 06 04") == .commandFailed(.disconnect, .commandDisallowed))
    #expect(controller.isOpen(handle(0x40)) == true)
    #expect(controller.receive("04 05 04 0C 40 00 00") == .commandFailed(.disconnect, .commandDisallowed))
    #expect(controller.isOpen(handle(0x40)) == true)
  }

  @Test func aConnectionThatTheControllerForgotIsReportedAsEnded() {
    var controller = Controller.connected()
    controller.enqueue(.disconnect(handle(0x40), reason: .remoteUserTerminatedConnection))
    _ = controller.drain()
    #expect(
      controller.receive("04 0F 04 02 01 06 04") == .disconnected(handle(0x40), reason: .unknownConnectionIdentifier))
    #expect(controller.receive("04 05 04 00 40 00 16") == nil)
  }

  /// - Conformance: HCI | disconnect without an end
  @Test func anEndThatNeverComesLosesTheController() {
    var controller = Controller.connected()
    controller.enqueue(.disconnect(handle(0x40), reason: .remoteUserTerminatedConnection))
    _ = controller.drain()
    #expect(controller.receive("04 0F 04 00 01 06 04") == .commandSucceeded(.disconnect))
    #expect(controller.deadline == .start + .seconds(35))
    #expect(controller.handleTimeout(now: .start + .seconds(34)) == nil)
    #expect(controller.handleTimeout(now: .start + .seconds(35)) == .failed(.disconnectionTimeout))
  }

  /// - Conformance: HCI | disconnect without an end
  @Test func anEndThatIsRefusedAgainAndAgainLosesTheController() {
    var controller = Controller.connected()
    for second in 0..<35 {
      let now = Instant.start + .seconds(UInt32(second))
      #expect(controller.handleTimeout(now: now) == nil)
      controller.enqueue(.disconnect(handle(0x40), reason: .remoteUserTerminatedConnection))
      _ = controller.drain(now: now)
      let refusal = second % 2 == 0 ? "04 0F 04 0C 01 06 04" : "04 0F 04 3A 01 06 04"
      #expect(controller.receive(refusal) != nil)
      #expect(controller.isOpen(handle(0x40)) == true)
    }
    #expect(controller.handleTimeout(now: .start + .seconds(35)) == .failed(.disconnectionTimeout))
  }

  @Test(arguments: [
    "04 08 04 00 41 00 01", "04 30 03 00 41 00", "04 0C 08 00 41 00 0C 4C 00 34 12", "04 57 02 41 00",
    "04 3E 0A 03 00 41 00 24 00 03 00 58 02", "04 3E 0C 04 00 41 00 FF 79 01 00 00 00 00 00",
    "04 3E 0B 07 41 00 FB 00 48 08 FB 00 48 08", "04 3E 06 0C 00 41 00 02 02", "04 05 04 00 41 00 13",
  ])
  func eventsOfUnknownConnectionsAreIgnored(hex: String) {
    var controller = Controller.connected()
    #expect(controller.receive(hex) == nil)
    #expect(controller.statistics.strayEvents == 1)
    #expect(controller.drain() == [])
    // The same event about the existing connection is reported.
    #expect(controller.receive(hex.replacing("41 00", with: "40 00", maxReplacements: 1)) != nil)
  }

  @Test func requestsOfUnknownConnectionsAreRefused() {
    var controller = Controller.connected()
    #expect(controller.receive("04 3E 0D 05 41 00 00 00 00 00 00 00 00 00 00 00") == nil)
    #expect(controller.drain() == [octets("01 1B 20 02 41 00")])
    #expect(controller.receive("04 0E 06 01 1B 20 02 41 00") != nil)
    #expect(controller.receive("04 3E 0B 06 41 00 18 00 28 00 03 00 58 02") == nil)
    #expect(controller.drain() == [octets("01 21 20 03 41 00 3B")])
  }

  /// - Conformance: HCI | dropped events are counted
  @Test func malformedAndUnknownEventsAreCounted() {
    var controller = Controller.running()
    for hex in ["04 05 03 00 40 00", "04 0E 02 01 03", "04 13 01 00", "04 3E 00", "04 0F 05 00 01 00 00 00"] {
      #expect(controller.receive(hex) == nil)
    }
    #expect(controller.statistics.malformedEvents == 5)
    for hex in ["04 FF 00", "04 3E 01 2A", "04 77 01 00"] { #expect(controller.receive(hex) == nil) }
    #expect(controller.statistics.unknownEvents == 3)
    #expect(controller.state == .running)
  }

  @Test func eventsWithoutConsequencesAreSilent() {
    var controller = Controller.connected()
    #expect(controller.receive("04 3E 06 12 00 01 40 00 00") == nil)
    #expect(controller.receive("04 3E 04 14 40 00 01") == nil)
    #expect(controller.receive("04 1A 01 01") == .dataBufferOverflow)
  }

  // Encryption.

  private static let keyRequest = "04 3E 0D 05 40 00 00 00 00 00 00 00 00 00 00 00"
  private static let key: [16 of UInt8] = .init(repeating: 0x5A)

  private func isKeyOurs(_ event: ControllerEvent?) -> Bool? {
    switch event {
    case .encryptionChange(_, let isKeyOurs), .encryptionKeyRefreshComplete(_, let isKeyOurs): isKeyOurs
    default: nil
    }
  }

  @Test func encryptionAfterAKeyReplyCountsAsTrusted() {
    var controller = Controller.connected()
    guard case .longTermKeyRequest = controller.receive(Self.keyRequest) else {
      Issue.record("no request")
      return
    }
    controller.enqueue(.leLongTermKeyRequestReply(handle(0x40), Self.key))
    _ = controller.drain()
    _ = controller.receive("04 0E 06 01 1A 20 00 40 00")
    #expect(isKeyOurs(controller.receive("04 08 04 00 40 00 01")) == true)
    #expect(isKeyOurs(controller.receive("04 30 03 00 40 00")) == true)
  }

  @Test func encryptionWithoutOurKeyIsNot() {
    var controller = Controller.connected()
    #expect(isKeyOurs(controller.receive("04 08 04 00 40 00 01")) == false)
    _ = controller.receive(Self.keyRequest)
    #expect(isKeyOurs(controller.receive("04 08 04 00 40 00 01")) == false)
    controller.enqueue(.leLongTermKeyRequestNegativeReply(handle(0x40)))
    _ = controller.drain()
    #expect(isKeyOurs(controller.receive("04 08 04 00 40 00 01")) == false)
  }

  @Test func eachKeyRequestWantsItsOwnKey() {
    var controller = Controller.connected()
    _ = controller.receive(Self.keyRequest)
    controller.enqueue(.leLongTermKeyRequestReply(handle(0x40), Self.key))
    _ = controller.drain()
    _ = controller.receive("04 0E 06 01 1A 20 00 40 00")
    _ = controller.receive(Self.keyRequest)
    #expect(isKeyOurs(controller.receive("04 30 03 00 40 00")) == false)
  }

  @Test func aRefusedKeyReplyDoesNotCountAsTrusted() {
    var controller = Controller.connected()
    _ = controller.receive(Self.keyRequest)
    controller.enqueue(.leLongTermKeyRequestReply(handle(0x40), Self.key))
    _ = controller.drain()
    #expect(
      controller.receive("04 0E 06 01 1A 20 0C 40 00") == .commandFailed(.leLongTermKeyRequestReply, .commandDisallowed)
    )
    #expect(isKeyOurs(controller.receive("04 08 04 00 40 00 01")) == false)
  }
}
