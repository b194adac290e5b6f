import HCI
import Identifiers
import TestSupport
import Testing
import Timing

@Suite struct BringUpTests {
  /// The events of a start-up with a changed controller, and the controller.
  private func bringUp(_ change: (inout FakeController) -> Void) -> ([ControllerEvent], FakeController) {
    var fake = FakeController()
    change(&fake)
    var controller = Controller()
    return (fake.bringUp(&controller), fake)
  }

  @Test func theCommandsComeInTheirOrder() {
    let (events, fake) = bringUp { _ in }
    #expect(events == [.ready])
    #expect(
      fake.opcodes == [0x0C03, 0x1001, 0x1002, 0x1003, 0x1009, 0x0C01, 0x2001, 0x2002, 0x2003])
  }

  @Test func optionalCommandsComeWhenTheyAreSupported() {
    let (events, fake) = bringUp { fake in
      fake.version = 9
      fake.features[4] = 0x40
      fake.leFeatures[0] = 0x21
      fake.supportedCommands[24] = 0x40
      fake.supportedCommands[34] = 0x01
      fake.leBuffers = octets("00 00 00")
    }
    #expect(events == [.ready])
    #expect(
      fake.opcodes == [
        0x0C03, 0x1001, 0x1002, 0x1003, 0x1009, 0x0C01, 0x0C6D, 0x2001, 0x2002, 0x1005, 0x2003, 0x2024,
      ])
  }

  @Test func optionalCommandsThatAreRefusedDoNoHarm() {
    let (events, fake) = bringUp { fake in
      fake.features[4] = 0x40
      fake.leFeatures[0] = 0x21
      fake.supportedCommands[24] = 0x40
      fake.supportedCommands[34] = 0x01
      fake.answers = [0x0C6D: .status(0x01), 0x2024: .complete([0x12])]
    }
    #expect(events == [.ready])
    #expect(fake.opcodes.contains(0x0C6D))
    #expect(fake.opcodes.contains(0x2024))
  }

  @Test func featuresAloneTurnNoOptionalCommandOn() {
    let (_, fake) = bringUp { fake in
      fake.features[4] = 0x40
      fake.leFeatures = .init(repeating: 0xFF, count: 8)
    }
    #expect(!fake.opcodes.contains(0x0C6D))
    #expect(!fake.opcodes.contains(0x2024))
  }

  @Test func theSecondFormOfTheBufferSizeIsAskedOfAControllerThatHasItAlone() {
    let (both, fakeWithBoth) = bringUp { $0.supportedCommands[41] = 0x20 }
    #expect(both == [.ready])
    #expect(fakeWithBoth.opcodes.contains(0x2002))
    let (second, fakeWithSecond) = bringUp { fake in
      fake.supportedCommands[41] = 0x20
      fake.supportedCommands[25] = 0x35
      fake.answers = [0x2002: .status(0x01)]
    }
    #expect(second == [.ready])
    #expect(fakeWithSecond.opcodes.contains(0x2060))
  }

  @Test func theEventMaskContainsTheNeededEvents() {
    let (_, fake) = bringUp { _ in }
    #expect(fake.commands[5] == octets("01 01 0C 08 90 E8 04 02 00 80 00 20"))
  }

  @Test(
    arguments: [
      (6, 0x30, "1D 00"), (7, 0x30, "3D 00"), (7, 0x10, "1D 00"), (7, 0x00, "1D 00"), (8, 0x30, "7D 00"),
      (9, 0x30, "7D 08"), (12, 0x30, "7D 08"),
    ] as [(UInt8, UInt8, String)])
  func theLEEventMaskStaysWithinTheVersion(version: UInt8, replies: UInt8, mask: String) {
    let (_, fake) = bringUp { fake in
      fake.version = version
      fake.supportedCommands[33] = replies
    }
    #expect(fake.commands.contains(octets("01 01 20 08" + mask + "00 00 00 00 00 00")))
  }

  @Test func theControllersDataCanBeRead() {
    var fake = FakeController()
    var controller = Controller()
    _ = fake.bringUp(&controller)
    #expect(controller.state == .running)
    #expect(controller.information.version.hciVersion == 7)
    #expect(controller.information.version.hciRevision == 0x1234)
    #expect(controller.information.version.manufacturer == 0x000F)
    #expect(controller.information.version.lmpSubversion == 0x2209)
    #expect(controller.information.leFeatures == 1)
    #expect(controller.information.aclDataPacketLength == 27)
    #expect(controller.information.totalNumACLDataPackets == 8)
    #expect(controller.aclCredits == 8)
    let address = DeviceAddress(kind: .public, octets: [0x56, 0x34, 0x12, 0xEB, 0x27, 0xB8])
    #expect(controller.information.publicAddress == address)
  }

  // Addresses.

  @Test(arguments: [
    "00 00 00 00 00 00", "FF FF FF FF FF FF", "AA AA AA AA AA AA", "AC 1F 12 A1 43 43", "AC 1F 00 C5 45 43",
  ])
  func aDefaultAddressIsNotUsed(hex: String) {
    var fake = FakeController()
    fake.address = octets(hex)
    let controller = Controller.running(fake)
    #expect(controller.information.publicAddress == nil)
  }

  @Test func aRandomAddressIsNotAPublicOne() {
    let octets: [6 of UInt8] = [1, 2, 3, 4, 5, 0xC6]
    #expect(DeviceAddress(kind: .public, octets: octets).isPlausiblePublic)
    #expect(!DeviceAddress(kind: .random, octets: octets).isPlausiblePublic)
  }

  // Buffers.

  @Test(arguments: ["1A 00 08", "01 00 08"])
  func buffersThatAreTooSmallAreRefused(hex: String) {
    let (events, _) = bringUp { $0.leBuffers = octets(hex) }
    #expect(events == [.failed(.unusableBufferSize)])
  }

  @Test(arguments: ["00 00 00", "1B 00 00", "00 00 08"])
  func buffersOfZeroTwiceAreRefused(hex: String) {
    for shared in ["00 00 00 00 00 00 00", "FD 03 40 00 00 01 00", "1A 00 40 08 00 01 00"] {
      let (events, fake) = bringUp { fake in
        fake.leBuffers = octets(hex)
        fake.buffers = octets(shared)
      }
      #expect(events == [.failed(.unusableBufferSize)])
      #expect(fake.opcodes.last == 0x1005)
    }
  }

  @Test(arguments: ["00 00 00", "1B 00 00", "00 00 08"])
  func sharedBuffersAreUsedWithoutBuffersForLE(hex: String) {
    var fake = FakeController()
    fake.leBuffers = octets(hex)
    let controller = Controller.running(fake)
    #expect(controller.information.aclDataPacketLength == 1_021)
    #expect(controller.information.totalNumACLDataPackets == 8)
  }

  @Test func aPacketIsNeverLongerThanADeviceTakes() {
    var fake = FakeController()
    fake.leBuffers = octets("FF FF FF")
    let controller = Controller.running(fake)
    #expect(controller.information.aclDataPacketLength == 1_021)
    #expect(controller.aclCredits == 255)
  }

  @Test func aRepeatedBufferAnswerChangesNothing() {
    var controller = Controller.connected()
    #expect(controller.fragment([1, 2, 3]) != nil)
    for hex in ["00 FF 00 FF", "00 00 00 00"] {
      #expect(controller.receive(FakeController.complete(0x2002, octets(hex))) == nil)
    }
    #expect(controller.receive(FakeController.complete(0x1005, octets("00 FF 00 00 FF 00 00 00"))) == nil)
    #expect(controller.aclCredits == 7)
    #expect(controller.information.totalNumACLDataPackets == 8)
    #expect(controller.statistics.strayAnswers == 3)
  }

  // Failures.

  @Test(arguments: [0x0C03, 0x1001, 0x1002, 0x1003, 0x1009, 0x0C01, 0x2001, 0x2002, 0x2003] as [UInt16])
  func aNeededCommandThatIsRefusedEndsBringUp(opcode: UInt16) {
    let wanted = ControllerEvent.failed(
      .commandRefused(Opcode(rawValue: opcode), ErrorCode(rawValue: 0x01)))
    let (complete, fake) = bringUp { $0.answers = [opcode: .complete([0x01])] }
    #expect(complete == [wanted])
    #expect(fake.opcodes.last == opcode)
    guard opcode != 0x0C03 else { return }
    let (status, _) = bringUp { $0.answers = [opcode: .status(0x01)] }
    #expect(status == [wanted])
  }

  @Test(
    arguments: [
      (0x0C03, 0), (0x1001, 8), (0x1002, 64), (0x1003, 8), (0x1009, 6), (0x0C01, 0), (0x2001, 0), (0x2002, 3),
      (0x2003, 8),
    ] as [(UInt16, Int)])
  func anAnswerThatIsTooShortEndsBringUp(opcode: UInt16, count: Int) {
    for shorter in 0...count {
      let parameters = [UInt8](repeating: 0, count: shorter)
      let (events, _) = bringUp { $0.answers = [opcode: .complete(parameters)] }
      #expect(events == [.failed(.malformedReturnParameters(Opcode(rawValue: opcode)))])
    }
  }

  @Test func aControllerWithoutLowEnergyIsRefused() {
    let (events, _) = bringUp { $0.features = .init(repeating: 0, count: 8) }
    #expect(events == [.failed(.lowEnergyNotSupported)])
  }

  @Test(arguments: [0x1001, 0x1002, 0x1003, 0x1009, 0x0C01, 0x2001, 0x2002, 0x2003] as [UInt16])
  func aCommandWithoutAnAnswerEndsBringUpAfterTwoSeconds(opcode: UInt16) {
    var fake = FakeController()
    fake.answers = [opcode: .silence]
    var controller = Controller()
    let now = Instant.start + .seconds(10)
    #expect(fake.bringUp(&controller, now: now) == [])
    #expect(controller.deadline == now + .seconds(2))
    #expect(controller.handleTimeout(now: now + .milliseconds(1_999)) == nil)
    #expect(controller.handleTimeout(now: now + .seconds(2)) == .failed(.commandTimeout(Opcode(rawValue: opcode))))
    #expect(controller.state == .failed(.commandTimeout(Opcode(rawValue: opcode))))
    #expect(controller.deadline == nil)
    #expect(controller.drain() == [])
  }

  @Test func aPendingCommandIsForgottenAtReset() {
    var fake = FakeController()
    fake.answers = [0x1009: .packets([FakeController.status(0x1009, 0x00)])]
    var controller = Controller()
    #expect(fake.bringUp(&controller) == [])
    #expect(controller.deadline == .start + .seconds(2))
    #expect(controller.drain() == [])
    #expect(controller.handleTimeout(now: .start + .seconds(2)) == .failed(.commandTimeout(.readBDADDR)))
  }

  // Reset.

  @Test func resetIsRepeatedOnce() {
    var controller = Controller()
    controller.start()
    let reset = octets("01 03 0C 00")
    #expect(controller.drain() == [reset])
    #expect(controller.deadline == .start + .seconds(1))
    #expect(controller.handleTimeout(now: .start + .seconds(1)) == nil)
    #expect(controller.drain(now: .start + .seconds(1)) == [reset])
    #expect(controller.deadline == .start + .seconds(3))
    #expect(controller.handleTimeout(now: .start + .seconds(3)) == .failed(.commandTimeout(.reset)))
  }

  @Test func aResetAnsweredTwiceStartsTheController() {
    var controller = Controller()
    controller.start()
    _ = controller.drain()
    _ = controller.handleTimeout(now: .start + .seconds(1))
    _ = controller.drain(now: .start + .seconds(1))
    var fake = FakeController()
    let complete = FakeController.complete(0x0C03, [0])
    #expect(controller.receive(complete) == nil)
    let second = controller.drain()
    #expect(second == [octets("01 01 10 00")])
    #expect(controller.receive(complete) == nil)
    #expect(controller.receive(fake.answer(second[0])[0]) == nil)
    #expect(fake.serve(&controller) == [.ready])
  }

  @Test func onlyItsAnswerCountsWhileResetIsPending() {
    var controller = Controller()
    controller.start()
    _ = controller.drain()
    let stale = [
      "04 10 01 00", FakeController.connectionComplete, "04 05 04 00 40 00 13", "04 0F 04 00 05 03 0C",
      "04 0E 04 00 01 10 00", "04 0E 04 00 00 00", "04 FF 00", "04 13 05 01 40 00 01 00", "04 3E 00",
    ]
    for hex in stale { #expect(controller.receive(hex) == nil) }
    #expect(controller.state == .startingUp)
    #expect(controller.drain() == [])
    #expect(controller.deadline == .start + .seconds(1))
    #expect(controller.receive(FakeController.complete(0x0C03, [0])) == nil)
    #expect(controller.drain() == [octets("01 01 10 00")])
  }

  @Test func earlierCommandsDoNotDelayReset() {
    var controller = Controller()
    controller.start()
    #expect(controller.receive("04 0E 04 00 01 10 00") == nil)
    #expect(controller.receive("04 0F 04 00 00 05 14") == nil)
    #expect(controller.drain() == [octets("01 03 0C 00")])
    #expect(controller.statistics.strayAnswers == 0)
  }

  @Test func aHardwareErrorEndsBringUp() {
    var fake = FakeController()
    fake.answers = [0x1009: .packets([octets("04 10 01 42")])]
    var controller = Controller()
    #expect(fake.bringUp(&controller) == [.failed(.hardwareError(0x42))])
  }

  @Test func vendorEventsDoNotDisturb() {
    var fake = FakeController()
    fake.answers = [
      0x1009: .packets([octets("04 FF 03 01 02 03"), FakeController.complete(0x1009, [0, 1, 2, 3, 4, 5, 6])])
    ]
    var controller = Controller()
    #expect(fake.bringUp(&controller) == [.ready])
    #expect(controller.statistics.unknownEvents == 1)
  }

  @Test func aFailedControllerCanBeStartedAgain() {
    var fake = FakeController()
    fake.answers = [0x1009: .status(0x03)]
    var controller = Controller()
    #expect(fake.bringUp(&controller) == [.failed(.commandRefused(.readBDADDR, .hardwareFailure))])
    #expect(controller.receive(FakeController.connectionComplete) == nil)
    fake.answers = [:]
    #expect(fake.bringUp(&controller) == [.ready])
  }

  @Test func aRunningControllerThatIsStartedAgainForgetsItsConnections() {
    var controller = Controller.connected()
    #expect(controller.fragment([1]) != nil)
    var fake = FakeController()
    #expect(fake.bringUp(&controller) == [.ready])
    #expect(controller.aclCredits == 8)
    #expect(controller.isOpen(handle(0x40)) == false)
  }

  @Test func aStoppedControllerIsSilent() {
    var controller = Controller.connected()
    controller.stop()
    #expect(controller.state == .off)
    controller.enqueue(.leSetAdvertisingEnable(true))
    #expect(controller.drain() == [])
    #expect(controller.deadline == nil)
    #expect(controller.receive(FakeController.connectionComplete) == nil)
  }

  // MARK: The address that phones know

  private static let known = DeviceAddress(kind: .public, octets: [1, 2, 3, 0xEB, 0x27, 0xB8])

  private func bringUp(
    knownAddress: DeviceAddress?, _ change: (inout FakeController) -> Void
  ) -> (events: [ControllerEvent], opcodes: [UInt16], address: DeviceAddress?) {
    var fake = FakeController()
    change(&fake)
    var controller = Controller()
    let events = fake.bringUp(&controller, knownAddress: knownAddress)
    return (events, fake.opcodes, controller.information.publicAddress)
  }

  @Test func aControllerThatBearsTheKnownAddressIsLeftAlone() {
    let (events, opcodes, address) = bringUp(knownAddress: Self.known) { $0.address = [1, 2, 3, 0xEB, 0x27, 0xB8] }
    #expect(events == [.ready])
    #expect(!opcodes.contains(0xFC01))
    #expect(address == Self.known)
  }

  @Test(arguments: [0x000F, 0x0131] as [UInt16], ["56 34 12 EB 27 B8", "AC 1F 12 A1 43 43", "00 00 00 00 00 00"])
  func aControllerThatForgotTheKnownAddressGetsItAgain(_ manufacturer: UInt16, _ shown: String) {
    let (events, opcodes, address) = bringUp(knownAddress: Self.known) {
      $0.manufacturer = manufacturer
      $0.address = octets(shown)
    }
    #expect(events == [.ready])
    #expect(opcodes[4...7] == [0x1009, 0xFC01, 0x1009, 0x0C01])
    #expect(address == Self.known)
  }

  @Test func aControllerThatDoesNotTakeTheAddressIsUsedAsItIs() {
    let (events, _, address) = bringUp(knownAddress: Self.known) { $0.addressStatus = 0x12 }
    #expect(events == [.ready])
    #expect(address == DeviceAddress(kind: .public, octets: [0x56, 0x34, 0x12, 0xEB, 0x27, 0xB8]))
  }

  @Test func aControllerOfAnotherMakeGetsNoVendorCommand() {
    let (events, opcodes, _) = bringUp(knownAddress: Self.known) { $0.manufacturer = 0x005D }
    #expect(events == [.ready])
    #expect(!opcodes.contains(0xFC01))
  }
}
