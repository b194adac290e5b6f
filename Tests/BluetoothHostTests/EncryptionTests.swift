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

/// Links with a bonded phone, and with one that only says so.
@Suite struct EncryptionTests {
  @Test func aBondedPhoneIsSecuredByItsKeyWithoutPairing() {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    #expect(scene.states == [.starting, .advertising, .connected, .encrypted])
    #expect(scene.events.last == .secured)
    #expect(scene.peerIdentity == Sample.phoneIdentity)
    #expect(scene.results.isEmpty)
  }

  @Test(arguments: [[0x01, 0x02, 0x03], [0xFE, 0x00, 0x7A], [0x55, 0xAA, 0x33]] as [[UInt8]])
  func itIsKnownByEveryAddressThatItsKeyResolves(_ random: [UInt8]) throws {
    let address = try #require(
      DeviceAddress(resolvableWith: Sample.phoneKey, randomness: [random[0], random[1], random[2]]))
    let scene = HostScene.started(bonds: Sample.bonds(others: 3))
    scene.phone.connect(from: address)
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    #expect(scene.events.last == .secured)
    #expect(scene.peerIdentity == Sample.phoneIdentity)
  }

  @Test func thePhoneThatComesIsTheOneUsedLast() {
    var table = Sample.bonds()
    _ = table.commit(Sample.bond(9))
    let scene = HostScene.connected(bonds: table)
    scene.takeEvents()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    #expect(scene.bonds.mostRecentlyUsed?.identity == Sample.phoneIdentity)
    #expect(scene.events.contains(.bondsChanged))
  }

  @Test func withoutABondThereIsNoKey() {
    let scene = HostScene.connected()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    #expect(scene.phone.wasKeyRefused)
    #expect(!scene.events.contains(.secured))
  }

  @Test func aKeyOfALegacyPairingIsNotKnown() {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey, random: 7)
    scene.run()
    #expect(scene.phone.wasKeyRefused)
  }

  @Test func aBondedPhoneThatStaysPlainIsAskedToEncrypt() {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.wait(.milliseconds(1_600))
    #expect(scene.phone.heard(on: 6) == [[0x0B, 0x0D]])
  }

  @Test func aLinkEncryptedWithoutOurKeyIsEnded() {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.phone.changeEncryption()
    scene.run()
    #expect(scene.phone.disconnectReasons == [0x05])
    #expect(!scene.events.contains(.secured))
  }

  @Test func anOldKeyDoesNotVouchForANewEncryption() {
    let scene = HostScene.secured()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey, random: 7)
    scene.run()
    #expect(scene.phone.wasKeyRefused)
    scene.phone.changeEncryption()
    scene.run()
    #expect(scene.phone.disconnectReasons == [0x05])
  }

  @Test func aLinkThatIsNoLongerEncryptedIsEndedAndNothingOfItCounts() throws {
    let scene = HostScene.secured()
    scene.phone.endsLinks = false
    let handle = try #require(AttributeHandle(rawValue: 0x20))
    #expect(scene.acceptValues(from: handle))
    scene.phone.send([0x1B, 0x20, 0x00, 0x01], on: 4)
    scene.run()
    #expect(scene.listener.values == [[0x01]])
    scene.phone.changeEncryption(enabled: 0)
    // Both lie in the receive buffer together: the host has not said a word between them.
    scene.phone.send([0x1B, 0x20, 0x00, 0x02], on: 4)
    scene.run()
    #expect(scene.listener.values == [[0x01]])
    #expect(scene.phone.disconnectReasons == [0x05])
    #expect(!scene.start(.exchangeMTU))
  }

  /// Between the event and our Disconnect, what lies in the receive buffer is not believed.
  @Test func aLinkEncryptedAnewWithoutOurKeyIsNotBelieved() throws {
    let scene = HostScene.secured()
    let handle = try #require(AttributeHandle(rawValue: 0x20))
    #expect(scene.acceptValues(from: handle))
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey, random: 7)
    scene.run()
    scene.phone.changeEncryption()
    scene.phone.send([0x1B, 0x20, 0x00, 0x02], on: 4)
    scene.run()
    #expect(scene.listener.values.isEmpty)
    #expect(scene.phone.disconnectReasons == [0x05])
  }

  @Test func anEncryptionThatFailsLeavesALinkInTheClear() {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.phone.changeEncryption(status: 0x06)
    scene.run()
    #expect(!scene.events.contains(.secured))
    #expect(!scene.start(.exchangeMTU))
    #expect(scene.state == .connected)
  }

  @Test func aFailedEncryptionEndsThePairing() {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    scene.phone.changeEncryption(status: 0x3D)
    scene.run()
    #expect(scene.results == [.failed(.encryptionFailed)])
  }

  /// A second connection, which is about to end: its encryption fails, ends, and begins with whatever key.
  @Test(arguments: ["04 08 04 3D 41 00 00", "04 08 04 00 41 00 00", "04 08 04 00 41 00 01", "04 30 03 3D 41 00"])
  func theEncryptionOfAnotherConnectionIsNoneOfThePairing(_ event: String) {
    let scene = HostScene.connected()
    scene.phone.startPairing()
    scene.run()
    scene.deliver([0x04, 0x3E, 0x13, 0x01, 0, 0x41, 0, 1, 0, 1, 2, 3, 4, 5, 6, 0x18, 0, 0, 0, 0x48, 0, 1])
    scene.deliver(octets(hex: event))
    scene.run()
    scene.host.answerPairing(true, now: scene.now)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.results == [.bonded])
    #expect(scene.isClientIdle)
  }

  /// It would take a refusal for the loss of its bond.
  @Test func aBondedPhoneThatEncryptsWhenItsTimeIsOverGetsItsKey() {
    let scene = HostScene.connected(bonds: Sample.bonds())
    scene.phone.endsLinks = false
    scene.wait(.seconds(30))
    #expect(scene.phone.disconnectReasons == [0x13])
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    #expect(scene.phone.isEncrypted && !scene.phone.wasKeyRefused)
  }

  @Test func noProcedureStartsOnALinkThatIsNotSecured() throws {
    let scene = HostScene.connected()
    let handle = try #require(AttributeHandle(rawValue: 0x20))
    #expect(!scene.isClientIdle)
    #expect(!scene.start(.exchangeMTU))
    let value: [UInt8] = [1]
    #expect(!scene.startWrite(to: handle, value: value))
  }

  @Test func whatThePhoneHasSetComesBackWithItsBond() {
    let scene = HostScene.secured()
    scene.phone.send([0x12, 0x0D, 0x00, 0x02, 0x00], on: 4)
    scene.run()
    #expect(scene.takeEvents() == [.bondsChanged])
    scene.phone.disconnect()
    scene.phone.connect()
    scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
    scene.run()
    scene.phone.forgetFrames()
    scene.phone.send([0x0A, 0x0D, 0x00], on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4) == [[0x0B, 0x02, 0x00]])
  }

  /// Before there is encryption, a bonded phone is told to encrypt, a stranger to pair.
  @Test(arguments: [(true, 0x0F), (false, 0x05)] as [(Bool, UInt8)])
  func theRefusalOfAProtectedValueFitsTheBond(_ isBonded: Bool, _ code: UInt8) {
    let scene = HostScene.connected(bonds: isBonded ? Sample.bonds() : Sample.bonds(bondedWithPhone: false))
    scene.phone.send([0x0A, 0x1B, 0x00], on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4) == [[0x01, 0x0A, 0x1B, 0x00, code]])
  }
}
