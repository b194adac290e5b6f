import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Which key the controller is given, in each state. CVE-2019-19194, CVE-2020-13593.
@Suite struct LongTermKeyTests {
  let requests = [
    LongTermKeyRequest.secureConnections, LongTermKeyRequest(random: 1, encryptedDiversifier: 0),
    LongTermKeyRequest(random: 0, encryptedDiversifier: 1),
    LongTermKeyRequest(random: .max, encryptedDiversifier: .max),
  ]

  @Test(arguments: Stage.allCases)
  func onlyTwoStatesGiveAKey(stage: Stage) throws {
    for request in requests {
      for bond in [nil, Sample.bond()] {
        var scene = try stage.makeScene()
        let key = scene.watch.longTermKey(for: request, bond: bond)
        let isFitting = request == .secureConnections
        switch stage {
        case .awaitingEncryption, .passkeyAgreed, .legacyAgreed:
          // The phone has computed it when it hears our answer.
          while scene.phone.state != .agreed, try scene.step() {}
          #expect(key == (isFitting ? scene.phone.encryptionKey : nil))
        case .idle, .bonded: #expect(key == (isFitting ? bond?.longTermKey : nil))
        default: #expect(key == nil)
        }
      }
    }
  }

  /// The peer would take a refusal for the loss of its bond.
  @Test func linkThatEndsForWantOfEncryptionStillGetsTheKeyOfItsBond() throws {
    var scene = try Stage.idle.makeScene(policy: PairingPolicy())
    scene.watch.handleTimeout(now: scene.now + .seconds(30))
    #expect(scene.watch.takeActions() == [.disconnect(.remoteUserTerminatedConnection)])
    #expect(scene.watch.longTermKey(for: .secureConnections, bond: Sample.bond()) == Sample.bond().longTermKey)
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now + .seconds(30))
    #expect(scene.watch.security == .bonded)
    #expect(scene.watch.takeActions().isEmpty)
  }

  /// The time of the link is over as well, later.
  @Test func linkThatEndsForAFailureGetsNoneHoweverLongItTakes() throws {
    var scene = try Stage.closing.makeScene(policy: PairingPolicy(isWindowOpen: true))
    scene.watch.policy.isWindowOpen = false
    scene.watch.handleTimeout(now: scene.now + .seconds(60))
    #expect(scene.watch.longTermKey(for: .secureConnections, bond: Sample.bond()) == nil)
  }

  @Test func noKeyIsGivenWithoutALink() throws {
    var scene = try Stage.bonded.makeScene()
    scene.watch.handle(.disconnected, now: scene.now)
    #expect(scene.watch.longTermKey(for: .secureConnections, bond: Sample.bond()) == nil)
  }

  @Test func keyOfThePairingIsGivenOnce() throws {
    var scene = try Stage.awaitingEncryption.makeScene()
    #expect(scene.watch.longTermKey(for: .secureConnections, bond: nil) != nil)
    #expect(scene.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
  }

  /// KNOB on Low Energy: a short key is not used, however it came into the table.
  @Test(arguments: [
    BondStrength(keySize: 7, isAuthenticated: true, usesSecureConnections: true),
    BondStrength(keySize: 15, isAuthenticated: true, usesSecureConnections: true),
    BondStrength(keySize: 16, isAuthenticated: false, usesSecureConnections: true),
    BondStrength(keySize: 16, isAuthenticated: true, usesSecureConnections: false),
  ])
  func weakBondGivesNoKey(strength: BondStrength) throws {
    var scene = try Stage.idle.makeScene()
    #expect(scene.watch.longTermKey(for: .secureConnections, bond: Sample.bond(strength: strength)) == nil)
    #expect(scene.watch.takeActions() == [.keyMissing])
  }

  /// A bond counts under a setting that would make it today.
  @Test func bondCountsAsTheSettingSays() throws {
    for security in [PairingSecurity.secureConnections, .compatible, .noneConfirm] {
      for flow in PairingFlow.allCases {
        for identification in [LongTermKeyRequest.secureConnections, Sample.legacyIdentification] {
          var scene = try Stage.idle.makeScene()
          scene.watch.policy.security = security
          let bond = Bond(
            identity: Sample.phoneIdentity, identityResolvingKey: nil, longTermKey: Sample.legacyKey,
            strength: flow.strength, keyIdentification: identification)
          let isAdmitted = security.admits(flow.strength)
          #expect(scene.watch.longTermKey(for: identification, bond: bond) == (isAdmitted ? Sample.legacyKey : nil))
          let other = LongTermKeyRequest(random: identification.random, encryptedDiversifier: 1)
          #expect(scene.watch.longTermKey(for: other, bond: bond) == nil)
        }
      }
    }
  }

  @Test func zeroKeyIsNotGiven() throws {
    var scene = try Stage.idle.makeScene()
    let bond = Bond(
      identity: Sample.phoneIdentity, identityResolvingKey: nil, longTermKey: .zero, strength: .full)
    #expect(scene.watch.longTermKey(for: .secureConnections, bond: bond) == nil)
  }

  @Test func requestForALostKeyIsReported() throws {
    var scene = try Stage.idle.makeScene()
    #expect(scene.watch.longTermKey(for: .secureConnections, bond: nil) == nil)
    #expect(scene.watch.takeActions() == [.keyMissing])
  }

  @Test func encryptionWithTheBondSecuresTheLink() throws {
    var scene = try Stage.idle.makeScene()
    _ = scene.watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    #expect(scene.watch.security == .unencrypted)
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
    #expect(scene.watch.security == .bonded)
    #expect(scene.watch.takeActions().isEmpty)
    #expect(scene.watch.deadline == nil)
  }

  /// A controller that reports encryption for which we gave no key has another idea of who the peer is than we have.
  @Test(arguments: Stage.allCases)
  func encryptionWithoutAKeyOfOursEndsTheLink(stage: Stage) throws {
    guard stage != .keyGiven, stage != .closing else { return }
    var scene = try stage.makeScene()
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
    #expect(scene.watch.takeActions().last == .disconnect(.authenticationFailure))
    #expect(scene.watch.security == (stage == .bonded ? .bonded : scene.watch.security))
    #expect(stage == .bonded || scene.watch.security != .bonded)
  }

  /// Else its code would stay on the glass, and its used-up key pair would be taken for the next pairing's.
  @Test(arguments: Stage.pairing)
  func encryptionWithoutAKeyOfOursEndsThePairing(stage: Stage) throws {
    guard stage != .keyGiven else { return }
    var scene = try stage.makeScene()
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
    let actions = scene.watch.takeActions()
    #expect(actions.contains(.failed(.encryptionFailed)))
    #expect(actions.contains(.dismissCode) == ([.comparing, .checked].contains(stage) || stage.showsPasskey))
    #expect(scene.watch.needsPreparation)
    #expect(scene.watch.attempts.isLockedOut(at: scene.now))
  }

  @Test func oneKeyGivenIsOneEncryption() throws {
    var scene = try Stage.idle.makeScene()
    _ = scene.watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
    #expect(scene.watch.takeActions().isEmpty)
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
    #expect(scene.watch.takeActions() == [.disconnect(.authenticationFailure)])
  }

  @Test func encryptionAfterANegativeAnswerEndsTheLink() throws {
    var scene = try Stage.idle.makeScene()
    _ = scene.watch.longTermKey(for: .secureConnections, bond: Sample.bond())
    _ = scene.watch.longTermKey(for: .secureConnections, bond: nil)
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
    #expect(scene.watch.takeActions().last == .disconnect(.authenticationFailure))
  }

  @Test(arguments: Stage.pairing)
  func failedEncryptionEndsThePairing(stage: Stage) throws {
    var scene = try stage.makeScene()
    scene.watch.handle(.encryptionFailed, now: scene.now)
    #expect(scene.watch.takeActions().contains(.failed(.encryptionFailed)))
    #expect(!scene.watch.isPairing)
    // The key of the pairing went with it.
    scene.watch.handle(.encryptionChanged(isEnabled: true), now: scene.now)
    #expect(scene.watch.security != .bonded)
  }

  @Test(arguments: Stage.allCases)
  func encryptionSwitchedOffEndsTheLink(stage: Stage) throws {
    guard stage != .closing else { return }
    var scene = try stage.makeScene()
    scene.watch.handle(.encryptionChanged(isEnabled: false), now: scene.now)
    let actions = scene.watch.takeActions()
    #expect(actions.last == .disconnect(.authenticationFailure))
    #expect(actions.count { if case .disconnect = $0 { true } else { false } } == 1)
    #expect(scene.watch.security == .unencrypted)
  }
}
