import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Two of the product's own machines, paired with each other.
@Suite struct PairingFlowTests {
  /// The octets of the complete pairing with the specification's second sample keys.
  @Test(arguments: [false, true])
  func honestPairingIsTheGoldenTranscript(isWatchFirst: Bool) throws {
    var harness = try PairingHarness()
    harness.isWatchFirst = isWatchFirst
    try harness.begin()
    try harness.run()
    let publicKeyA =
      "0cdd785c74039b7e98cb94874aadfaf8d5433e5cafeab54cf49e8079577ba4312c"
      + "4f5d71437743f8ead43ebd17911021d01f87438e40e252cdbedf983818129591"
    let publicKeyB =
      "0ccc0065e1f56c0dcfec96472066c9db848175a84dc0dfc79d1b3f3df23fe465f4"
      + "79b2ecd8ca55a1a8434d6bca10b0c201c2334e1624c4efee99d8bbbc48d00102"
    let expected = [
      "0104000d100b0b", "0201000d100202", publicKeyA, publicKeyB, "03922e286256008441f0c3d4cfe54f136c",
      "04abae2b71ecb2ffff3e7377d15484cbd5", "04cfc43dfff78365216e5fa725cce7e8a6",
      "0d9e8f413b8cd47f0af1f6352ae80c4422", "0d84949297aec32e4e488d9e292c6f789a",
      "080f0e0d0c0b0a09080706050403020100", "0900563412eb27b8",
      "089b7d390aa6101034 05adc857a33402ec", "0900050403d2d1a4",
    ]
    #expect(harness.transcript == expected.map { octets(hex: $0) })
    #expect(harness.code == 196_010)
    let bond = Bond(
      identity: Sample.phoneIdentity, identityResolvingKey: Sample.phoneKey,
      longTermKey: Value128("c844d53d50351bc32076b0d712d73df3"), strength: .full, localKeyReceipt: .received,
      localIdentityResolvingKey: Sample.watchIdentity.identityResolvingKey)
    #expect(harness.actions == [.pairingStarted, .pairingCode(196_010), .bonded(bond)])
    #expect(harness.watch.security == .bonded)
    #expect(!harness.watch.isPairing)
  }

  @Test func bothSidesHoldTheSameKeyAndEachOthersIdentity() throws {
    var harness = try PairingHarness()
    try harness.begin()
    try harness.run()
    #expect(harness.phone.state == .bonded)
    #expect(harness.bond?.longTermKey == harness.phone.longTermKey)
    #expect(harness.phone.receivedIdentity == Sample.watchIdentity.address)
    #expect(harness.phone.receivedIdentityResolvingKey == Sample.watchIdentity.identityResolvingKey)
    #expect(harness.bond?.isOwner(of: Sample.phone) == true)
  }

  /// Of a phone's octets before encryption, only the key distribution is not covered by the check values of Secure
  /// Connections.
  @Test(arguments: PairingFlow.allCases)
  func flippedBitOfThePhoneNeverEndsInABond(flow: PairingFlow) throws {
    var honest = try PairingHarness(flow)
    try honest.begin()
    var number = 0
    repeat {
      guard let pdu = honest.nextOfPhone, honest.watch.security == .unencrypted else { continue }
      for bit in 0..<8 * pdu.count where number > 0 || flow == .legacyPasskey || bit < 8 * 5 {
        var harness = honest
        harness.flip(bit: bit)
        try harness.run()
        #expect(harness.bond == nil, "PDU \(number), bit \(bit)")
        #expect(harness.watch.security == .unencrypted)
      }
      number += 1
    } while try honest.step()
    #expect(honest.bond != nil)
    #expect(number == [.comparison: 4, .passkey: 43, .displayedPasskey: 43, .legacyPasskey: 3, .justWorks: 4][flow])
  }

  @Test(arguments: PairingFlow.allCases.filter { $0 != .legacyPasskey })
  func otherKeyDistributionNeverWeakensTheBond(flow: PairingFlow) throws {
    for bit in 0..<16 {
      var harness = try PairingHarness(flow)
      harness.tamper = { if $0 == 0 { $1[5 + bit / 8] ^= 1 << UInt8(bit % 8) } }
      try harness.begin()
      try harness.run()
      // A phone with a private address and without an identity cannot be stored.
      let hidesIdentity = bit == 1
      #expect((harness.bond == nil) == hidesIdentity, "bit \(bit)")
      #expect(harness.bond?.strength ?? flow.strength == flow.strength)
    }
  }

