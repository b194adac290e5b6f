import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Passkeys with and without Secure Connections, and Just Works.
@Suite struct PasskeyTests {
  static let typing: [PairingFlow] = [.passkey, .legacyPasskey, .displayedPasskey]

  private func paired(_ flow: PairingFlow, passkey: UInt32 = Sample.passkey) throws -> PairingHarness {
    var harness = try PairingHarness(flow)
    harness.watch = PairingResponder(identity: Sample.watchIdentity, policy: harness.watch.policy)
    harness.watch.prepare(
      randomness: Sample.material(Sample.watchPrivateKey, Sample.watchNonce, passkey: passkey))
    harness.watch.connect(Sample.link, now: harness.now)
    try harness.begin()
    try harness.run()
    return harness
  }

  @Test(arguments: PairingFlow.allCases)
  func honestPairingEndsInABondOfItsStrength(flow: PairingFlow) throws {
    let harness = try paired(flow)
    let bond = try #require(harness.bond)
    #expect(harness.phone.state == .bonded)
    #expect(bond.strength == flow.strength)
    #expect(bond.longTermKey == harness.phone.longTermKey)
    #expect(bond.keyIdentification == harness.phone.keyIdentification)
    #expect((bond.keyIdentification == .secureConnections) == (flow != .legacyPasskey))
    #expect(bond.identity == Sample.phoneIdentity && bond.identityResolvingKey == Sample.phoneKey)
    #expect(harness.watch.security == .bonded && !harness.watch.isPairing)
  }

  /// The complete pairing with the specification's second sample keys, as computed by two other implementations.
  /// SM/PER/SCPK/BV-02-C.
  /// SM/PER/SCPK/BV-02-C.
  @Test func displayedPasskeyIsTheGoldenTranscript() throws {
    let harness = try paired(.displayedPasskey)
    #expect(harness.passkey == 19_655)
    let said = harness.transcript
    #expect(said.count == 2 + 2 + 80 + 2 + 4)
    #expect(said[0] == octets(hex: "0104000d100b0b") && said[1] == octets(hex: "0200000d100202"))
    for (round, initiator, responder) in [
      (0, "c96f455ad5f3903eec16b2a83408cfb1", "5b72c1b2e5b9a1df77cb0c65f2259ed2"),
      (3, "1429b5ffb87d033dbbbaa984e960c2a5", "2208c8b218c756de3fa291f1b443dc25"),
      (19, "abf96a11dccbbbdb83086e34c93913f8", "a40b10c9f8d628f4c33d0ac0b7e7af83"),
    ] {
      #expect(said[4 + 4 * round] == octets(hex: "03" + initiator))
      #expect(said[5 + 4 * round] == octets(hex: "03" + responder))
    }
    #expect(said[84] == octets(hex: "0d838dd3446a6f937d4b833d515f77ae79"))
    #expect(said[85] == octets(hex: "0de231f90ec94cca929b34c512cefeeaa7"))
    #expect(harness.bond?.longTermKey == Value128("56907a13855c4354280114f70afce4e9"))
  }

  /// SM/PER/PKE/BV-02-C.
  @Test func legacyPairingHandsOverAKeyOfItsOwn() throws {
    let harness = try paired(.legacyPasskey)
    #expect(harness.transcript[0] == octets(hex: "01040005100b0b"))
    #expect(harness.transcript[1] == octets(hex: "02010005100203"))
    #expect(harness.bond?.longTermKey == Sample.legacyKey)
    #expect(harness.bond?.longTermKey != harness.phone.encryptionKey)
    let keys = harness.transcript.suffix(6).map { $0[0] }
    #expect(keys == [0x06, 0x07, 0x08, 0x09, 0x08, 0x09])
    #expect(harness.transcript.dropLast(4).last == octets(hex: "07 aa99 8877665544332211"))
  }

  /// - Conformance: SMP | passkeys at the limits
  @Test(arguments: typing)
  func everyPasskeyWorks(flow: PairingFlow) throws {
    for passkey: UInt32 in [0, 1, 99_999, 524_288, 999_999] {
      let harness = try paired(flow, passkey: passkey)
      #expect(harness.passkey == passkey && harness.bond != nil)
    }
  }

