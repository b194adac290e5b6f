import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Which Pairing Requests are accepted, and the responses to them.
@Suite struct PairingRequestTests {
  static let iPhone = "0104000d100b0b"

  func makeWatch(policy: PairingPolicy = Sample.openWindow, link: PairingLink = Sample.link) -> PairingResponder {
    var watch = PairingResponder(identity: Sample.watchIdentity, policy: policy)
    watch.prepare(randomness: Sample.watchMaterial)
    watch.connect(link, now: .start)
    return watch
  }

  func expectRefusal(
    _ reason: PairingFailedReason, of request: String, by watch: consuming PairingResponder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var watch = watch
    watch.handle(octets(hex: request))
    #expect(watch.takePDUs() == [[0x05, reason.rawValue]], sourceLocation: sourceLocation)
    #expect(watch.takeActions() == [.refused(reason)], sourceLocation: sourceLocation)
    #expect(!watch.isPairing, sourceLocation: sourceLocation)
  }

  /// The key distribution is the part of the response that concerns identities.
  @Test(arguments: [
    ("0104000d100b0b", "0201000d100202"), ("0104000d100303", "0201000d100202"), ("0104000d100200", "0201000d100200"),
    ("0104000d10ff0d", "0201000d100200"), ("0101000d100b0b", "0201000d100202"),
    // CT2, keypress and reserved bits, as newer phones and testers set them (SM/PER/SCJW/BV-03-C).
    ("0104002d100f0f", "0201000d100202"), ("0104001d100f0f", "0201000d100202"), ("010400cd100f0f", "0201000d100202"),
    ("0104004d100f0f", "0201000d100202"), ("0104008d100f0f", "0201000d100202"),
    // A phone that does not require protection.
    ("01040009100b0b", "0201000d100202"),
  ])
  func requestIsAnswered(request: String, response: String) {
    var watch = makeWatch()
    watch.handle(octets(hex: request))
    #expect(watch.takePDUs() == [octets(hex: response)])
    #expect(watch.takeActions() == [.pairingStarted])
  }

  /// Input and output capabilities, out-of-band data, requirements, key size, distribution.
  @Test(arguments: [
    ("0105000d100b0b", PairingFailedReason.invalidParameters), ("01ff000d100b0b", .invalidParameters),
    ("0104020d100b0b", .invalidParameters), ("0104ff0d100b0b", .invalidParameters),
    ("0104000d110b0b", .invalidParameters), ("0104000dff0b0b", .invalidParameters),
    ("0104000d060b0b", .encryptionKeySize), ("0104000d000b0b", .encryptionKeySize),
    ("0104000d070b0b", .encryptionKeySize), ("0104000d0f0b0b", .encryptionKeySize),
    ("01040005100b0b", .authenticationRequirements), ("01040001100b0b", .authenticationRequirements),
    ("0104010d100b0b", .oobNotAvailable), ("01040105100b0b", .authenticationRequirements),
    // Just Works and passkey entry.
    ("0103000d100b0b", .authenticationRequirements), ("0100000d100b0b", .authenticationRequirements),
    ("0102000d100b0b", .authenticationRequirements),
    // No bonding; reserved kinds of bonding.
    ("0104000c100b0b", .authenticationRequirements), ("0104000e100b0b", .authenticationRequirements),
    ("0104000f100b0b", .authenticationRequirements),
    // A private address without an identity.
    ("0104000d10090b", .authenticationRequirements), ("0104000d100000", .authenticationRequirements),
  ])
  func unfitRequestIsRefused(request: String, reason: PairingFailedReason) {
    expectRefusal(reason, of: request, by: makeWatch())
  }

  /// The stranger learns only that the window is closed.
  @Test(arguments: [iPhone, "0103000d100b0b", "0105000d100b0b", "0104000d070b0b", "01040005100b0b"])
  func closedWindowComesBeforeTheParameters(request: String) {
    expectRefusal(.pairingNotSupported, of: request, by: makeWatch(policy: PairingPolicy()))
  }

  /// An address can be copied, so a known address is no reason to start a pairing.
  @Test(arguments: [iPhone, "0103000d100b0b", "0105000d100b0b", "0104000d070b0b", "01040005100b0b"])
  func closedWindowAnswersAKnownAddressAsAStranger(request: String) {
    let link = PairingLink(localAddress: Sample.watch, peerAddress: Sample.phone, isPeerBonded: true)
    expectRefusal(.pairingNotSupported, of: request, by: makeWatch(policy: PairingPolicy(), link: link))
  }

