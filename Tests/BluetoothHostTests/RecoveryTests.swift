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

/// Controllers that fail, wherever the host stands: what was bonded stays bonded, and the phone comes back.
@Suite struct RecoveryTests {
  enum Place: CaseIterable {
    case bringUp, advertising, connected, pairing, secured
  }

  private static let readAddress: UInt16 = 0x1009
  private static let parameterReply: UInt16 = 0x2020

  private func scene(_ place: Place) -> HostScene {
    let scene = HostScene(bonds: Sample.bonds(others: 2))
    if place == .bringUp { scene.phone.controller.answers[Self.readAddress] = .silence }
    scene.start()
    guard place != .bringUp, place != .advertising else { return scene }
    if place == .pairing {
      scene.host.openPairingWindow(now: scene.now)
      scene.phone.connect(from: Sample.bond(9).identity)
      scene.phone.startPairing()
    } else {
      scene.phone.connect()
    }
    if place == .secured { scene.phone.encrypt(with: Sample.phoneBond.longTermKey) }
    scene.run()
    return scene
  }

  /// Has the host send a command on a link: the phone may always ask for another timing.
  private func provokeCommand(_ scene: HostScene, _ place: Place) {
    guard place != .bringUp, place != .advertising else { return }
    scene.phone.event(0x3E, [0x06] + wire(FakePhone.handle) + [0x18, 0, 0x28, 0, 3, 0, 0x58, 2])
  }

  /// The controller was opened anew: all must be as if nothing had happened.
  private func recover(_ scene: HostScene) {
    #expect(scene.state == .off)
    scene.phone.reset()
    scene.phone.controller = FakeController()
    scene.takeEvents()
    scene.start()
    // The pairing window outlasts the controller, and as long as it is open a bonded phone has to stand back.
    if scene.isWindowOpen { scene.wait(.seconds(120)) }
    scene.phone.connect()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    #expect(scene.states == [.starting, .advertising, .connected, .encrypted])
    #expect(scene.events.last == .secured)
    #expect(scene.peerIdentity == Sample.phoneIdentity)
    #expect(scene.phone.violations.isEmpty)
    #expect(scene.start(.exchangeMTU))
    scene.run()
    #expect(scene.listener.results.last == .success)
  }

  private func expectLoss(_ scene: HostScene, _ failure: ControllerFailure?, in place: Place) {
    #expect(scene.controllerFailure == failure)
    #expect(scene.events.filter { $0 == .controllerFailed }.count == (failure == nil ? 0 : 1))
    #expect(scene.results == (place == .pairing ? [.failed(.disconnected)] : []))
    #expect(scene.deadline == nil)
    #expect(scene.nextPacket() == nil)
  }

  @Test(arguments: Place.allCases) func aHardwareErrorIsRecoveredFrom(_ place: Place) {
    let scene = scene(place)
    let identities = scene.bonds.count
    scene.deliver([0x04, 0x10, 0x01, 0x42])
    expectLoss(scene, .hardwareError(0x42), in: place)
    #expect(scene.bonds.count == identities)
    recover(scene)
  }

  @Test(arguments: Place.allCases) func aCommandThatIsNotAnsweredIsRecoveredFrom(_ place: Place) {
    let scene = scene(place)
    let opcode: UInt16 = place == .bringUp ? Self.readAddress : place == .advertising ? 0x200A : Self.parameterReply
    scene.phone.controller.answers[opcode] = .silence
    // The second time is for the pace that advertising has when the window is opened.
    if place == .advertising { scene.wait(.seconds(29)) }
    let begin = scene.now
    if place == .advertising { scene.wait(.seconds(1)) } else { provokeCommand(scene, place) }
    scene.run()
    let sent = place == .advertising ? begin + .seconds(1) : begin
    scene.wait(Interval(microseconds: (sent + .milliseconds(1_999)).since(scene.now).microseconds))
    #expect(scene.controllerFailure == nil)
    scene.wait(.milliseconds(1))
    expectLoss(scene, .commandTimeout(HCI.Opcode(rawValue: opcode)), in: place)
    recover(scene)
  }

  @Test(arguments: [Place.advertising, .connected, .pairing, .secured])
  func aControllerThatTakesNoMoreCommandsIsRecoveredFrom(_ place: Place) {
    let scene = scene(place)
    if place == .advertising { scene.wait(.milliseconds(29_999)) }
    // No Operation, with no credits.
    scene.deliver([0x04, 0x0E, 0x03, 0x00, 0x00, 0x00])
    if place == .advertising { scene.wait(.milliseconds(1)) } else { provokeCommand(scene, place) }
    scene.run()
    scene.wait(.milliseconds(3_999))
    #expect(scene.controllerFailure == nil)
    scene.wait(.milliseconds(1))
    expectLoss(scene, .noCommandCredits, in: place)
    recover(scene)
  }

