import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The keys that follow a pairing once its key encrypts the link.
@Suite struct KeyDistributionTests {
  @Test(arguments: [
    "c0ffffffffff", "000000000000", "7081940dfbaa", "3fffffffffff", "ffffffffffff", "bfffffffffff", "c00000000000",
  ])
  func randomAddressThatIsNotStaticIsNoIdentity(address: String) throws {
    var scene = try Stage.halfIdentified.makeScene()
    let identity = DeviceAddress(.random, address)
    scene.watch.handle([0x09, 0x01] + identity.octets.list, at: scene.now)
    if address == "c0ffffffffff" {
      #expect(identity.isStaticRandom)
      #expect(scene.watch.security == .bonded)
    } else {
      #expect(scene.watch.takePDUs() == [[0x05, 0x0A]])
      #expect(scene.watch.takeActions() == [.failed(.sent(.invalidParameters)), .disconnect(.authenticationFailure)])
    }
  }

  /// Anybody can make addresses that a key of zeros resolves.
  @Test func resolvingKeyOfZerosIsNotKept() throws {
    var scene = try PairingScene()
    scene.phone.identityResolvingKey = .zero
    try scene.begin()
    try scene.run()
    #expect(scene.bond?.identity == Sample.phoneIdentity)
    #expect(scene.bond?.identityResolvingKey == nil)
  }

  /// One that a whole series of devices shared, and everybody knows.
  @Test func publishedResolvingKeyIsNotKept() throws {
    var scene = try PairingScene()
    scene.phone.identityResolvingKey = Value128(wire: "a599bae4e17ca618228e0756b4e85f01")
    try scene.begin()
    try scene.run()
    #expect(scene.bond?.identity == Sample.phoneIdentity)
    #expect(scene.bond?.identityResolvingKey == nil)
  }

  /// Outside the window only phones that we know may pair, and an address that was heard before makes nobody known.
  @Test(arguments: [false, true])
  func identityOfAnotherNeedsTheWindow(isWindowOpen: Bool) throws {
    let link = PairingLink(localAddress: Sample.watch, peerAddress: Sample.phone, isPeerBonded: true)
    var scene = try PairingScene(policy: PairingPolicy(isWindowOpen: isWindowOpen), link: link)
    scene.phone.identityAddress = DeviceAddress(.public, "665544332211")
    try scene.begin()
    try scene.run()
    #expect((scene.bond != nil) == isWindowOpen)
    if isWindowOpen { return }
    #expect(
      scene.actions.suffix(2) == [.failed(.sent(.pairingNotSupported)), .disconnect(.authenticationFailure)])
  }

  @Test func resolvingKeyTwiceIsRefused() throws {
    var scene = try Stage.halfIdentified.makeScene()
    scene.watch.handle([0x08] + Sample.phoneKey.octets.list, at: scene.now)
    #expect(scene.watch.takePDUs() == [[0x05, 0x08]])
  }

  @Test func addressBeforeTheResolvingKeyIsRefused() throws {
    var scene = try Stage.exchangingKeys.makeScene()
    scene.watch.handle([0x09, 0x00] + Sample.phoneIdentity.octets.list, at: scene.now)
    #expect(scene.watch.takePDUs() == [[0x05, 0x08]])
  }

  @Test func keysBeforeEncryptionAreRefused() throws {
    for stage in [Stage.awaitingEncryption, .keyGiven] {
      var scene = try stage.makeScene()
      scene.watch.handle([0x08] + Sample.phoneKey.octets.list, at: scene.now)
      #expect(scene.watch.takePDUs() == [[0x05, 0x08]])
      scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
      #expect(scene.watch.security == .unencrypted)
    }
  }

  /// A phone that promises no keys has encrypted the link, and ours are still to be sent.
  private func encrypted() throws -> PairingScene {
    let link = PairingLink(localAddress: Sample.watch, peerAddress: Sample.phoneIdentity, isPeerBonded: false)
    var scene = try PairingScene(link: link)
    scene.phone.request.initiatorKeyDistribution = .none
    try scene.begin()
    try scene.run(steps: 11)
    _ = scene.watch.longTermKey(for: .secureConnections, bond: nil)
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
    return scene
  }

  @Test func keysThatWereNotPromisedAreRefused() throws {
    var scene = try encrypted()
    scene.watch.handle([0x08] + Sample.phoneKey.octets.list, at: scene.now)
    #expect(scene.watch.takePDUs() == [[0x05, 0x08]])
    #expect(scene.watch.takeActions().last == .disconnect(.authenticationFailure))
    #expect(scene.watch.security != .bonded)
  }

  @Test func bondWaitsUntilOurKeysAreOnTheirWay() throws {
    var scene = try encrypted()
    #expect(scene.watch.security == .encrypted)
    #expect(scene.watch.nextAction() == nil)
    #expect(scene.watch.takePDUs().count == 2)
    #expect(scene.watch.security == .bonded)
  }

  @Test func secretsAreWipedWhenThePairingEnds() throws {
    for stage in Stage.pairing + [.bonded, .closing] {
      var scene = try stage.makeScene()
      scene.watch.handle(.disconnected, now: scene.now)
      #expect(scene.watch.secrets.sharedSecret.list == [UInt8](repeating: 0, count: 32))
      #expect(scene.watch.secrets.macKey.isZero)
      #expect(scene.watch.secrets.encryptionKey.isZero)
      #expect(scene.watch.transcript == nil && scene.watch.material == nil)
    }
  }

  @Test func eachSecretIsWipedAsSoonAsItHasServed() throws {
    let compared = try Stage.comparing.makeScene()
    #expect(compared.watch.secrets.sharedSecret.list == [UInt8](repeating: 0, count: 32))
    #expect(!compared.watch.secrets.macKey.isZero)
    let agreed = try Stage.awaitingEncryption.makeScene()
    #expect(agreed.watch.secrets.macKey.isZero)
    #expect(!agreed.watch.secrets.encryptionKey.isZero)
  }
}
