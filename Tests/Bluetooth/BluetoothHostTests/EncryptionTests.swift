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

/// Links with a bonded phone, and with a peer that only uses its address.
@Suite struct EncryptionTests {
  @Test func aBondedPhoneIsSecuredByItsKeyWithoutPairing() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.states == [.starting, .advertising, .connected, .encrypted])
    #expect(harness.events.last == .secured)
    #expect(harness.peerIdentity == Sample.phoneIdentity)
    #expect(harness.results.isEmpty)
  }

  @Test(arguments: [[0x01, 0x02, 0x03], [0xFE, 0x00, 0x7A], [0x55, 0xAA, 0x33]] as [[UInt8]])
  func aPhoneIsRecognisedByEveryAddressThatItsKeyResolves(_ random: [UInt8]) throws {
    let address = try #require(
      DeviceAddress(resolvableWith: Sample.phoneKey, randomness: [random[0], random[1], random[2]]))
    let harness = HostHarness.started(bonds: Sample.bonds(others: 3))
    harness.phone.connect(from: address)
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.events.last == .secured)
    #expect(harness.peerIdentity == Sample.phoneIdentity)
  }

  @Test func thePhoneThatComesIsTheOneUsedLast() {
    var table = Sample.bonds()
    _ = table.commit(Sample.bond(9))
    let harness = HostHarness.connected(bonds: table)
    harness.takeEvents()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.bonds.latestPhone == Sample.phoneIdentity)
    #expect(harness.host.hasUnsavedSettings == true)
    harness.wait(BluetoothHost.settingsDelay)
    #expect(harness.takeEvents().contains(.bondsChanged))
    #expect(harness.host.hasUnsavedSettings == false)
  }

  @Test func withoutABondThereIsNoKey() {
    let harness = HostHarness.connected()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.phone.wasKeyRefused)
    #expect(!harness.events.contains(.secured))
  }

  @Test func aKeyOfALegacyPairingIsNotKnown() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey, random: 7)
    harness.run()
    #expect(harness.phone.wasKeyRefused)
  }

  @Test func aBondedPhoneThatStaysPlainIsAskedToEncrypt() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.wait(.milliseconds(1_600))
    #expect(harness.phone.heard(on: 6) == [[0x0B, 0x0D]])
  }

  @Test func aLinkEncryptedWithoutOurKeyIsEnded() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.phone.changeEncryption()
    harness.run()
    #expect(harness.phone.disconnectReasons == [0x05])
    #expect(!harness.events.contains(.secured))
  }

  @Test func anOldKeyDoesNotVouchForANewEncryption() {
    let harness = HostHarness.secured()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey, random: 7)
    harness.run()
    #expect(harness.phone.wasKeyRefused)
    harness.phone.changeEncryption()
    harness.run()
    #expect(harness.phone.disconnectReasons == [0x05])
  }

  @Test func aLinkThatIsNoLongerEncryptedIsEndedAndIgnored() throws {
    let harness = HostHarness.secured()
    harness.phone.endsLinks = false
    let handle = try #require(AttributeHandle(rawValue: 0x20))
    #expect(harness.acceptValues(from: handle))
    harness.phone.send([0x1B, 0x20, 0x00, 0x01], on: 4)
    harness.run()
    #expect(harness.listener.values == [[0x01]])
    harness.phone.changeEncryption(enabled: 0)
    // Both are in the receive buffer together: the host has sent nothing between them.
    harness.phone.send([0x1B, 0x20, 0x00, 0x02], on: 4)
    harness.run()
    #expect(harness.listener.values == [[0x01]])
    #expect(harness.phone.disconnectReasons == [0x05])
    #expect(!harness.start(.exchangeMTU))
  }

  /// Data in the receive buffer between the event and the host's Disconnect is ignored.
  @Test func aLinkEncryptedAgainWithoutTheWatchsKeyIsNotTrusted() throws {
    let harness = HostHarness.secured()
    let handle = try #require(AttributeHandle(rawValue: 0x20))
    #expect(harness.acceptValues(from: handle))
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey, random: 7)
    harness.run()
    harness.phone.changeEncryption()
    harness.phone.send([0x1B, 0x20, 0x00, 0x02], on: 4)
    harness.run()
    #expect(harness.listener.values.isEmpty)
    #expect(harness.phone.disconnectReasons == [0x05])
  }

  @Test func anEncryptionThatFailsLeavesALinkInTheClear() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.phone.changeEncryption(status: 0x06)
    harness.run()
    #expect(!harness.events.contains(.secured))
    #expect(!harness.start(.exchangeMTU))
    #expect(harness.state == .connected)
  }

  @Test func aFailedEncryptionEndsThePairing() {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    harness.phone.changeEncryption(status: 0x3D)
    harness.run()
    #expect(harness.results == [.failed(.encryptionFailed)])
  }

  /// A second connection that is about to end: its encryption fails, ends, or starts with any key.
  @Test(arguments: ["04 08 04 3D 41 00 00", "04 08 04 00 41 00 00", "04 08 04 00 41 00 01", "04 30 03 3D 41 00"])
  func theEncryptionOfAnotherConnectionDoesNotAffectThePairing(_ event: String) {
    let harness = HostHarness.connected()
    harness.phone.startPairing()
    harness.run()
    harness.deliver([0x04, 0x3E, 0x13, 0x01, 0, 0x41, 0, 1, 0, 1, 2, 3, 4, 5, 6, 0x18, 0, 0, 0, 0x48, 0, 1])
    harness.deliver(octets(hex: event))
    harness.run()
    harness.host.answerPairing(isConfirmed: true, now: harness.now)
    harness.phone.decide(isConfirmed: true)
    harness.run()
    #expect(harness.results == [.bonded])
    #expect(harness.isClientIdle)
  }

  /// The phone would take a refusal as a sign that its bond is lost.
  @Test func aBondedPhoneThatEncryptsWhenItsTimeIsOverGetsItsKey() {
    let harness = HostHarness.connected(bonds: Sample.bonds())
    harness.phone.endsLinks = false
    harness.wait(.seconds(30))
    #expect(harness.phone.disconnectReasons == [0x13])
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    #expect(harness.phone.isEncrypted && !harness.phone.wasKeyRefused)
  }

  @Test func noProcedureStartsOnALinkThatIsNotSecured() throws {
    let harness = HostHarness.connected()
    let handle = try #require(AttributeHandle(rawValue: 0x20))
    #expect(!harness.isClientIdle)
    #expect(!harness.start(.exchangeMTU))
    let value: [UInt8] = [1]
    #expect(!harness.startWrite(to: handle, value: value))
  }

  @Test func thePhonesSettingsAreRestoredWithItsBond() {
    let harness = HostHarness.secured()
    harness.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    harness.run()
    #expect(harness.takeEvents().isEmpty)
    harness.phone.disconnect()
    harness.run()
    #expect(harness.takeEvents().contains(.bondsChanged), "the link has ended")
    harness.phone.connect()
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    harness.phone.forgetFrames()
    harness.phone.send([0x0A, 0x0D, 0x00], on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4) == [[0x0B, 0x02, 0x00]])
  }

  @Test(arguments: [true, false]) func theRefusalOfAProtectedValueDoesNotTellOfABond(_ isBonded: Bool) {
    let harness = HostHarness.connected(bonds: isBonded ? Sample.bonds() : Sample.bonds(bondedWithPhone: false))
    harness.phone.send([0x0A, 0x1B, 0x00], on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4) == [[0x01, 0x0A, 0x1B, 0x00, 0x05]])
  }
}
