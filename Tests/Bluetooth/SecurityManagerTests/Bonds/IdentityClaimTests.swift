import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// A new phone that distributes the identity of another phone, or an identity that no phone has.
@Suite struct IdentityClaimTests {
  /// The phone pairs, and distributes its identity and key; the watch has a bond with that identity.
  private func claimed(
    by peer: DeviceAddress = Sample.phone, as known: KnownPeer? = nil, with key: Value128 = Sample.phoneKey
  ) throws -> PairingHarness {
    var harness = try PairingHarness(
      link: PairingLink(localAddress: Sample.watch, peerAddress: peer, knownPeer: known))
    harness.watch.setBondedPhones([Sample.bond().identity, Sample.phoneIdentity])
    harness.phone.identityResolvingKey = key
    try harness.begin()
    try harness.run()
    return harness
  }

  private static let bonded = KnownPeer(Sample.phoneBond)

  private static var privateAddress: DeviceAddress {
    get throws { try #require(DeviceAddress(resolvableWith: Sample.phoneKey, randomness: [1, 2, 3])) }
  }

  private func expectQuestion(_ harness: PairingHarness, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(harness.actions.last == .identityClaimed(Sample.phoneIdentity), sourceLocation: sourceLocation)
    #expect(harness.bond == nil, sourceLocation: sourceLocation)
    #expect(harness.watch.security == .encrypted, sourceLocation: sourceLocation)
  }

  @Test func aStrangerWithABondedIdentityIsAskedAbout() throws { expectQuestion(try claimed()) }

  /// Any radio can receive the identity address and a private address, but not the key of the latter.
  @Test func anAddressAloneIsNotAProof() throws {
    expectQuestion(try claimed(by: Sample.phoneIdentity, as: Self.bonded))
    expectQuestion(try claimed(by: Self.privateAddress, as: Self.bonded, with: Sample.phoneNonce))
    expectQuestion(try claimed(by: Sample.phoneIdentity, as: Self.bonded, with: Sample.phoneKey))
  }

  @Test func aKeyThatResolvesNothingIsNotAProof() throws {
    expectQuestion(try claimed(by: Sample.phone, as: Self.bonded, with: Sample.phoneNonce))
    let without = KnownPeer(identity: Sample.phoneIdentity, strength: .full)
    expectQuestion(try claimed(by: Self.privateAddress, as: without))
  }

  @Test func theProofForOneBondDoesNotCountForAnother() throws {
    let other = KnownPeer(
      identity: Sample.bond().identity, strength: .full, identityResolvingKey: Sample.phoneKey)
    expectQuestion(try claimed(by: Self.privateAddress, as: other))
  }

  @Test func aPrivateAddressAndItsKeyAreProof() throws {
    let harness = try claimed(by: Self.privateAddress, as: Self.bonded)
    #expect(harness.bond?.identity == Sample.phoneIdentity)
    #expect(harness.watch.security == .bonded)
  }

  /// The user's yes to one question would cost two bonds.
  @Test func aBondedIdentityWithTheKeyOfAnotherPhoneIsRefused() throws {
    var phones = BondedIdentities()
    phones.append(Sample.bond().identity, key: Sample.phoneKey)
    phones.append(Sample.phoneIdentity, key: Sample.phoneNonce)
    var harness = try PairingHarness()
    harness.watch.setBondedPhones(phones)
    harness.phone.identityResolvingKey = Sample.phoneKey
    try harness.begin()
    try harness.run()
    #expect(harness.failure == .refusedByUs(.invalidParameters) && harness.bond == nil)
    #expect(harness.actions.last == .disconnect(.authenticationFailure))
  }

  @Test func theUserIsAlsoAskedAboutAPeerWithoutAnIdentity() throws {
    var harness = try PairingHarness(
      link: PairingLink(localAddress: Sample.watch, peerAddress: Sample.phoneIdentity, knownPeer: Self.bonded))
    harness.watch.setBondedPhones([Sample.phoneIdentity])
    harness.phone.request.initiatorKeyDistribution = .none
    try harness.begin()
    try harness.run()
    expectQuestion(harness)
  }

  // MARK: The answer

  @Test func yesMakesTheBond() throws {
    var harness = try claimed()
    harness.watch.handle(.claimAnswered(isAllowed: true), now: harness.now)
    harness.collect()
    #expect(harness.bond?.identity == Sample.phoneIdentity)
    #expect(harness.watch.security == .bonded && !harness.watch.isPairing)
  }

  @Test func noEndsTheLinkWithoutABond() throws {
    var harness = try claimed()
    harness.watch.handle(.claimAnswered(isAllowed: false), now: harness.now)
    #expect(harness.watch.takePDUs() == [[0x05, 0x08]])
    harness.collect()
    #expect(harness.bond == nil)
    #expect(
      harness.actions.suffix(2) == [.failed(.refusedByUs(.unspecifiedReason)), .disconnect(.authenticationFailure)])
  }

