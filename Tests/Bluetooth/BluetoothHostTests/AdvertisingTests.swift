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

/// Starting and stopping advertising, and new links.
@Suite struct AdvertisingTests {
  @Test func aStartedHostAdvertises() {
    let harness = HostHarness.started()
    #expect(harness.states == [.starting, .advertising])
    #expect(harness.phone.isAdvertising)
    #expect(harness.phone.violations.isEmpty)
  }

  @Test func itAdvertisesWithThePublicAddressOfTheController() {
    #expect(HostHarness.started().ownAddress == Sample.watch)
  }

  @Test func withoutAPublicAddressItAdvertisesWithTheStaticOneOfTheTable() {
    let harness = HostHarness()
    harness.phone.controller.address = [0, 0, 0, 0, 0, 0]
    harness.start()
    #expect(harness.ownAddress == Sample.identity.address)
    #expect(harness.phone.isAdvertising)
  }

  @Test func theWindowOpensAtTheFirstStartWithoutABond() {
    let harness = HostHarness.started()
    #expect(harness.isWindowOpen)
    harness.wait(.seconds(119))
    #expect(harness.isWindowOpen)
    harness.wait(.seconds(1))
    #expect(!harness.isWindowOpen)
  }

  @Test func theWindowDoesNotOpenByItselfWithABond() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    #expect(!harness.isWindowOpen)
  }

  @Test func aSecondStartDoesNotOpenTheWindowAgain() {
    let harness = HostHarness.started()
    harness.wait(.seconds(121))
    harness.host.stop(now: harness.now)
    harness.start()
    #expect(harness.phone.isAdvertising)
    #expect(!harness.isWindowOpen)
  }

  @Test func theUserOpensTheWindow() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    harness.host.openPairingWindow(now: harness.now)
    #expect(harness.isWindowOpen)
    harness.wait(.seconds(120))
    #expect(!harness.isWindowOpen)
  }

  @Test func aLostLinkIsForgottenAndTheWatchAdvertisesAgain() {
    let harness = HostHarness.secured()
    harness.phone.disconnect(0x08)
    harness.run()
    #expect(harness.takeLinkEvents() == [.linkLost(reason: .connectionTimeout), .stateChanged(.advertising)])
    #expect(harness.phone.isAdvertising)
    #expect(harness.peerIdentity == nil)
    #expect(!harness.isClientIdle)
    #expect(harness.mtu == 23)
  }

  @Test func aNewLinkStartsWithoutStateOfTheLastOne() {
    let harness = HostHarness.secured()
    // A frame that stays incomplete, a response that cannot be sent, and a running procedure.
    harness.phone.returnsCredits = false
    #expect(harness.start(.exchangeMTU))
    harness.deliver([0x02, 0x40, 0x20, 0x05, 0x00, 0x07, 0x00, 0x04, 0x00, 0x0A])
    harness.phone.disconnect()
    harness.phone.connect()
    harness.phone.returnsCredits = true
    harness.phone.forgetFrames()
    harness.phone.send([0x0A, 0x02, 0x00], on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4) == [[0x0B, 0x02, 0x03, 0x00, 0x00, 0x2A]])
    #expect(harness.listener.results.isEmpty)
    #expect(harness.phone.violations.isEmpty)
  }

  @Test func aLostTransportEndsTheLinkAndAStartBringsAllBack() {
    let harness = HostHarness.secured()
    harness.host.stop(now: harness.now)
    #expect(harness.state == .off)
    #expect(harness.deadline == nil)
    #expect(harness.nextPacket() == nil)
    #expect(harness.takeLinkEvents() == [.linkLost(reason: .connectionTimeout), .stateChanged(.off)])
    harness.start()
    harness.phone.connect()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.states == [.starting, .advertising, .connected, .encrypted])
    #expect(harness.events.contains(.secured))
  }

  @Test func aStartWithoutAStopEndsTheLinkToo() {
    let harness = HostHarness.secured()
    harness.start()
    #expect(harness.takeLinkEvents().first == .linkLost(reason: .connectionTerminatedByLocalHost))
    #expect(harness.state == .advertising)
  }

  @Test func packetsOfALostTransportAreIgnored() {
    let harness = HostHarness.connected()
    harness.host.stop(now: harness.now)
    harness.takeEvents()
    harness.phone.send([0x0A, 0x03, 0x00], on: 4)
    harness.phone.disconnect()
    harness.phone.connect()
    harness.run()
    #expect(harness.takeEvents().isEmpty)
  }

  @Test func aFailedControllerIsReportedOnce() {
    let harness = HostHarness.secured()
    harness.deliver([0x04, 0x10, 0x01, 0x42])
    #expect(
      harness.takeLinkEvents() == [.linkLost(reason: .connectionTimeout), .stateChanged(.off), .controllerFailed])
    #expect(harness.controllerFailure == .hardwareError(0x42))
    #expect(harness.nextPacket() == nil)
    harness.deliver([0x04, 0x10, 0x01, 0x42])
    #expect(harness.takeEvents().isEmpty)
  }

  @Test func aControllerThatDoesNotAnswerHasFailed() {
    let harness = HostHarness()
    harness.phone.controller.answers[0x0C03] = .silence
    harness.start()
    harness.wait(.seconds(10))
    #expect(harness.controllerFailure == .commandTimeout(.reset))
    #expect(harness.takeEvents().last == .controllerFailed)
    #expect(harness.state == .off)
  }

  @Test func aSecondLinkIsEndedAndTheFirstGoesOn() {
    let harness = HostHarness.secured()
    harness.phone.connect(from: Sample.bond().identity, handle: 0x41)
    harness.run()
    #expect(harness.phone.disconnectReasons == [0x13])
    #expect(harness.takeEvents().isEmpty)
    #expect(harness.isClientIdle)
  }

  @Test func aKeyRequestOfAnotherLinkIsRefused() {
    let harness = HostHarness.secured()
    // The controller does not confirm the end of the second link.
    harness.deliver([0x04, 0x3E, 0x13, 0x01, 0, 0x41, 0, 1, 0, 1, 2, 3, 4, 5, 6, 0x18, 0, 0, 0, 0x48, 0, 1])
    harness.deliver([0x04, 0x3E, 0x0D, 0x05, 0x41, 0] + [UInt8](repeating: 0, count: 10))
    harness.run()
    #expect(harness.phone.wasKeyRefused)
    #expect(harness.state == .encrypted)
  }

  @Test func aConnectionWithAKnownHandleTakesThePlaceOfTheOldOne() {
    let harness = HostHarness.secured()
    harness.phone.connect()
    harness.run()
    #expect(harness.takeLinkEvents() == [.linkLost(reason: .connectionTimeout), .stateChanged(.connected)])
    #expect(!harness.isClientIdle)
  }

  @Test func oneSecondAfterConnectingSuitableParametersAreAskedFor() {
    let harness = HostHarness.connected()
    harness.wait(.milliseconds(1_100))
    let requests = harness.phone.heard(on: 5)
    #expect(requests.count == 1)
    #expect(requests.first?.first == 0x12)
  }
}
