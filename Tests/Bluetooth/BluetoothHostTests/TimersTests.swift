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

/// Every wait for the phone: nothing happens until a millisecond before its end, and then it ends.
@Suite struct TimersTests {
  /// Checks that the link ends after `interval`, and not earlier.
  private func expectEnd(of harness: HostHarness, after interval: Interval, _ reason: UInt8 = 0x13) {
    harness.wait(Interval(microseconds: interval.microseconds - 1_000))
    #expect(harness.phone.isConnected)
    #expect(harness.phone.disconnectReasons.isEmpty)
    harness.wait(.milliseconds(1))
    #expect(harness.phone.disconnectReasons == [reason])
    #expect(harness.phone.isAdvertising)
  }

  @Test func anATTTransactionTakesThirtySeconds() {
    let harness = HostHarness.secured()
    harness.phone.isMute = true
    #expect(harness.start(.exchangeMTU))
    harness.run()
    expectEnd(of: harness, after: .seconds(30))
  }

  @Test func anIndicationIsConfirmedWithinThirtySeconds() {
    let harness = HostHarness.toldOfAnotherTable()
    harness.run()
    harness.wait(.milliseconds(9_999))
    #expect(harness.phone.heard(on: 4).isEmpty)
    harness.wait(.milliseconds(1))
    #expect(harness.phone.heard(on: 4) == [[0x1D, 0x0C, 0x00, 0x01, 0x00, 0xFF, 0xFF]])
    expectEnd(of: harness, after: .seconds(30))
  }

  @Test func aFrameIsWholeWithinThirtySeconds() {
    let harness = HostHarness.secured()
    harness.deliver([0x02, 0x40, 0x20, 0x05, 0x00, 0x07, 0x00, 0x04, 0x00, 0x0A])
    expectEnd(of: harness, after: .seconds(30))
  }

  @Test func aStepOfAPairingTakesThirtySeconds() {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    expectEnd(of: harness, after: .seconds(30))
    #expect(harness.results == [.failed(.timeout)])
  }

  @Test(arguments: [true, false]) func aStrangerStaysThreeSeconds(_ greets: Bool) {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    harness.phone.greets = greets
    harness.phone.connect()
    harness.run()
    expectEnd(of: harness, after: .seconds(3))
    #expect(!harness.takeEvents().contains { if case .bondMismatch = $0 { true } else { false } })
  }

  /// iPhones take up to 3 s to encrypt, and an attacker may use the address of a bonded phone.
  @Test(arguments: [true, false])
  func aBondedPhoneThatStaysPlainIsAskedOnceAndStaysSixSeconds(_ greets: Bool) {
    let harness = HostHarness.started(bonds: Sample.bonds())
    harness.phone.greets = greets
    harness.phone.connect()
    harness.run()
    harness.wait(.milliseconds(1_499))
    #expect(harness.phone.heard(on: 6).isEmpty)
    harness.wait(.milliseconds(1))
    #expect(harness.phone.heard(on: 6) == [[0x0B, 0x0D]])
    expectEnd(of: harness, after: .milliseconds(4_500))
    #expect(harness.phone.heard(on: 6).count == 1)
  }

  /// A phone would take a refusal as a sign that its bond is lost.
  @Test func aBondedPhoneThatEncryptsAtTheLastMomentStays() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.wait(.milliseconds(5_999))
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    harness.wait(.seconds(20))
    #expect(harness.phone.isConnected && harness.state == .encrypted)
  }

  @Test(arguments: [true, false]) func whileANewPhoneMayPairALinkLastsEightSecondsWithoutARequest(_ isBonded: Bool) {
    let harness = HostHarness.started(bonds: Sample.bonds(bondedWithPhone: isBonded))
    harness.host.openPairingWindow(now: harness.now)
    harness.phone.connect()
    harness.run()
    expectEnd(of: harness, after: .seconds(8))
  }

  @Test func thePairingRequestMayComeAtTheLastMoment() {
    let harness = HostHarness.connected()
    harness.wait(.milliseconds(7_999))
    harness.pair()
    #expect(harness.results == [.bonded])
  }

  /// A refused request does not count as a request.
  @Test func aRefusedRequestDoesNotKeepTheLink() {
    let harness = HostHarness.connected()
    harness.wait(.seconds(7))
    harness.phone.send([0x01, 0x03, 0x00, 0x0D, 0x06, 0x03, 0x03], on: 6)
    harness.run()
    #expect(harness.pairingFailedReasons == [0x06])
    expectEnd(of: harness, after: .seconds(1))
  }

  /// Repeated pairings do not extend the time of a link.
  @Test func abortedPairingsDoNotKeepTheLink() {
    let harness = HostHarness.connected()
    for _ in 0..<15 where harness.phone.disconnectReasons.isEmpty {
      harness.phone.startPairing()
      harness.run()
      harness.phone.send([0x05, 0x08], on: 6)
      harness.run()
      harness.wait(.seconds(4))
    }
    #expect(harness.phone.disconnectReasons == [0x13])
    #expect(harness.isWindowOpen)
  }

  @Test func aWindowThatClosesLeavesAStrangerTheThreeSecondsItHadFromTheStart() {
    let harness = HostHarness.connected(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    harness.host.openPairingWindow(now: harness.now)
    harness.wait(.seconds(2))
    harness.host.closePairingWindow(now: harness.now)
    expectEnd(of: harness, after: .seconds(1))
  }

  @Test func betterTimingIsAskedForAfterASecondAndThenEveryFiveThreeTimesInAll() {
    let harness = HostHarness.secured()
    let requests = { harness.phone.heard(on: 5).count }
    harness.wait(.milliseconds(999))
    #expect(requests() == 0)
    harness.wait(.milliseconds(1))
    #expect(requests() == 1)
    harness.wait(.milliseconds(4_999))
    #expect(requests() == 1)
    harness.wait(.milliseconds(1))
    #expect(requests() == 2)
    harness.wait(.milliseconds(5_000))
    #expect(requests() == 3)
    harness.wait(.minutes(4))
    #expect(requests() == 3)
    #expect(harness.phone.isConnected)
  }

  @Test func aPhoneThatRefusesIsLeftAloneForThirtySeconds() {
    let harness = HostHarness.secured()
    let answer = { (result: UInt8) in
      let identifier = harness.phone.heard(on: 5).last?[1] ?? 0
      harness.phone.send([0x13, identifier, 2, 0, result, 0], on: 5)
      harness.run()
    }
    harness.wait(.seconds(1))
    answer(1)
    harness.wait(.milliseconds(29_999))
    #expect(harness.phone.heard(on: 5).count == 1)
    harness.wait(.milliseconds(1))
    #expect(harness.phone.heard(on: 5).count == 2)
    answer(0)
    harness.phone.event(0x3E, [0x03, 0] + wire(FakePhone.handle) + [0x60, 0, 4, 0, 0x58, 2])
    harness.run()
    harness.wait(.minutes(4))
    #expect(harness.phone.heard(on: 5).count == 2)
  }
}
