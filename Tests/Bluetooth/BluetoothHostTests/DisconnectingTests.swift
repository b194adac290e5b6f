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
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    harness.phone.returnsCredits = false
    while harness.phone.heldPackets < harness.phone.bufferCount {
      harness.phone.send([0x0A, 0x03, 0x00], on: 4)
      harness.run()
    }
    harness.host.answerPairing(isConfirmed: false, now: harness.now)
    harness.host.disconnect(now: harness.now)
    harness.run()
    #expect(harness.pairingFailedReasons.isEmpty)
    #expect(harness.phone.disconnectReasons.isEmpty)
    harness.phone.returnsCredits = true
    harness.phone.returnCredits()
    harness.run()
    #expect(harness.pairingFailedReasons == [0x0C])
    #expect(harness.phone.disconnectReasons == [0x13])
  }

  @Test func aLinkThatIsToEndWaitsTwoSecondsAtMost() {
    let harness = HostHarness.connected()
    harness.phone.returnsCredits = false
    while harness.phone.heldPackets < harness.phone.bufferCount {
      harness.phone.send([0x0A, 0x03, 0x00], on: 4)
      harness.run()
    }
    harness.phone.send([0x0A, 0x03, 0x00], on: 4)
    harness.run()
    harness.host.disconnect(now: harness.now)
    harness.wait(.milliseconds(1_900))
    #expect(harness.phone.disconnectReasons.isEmpty)
    harness.wait(.milliseconds(200))
    #expect(harness.phone.disconnectReasons == [0x13])
  }

  @Test func aForgottenPhoneIsNotServedUntilItsLinkHasEnded() {
    let harness = HostHarness.secured()
    harness.phone.refusesDisconnect = true
    harness.host.forgetPhone(Sample.phoneIdentity, now: harness.now)
    harness.run()
    #expect(harness.phone.isConnected)
    harness.phone.forgetFrames()
    harness.phone.send([0x0A, 0x03, 0x00], on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4).isEmpty)
    #expect(!harness.isClientIdle && !harness.startWrite(to: .first, value: [1]))
    harness.phone.refusesDisconnect = false
    harness.wait(.seconds(2))
    #expect(!harness.phone.isConnected)
  }

  @Test func aLinkThatIsEndingIgnoresPackets() {
    let harness = HostHarness.connected()
    harness.phone.endsLinks = false
    harness.host.disconnect(now: harness.now)
    harness.run()
    harness.phone.forgetFrames()
    harness.phone.send([0x0A, 0x03, 0x00], on: 4)
    harness.phone.startPairing()
    harness.run()
    #expect(harness.phone.frames.isEmpty)
    #expect(!harness.states.contains(.pairing))
  }

  @Test func aStrangerWhoDoesNotPairIsDisconnected() {
    let harness = HostHarness.started()
    harness.wait(.seconds(121))
    harness.phone.connect()
    harness.run()
    harness.wait(.milliseconds(2_900))
    #expect(harness.phone.isConnected)
    harness.wait(.milliseconds(200))
    #expect(!harness.phone.isConnected)
    #expect(harness.phone.isAdvertising)
  }

  @Test func aForgottenPhoneIsGoneWithItsLink() {
    let harness = HostHarness.secured()
    harness.host.forgetPhone(Sample.phoneIdentity, now: harness.now)
    harness.run()
    #expect(harness.bonds.count == 0)
    #expect(harness.phone.disconnectReasons == [0x13])
    #expect(harness.takeEvents().first == .bondsChanged)
  }
}
