import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Two of our own machines paired with each other.
@Suite struct PairingSceneTests {
  /// The octets of the whole pairing with the specification's second sample keys.
  @Test(arguments: [false, true])
  func honestPairingIsTheGoldenTranscript(isWatchFirst: Bool) throws {
    var scene = try PairingScene()
    scene.isWatchFirst = isWatchFirst
    try scene.begin()
    try scene.run()
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
    #expect(scene.transcript == expected.map { octets(hex: $0) })
    #expect(scene.code == 196_010)
    let bond = Bond(
      identity: Sample.phoneIdentity, identityResolvingKey: Sample.phoneKey,
      longTermKey: Value128("c844d53d50351bc32076b0d712d73df3"), strength: .full)
    #expect(scene.actions == [.pairingStarted, .displayCode(196_010), .bonded(bond)])
    #expect(scene.watch.security == .bonded)
    #expect(!scene.watch.isPairing)
  }

  @Test func bothSidesHoldTheSameKeyAndEachOthersIdentity() throws {
    var scene = try PairingScene()
    try scene.begin()
    try scene.run()
    #expect(scene.phone.state == .bonded)
    #expect(scene.bond?.longTermKey == scene.phone.longTermKey)
    #expect(scene.phone.receivedIdentity == Sample.watchIdentity.address)
    #expect(scene.phone.receivedIdentityResolvingKey == Sample.watchIdentity.identityResolvingKey)
    #expect(scene.bond?.isOwner(of: Sample.phone) == true)
  }

  /// Of the octets a phone says before the link is encrypted, only those that say which keys it will hand over are not
  /// covered by the check values of Secure Connections.
  @Test(arguments: PairingFlow.allCases)
  func flippedBitOfThePhoneNeverEndsInABond(flow: PairingFlow) throws {
    var honest = try PairingScene(flow)
    try honest.begin()
    var number = 0
    repeat {
      guard let pdu = honest.nextOfPhone, honest.watch.security == .unencrypted else { continue }
      for bit in 0..<8 * pdu.count where number > 0 || flow == .legacyPasskey || bit < 8 * 5 {
        var scene = honest
        scene.flip(bit: bit)
        try scene.run()
        #expect(scene.bond == nil, "PDU \(number), bit \(bit)")
        #expect(scene.watch.security == .unencrypted)
      }
      number += 1
    } while try honest.step()
    #expect(honest.bond != nil)
    #expect(number == [.comparison: 4, .passkey: 43, .displayedPasskey: 43, .legacyPasskey: 3, .justWorks: 4][flow])
  }

  @Test(arguments: PairingFlow.allCases.filter { $0 != .legacyPasskey })
  func otherKeyDistributionNeverWeakensTheBond(flow: PairingFlow) throws {
    for bit in 0..<16 {
      var scene = try PairingScene(flow)
      scene.tamper = { if $0 == 0 { $1[5 + bit / 8] ^= 1 << UInt8(bit % 8) } }
      try scene.begin()
      try scene.run()
      // Without an identity a phone with a private address cannot be kept.
      let hidesIdentity = bit == 1
      #expect((scene.bond == nil) == hidesIdentity, "bit \(bit)")
      #expect(scene.bond?.strength ?? flow.strength == flow.strength)
    }
  }

  /// Reserved bits, as the phone sent them, count in the check values. SM/PER/SCJW/BV-03-C, SM/PER/SCPK/BV-03-C.
  @Test(arguments: PairingFlow.allCases, [UInt8(0x20), 0x30, 0x40, 0x80, 0xF0])
  func reservedBitsOfThePhoneDoNoHarm(flow: PairingFlow, bits: UInt8) throws {
    var scene = try PairingScene(flow)
    scene.phone.request.authenticationRequirements = AuthenticationRequirements(
      rawValue: flow.request.authenticationRequirements.rawValue | bits)
    try scene.begin()
    try scene.run()
    #expect(scene.transcript[1][3] & 0xF0 == 0)
    #expect(scene.bond != nil && scene.phone.state == .bonded)
  }

  /// Public keys of which a coordinate begins or ends with zeros: x of 379 G and 273 G, y of 43 G.
  @Test(arguments: [UInt16(379), 273, 43], [false, true])
  func coordinateWithZerosAtItsEndsIsAsGoodAsAny(scalar: UInt16, isPhones: Bool) throws {
    let digits = String(scalar, radix: 16)
    let key = String(repeating: "0", count: 64 - digits.count) + digits
    var scene = try PairingScene()
    if isPhones {
      scene.phone = try #require(PairingInitiator(randomness: Sample.material(key, Sample.phoneNonce)))
    } else {
      scene.watch = PairingResponder(identity: Sample.watchIdentity, policy: Sample.openWindow)
      scene.watch.prepare(randomness: Sample.material(key, Sample.watchNonce))
      scene.watch.connect(Sample.link, now: scene.now)
    }
    try scene.begin()
    try scene.run()
    let sent = scene.transcript[isPhones ? 2 : 3]
    #expect(sent[1] == 0 || sent[32] == 0 || sent[64] == 0)
    #expect(scene.bond != nil && scene.bond?.longTermKey == scene.phone.longTermKey)
  }

  @Test func flippedBitOfTheWatchNeverEndsInABond() throws {
    // Response, public key, confirm value, random value, check value; the response's key distribution excepted.
    for (number, length) in [7, 65, 17, 17, 17].enumerated() {
      for octet in 0..<length where number != 0 || octet < 5 && octet != 4 {
        var scene = try PairingScene()
        scene.tamperWithWatch = { if $0 == number { $1[octet] ^= 0x01 } }
        try scene.begin()
        try scene.run()
        #expect(scene.bond == nil, "PDU \(number), octet \(octet)")
      }
    }
  }