  /// The watch stops at the first wrong bit, and its PDUs until then reveal no other bit.
  ///
  /// - Conformance: SMP | confirm value mismatch | SM/PER/PKE/BI-03-C, SM/PER/SCPK/BI-03-C
  @Test(arguments: typing)
  func wrongPasskeyFailsAtItsFirstWrongBit(flow: PairingFlow) throws {
    for bit in 0..<20 {
      var harness = try PairingHarness(flow)
      harness.typed = Sample.passkey ^ 1 << UInt32(bit)
      try harness.begin()
      try harness.run()
      #expect(harness.failure == .refusedByUs(.confirmValueFailed))
      #expect(harness.phone.state == .failed(.confirmValueFailed))
      #expect(harness.actions.suffix(2) == [.dismissPairingCode, .failed(.refusedByUs(.confirmValueFailed))])
      let nonces = harness.transcript.count { $0[0] == 0x04 } / 2
      #expect(nonces == (flow == .legacyPasskey ? 0 : bit))
      #expect(harness.bond == nil && harness.watch.security == .unencrypted)
      #expect(harness.watch.attempts.failuresInWindow == 1)
    }
  }

  /// A stranger must not close the pairing window with confirm values that try no passkey. In the second round, the
  /// peer knows the first bit.
  @Test(arguments: [(PairingFlow.legacyPasskey, 4, 0), (.passkey, 6, 0), (.passkey, 8, 1), (.passkey, 10, 1)])
  func onlyAPasskeyThatWasTriedCountsAsAnAttempt(flow: PairingFlow, steps: Int, failures: Int) throws {
    var harness = try PairingHarness(flow)
    try harness.begin()
    try harness.run(steps: steps)
    harness.watch.handle([0x05, 0x08], at: harness.now)
    #expect(harness.watch.takeActions().contains(.failed(.refusedByPeer(code: 0x08))))
    #expect(harness.watch.attempts.failuresInWindow == failures)
  }

  @Test func eachRoundHasItsOwnNonce() throws {
    let harness = try paired(.passkey)
    #expect(Set(harness.transcript.filter { $0[0] == 0x04 }).count == 40)
  }

  /// No PDU can be answered before the rounds end, and no round is skipped.
  @Test func checkValueDuringTheRoundsEndsThePairing() throws {
    for step in stride(from: 4, to: 84, by: 2) {
      var harness = try PairingHarness(.passkey)
      try harness.begin()
      try harness.run(steps: step)
      harness.watch.handle([0x0D] + Sample.phoneNonce.octets.list, at: harness.now)
      #expect(harness.watch.takePDUs().last == [0x05, 0x08])
    }
  }

  /// - Conformance: SMP | public key in a legacy pairing | CVE-2019-17520
  @Test func publicKeyInALegacyPairingEndsIt() throws {
    for step in [2, 4] {
      var harness = try PairingHarness(.legacyPasskey)
      try harness.begin()
      try harness.run(steps: step)
      harness.watch.handle([0x0C] + [UInt8](repeating: 1, count: 64), at: harness.now)
      #expect(harness.watch.takePDUs().last == [0x05, 0x08])
      #expect(harness.watch.procedure.pairing == nil)
    }
  }

  @Test func theUserIsNotAskedWithJustWorks() throws {
    let harness = try paired(.justWorks)
    #expect(harness.transcript[1] == octets(hex: "02000009100202"))
    #expect(harness.code == nil && harness.passkey == nil)
    #expect(harness.bond?.strength == PairingFlow.justWorks.strength)
  }

  // MARK: Requests

  private func answer(
    _ request: String, _ security: PairingSecurity, policy: PairingPolicy = Sample.openWindow,
    link: PairingLink = Sample.link
  ) -> [[UInt8]] {
    var policy = policy
    policy.security = security
    var watch = PairingResponder(identity: Sample.watchIdentity, policy: policy)
    watch.prepare(randomness: Sample.watchMaterial)
    watch.connect(link, now: .start)
    watch.handle(octets(hex: request))
    return watch.takePDUs()
  }