  @Test func noAnswerMeansNo() throws {
    var harness = try claimed()
    let deadline = try #require(harness.watch.deadline)
    #expect(deadline <= harness.now + .seconds(30))
    harness.watch.handleTimeout(now: deadline)
    harness.collect()
    #expect(harness.bond == nil)
    #expect(harness.failure == .timeout)
    harness.watch.handle(.claimAnswered(isAllowed: true), now: deadline)
    harness.collect()
    #expect(harness.bond == nil)
  }

  @Test(arguments: [PairingResponder.Event.userConfirmed, .userRejected]) func theAnswerToACodeDoesNotAnswerTheQuestion(
    _ event: PairingResponder.Event
  ) throws {
    var harness = try claimed()
    harness.watch.handle(event, now: harness.now)
    harness.collect()
    expectQuestion(harness)
  }

  @Test func anAnswerWithoutAQuestionChangesNothing() throws {
    for stage in PairingProgress.allCases {
      var harness = try stage.makeHarness()
      let state = harness.watch.procedure.pairing?.step
      harness.watch.handle(.claimAnswered(isAllowed: true), now: harness.now)
      harness.watch.handle(.claimAnswered(isAllowed: false), now: harness.now)
      #expect(harness.watch.procedure.pairing?.step == state)
      #expect(harness.watch.takeActions().isEmpty && harness.watch.takePDUs().isEmpty)
    }
  }

  /// The passkey leaves the display when the question appears.
  @Test func theQuestionTakesThePlaceOfAPasskey() throws {
    var harness = try PairingHarness(.passkey)
    harness.watch.setBondedPhones([Sample.phoneIdentity])
    try harness.begin()
    try harness.run()
    #expect(harness.actions.suffix(2) == [.dismissPairingCode, .identityClaimed(Sample.phoneIdentity)])
  }

  @Test func noKeyIsGivenBeforeTheAnswer() throws {
    var harness = try claimed()
    #expect(harness.watch.longTermKey(for: .secureConnections, bond: Sample.phoneBond) == nil)
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    #expect(harness.watch.security != .bonded)
  }

  // MARK: Identities that no phone has

  static let impossible = [
    DeviceAddress(.public, "000000000000"), DeviceAddress(.public, "ffffffffffff"), Sample.watch,
    Sample.watchIdentity.address,
  ]

  @Test(arguments: impossible) func anIdentityThatNoPhoneHasIsRefused(identity: DeviceAddress) throws {
    var harness = try PairingHarness()
    harness.phone.identityAddress = identity
    try harness.begin()
    try harness.run()
    #expect(harness.bond == nil)
    #expect(harness.failure == .refusedByUs(.invalidParameters))
  }

  @Test(arguments: impossible.prefix(2)) func anImpossibleLinkAddressCannotPair(address: DeviceAddress) throws {
    let link = PairingLink(localAddress: Sample.watch, peerAddress: address, knownPeer: nil)
    var harness = try PairingHarness(link: link)
    harness.phone.request.initiatorKeyDistribution = .none
    try harness.begin()
    try harness.run()
    #expect(harness.bond == nil)
    #expect(harness.actions == [.refused(.authenticationRequirements)])
  }
}
