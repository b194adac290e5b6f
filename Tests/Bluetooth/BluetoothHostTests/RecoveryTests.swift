import ATT
import BluetoothHost
import GATT
import HCI
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Controllers that fail in every state of the host: bonds are kept, and the phone reconnects.
@Suite struct RecoveryTests {
  enum Place: CaseIterable {
    case bringUp, advertising, connected, pairing, secured
  }

  private static let readAddress: UInt16 = 0x1009
  private static let parameterReply: UInt16 = 0x2020

  private func harness(_ place: Place) -> HostHarness {
    let harness = HostHarness(bonds: Sample.bonds(others: 2))
    if place == .bringUp { harness.phone.controller.answers[Self.readAddress] = .silence }
    harness.start()
    guard place != .bringUp, place != .advertising else { return harness }
    if place == .pairing {
      harness.host.openPairingWindow(now: harness.now)
      harness.phone.connect(from: Sample.bond(9).identity)
      harness.phone.startPairing()
    } else {
      harness.phone.connect()
    }
    if place == .secured { harness.phone.encrypt(with: Sample.phoneBond.longTermKey) }
    harness.run()
    return harness
  }

  /// Makes the host send a command on a link, because the phone may always request another timing.
  private func provokeCommand(_ harness: HostHarness, _ place: Place) {
    guard place != .bringUp, place != .advertising else { return }
    harness.phone.event(0x3E, [0x06] + wire(FakePhone.handle) + [0x18, 0, 0x28, 0, 3, 0, 0x58, 2])
  }

