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

/// Starting, stopping and being found.
@Suite struct AdvertisingTests {
  @Test func aStartedHostAdvertises() {
    let scene = HostScene.started()
    #expect(scene.states == [.starting, .advertising])
    #expect(scene.phone.isAdvertising)
    #expect(scene.phone.violations.isEmpty)
  }

  @Test func itAdvertisesWithThePublicAddressOfTheController() {
    #expect(HostScene.started().ownAddress == Sample.watch)
  }

  @Test func withoutAPublicAddressItAdvertisesWithTheStaticOneOfTheTable() {
    let scene = HostScene()
    scene.phone.controller.address = [0, 0, 0, 0, 0, 0]
    scene.start()
    #expect(scene.ownAddress == Sample.identity.address)
    #expect(scene.phone.isAdvertising)
  }

  @Test func theWindowOpensAtTheFirstStartWithoutABond() {
    let scene = HostScene.started()
    #expect(scene.isWindowOpen)
    scene.wait(.seconds(119))
    #expect(scene.isWindowOpen)
    scene.wait(.seconds(1))
    #expect(!scene.isWindowOpen)
  }

  @Test func theWindowDoesNotOpenByItselfWithABond() {
    let scene = HostScene.started(bonds: Sample.bonds())
    #expect(!scene.isWindowOpen)
  }

  @Test func aSecondStartDoesNotOpenTheWindowAgain() {
    let scene = HostScene.started()
    scene.wait(.seconds(121))
    scene.host.stop(now: scene.now)
    scene.start()
    #expect(scene.phone.isAdvertising)
    #expect(!scene.isWindowOpen)
  }

  @Test func theUserOpensTheWindow() {
    let scene = HostScene.started(bonds: Sample.bonds())
    scene.host.openPairingWindow(now: scene.now)
    #expect(scene.isWindowOpen)
    scene.wait(.seconds(120))
    #expect(!scene.isWindowOpen)
  }

  @Test func aLostLinkIsForgottenAndTheWatchAdvertisesAgain() {
    let scene = HostScene.secured()
    scene.phone.disconnect(0x08)
    scene.run()
    #expect(scene.takeEvents() == [.linkLost(reason: .connectionTimeout), .stateChanged(.advertising)])
    #expect(scene.phone.isAdvertising)
    #expect(scene.peerIdentity == nil)
    #expect(!scene.isClientIdle)
    #expect(scene.mtu == 23)
  }

  @Test func nothingOfALinkIsLeftOnTheNextOne() {
    let scene = HostScene.secured()
    // A frame of which the rest never comes, an answer that cannot leave, and a procedure under way.
    scene.phone.returnsCredits = false
    #expect(scene.start(.exchangeMTU))
    scene.deliver([0x02, 0x40, 0x20, 0x05, 0x00, 0x07, 0x00, 0x04, 0x00, 0x0A])
    scene.phone.disconnect()
    scene.phone.connect()
    scene.phone.returnsCredits = true
    scene.phone.forgetFrames()
    scene.phone.send([0x0A, 0x03, 0x00], on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4) == [[0x0B] + Array("Belfry".utf8)])
    #expect(scene.listener.results.isEmpty)
    #expect(scene.phone.violations.isEmpty)
  }

  @Test func aLostTransportEndsTheLinkAndAStartBringsAllBack() {
    let scene = HostScene.secured()
    scene.host.stop(now: scene.now)
    #expect(scene.state == .off)
    #expect(scene.deadline == nil)
    #expect(scene.nextPacket() == nil)
    #expect(scene.takeEvents() == [.linkLost(reason: .connectionTimeout), .stateChanged(.off)])
    scene.start()
    scene.phone.connect()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    #expect(scene.states == [.starting, .advertising, .connected, .encrypted])
    #expect(scene.events.contains(.secured))
  }

  @Test func aStartWithoutAStopEndsTheLinkToo() {
    let scene = HostScene.secured()
    scene.start()
    #expect(scene.takeEvents().first == .linkLost(reason: .connectionTerminatedByLocalHost))
    #expect(scene.state == .advertising)
  }

  @Test func packetsOfALostTransportAreNotHeard() {
    let scene = HostScene.connected()
    scene.host.stop(now: scene.now)
    scene.takeEvents()
    scene.phone.send([0x0A, 0x03, 0x00], on: 4)
    scene.phone.disconnect()
    scene.phone.connect()
    scene.run()
    #expect(scene.takeEvents().isEmpty)
  }

  @Test func aFailedControllerIsToldOfOnce() {
    let scene = HostScene.secured()
    scene.deliver([0x04, 0x10, 0x01, 0x42])
    #expect(
      scene.takeEvents() == [.linkLost(reason: .connectionTimeout), .stateChanged(.off), .controllerFailed])
    #expect(scene.controllerFailure == .hardwareError(0x42))
    #expect(scene.nextPacket() == nil)
    scene.deliver([0x04, 0x10, 0x01, 0x42])
    #expect(scene.takeEvents().isEmpty)
  }

  @Test func aControllerThatDoesNotAnswerHasFailed() {
    let scene = HostScene()
    scene.phone.controller.answers[0x0C03] = .silence
    scene.start()
    scene.wait(.seconds(10))
    #expect(scene.controllerFailure == .commandTimeout(.reset))
    #expect(scene.takeEvents().last == .controllerFailed)
    #expect(scene.state == .off)
  }

  @Test func aSecondLinkIsEndedAndTheFirstGoesOn() {
    let scene = HostScene.secured()
    scene.phone.connect(from: Sample.bond().identity, handle: 0x41)
    scene.run()
    #expect(scene.phone.disconnectReasons == [0x13])
    #expect(scene.takeEvents().isEmpty)
    #expect(scene.isClientIdle)
  }

  @Test func aKeyRequestOfALinkThatIsNotServedIsAnsweredWithNone() {
    let scene = HostScene.secured()
    // The second link's controller does not confirm its end.
    scene.deliver([0x04, 0x3E, 0x13, 0x01, 0, 0x41, 0, 1, 0, 1, 2, 3, 4, 5, 6, 0x18, 0, 0, 0, 0x48, 0, 1])
    scene.deliver([0x04, 0x3E, 0x0D, 0x05, 0x41, 0] + [UInt8](repeating: 0, count: 10))
    scene.run()
    #expect(scene.phone.wasKeyRefused)
    #expect(scene.state == .encrypted)
  }

  @Test func aConnectionWithAKnownHandleTakesThePlaceOfTheOldOne() {
    let scene = HostScene.secured()
    scene.phone.connect()
    scene.run()
    #expect(scene.takeEvents() == [.linkLost(reason: .connectionTimeout), .stateChanged(.connected)])
    #expect(!scene.isClientIdle)
  }

  @Test func oneSecondAfterConnectingSuitableParametersAreAskedFor() {
    let scene = HostScene.connected()
    scene.wait(.milliseconds(1_100))
    let requests = scene.phone.heard(on: 5)
    #expect(requests.count == 1)
    #expect(requests.first?.first == 0x12)
  }
}