  /// Reserved bits count in the check values as the phone sent them. SM/PER/SCJW/BV-03-C, SM/PER/SCPK/BV-03-C.
  @Test(arguments: PairingFlow.allCases, [UInt8(0x20), 0x30, 0x40, 0x80, 0xF0])
  func reservedBitsOfThePhoneDoNoHarm(flow: PairingFlow, bits: UInt8) throws {
    var harness = try PairingHarness(flow)
    harness.phone.request.authenticationRequirements = AuthenticationRequirements(
      rawValue: flow.request.authenticationRequirements.rawValue | bits)
    try harness.begin()
    try harness.run()
    #expect(harness.transcript[1][3] & 0xF0 == 0)
    #expect(harness.bond != nil && harness.phone.state == .bonded)
  }

  /// Public keys with a coordinate that starts or ends with zeros: x of 379 G and 273 G, y of 43 G.
  @Test(arguments: [UInt16(379), 273, 43], [false, true])
  func coordinateWithZerosAtItsEndsIsAsGoodAsAny(scalar: UInt16, isPhones: Bool) throws {
    let digits = String(scalar, radix: 16)
    let key = String(repeating: "0", count: 64 - digits.count) + digits
    var harness = try PairingHarness()
    if isPhones {
      harness.phone = try #require(PairingInitiator(randomness: Sample.material(key, Sample.phoneNonce)))
    } else {
      harness.watch = PairingResponder(identity: Sample.watchIdentity, policy: Sample.openWindow)
      harness.watch.prepare(randomness: Sample.material(key, Sample.watchNonce))
      harness.watch.connect(Sample.link, now: harness.now)
    }
    try harness.begin()
    try harness.run()
    let sent = harness.transcript[isPhones ? 2 : 3]
    #expect(sent[1] == 0 || sent[32] == 0 || sent[64] == 0)
    #expect(harness.bond != nil && harness.bond?.longTermKey == harness.phone.longTermKey)
  }

  @Test func flippedBitOfTheWatchNeverEndsInABond() throws {
    // Response, public key, confirm value, random value, check value; except the response's key distribution.
    for (number, length) in [7, 65, 17, 17, 17].enumerated() {
      for octet in 0..<length where number != 0 || octet < 5 && octet != 4 {
        var harness = try PairingHarness()
        harness.tamperWithWatch = { if $0 == number { $1[octet] ^= 0x01 } }
        try harness.begin()
        try harness.run()
        #expect(harness.bond == nil, "PDU \(number), octet \(octet)")
      }
    }
  }

  @Test func disconnectionAtAnyStepLeavesNoBond() throws {
    var whole = try PairingHarness()
    try whole.begin()
    var steps = 0
    while try whole.step() { steps += 1 }
    #expect(steps == 16)
    for step in 0..<steps {
      var harness = try PairingHarness()
      try harness.begin()
      try harness.run(steps: step)
      harness.watch.handle(.disconnected, now: harness.now)
      harness.collect()
      #expect(harness.bond == nil, "step \(step)")
      #expect(harness.failure == (step == 0 ? nil : .disconnected), "step \(step)")
      #expect(harness.watch.security == .unencrypted)
      #expect(harness.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
      #expect(harness.watch.deadline == nil)
      #expect(harness.watch.takePDUs().isEmpty)
    }
  }

  @Test func honestPhoneSucceedsAfterAFailureAtAnyStep() throws {
    for step in 1..<16 {
      var harness = try PairingHarness()
      try harness.begin()
      try harness.run(steps: step)
      harness.watch.handle(.disconnected, now: harness.now)
      harness.collect()
      var next = try PairingHarness()
      next.watch = harness.watch
      next.now = harness.now + .seconds(2)
      next.watch.prepare(randomness: Sample.watchMaterial)
      next.watch.connect(Sample.link, now: next.now)
      try next.begin()
      try next.run()
      #expect(next.bond != nil, "step \(step)")
    }
  }