  /// Checks that everything works again after the controller was reopened.
  private func recover(_ harness: HostHarness) {
    #expect(harness.state == .off)
    harness.phone.reset()
    harness.phone.controller = FakeController()
    harness.takeEvents()
    harness.start()
    // The pairing window stays open when the controller is lost, and while it is open a bonded phone has to wait.
    if harness.isWindowOpen { harness.wait(.seconds(120)) }
    harness.phone.connect()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.states == [.starting, .advertising, .connected, .encrypted])
    #expect(harness.events.last == .secured)
    #expect(harness.peerIdentity == Sample.phoneIdentity)
    #expect(harness.phone.violations.isEmpty)
    #expect(harness.start(.exchangeMTU))
    harness.run()
    #expect(harness.listener.results.last == .success)
  }

  private func expectLoss(_ harness: HostHarness, _ failure: ControllerFailure?, in place: Place) {
    #expect(harness.controllerFailure == failure)
    #expect(harness.events.filter { $0 == .controllerFailed }.count == (failure == nil ? 0 : 1))
    #expect(harness.results == (place == .pairing ? [.failed(.disconnected)] : []))
    #expect(harness.deadline == nil)
    #expect(harness.nextPacket() == nil)
  }

  @Test(arguments: Place.allCases) func aHardwareErrorIsRecoveredFrom(_ place: Place) {
    let harness = harness(place)
    let identities = harness.bonds.count
    harness.deliver([0x04, 0x10, 0x01, 0x42])
    expectLoss(harness, .hardwareError(0x42), in: place)
    #expect(harness.bonds.count == identities)
    recover(harness)
  }

  @Test(arguments: Place.allCases) func aCommandThatIsNotAnsweredIsRecoveredFrom(_ place: Place) {
    let harness = harness(place)
    let opcode: UInt16 = place == .bringUp ? Self.readAddress : place == .advertising ? 0x200A : Self.parameterReply
    harness.phone.controller.answers[opcode] = .silence
    // The command is sent again 30 s after the start, when advertising slows down.
    if place == .advertising { harness.wait(.seconds(29)) }
    let begin = harness.now
    if place == .advertising { harness.wait(.seconds(1)) } else { provokeCommand(harness, place) }
    harness.run()
    let sent = place == .advertising ? begin + .seconds(1) : begin
    harness.wait(Interval(microseconds: (sent + .milliseconds(1_999)).since(harness.now).microseconds))
    #expect(harness.controllerFailure == nil)
    harness.wait(.milliseconds(1))
    expectLoss(harness, .commandTimeout(HCI.Opcode(rawValue: opcode)), in: place)
    recover(harness)
  }

  @Test(arguments: [Place.advertising, .connected, .pairing, .secured])
  func aControllerThatAcceptsNoMoreCommandsIsRestarted(_ place: Place) {
    let harness = harness(place)
    if place == .advertising { harness.wait(.milliseconds(29_999)) }
    // No Operation, with no credits.
    harness.deliver([0x04, 0x0E, 0x03, 0x00, 0x00, 0x00])
    if place == .advertising { harness.wait(.milliseconds(1)) } else { provokeCommand(harness, place) }
    harness.run()
    harness.wait(.milliseconds(3_999))
    #expect(harness.controllerFailure == nil)
    harness.wait(.milliseconds(1))
    expectLoss(harness, .noCommandCredits, in: place)
    recover(harness)
  }

  @Test(arguments: Place.allCases) func aLostTransportIsRecoveredFrom(_ place: Place) {
    let harness = harness(place)
    harness.host.stop(now: harness.now)
    harness.run()
    expectLoss(harness, nil, in: place)
    recover(harness)
  }

  /// A controller that fails during start-up at each of its commands, repeatedly.
  @Test(arguments: [0x0C03, 0x1001, 0x1002, 0x1003, 0x1009, 0x0C01, 0x2001, 0x2002, 0x2003] as [UInt16])
  func aControllerThatDiesInBringUpIsStartedAgainAndAgain(_ opcode: UInt16) {
    let harness = HostHarness(bonds: Sample.bonds())
    for answer in [.silence, .status(0x03), .complete([]), .complete([0x0C])] as [FakeController.Answer] {
      harness.phone.controller = FakeController()
      harness.phone.controller.answers[opcode] = answer
      harness.start()
      harness.wait(.seconds(4))
      #expect(harness.state == .off)
      #expect(harness.takeEvents().filter { $0 == .controllerFailed }.count == 1)
    }
    recover(harness)
  }

  @Test func aResetThatIsNotAnsweredIsRepeatedAfterASecond() {
    let harness = HostHarness(bonds: Sample.bonds())
    harness.phone.controller.answers[0x0C03] = .silence
    harness.start()
    harness.wait(.milliseconds(999))
    #expect(harness.phone.controller.opcodes == [0x0C03])
    harness.phone.controller.answers[0x0C03] = nil
    harness.wait(.milliseconds(1))
    #expect(harness.phone.controller.opcodes.prefix(3) == [0x0C03, 0x0C03, 0x1001])
    #expect(harness.state == .advertising)
  }

  /// Octets that are not HCI, in every state: they are ignored, and the phone is served.
  @Test(arguments: Place.allCases) func garbageIsNotBelieved(_ place: Place) {
    var numbers = SeededGenerator(seed: 0xBE1F_0601)
    for _ in 0..<50 {
      let harness = harness(place)
      for _ in 0..<40 {
        var packet = numbers.octets(4 + numbers.number(below: 40))
        packet[0] = [0x02, 0x04][numbers.number(below: 2)]
        if packet[0] == 0x04 { packet[2] = UInt8(packet.count - 3) }
        harness.deliver(packet)
      }
      if harness.state != .off { harness.host.stop(now: harness.now) }
      #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.longTermKey == Sample.phoneBond.longTermKey)
      recover(harness)
    }
  }

  // MARK: A controller that must prove that it works

  private func connectInSilence(_ harness: HostHarness, times: Int) {
    harness.phone.greets = false
    for _ in 0..<times {
      harness.phone.connect()
      harness.run()
      harness.wait(.seconds(8))
    }
  }

  /// A stranger that sends nothing looks like a controller that delivers nothing.
  @Test func silentLinksAloneNeverRestartTheController() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    connectInSilence(harness, times: 40)
    #expect(harness.controllerFailure == nil && harness.state == .advertising)
    #expect(harness.phone.disconnectReasons.count == 40)
    // After 3, 9 and 21 links the controller had to report its address again.
    #expect(harness.phone.controller.opcodes.count { $0 == 0x1009 } == 4)
  }

  @Test func aControllerThatDoesNotAnswerAfterSilentLinksIsStartedAfresh() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    connectInSilence(harness, times: 2)
    harness.phone.controller.answers[0x1009] = .silence
    harness.phone.connect()
    harness.run()
    harness.wait(.milliseconds(8_100))
    expectLoss(harness, .commandTimeout(.readBDADDR), in: .connected)
    harness.phone.controller.answers[0x1009] = nil
    harness.phone.greets = true
    recover(harness)
  }

  @Test func aControllerThatRefusesToAdvertiseIsStartedAfresh() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    harness.phone.connect()
    harness.run()
    harness.phone.controller.answers[0x2006] = .complete([0x0C])
    harness.phone.disconnect()
    harness.run()
    harness.wait(.seconds(15))
    #expect(harness.controllerFailure == nil)
    harness.wait(.seconds(60))
    #expect(harness.controllerFailure == .advertisingRefused)
    recover(harness)
  }

  /// A bonded phone connects again and again, and encrypts. The controller carries events, and no data.
  private func connectInVain(_ harness: HostHarness, times: Int, for time: Interval) {
    harness.phone.greets = false
    harness.phone.isMute = true
    for _ in 0..<times {
      harness.phone.connect()
      harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
      harness.run()
      #expect(harness.state == .encrypted)
      harness.wait(time)
      harness.phone.disconnect()
      harness.run()
    }
  }

  @Test func aControllerThatCarriesNoDataOfABondedPhoneIsStartedAfresh() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    connectInVain(harness, times: 2, for: .seconds(10))
    #expect(harness.controllerFailure == nil)
    connectInVain(harness, times: 1, for: .seconds(10))
    expectLoss(harness, .noData, in: .secured)
    harness.phone.greets = true
    harness.phone.isMute = false
    recover(harness)
  }

  /// At the limit of the range a phone loses its links before it has said anything.
  @Test func shortLinksOfABondedPhoneProveNothing() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    connectInVain(harness, times: 20, for: .milliseconds(9_900))
    #expect(harness.controllerFailure == nil && harness.state == .advertising)
  }

  @Test func dataOfABondedPhoneRestartsTheCount() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    for _ in 0..<5 {
      connectInVain(harness, times: 2, for: .seconds(10))
      harness.phone.greets = true
      harness.phone.connect()
      harness.run()
      harness.phone.disconnect()
      harness.run()
    }
    #expect(harness.controllerFailure == nil && harness.state == .advertising)
  }

  @Test func aControllerThatDiedWhileItAdvertisedIsFoundOut() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    harness.wait(.seconds(40))
    harness.phone.controller.answers[0x200A] = .silence
    harness.wait(.minutes(5))
    #expect(harness.controllerFailure == .commandTimeout(HCI.Opcode(rawValue: 0x200A)))
    recover(harness)
  }

  @Test func aControllerThatDiedWithALinkIsFoundOut() {
    let harness = harness(.secured)
    harness.phone.controller.answers[0x1405] = .silence
    harness.wait(.seconds(340))
    #expect(harness.controllerFailure == .commandTimeout(.readRSSI))
    recover(harness)
  }

  /// The controller was reset by another program, and does not know the link.
  @Test func aLinkThatTheControllerHasForgottenIsOver() {
    let harness = harness(.secured)
    harness.phone.controller.answers[0x1405] = .status(0x02)
    harness.wait(.seconds(340))
    #expect(harness.controllerFailure == nil)
    #expect(harness.state == .advertising)
    #expect(harness.phone.isAdvertising)
  }

  // MARK: Time

  /// The machine slept: the clock continues, and all deadlines in between are reached at the same time.
  @Test(arguments: Place.allCases, [Interval.seconds(3), .seconds(40), .minutes(11), .minutes(1_440)])
  func sleepIsRecoveredFrom(_ place: Place, _ length: Interval) {
    let harness = harness(place)
    harness.now = harness.now + length
    for _ in 0..<10 {
      harness.host.handleTimeout(now: harness.now, observer: &harness.listener)
      harness.run()
    }
    #expect(harness.deadline.map { $0 > harness.now } ?? true)
    harness.host.stop(now: harness.now)
    recover(harness)
  }
}