  @Test(arguments: [
    // The watch compares numbers if both devices can. It uses the passkey only for keyboards without a display, and
    // without Secure Connections.
    ("0104000d100b0b", PairingSecurity.compatible, "0201000d100202"), ("0101000d100b0b", .compatible, "0201000d100202"),
    ("0102000d100b0b", .compatible, "0201000d100202"), ("01040005100707", .compatible, "02010005100203"),
    ("01020001100707", .compatible, "02010005100203"), ("01040105100707", .compatible, "02010005100203"),
    // Neither a key of less than 16 octets, nor Just Works, nor a bond without a key of the watch.
    ("01040005070707", .compatible, "0506"), ("010400050f0707", .compatible, "0506"),
    ("01040005110707", .compatible, "050a"), ("0103000d100b0b", .compatible, "0503"),
    ("0100000d100b0b", .compatible, "0503"), ("01030005100707", .compatible, "0503"),
    ("01010005100707", .compatible, "0503"), ("01040005100706", .compatible, "0503"),
    ("01040004100707", .compatible, "0503"), ("01040005100507", .compatible, "0503"),
    ("0102010d100b0b", .compatible, "0502"),
    // A watch without buttons.
    ("0104000d100b0b", .noneConfirm, "0200000d100202"), ("0102000d100b0b", .noneConfirm, "0200000d100202"),
    ("01040005100707", .noneConfirm, "02000005100203"), ("01030009100b0b", .noneConfirm, "02000009100202"),
    ("0101000d100b0b", .noneConfirm, "02000009100202"), ("01030001100707", .noneConfirm, "0503"),
    ("01030009070b0b", .noneConfirm, "0506"),
  ])
  func requestIsAnswered(request: String, security: PairingSecurity, answer: String) {
    #expect(self.answer(request, security) == [octets(hex: answer)])
  }

  @Test func bondIsNotWeakenedByARequest() {
    let strengths = [
      BondStrength.full, BondStrength(keySize: 16, isAuthenticated: true, usesSecureConnections: false),
      BondStrength(keySize: 16, isAuthenticated: false, usesSecureConnections: true),
    ]
    // A passkey with Secure Connections, one without, Just Works.
    let requests = ["0102000d100b0b", "01040005100707", "01030009100b0b"]
    let refused = [[false, true, true], [false, false, true], [false, true, false]]
    for (strength, row) in zip(strengths, refused) {
      let link = PairingLink(
        localAddress: Sample.watch, peerAddress: Sample.phone, isPeerBonded: true, strength: strength)
      #expect(requests.map { answer($0, .noneConfirm, link: link) == [[0x05, 0x03]] } == row)
    }
  }

  /// A phone's address that was received over the air is not enough.
  @Test func justWorksNeedsTheWindow() {
    let link = PairingLink(
      localAddress: Sample.watch, peerAddress: Sample.phone, isPeerBonded: true,
      strength: PairingFlow.justWorks.strength)
    let closed = PairingPolicy()
    #expect(answer("01030009100b0b", .noneConfirm, policy: closed, link: link) == [[0x05, 0x05]])
    #expect(answer("0104000d100b0b", .noneConfirm, policy: closed, link: link) == [[0x05, 0x05]])
  }

  // MARK: Interruptions

  @Test(arguments: PairingFlow.allCases.filter { $0 != .comparison })
  func endAtAnyStepLeavesNothing(flow: PairingFlow) throws {
    var harness = try PairingHarness(flow)
    try harness.begin()
    while try harness.step(), harness.bond == nil {
      var gone = harness
      gone.watch.handle(.disconnected, now: gone.now)
      gone.collect()
      #expect(gone.bond == nil && gone.failure == .disconnected)
      #expect(gone.watch.security == .unencrypted && gone.watch.deadline == nil)
      #expect(gone.watch.procedure.pairing == nil && gone.watch.procedure.needsPreparation)
      var silent = harness
      silent.watch.handleTimeout(now: silent.now + .milliseconds(29_999))
      #expect(silent.watch.isPairing)
      silent.watch.handleTimeout(now: silent.now + .seconds(30))
      silent.collect()
      #expect(silent.failure == .timeout && !silent.watch.isPairing)
      #expect(silent.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
    }
    #expect(harness.bond != nil)
  }
}
