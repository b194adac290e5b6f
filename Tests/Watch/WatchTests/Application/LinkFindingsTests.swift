import BluetoothHost
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

/// The reported reasons why a bonded phone is not connected, beside other phones and strangers.
@Suite struct LinkFindingsTests {
  /// A lost key is reported once, so a stranger must not replace the report.
  @Test func aStrangerDoesNotHideThatAPhoneForgotTheWatch() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.connect()
    harness.run()
    harness.phone.disconnect(0x06)
    harness.run()
    #expect(harness.troubles.last == .bondUnknownToPhone)
    for _ in 0..<2 {
      harness.phone.connect(from: Sample.bond(9).identity)
      harness.phone.encrypt(with: Sample.phoneKey)
      harness.run()
      harness.phone.disconnect(0x13)
      harness.run()
    }
    #expect(harness.troubles.last == .bondUnknownToPhone)
    harness.wait(.minutes(11))
    #expect(harness.troubles.last == .bondUnknownToPhone)
  }

  @Test func aPhoneThatForgotTheWatchReplacesTheSignOfAStranger() {
    var findings = LinkFindings()
    findings.note(.unknownHere, now: .start)
    #expect(findings.refusedPhoneTrouble(bondCount: 1) == .keyRequested)
    findings.note(.unknownThere(Sample.phoneIdentity), now: .start)
    #expect(findings.refusedPhoneTrouble(bondCount: 1) == .bondUnknownToPhone)
  }

  /// The remedy for a phone that is held off is *Menu > Phones*, which would end the choice.
  @Test func aHeldOffPhoneThatMayNotConnectIsNoReason() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds(others: 1))
    harness.connect()
    harness.choose(.disconnect)
    harness.press(.back)
    #expect(harness.troubles.last == .phoneHeldOff)
    harness.choose(.phones)
    harness.press(.down)
    harness.press(.accept)
    let chosen = harness.application.host.selectedPhone
    #expect(chosen == Sample.bond().identity)
    #expect(harness.troubles.last == .noPhone)
  }

  @Test func theChosenPhoneIsHeldOff() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds(others: 1))
    harness.connect()
    harness.application.host.selectPhone(Sample.phoneIdentity, now: harness.now)
    harness.choose(.disconnect)
    #expect(harness.troubles.last == .phoneHeldOff)
  }
}