  @Test func fullTableRefusesStrangersOnly() {
    let policy = PairingPolicy(isWindowOpen: true, hasRoomForBond: false)
    expectRefusal(.unspecifiedReason, of: Self.iPhone, by: makeWatch(policy: policy))
    let link = PairingLink(localAddress: Sample.watch, peerAddress: Sample.phone, isPeerBonded: true)
    var watch = makeWatch(policy: policy, link: link)
    watch.handle(octets(hex: Self.iPhone))
    #expect(watch.isPairing)
  }

  @Test func publicAddressNeedsNoIdentity() throws {
    let address = DeviceAddress(.public, "a4d1d2030405")
    let link = PairingLink(localAddress: Sample.watch, peerAddress: address, isPeerBonded: false)
    var harness = try PairingHarness(link: link)
    harness.phone.request.initiatorKeyDistribution = .none
    try harness.begin()
    try harness.run()
    #expect(harness.bond?.identity == address)
    #expect(harness.bond?.identityResolvingKey == nil)
  }

  @Test func unpreparedWatchRefuses() {
    var watch = PairingResponder(identity: Sample.watchIdentity, policy: Sample.openWindow)
    #expect(watch.needsPreparation)
    watch.connect(Sample.link, now: .start)
    expectRefusal(.unspecifiedReason, of: Self.iPhone, by: watch)
  }

  @Test func octetsThatAreNotAPrivateKeyAreDrawnAgain() {
    var watch = PairingResponder(identity: Sample.watchIdentity, policy: Sample.openWindow)
    watch.prepare(randomness: .init(repeating: 0))
    #expect(watch.needsPreparation)
    watch.prepare(randomness: .init(repeating: 0xFF))
    #expect(watch.needsPreparation)
    watch.prepare(randomness: Sample.watchMaterial)
    #expect(!watch.needsPreparation)
  }

  /// Core Spec 5.4, Vol 3, Part H, 2.3.5.6.1; CVE-2018-5383, CVE-2020-26558, CVE-2021-37577; SM/PER/KDU/BI-01-C to
  /// -04-C.
  ///
  /// - Conformance: Attacks | reflection of the present key | CVE-2020-26558, CVE-2021-37577, SM/PER/KDU/BI-03-C
  @Test(arguments: [
    // The watch's own key, and its mirror image.
    (
      "f465e43ff23d3f1b9dc7dfc04da8758184dbc966204796eccf0d6cf5e16500cc",
      "0201d048bcbbd899eeefc424164e33c201c2b010ca6b4d43a8a155cad8ecb279"
    ),
    (
      "f465e43ff23d3f1b9dc7dfc04da8758184dbc966204796eccf0d6cf5e16500cc",
      "fdfe2fb64344276711103bdbe9b1cc3dfe3d4ff03594b2bc575eaa3527134d86"
    ),
    // The published key, and its mirror image.
    (
      "20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6",
      "dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b"
    ),
    (
      "20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6",
      "237f63b59ad515939ccd6540a5adeaa3899cba3e7012cfdb8be3712fea762d74"
    ),
    // Not on the curve; all zeros; a coordinate that is not below the prime.
    (
      "2c31a47b5779809ef44cb5eaaf5c3e43d5f8faad4a8794cb987e9b03745c78dd",
      "919512183898dfbecd52e2408e43871fd021109117bd3ed4eaf8437743715d50"
    ),
    (
      "2c31a47b5779809ef44cb5eaaf5c3e43d5f8faad4a8794cb987e9b03745c78dd",
      "0000000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000000000000000000"
    ),
    (
      "ffffffff00000001000000000000000000000001000000000000000000000004",
      "459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc"
    ),
    (
      "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
      "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    ),
  ])
  func harmfulPublicKeyIsRefused(x: String, y: String) throws {
    var harness = try PairingProgress.awaitingPublicKey.makeHarness()
    harness.watch.handle([0x0C] + wire32(x).list + wire32(y).list, at: harness.now)
    #expect(harness.watch.takePDUs() == [[0x05, 0x0B]])
    #expect(harness.watch.takeActions() == [.failed(.refusedByUs(.dhKeyCheckFailed))])
  }
}