  @Test func disconnectionAtAnyStepLeavesNoBond() throws {
    var whole = try PairingScene()
    try whole.begin()
    var steps = 0
    while try whole.step() { steps += 1 }
    #expect(steps == 16)
    for step in 0..<steps {
      var scene = try PairingScene()
      try scene.begin()
      try scene.run(steps: step)
      scene.watch.handle(.disconnected, now: scene.now)
      scene.collect()
      #expect(scene.bond == nil, "step \(step)")
      #expect(scene.failure == (step == 0 ? nil : .disconnected), "step \(step)")
      #expect(scene.watch.security == .unencrypted)
      #expect(scene.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
      #expect(scene.watch.deadline == nil)
      #expect(scene.watch.takePDUs().isEmpty)
    }
  }

  @Test func honestPhoneSucceedsAfterAFailureAtAnyStep() throws {
    for step in 1..<16 {
      var scene = try PairingScene()
      try scene.begin()
      try scene.run(steps: step)
      scene.watch.handle(.disconnected, now: scene.now)
      scene.collect()
      var next = try PairingScene()
      next.watch = scene.watch
      next.now = scene.now + .seconds(2)
      next.watch.prepare(randomness: Sample.watchMaterial)
      next.watch.connect(Sample.link, now: next.now)
      try next.begin()
      try next.run()
      #expect(next.bond != nil, "step \(step)")
    }
  }

  /// The key that the controller was given for the pairing that failed is not taken for the next one's.
  @Test func honestPhoneSucceedsOnTheSameLinkAfterAFailure() throws {
    for stage in Stage.pairing where ![.exchangingKeys, .halfIdentified, .legacyExchangingKeys].contains(stage) {
      var scene = try stage.makeScene()
      scene.watch.handle([0x05, 0x08], at: scene.now)
      var next = try PairingScene()
      next.watch = scene.watch
      next.now = scene.now + .seconds(2)
      next.watch.prepare(randomness: Sample.watchMaterial)
      next.collect()
      try next.begin()
      try next.run()
      #expect(next.bond != nil, "\(stage)")
      #expect(next.watch.attempts == RepeatedAttempts())
    }
  }

  @Test func phoneThatJustBondedMayPairAnewWhenTheWindowHasClosed() throws {
    var scene = try Stage.bonded.makeScene()
    scene.watch.policy.isWindowOpen = false
    scene.watch.prepare(randomness: Sample.watchMaterial)
    scene.watch.handle(octets(hex: "0104000d100b0b"), at: scene.now)
    #expect(scene.watch.takeActions() == [.pairingStarted])
  }

  @Test func silenceAtAnyStepTimesOutAfterThirtySeconds() throws {
    for step in 1..<16 {
      var scene = try PairingScene()
      try scene.begin()
      try scene.run(steps: step)
      scene.watch.handleTimeout(now: scene.now + .milliseconds(29_999))
      #expect(scene.watch.isPairing)
      scene.watch.handleTimeout(now: scene.now + .seconds(30))
      let actions = scene.watch.takeActions()
      #expect(actions.contains(.failed(.timeout)), "step \(step)")
      #expect(actions.last == .disconnect(step < 12 ? .remoteUserTerminatedConnection : .authenticationFailure))
      #expect(scene.watch.takePDUs().isEmpty)
      // Nothing is heard any more.
      try scene.begin()
      _ = try scene.step()
      #expect(scene.watch.takePDUs().isEmpty)
      #expect(scene.watch.takeActions().isEmpty)
    }
  }

  @Test func eachPairingUsesANewKeyPair() throws {
    var scene = try PairingScene()
    try scene.begin()
    try scene.run(steps: 4)
    #expect(!scene.watch.needsPreparation)
    scene.watch.handle(.disconnected, now: scene.now)
    #expect(scene.watch.needsPreparation)
    scene.watch.connect(Sample.link, now: scene.now + .seconds(5))
    scene.watch.handle(octets(hex: "0104000d100b0b"), at: scene.now + .seconds(5))
    #expect(scene.watch.takePDUs() == [[0x05, 0x08]])
  }

  @Test func rejectionByEitherUserFailsOnBothSides() throws {
    for isWatchFirst in [false, true] {
      var scene = try PairingScene()
      scene.isWatchFirst = isWatchFirst
      // Somebody in the middle gives both sides another nonce.
      scene.tamper = { if $0 == 2 { $1[1] ^= 1 } }
      try scene.begin()
      try scene.run()
      #expect(scene.code != scene.phoneCode)
      #expect(scene.phone.state == .failed(.numericComparisonFailed))
      #expect(scene.failure == (isWatchFirst ? .sent(.numericComparisonFailed) : .received(0x0C)))
      #expect(scene.actions.contains(.dismissCode))
    }
  }

  @Test func bondedPhonePairsAnewOnAnEncryptedLink() throws {
    var scene = try PairingScene(
      policy: PairingPolicy(),
      link: PairingLink(localAddress: Sample.watch, peerAddress: Sample.phone, isPeerBonded: true))
    let key = scene.watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    #expect(key == Sample.bond().longTermKey)
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
    #expect(scene.watch.security == .bonded)
    try scene.begin()
    try scene.run()
    #expect(scene.bond?.longTermKey == scene.phone.longTermKey)
    #expect(scene.watch.security == .bonded)
  }
}
