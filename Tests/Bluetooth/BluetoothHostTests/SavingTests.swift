import ATT
import BluetoothHost
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// When bonds are saved, and which events wait for that.
@Suite struct SavingTests {
  /// A phone that has completed its part of the pairing, with a watch whose storage is slow.
  private func pairedHarness() -> HostHarness {
    let harness = HostHarness.connected()
    harness.savesBonds = false
    harness.takeEvents()
    harness.pair()
    return harness
  }

  private func finish(_ harness: HostHarness) {
    harness.host.noteBondsSaved(now: harness.now)
    harness.run()
  }

  @Test func aPairingEndsWhenItsBondIsSaved() {
    let harness = pairedHarness()
    #expect(harness.bonds.count == 1)
    #expect(harness.events.contains(.bondsChanged))
    #expect(harness.results.isEmpty && !harness.events.contains(.secured))
    #expect(harness.state == .pairing)
    finish(harness)
    #expect(harness.results == [.bonded] && harness.events.contains(.secured))
    #expect(harness.state == .encrypted)
  }

  @Test func thePhoneGetsNoAnswerBeforeItsBondIsSaved() {
    let harness = pairedHarness()
    harness.phone.forgetFrames()
    // A value that only a bonded phone may configure.
    harness.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    harness.run()
    harness.wait(.seconds(10))
    #expect(harness.phone.heard(on: 4).isEmpty)
    finish(harness)
    #expect(harness.phone.heard(on: 4).first == [0x13])
    #expect(harness.bonds.bond(for: Sample.phoneIdentity)?.serverSettings.configurations == 0x02)
  }

  @Test func aLinkThatEndsFirstStillHasItsPairingReported() {
    let harness = pairedHarness()
    harness.phone.disconnect()
    harness.run()
    #expect(harness.results.isEmpty)
    finish(harness)
    #expect(harness.results == [.bonded] && !harness.events.contains(.secured))
    #expect(harness.state == .advertising)
  }

  @Test func aBondThatIsDeletedBeforeItIsSavedIsNotReported() {
    let harness = pairedHarness()
    harness.host.forgetPhone(Sample.phoneIdentity, now: harness.now)
    finish(harness)
    #expect(harness.results == [.failed(.disconnected)])
    #expect(harness.bonds.isEmpty)
  }

  @Test func aSaveThatNoPhoneWaitsForIsOfNoInterest() {
    let harness = HostHarness.secured()
    finish(harness)
    #expect(harness.takeEvents().isEmpty)
  }

  @Test func aPhoneThatConfiguresAgainAndAgainCausesOneSaveAMinute() {
    let harness = HostHarness.secured()
    for count in 0..<1_200 {
      harness.phone.send([0x12, 0x0D, 0x00, count % 2 == 0 ? 0x02 : 0x00, 0x00], on: 4)
      harness.run()
      harness.wait(.milliseconds(100))
    }
    #expect(harness.takeEvents().filter { $0 == .bondsChanged }.count <= 2)
  }

  @Test func aPhoneThatConfiguresInManyShortLinksCausesFewSaves() {
    let harness = HostHarness.started(bonds: Sample.bonds())
    for count in 0..<120 {
      harness.phone.connect()
      harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
      harness.run()
      harness.phone.send([0x12, 0x0D, 0x00, count % 2 == 0 ? 0x02 : 0x00, 0x00], on: 4)
      harness.run()
      harness.wait(.milliseconds(500))
      harness.phone.disconnect()
      harness.run()
      harness.wait(.milliseconds(500))
    }
    let count = harness.takeEvents().filter { $0 == .bondsChanged }.count
    #expect((4...8).contains(count))
    harness.wait(.seconds(60))
    #expect(harness.takeEvents().filter { $0 == .bondsChanged }.count == 1, "the last change is saved")
  }

  @Test func aMoreImportantSaveIncludesTheSettings() {
    let harness = HostHarness.secured()
    harness.setPhoneName("Annas iPhone")
    harness.host.selectPhone(Sample.phoneIdentity, now: harness.now)
    #expect(harness.takeEvents() == [.phoneNamed, .bondsChanged])
    harness.wait(.minutes(3))
    #expect(!harness.takeEvents().contains(.bondsChanged))
  }

  @Test func aPhoneThatReturnsBeforeItsBondIsSavedIsEncryptedAfterwards() {
    let harness = pairedHarness()
    harness.phone.disconnect()
    harness.run()
    harness.phone.connect()
    harness.phone.encrypt(with: harness.phone.longTermKey)
    harness.run()
    #expect(harness.phone.isEncrypted)
    #expect(harness.state == .connected && !harness.events.contains(.secured))
    finish(harness)
    #expect(harness.results == [.bonded] && harness.events.contains(.secured))
    #expect(harness.state == .encrypted)
  }
}
