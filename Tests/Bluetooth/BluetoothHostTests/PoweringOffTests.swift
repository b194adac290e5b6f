import BluetoothHost
import TestSupport
import Testing
import Timing

@testable import PhoneSupport

/// The last packets of the host before its program ends.
@Suite struct HostPoweringOffTests {
  @Test func thePhoneLearnsThatTheWatchIsSwitchedOff() {
    let harness = HostHarness.secured()
    harness.powerOff()
    #expect(harness.phone.disconnectReasons == [0x15])
    #expect(!harness.phone.isConnected && !harness.phone.isAdvertising)
    #expect(harness.isPoweredOff)
    harness.wait(.seconds(10))
    #expect(!harness.phone.isAdvertising && harness.takeEvents().isEmpty)
  }

  @Test func advertisingEnds() {
    let harness = HostHarness.started()
    #expect(harness.phone.isAdvertising)
    harness.powerOff()
    #expect(!harness.phone.isAdvertising && harness.isPoweredOff)
  }

  @Test func aPhoneThatConnectsMeanwhileLearnsItToo() {
    let harness = HostHarness.started()
    harness.phone.connect()
    harness.powerOff()
    #expect(harness.phone.disconnectReasons == [0x15])
    #expect(harness.isPoweredOff)
  }

  @Test func packetsOfThePhoneAreIgnored() {
    let harness = HostHarness.connected()
    harness.phone.endsLinks = false
    harness.powerOff()
    harness.phone.forgetFrames()
    harness.phone.send([0x0A, 0x03, 0x00], on: 4)
    harness.run()
    #expect(harness.phone.frames.isEmpty && !harness.isPoweredOff)
  }

  @Test func aControllerThatIsNotReadyIsLeftAlone() {
    let harness = HostHarness()
    harness.powerOff()
    #expect(harness.isPoweredOff && harness.phone.controller.commands.isEmpty)
  }

  @Test func theHostCanBeStartedAgain() {
    let harness = HostHarness.started()
    harness.powerOff()
    harness.start()
    #expect(harness.phone.isAdvertising && !harness.isPoweredOff)
  }
}
