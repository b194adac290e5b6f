import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The key that the controller is given in each state. CVE-2019-19194, CVE-2020-13593.
@Suite struct LongTermKeyTests {
  let requests = [
    LongTermKeyRequest.secureConnections, LongTermKeyRequest(random: 1, encryptedDiversifier: 0),
    LongTermKeyRequest(random: 0, encryptedDiversifier: 1),
    LongTermKeyRequest(random: .max, encryptedDiversifier: .max),
  ]

  @Test(arguments: PairingProgress.allCases)
  func onlyTwoStatesGiveAKey(stage: PairingProgress) throws {
    for request in requests {
      for bond in [nil, Sample.bond()] {
        var harness = try stage.makeHarness()
        let key = harness.watch.longTermKey(for: request, bond: bond)
        let isFitting = request == .secureConnections
        switch stage {
        case .awaitingEncryption, .passkeyAgreed, .legacyAgreed:
          // The phone has computed it when it receives the watch's answer.
          while harness.phone.state != .agreed, try harness.step() {}
          #expect(key == (isFitting ? harness.phone.encryptionKey : nil))
        case .idle, .bonded: #expect(key == (isFitting ? bond?.longTermKey : nil))
        default: #expect(key == nil)
        }
      }
    }
  }

  /// The timeout of the link is reached as well, later.
  @Test func linkThatEndsAfterAFailureGetsNoKey() throws {
    var harness = try PairingProgress.closing.makeHarness(policy: PairingPolicy(isWindowOpen: true))
    harness.watch.policy.isWindowOpen = false
    harness.watch.handleTimeout(now: harness.now + .seconds(60))
    #expect(harness.watch.longTermKey(for: .secureConnections, bond: Sample.bond()) == nil)
  }

  @Test func noKeyIsGivenWithoutALink() throws {
    var harness = try PairingProgress.bonded.makeHarness()
    harness.watch.handle(.disconnected, now: harness.now)
    #expect(harness.watch.longTermKey(for: .secureConnections, bond: Sample.bond()) == nil)
  }

  @Test func keyOfThePairingIsGivenOnce() throws {
    var harness = try PairingProgress.awaitingEncryption.makeHarness()
    #expect(harness.watch.longTermKey(for: .secureConnections, bond: nil) != nil)
    #expect(harness.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
  }

  /// KNOB on Low Energy: a short key is not used, even if it is in the table.
  @Test(arguments: [
    BondStrength(keySize: 7, isAuthenticated: true, usesSecureConnections: true),
    BondStrength(keySize: 15, isAuthenticated: true, usesSecureConnections: true),
    BondStrength(keySize: 16, isAuthenticated: false, usesSecureConnections: true),
    BondStrength(keySize: 16, isAuthenticated: true, usesSecureConnections: false),
  ])
  func weakBondGivesNoKey(strength: BondStrength) throws {
    var harness = try PairingProgress.idle.makeHarness()
    #expect(harness.watch.longTermKey(for: .secureConnections, bond: Sample.bond(strength: strength)) == nil)
    #expect(harness.watch.takeActions() == [.keyMissing])
  }

  /// A bond counts only if the current setting would allow it.
  @Test func bondCountsAsTheSettingSays() throws {
    for security in [PairingSecurity.secureConnections, .compatible, .noneConfirm] {
      for flow in PairingFlow.allCases {
        for identification in [LongTermKeyRequest.secureConnections, Sample.legacyIdentification] {
          var harness = try PairingProgress.idle.makeHarness()
          harness.watch.policy.security = security
          let bond = Bond(
            identity: Sample.phoneIdentity, identityResolvingKey: nil, longTermKey: Sample.legacyKey,
            strength: flow.strength, keyIdentification: identification)
          let isAdmitted = security.admits(flow.strength)
          #expect(harness.watch.longTermKey(for: identification, bond: bond) == (isAdmitted ? Sample.legacyKey : nil))
          let other = LongTermKeyRequest(random: identification.random, encryptedDiversifier: 1)
          #expect(harness.watch.longTermKey(for: other, bond: bond) == nil)
        }
      }
    }
  }

