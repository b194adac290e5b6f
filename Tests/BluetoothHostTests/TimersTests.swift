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

/// Every wait for the phone: nothing happens a millisecond before its end, and it ends.
@Suite struct TimersTests {
  /// That the link ends `interval` from now, and no sooner.
  private func expectEnd(of scene: HostScene, after interval: Interval, _ reason: UInt8 = 0x13) {
    scene.wait(Interval(microseconds: interval.microseconds - 1_000))
    #expect(scene.phone.isConnected)
    #expect(scene.phone.disconnectReasons.isEmpty)
    scene.wait(.milliseconds(1))
    #expect(scene.phone.disconnectReasons == [reason])
    #expect(scene.phone.isAdvertising)
  }

  @Test func anATTTransactionTakesThirtySeconds() {
    let scene = HostScene.secured()
    scene.phone.isMute = true
    #expect(scene.start(.exchangeMTU))
    scene.run()
    expectEnd(of: scene, after: .seconds(30))
  }

  @Test func anIndicationIsConfirmedWithinThirtySeconds() {
    let scene = HostScene.toldOfAnotherTable()
    scene.run()
    scene.wait(.milliseconds(9_999))
    #expect(scene.phone.heard(on: 4).isEmpty)
    scene.wait(.milliseconds(1))
    #expect(scene.phone.heard(on: 4) == [[0x1D, 0x0C, 0x00, 0x01, 0x00, 0xFF, 0xFF]])
    expectEnd(of: scene, after: .seconds(30))
  }

  @Test func aFrameIsWholeWithinThirtySeconds() {
    let scene = HostScene.secured()
    scene.deliver([0x02, 0x40, 0x20, 0x05, 0x00, 0x07, 0x00, 0x04, 0x00, 0x0A])
    expectEnd(of: scene, after: .seconds(30))
  }

  @Test func aStepOfAPairingTakesThirtySeconds() {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    expectEnd(of: scene, after: .seconds(30))
    #expect(scene.results == [.failed(.timeout)])
  }

  @Test func aStrangerStaysThirtySeconds() {
    let scene = HostScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    scene.phone.connect()
    scene.run()
    expectEnd(of: scene, after: .seconds(30))
  }

  /// It says something, but does not encrypt.
  @Test func aBondedPhoneThatStaysPlainIsAskedOnceAndStaysThirtySeconds() {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.wait(.milliseconds(1_499))
    #expect(scene.phone.heard(on: 6).isEmpty)
    scene.wait(.milliseconds(1))
    #expect(scene.phone.heard(on: 6) == [[0x0B, 0x0D]])
    expectEnd(of: scene, after: .milliseconds(28_500))
    #expect(scene.phone.heard(on: 6).count == 1)
  }

  @Test func aPhoneThatSaysNothingStaysFiveSeconds() {
    let scene = HostScene.started(bonds: Sample.bonds())
    scene.phone.greets = false
    scene.phone.connect()
    scene.run()
    expectEnd(of: scene, after: .seconds(5))
  }

  @Test func betterTimingIsAskedForAfterASecondAndThenEveryFiveThreeTimesInAll() {
    let scene = HostScene.secured()
    let requests = { scene.phone.heard(on: 5).count }
    scene.wait(.milliseconds(999))
    #expect(requests() == 0)
    scene.wait(.milliseconds(1))
    #expect(requests() == 1)
    scene.wait(.milliseconds(4_999))
    #expect(requests() == 1)
    scene.wait(.milliseconds(1))
    #expect(requests() == 2)
    scene.wait(.milliseconds(5_000))
    #expect(requests() == 3)
    scene.wait(.minutes(4))
    #expect(requests() == 3)
    #expect(scene.phone.isConnected)
  }

  @Test func aPhoneThatRefusesIsLeftAloneForThirtySeconds() {
    let scene = HostScene.secured()
    let answer = { (result: UInt8) in
      let identifier = scene.phone.heard(on: 5).last?[1] ?? 0
      scene.phone.send([0x13, identifier, 2, 0, result, 0], on: 5)
      scene.run()
    }
    scene.wait(.seconds(1))
    answer(1)
    scene.wait(.milliseconds(29_999))
    #expect(scene.phone.heard(on: 5).count == 1)
    scene.wait(.milliseconds(1))
    #expect(scene.phone.heard(on: 5).count == 2)
    answer(0)
    scene.phone.event(0x3E, [0x03, 0] + wire(FakePhone.handle) + [0x28, 0, 3, 0, 0x58, 2])
    scene.run()
    scene.wait(.minutes(4))
    #expect(scene.phone.heard(on: 5).count == 2)
  }
}