  @Test(arguments: Place.allCases) func aLostTransportIsRecoveredFrom(_ place: Place) {
    let scene = scene(place)
    scene.host.stop(now: scene.now)
    scene.run()
    expectLoss(scene, nil, in: place)
    recover(scene)
  }

  /// A controller that dies in the middle of bring-up, at each of its commands, again and again.
  @Test(arguments: [0x0C03, 0x1001, 0x1002, 0x1003, 0x1009, 0x0C01, 0x2001, 0x2002, 0x2003] as [UInt16])
  func aControllerThatDiesInBringUpIsStartedAgainAndAgain(_ opcode: UInt16) {
    let scene = HostScene(bonds: Sample.bonds())
    for answer in [.silence, .status(0x03), .complete([]), .complete([0x0C])] as [FakeController.Answer] {
      scene.phone.controller = FakeController()
      scene.phone.controller.answers[opcode] = answer
      scene.start()
      scene.wait(.seconds(4))
      #expect(scene.state == .off)
      #expect(scene.takeEvents().filter { $0 == .controllerFailed }.count == 1)
    }
    recover(scene)
  }

  @Test func aResetThatIsNotAnsweredIsRepeatedAfterASecond() {
    let scene = HostScene(bonds: Sample.bonds())
    scene.phone.controller.answers[0x0C03] = .silence
    scene.start()
    scene.wait(.milliseconds(999))
    #expect(scene.phone.controller.opcodes == [0x0C03])
    scene.phone.controller.answers[0x0C03] = nil
    scene.wait(.milliseconds(1))
    #expect(scene.phone.controller.opcodes.prefix(3) == [0x0C03, 0x0C03, 0x1001])
    #expect(scene.state == .advertising)
  }

  /// Octets that are no HCI, in every state: nothing of it is believed, and the phone is served.
  @Test(arguments: Place.allCases) func garbageIsNotBelieved(_ place: Place) {
    var numbers = SeededGenerator(seed: 0xBE1F_0601)
    for _ in 0..<50 {
      let scene = scene(place)
      for _ in 0..<40 {
        var packet = numbers.octets(4 + numbers.number(below: 40))
        packet[0] = [0x02, 0x04][numbers.number(below: 2)]
        if packet[0] == 0x04 { packet[2] = UInt8(packet.count - 3) }
        scene.deliver(packet)
      }
      if scene.state != .off { scene.host.stop(now: scene.now) }
      #expect(scene.bonds.bond(for: Sample.phoneIdentity)?.longTermKey == Sample.phoneBond.longTermKey)
      recover(scene)
    }
  }

  // MARK: A controller that is found out

  @Test func aControllerThatCarriesNothingIsStartedAfreshAfterThreeLinks() {
    let scene = HostScene.started(bonds: Sample.bonds())
    scene.phone.greets = false
    for link in 1...3 {
      scene.phone.connect()
      scene.run()
      scene.wait(.milliseconds(4_999))
      #expect(scene.phone.isConnected)
      scene.wait(.milliseconds(1))
      #expect(scene.phone.disconnectReasons.count == min(link, 2))
      scene.wait(.seconds(1))
    }
    expectLoss(scene, .noData, in: .connected)
    scene.phone.greets = true
    recover(scene)
  }

  @Test func aControllerThatDiedWhileItAdvertisedIsFoundOut() {
    let scene = HostScene.started(bonds: Sample.bonds())
    scene.wait(.seconds(40))
    scene.phone.controller.answers[0x200A] = .silence
    scene.wait(.minutes(5))
    #expect(scene.controllerFailure == .commandTimeout(HCI.Opcode(rawValue: 0x200A)))
    recover(scene)
  }

  @Test func aControllerThatDiedWithALinkIsFoundOut() {
    let scene = scene(.secured)
    scene.phone.controller.answers[0x1405] = .silence
    scene.wait(.seconds(303))
    #expect(scene.controllerFailure == .commandTimeout(.readRSSI))
    recover(scene)
  }

  /// It was reset behind our back, and knows of no link.
  @Test func aLinkThatTheControllerHasForgottenIsOver() {
    let scene = scene(.secured)
    scene.phone.controller.answers[0x1405] = .status(0x02)
    scene.wait(.seconds(301))
    #expect(scene.controllerFailure == nil)
    #expect(scene.state == .advertising)
    #expect(scene.phone.isAdvertising)
  }

  // MARK: Time

  /// The machine slept: the clock goes on, and everything that was due meanwhile is due at once.
  @Test(arguments: Place.allCases, [Interval.seconds(3), .seconds(40), .minutes(11), .minutes(1_440)])
  func sleepIsRecoveredFrom(_ place: Place, _ length: Interval) {
    let scene = scene(place)
    scene.now = scene.now + length
    for _ in 0..<10 {
      scene.host.handleTimeout(now: scene.now, observer: &scene.listener)
      scene.run()
    }
    #expect(scene.deadline.map { $0 > scene.now } ?? true)
    scene.host.stop(now: scene.now)
    recover(scene)
  }
}