  @Test func zeroKeyIsNotGiven() throws {
    var harness = try PairingProgress.idle.makeHarness()
    let bond = Bond(
      identity: Sample.phoneIdentity, identityResolvingKey: nil, longTermKey: .zero, strength: .full)
    #expect(harness.watch.longTermKey(for: .secureConnections, bond: bond) == nil)
  }

  @Test func requestForALostKeyIsReported() throws {
    var harness = try PairingProgress.idle.makeHarness()
    #expect(harness.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
    #expect(harness.watch.takeActions() == [.keyMissing])
  }

  @Test func encryptionWithTheBondSecuresTheLink() throws {
    var harness = try PairingProgress.idle.makeHarness()
    _ = harness.watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    #expect(harness.watch.security == .unencrypted)
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    #expect(harness.watch.security == .bonded)
    #expect(harness.watch.takeActions().isEmpty)
    #expect(harness.watch.deadline == nil)
  }

  /// A controller that reports encryption without a key from the host has another view of the peer than the host.
  @Test(arguments: PairingProgress.allCases)
  func encryptionWithoutAKeyOfOursEndsTheLink(stage: PairingProgress) throws {
    guard stage != .keyGiven, stage != .closing else { return }
    var harness = try stage.makeHarness()
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    #expect(harness.watch.takeActions().last == .disconnect(.authenticationFailure))
    #expect(harness.watch.security == (stage == .bonded ? .bonded : harness.watch.security))
    #expect(stage == .bonded || harness.watch.security != .bonded)
  }

  /// Otherwise its code would stay on the display, and its used key pair would serve for the next pairing.
  @Test(arguments: PairingProgress.pairing)
  func encryptionWithoutAKeyOfOursEndsThePairing(stage: PairingProgress) throws {
    guard stage != .keyGiven else { return }
    var harness = try stage.makeHarness()
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    let actions = harness.watch.takeActions()
    #expect(actions.contains(.failed(.encryptionFailed)))
    #expect(actions.contains(.dismissPairingCode) == ([.comparing, .checked].contains(stage) || stage.showsPasskey))
    #expect(harness.watch.needsPreparation)
    let isNoAttempt: [PairingProgress] = [
      .idle, .awaitingPublicKey, .awaitingRandom, .comparing, .checked, .typing, .legacyTyping,
      .legacyConfirmed,
    ]
    #expect(harness.watch.attempts.isLockedOut(at: harness.now) != isNoAttempt.contains(stage))
  }

  @Test func oneKeyGivenIsOneEncryption() throws {
    var harness = try PairingProgress.idle.makeHarness()
    _ = harness.watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    #expect(harness.watch.takeActions().isEmpty)
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    #expect(harness.watch.takeActions() == [.disconnect(.authenticationFailure)])
  }

  @Test func encryptionAfterANegativeAnswerEndsTheLink() throws {
    var harness = try PairingProgress.idle.makeHarness()
    _ = harness.watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    _ = harness.watch.longTermKey(for: .secureConnections, bond: nil)
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    #expect(harness.watch.takeActions().last == .disconnect(.authenticationFailure))
  }

  @Test(arguments: PairingProgress.pairing)
  func failedEncryptionEndsThePairing(stage: PairingProgress) throws {
    var harness = try stage.makeHarness()
    harness.watch.handle(.encryptionFailed, now: harness.now)
    #expect(harness.watch.takeActions().contains(.failed(.encryptionFailed)))
    #expect(!harness.watch.isPairing)
    // The key of the pairing was discarded with it.
    harness.watch.handle(.encryptionChanged(isEnabled: true), now: harness.now)
    #expect(harness.watch.security != .bonded)
  }

  @Test(arguments: PairingProgress.allCases)
  func encryptionSwitchedOffEndsTheLink(stage: PairingProgress) throws {
    guard stage != .closing else { return }
    var harness = try stage.makeHarness()
    harness.watch.handle(.encryptionChanged(isEnabled: false), now: harness.now)
    let actions = harness.watch.takeActions()
    #expect(actions.last == .disconnect(.authenticationFailure))
    #expect(actions.count { if case .disconnect = $0 { true } else { false } } == 1)
    #expect(harness.watch.security == .unencrypted)
  }
}