  /// The controller's key of the failed pairing is not used for the next pairing.
  @Test func honestPhoneSucceedsOnTheSameLinkAfterAFailure() throws {
    for stage in PairingProgress.pairing
    where ![.exchangingKeys, .halfIdentified, .legacyExchangingKeys].contains(stage) {
      var harness = try stage.makeHarness()
      harness.watch.handle([0x05, 0x08], at: harness.now)
      var next = try PairingHarness()
      next.watch = harness.watch
      next.now = harness.now + .seconds(2)
      next.watch.prepare(randomness: Sample.watchMaterial)
      next.collect()
      try next.begin()
      try next.run()
      #expect(next.bond != nil, "\(stage)")
      #expect(next.watch.attempts == RepeatedAttempts())
    }
  }

  @Test func phoneThatJustBondedDoesNotPairAgainWhenTheWindowHasClosed() throws {
    var harness = try PairingProgress.bonded.makeHarness()
    harness.watch.policy.isWindowOpen = false
    harness.watch.prepare(randomness: Sample.watchMaterial)
    harness.watch.handle(octets(hex: "0104000d100b0b"), at: harness.now)
    #expect(harness.watch.takeActions() == [.refused(.pairingNotSupported)])
  }

  @Test func silenceAtAnyStepTimesOutAfterThirtySeconds() throws {
    for step in 1..<16 {
      var harness = try PairingHarness()
      try harness.begin()
      try harness.run(steps: step)
      harness.watch.handleTimeout(now: harness.now + .milliseconds(29_999))
      #expect(harness.watch.isPairing)
      harness.watch.handleTimeout(now: harness.now + .seconds(30))
      let actions = harness.watch.takeActions()
      #expect(actions.contains(.failed(.timeout)), "step \(step)")
      #expect(actions.last == .disconnect(step < 12 ? .remoteUserTerminatedConnection : .authenticationFailure))
      #expect(harness.watch.takePDUs().isEmpty)
      // No PDU is accepted any more.
      try harness.begin()
      _ = try harness.step()
      #expect(harness.watch.takePDUs().isEmpty)
      #expect(harness.watch.takeActions().isEmpty)
    }
  }

  @Test func eachPairingUsesANewKeyPair() throws {
    var harness = try PairingHarness()
    try harness.begin()
    try harness.run(steps: 4)
    #expect(!harness.watch.needsPreparation)
    harness.watch.handle(.disconnected, now: harness.now)
    #expect(harness.watch.needsPreparation)
    harness.watch.connect(Sample.link, now: harness.now + .seconds(5))
    harness.watch.handle(octets(hex: "0104000d100b0b"), at: harness.now + .seconds(5))
    #expect(harness.watch.takePDUs() == [[0x05, 0x08]])
  }

  @Test func rejectionByEitherUserFailsOnBothSides() throws {
    for isWatchFirst in [false, true] {
      var harness = try PairingHarness()
      harness.isWatchFirst = isWatchFirst
      // An attacker in the middle gives both sides another nonce.
      harness.tamper = { if $0 == 2 { $1[1] ^= 1 } }
      try harness.begin()
      try harness.run()
      #expect(harness.code != harness.phoneCode)
      #expect(harness.phone.state == .failed(.numericComparisonFailed))
      #expect(harness.failure == (isWatchFirst ? .refusedByUs(.numericComparisonFailed) : .refusedByPeer(code: 0x0C)))
      #expect(harness.actions.contains(.dismissPairingCode))
    }
  }

  /// The bond's key proves the phone's identity: the user is not asked.
  @Test func bondedPhonePairsAgainOnAnEncryptedLink() throws {
    var harness = try PairingHarness(
      link: PairingLink(localAddress: Sample.watch, peerAddress: Sample.phone, isPeerBonded: true))
    harness.watch.setBondedPhones([Sample.phoneIdentity])
    let key = harness.watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    #expect(key == Sample.bond().longTermKey)
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    #expect(harness.watch.security == .bonded)
    try harness.begin()
    try harness.run()
    #expect(harness.bond?.longTermKey == harness.phone.longTermKey)
    #expect(harness.watch.security == .bonded)
  }
}
