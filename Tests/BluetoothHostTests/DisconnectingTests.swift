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

/// Links that the host ends itself.
@Suite struct DisconnectingTests {
  @Test func aLinkThatIsToEndWaitsForPairingFailedToLeave() throws {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    scene.phone.returnsCredits = false
    while scene.phone.heldPackets < scene.phone.bufferCount {
      scene.phone.send([0x0A, 0x03, 0x00], on: 4)
      scene.run()
    }
    scene.host.answerPairing(false, now: scene.now)
    scene.host.disconnect(now: scene.now)
    scene.run()
    #expect(scene.pairingFailedReasons.isEmpty)
    #expect(scene.phone.disconnectReasons.isEmpty)
    scene.phone.returnsCredits = true
    scene.phone.returnCredits()
    scene.run()
    #expect(scene.pairingFailedReasons == [0x0C])
    #expect(scene.phone.disconnectReasons == [0x13])
  }

  @Test func aLinkThatIsToEndWaitsTwoSecondsAtMost() {
    let scene = HostScene.connected()
    scene.phone.returnsCredits = false
    while scene.phone.heldPackets < scene.phone.bufferCount {
      scene.phone.send([0x0A, 0x03, 0x00], on: 4)
      scene.run()
    }
    scene.phone.send([0x0A, 0x03, 0x00], on: 4)
    scene.run()
    scene.host.disconnect(now: scene.now)
    scene.wait(.milliseconds(1_900))
    #expect(scene.phone.disconnectReasons.isEmpty)
    scene.wait(.milliseconds(200))
    #expect(scene.phone.disconnectReasons == [0x13])
  }

  @Test func aLinkThatIsToEndHearsNoMore() {
    let scene = HostScene.connected()
    scene.phone.endsLinks = false
    scene.host.disconnect(now: scene.now)
    scene.run()
    scene.phone.forgetFrames()
    scene.phone.send([0x0A, 0x03, 0x00], on: 4)
    scene.phone.startPairing()
    scene.run()
    #expect(scene.phone.frames.isEmpty)
    #expect(!scene.states.contains(.pairing))
  }

  @Test func aStrangerWhoDoesNotPairIsShownOut() {
    let scene = HostScene.started()
    scene.wait(.seconds(121))
    scene.phone.connect()
    scene.run()
    scene.wait(.seconds(29))
    #expect(scene.phone.isConnected)
    scene.wait(.seconds(2))
    #expect(!scene.phone.isConnected)
    #expect(scene.phone.isAdvertising)
  }

  @Test func aForgottenPhoneIsGoneWithItsLink() {
    let scene = HostScene.secured()
    scene.host.forgetPhone(Sample.phoneIdentity, now: scene.now)
    scene.run()
    #expect(scene.bonds.count == 0)
    #expect(scene.phone.disconnectReasons == [0x13])
    #expect(scene.takeEvents().first == .bondsChanged)
  }
}
