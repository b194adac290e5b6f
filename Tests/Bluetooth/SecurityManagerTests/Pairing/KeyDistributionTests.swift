import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The keys that are distributed after a pairing's key encrypts the link.
@Suite struct KeyDistributionTests {
  @Test(arguments: [
    "c0ffffffffff", "000000000000", "7081940dfbaa", "3fffffffffff", "ffffffffffff", "bfffffffffff", "c00000000000",
  ])
  func randomAddressThatIsNotStaticIsNotAnIdentity(address: String) throws {
    var harness = try PairingProgress.halfIdentified.makeHarness()
    let identity = DeviceAddress(.random, address)
    harness.watch.handle([0x09, 0x01] + identity.octets.list, at: harness.now)
    if address == "c0ffffffffff" {
      #expect(identity.isStaticRandom)
      #expect(harness.watch.security == .bonded)
    } else {
      #expect(harness.watch.takePDUs() == [[0x05, 0x0A]])
      #expect(
        harness.watch.takeActions() == [.failed(.refusedByUs(.invalidParameters)), .disconnect(.authenticationFailure)])
    }
  }

  /// Any device can make addresses that a key of zeros resolves.
  @Test func resolvingKeyOfZerosIsNotKept() throws {
    var harness = try PairingHarness()
    harness.phone.identityResolvingKey = .zero
    try harness.begin()
    try harness.run()
    #expect(harness.bond?.identity == Sample.phoneIdentity)
    #expect(harness.bond?.identityResolvingKey == nil)
  }

  /// A key that a series of devices shared, and that was published.
  @Test func publishedResolvingKeyIsNotKept() throws {
    var harness = try PairingHarness()
    harness.phone.identityResolvingKey = Value128(wire: "a599bae4e17ca618228e0756b4e85f01")
    try harness.begin()
    try harness.run()
    #expect(harness.bond?.identity == Sample.phoneIdentity)
    #expect(harness.bond?.identityResolvingKey == nil)
  }

  @Test func resolvingKeyTwiceIsRefused() throws {
    var harness = try PairingProgress.halfIdentified.makeHarness()
    harness.watch.handle([0x08] + Sample.phoneKey.octets.list, at: harness.now)
    #expect(harness.watch.takePDUs() == [[0x05, 0x08]])
  }

  @Test func addressBeforeTheResolvingKeyIsRefused() throws {
    var harness = try PairingProgress.exchangingKeys.makeHarness()
    harness.watch.handle([0x09, 0x00] + Sample.phoneIdentity.octets.list, at: harness.now)
    #expect(harness.watch.takePDUs() == [[0x05, 0x08]])
  }

  @Test func keysBeforeEncryptionAreRefused() throws {
    for stage in [PairingProgress.awaitingEncryption, .keyGiven] {
      var harness = try stage.makeHarness()
      harness.watch.handle([0x08] + Sample.phoneKey.octets.list, at: harness.now)
      #expect(harness.watch.takePDUs() == [[0x05, 0x08]])
      harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
      #expect(harness.watch.security == .unencrypted)
    }
  }

  /// A phone that distributes no keys has encrypted the link, and the watch's keys are pending.
  private func encrypted() throws -> PairingHarness {
    let link = PairingLink(localAddress: Sample.watch, peerAddress: Sample.phoneIdentity, isPeerBonded: false)
    var harness = try PairingHarness(link: link)
    harness.phone.request.initiatorKeyDistribution = .none
    try harness.begin()
    try harness.run(steps: 11)
    _ = harness.watch.longTermKey(for: .secureConnections, bond: nil)
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    return harness
  }

  @Test func keysThatWereNotPromisedAreRefused() throws {
    var harness = try encrypted()
    harness.watch.handle([0x08] + Sample.phoneKey.octets.list, at: harness.now)
    #expect(harness.watch.takePDUs() == [[0x05, 0x08]])
    #expect(harness.watch.takeActions().last == .disconnect(.authenticationFailure))
    #expect(harness.watch.security != .bonded)
  }

  @Test func bondWaitsUntilOurKeysAreOnTheirWay() throws {
    var harness = try encrypted()
    #expect(harness.watch.security == .encrypted)
    #expect(harness.watch.nextAction() == nil)
    #expect(harness.watch.takePDUs().count == 2)
    #expect(harness.watch.security == .bonded)
  }

  @Test func secretsAreWipedWhenThePairingEnds() throws {
    for stage in PairingProgress.pairing + [.bonded, .closing] {
      var harness = try stage.makeHarness()
      let secrets = harness.watch.procedure.material.secrets
      harness.watch.handle(.disconnected, now: harness.now)
      #expect(harness.watch.procedure.pairing == nil && harness.watch.procedure.needsPreparation)
      let isHeld = harness.watch.holds(any: secrets)
      #expect(!isHeld, "\(stage)")
    }
  }

  @Test func eachSecretIsWipedAsSoonAsItHasServed() throws {
    let compared = try PairingProgress.comparing.makeHarness()
    #expect(compared.watch.procedure.material.secrets.sharedSecret.list == [UInt8](repeating: 0, count: 32))
    #expect(compared.watch.procedure.material.secrets.macKey.isZero == false)
    let agreed = try PairingProgress.awaitingEncryption.makeHarness()
    #expect(agreed.watch.procedure.material.secrets.macKey.isZero == true)
    #expect(agreed.watch.procedure.material.secrets.encryptionKey.isZero == false)
  }
}
