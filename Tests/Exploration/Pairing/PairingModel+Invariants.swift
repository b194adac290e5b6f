import Identifiers
import TestSupport
import Timing

@testable import PhoneSupport
@testable import SecurityManager

extension PairingModel {
  var invariants: [Invariant<PairingModel>] {
    keyInvariants + secretInvariants + pairingInvariants + timeInvariants + linkInvariants
  }

  private var keyInvariants: [Invariant<PairingModel>] {
    [
      Invariant("a key is given only after the watch's check value was sent, or for a matching bond") { step in
        guard let key = step.observation.key else { return true }
        return step.before.mayGive(key, for: step.event)
      },
      Invariant("no bond is made without a user's action") { step in
        step.observation.bonds.isEmpty || step.before.hasPersonActed
      },
      Invariant("a bond holds the key that both sides agreed on, and the phone's identity") { step in
        step.observation.bonds.allSatisfy { bond in
          step.before.facts.wasKeyGiven && bond.longTermKey == step.before.bondKey && bond.identity.isIdentity
            && bond.strength == step.before.watch.pairing?.transcript.method.strength
            && bond.identityResolvingKey?.isZero != true && bond.identity != Sample.watch
            && bond.identity.octets.span.list.contains { $0 != 0 }
        }
      },
      Invariant("no bond is made that the setting does not allow, and none replaces a stronger one") { step in
        step.observation.bonds.allSatisfy { bond in
          let earlier = step.before.watch.connection?.knownPeer
          return step.before.watch.policy.security.demands(bond.strength)
            && earlier.map { bond.strength.isAtLeast($0.strength) } != false
        }
      },
      Invariant("only the bonded phone replaces its bond, unless the user agrees") { step in
        step.observation.bonds.allSatisfy { bond in
          guard let earlier = step.before.bond, earlier.identity == bond.identity else { return true }
          return step.event == .userAllowsReplacement || step.before.hasProvedBond(with: bond)
        }
      },
    ]
  }

  private var secretInvariants: [Invariant<PairingModel>] {
    [
      Invariant("the watch sends its check value once, after the phone's correct one and a user's action") { step in
        guard step.observation.has(.pairingDHKeyCheck) else { return true }
        return step.after.hasPersonActed && step.after.facts.wasTheirCheckRight && !step.before.facts.wasOurCheckSent
      },
      Invariant("only a valid public key of the phone is used") { step in
        guard step.before.watch.pairing?.step == .awaitingPublicKey, step.after.watch.isPairing else { return true }
        return step.after.watch.pairing?.step == .awaitingPublicKey || step.event == .say(.key(.right))
      },
      Invariant("no secret is kept after its use") { step in
        if step.after.watch.isPairing {
          return step.after.watch.procedure.material.secrets.macKey.isZero || !step.after.facts.wasOurCheckSent
        }
        // A bond's key is no longer a secret of its pairing.
        guard step.before.watch.isPairing, step.observation.bonds.isEmpty else { return true }
        return !step.after.watch.holds(any: step.before.watch.procedure.material.secrets)
      },
    ]
  }

  private var pairingInvariants: [Invariant<PairingModel>] {
    [
      Invariant("a pairing starts only when the policy allows it") { step in
        guard step.observation.actions.contains(.pairingStarted) else { return true }
        let watch = step.before.watch
        return step.event.isRequestAdmitted(by: watch.policy) && !watch.isPairing
          && !watch.attempts.isLockedOut(at: step.before.now) && watch.policy.isWindowOpen
          && (watch.policy.hasRoomForBond || step.before.isKnown)
      },
      Invariant("a PDU out of sequence ends the pairing without a bond") { step in
        guard case .say(let pdu) = step.event, step.before.watch.isPairing else { return true }
        return step.before.awaits(pdu) || !step.after.watch.isPairing && step.observation.bonds.isEmpty
      },
      Invariant("every pairing ends once") { step in
        step.after.facts.isPairing == step.after.watch.isPairing && step.observation.ends.count <= 1
      },
      Invariant("a code is on the display exactly while the user is asked") { step in
        var isAsked = false
        if case .comparing(let comparison) = step.after.watch.pairing?.step { isAsked = !comparison.isConfirmed }
        return step.after.facts.isCodeShown == isAsked
          && step.after.facts.isPasskeyShown == (step.after.watch.pairing?.isPasskeyShown == true)
      },
      Invariant("an abort before the user decides, without a wrong passkey, is not a failure") { step in
        let facts = step.before.facts
        let isDeciding = step.event == .userConfirms || step.event == .userRejects
        // Before the consent, the phone has proved that it knows the passkey.
        var awaitsConsent = false
        if case .awaitingConsent = step.before.watch.pairing?.step { awaitsConsent = true }
        let isDecided = facts.hasUserAgreed || facts.isPasskeyShown || isDeciding || awaitsConsent
        guard step.before.watch.isPairing, !step.after.watch.isPairing, !isDecided, step.observation.bonds.isEmpty
        else { return true }
        return step.after.watch.attempts == step.before.watch.attempts
      },
      Invariant("an attempt that fails delays the next pairing") { step in
        let isFailure = step.after.facts.failures > step.before.facts.failures
        return !isFailure || step.after.watch.attempts.isLockedOut(at: step.after.now)
      },
      Invariant("three failures close the window") { step in
        step.after.facts.failures < RepeatedAttempts.failuresPerWindow || !step.after.watch.policy.isWindowOpen
      },
    ]
  }

  private var timeInvariants: [Invariant<PairingModel>] {
    [
      Invariant("every wait has a deadline") { step in
        let watch = step.after.watch
        return !watch.isPairing || watch.procedure.deadline.isSet
      },
      Invariant("no deadline that was reached stays set, and none is far away") { step in
        guard let deadline = step.after.watch.deadline else { return true }
        let isOver = step.event != .reachDeadline || deadline > step.after.now
        return isOver && deadline <= step.after.now + .seconds(30)
      },
    ]
  }

  private var linkInvariants: [Invariant<PairingModel>] {
    [
      Invariant("the link's security matches the key that encrypts it") { step in
        let watch = step.after.watch
        switch watch.security {
        case .unencrypted: return true
        case .encrypted: return watch.isClosing || watch.isPairing && step.after.facts.linkKey == .pairing
        case .bonded: return watch.isClosing || step.after.facts.linkKey == .bond
        }
      },
      Invariant("a link that is no longer encrypted ends") { step in
        guard step.event == .encrypt(false), step.before.isConnected else { return true }
        return step.after.watch.isClosing && step.after.watch.security == .unencrypted
      },
      Invariant("a link that is encrypted with an unknown key ends") { step in
        guard step.event == .encrypt(true), step.before.isConnected, step.before.facts.givenKey == .none else {
          return true
        }
        return step.after.watch.isClosing
      },
      Invariant("nothing is sent on a link that is closing") { step in
        guard step.before.watch.isClosing else { return true }
        return step.observation.pdus.isEmpty && step.observation.bonds.isEmpty
          && step.observation.key == nil
      },
      Invariant("the peer cannot cause unlimited output") { step in
        step.observation.pdus.count <= 5 && step.after.facts.securityRequests <= 1
          && (step.before.isConnected || step.observation.pdus.isEmpty)
      },
    ]
  }
}

extension PairingModel.State {
  fileprivate func mayGive(_ key: Value128, for event: PairingModel.Event) -> Bool {
    guard case .askForKey(let request) = event else { return false }
    if watch.isPairing {
      let isProved =
        watch.pairing?.transcript.method.usesSecureConnections == true ? facts.wasOurCheckSent : facts.wasPasskeyProved
      return isProved && hasPersonActed && key == pairingKey && request.value(bond) == .secureConnections
    }
    guard let bond, !watch.isClosing, isKnown else { return false }
    return key == bond.longTermKey && request.value(bond) == bond.keyIdentification
      && watch.policy.security.demands(bond.strength)
  }

  /// Whether a user has done what this pairing's method requires.
  fileprivate var hasPersonActed: Bool {
    switch watch.pairing?.transcript.method.model {
    case .numericComparison: facts.hasUserAgreed
    // A phone that proves the passkey has it from the display.
    case .passkeyEntry: facts.wasPasskeyProved && !facts.wasProofWrong
    // A watch without buttons: the user opened the window.
    case .justWorks: watch.policy.security == .noneConfirm && facts.wasWindowOpen
    case nil: false
    }
  }
}

extension PairingModel.State {
  /// Whether the peer proved that it is the bonded phone: by the bond's key, or by a private address and the identity
  /// key that resolves it.
  fileprivate func hasProvedBond(with new: Bond) -> Bool {
    guard isKnown, let bond else { return false }
    return facts.wasBondKeyUsed
      || Sample.phone.isResolved(by: Sample.phoneKey) && bond.identityResolvingKey == Sample.phoneKey
        && new.identityResolvingKey == Sample.phoneKey
  }
}

extension PairingSecurity {
  /// The policy's table of bonds, written a second time for comparison.
  fileprivate func demands(_ strength: BondStrength) -> Bool {
    let isFull = strength.isAuthenticated && strength.usesSecureConnections
    return switch self {
    case .secureConnections: strength.keySize == 16 && isFull
    case .compatible: strength.keySize == 16 && strength.isAuthenticated
    case .noneConfirm: strength.keySize == 16 && (strength.isAuthenticated || strength.usesSecureConnections)
    }
  }
}

extension PairingModel.State {
  /// Whether `pdu` is the one that the current pairing expects, or one that is allowed at any time.
  fileprivate func awaits(_ pdu: PhonePDU) -> Bool {
    switch (watch.pairing?.step, pdu) {
    case (_, .empty), (_, .unknown), (_, .tooLong), (_, .bare(.pairingKeypressNotification, 1)): true
    case (.awaitingPublicKey, .key), (.awaitingRandom, .random), (.awaitingCheck, .check): true
    case (.comparing(let comparison), .check): comparison.initiatorCheck == nil
    case (.awaitingRoundConfirm, .confirm), (.awaitingLegacyConfirm, .confirm): true
    case (.awaitingRoundRandom, .random), (.awaitingLegacyRandom, .random): true
    case (.exchangingKeys(let keys), .identityKey): keys.identityResolvingKey == nil
    case (.exchangingKeys(let keys), .identity): keys.identityResolvingKey != nil
    default: false
    }
  }
}

extension PairingModel.Event {
  fileprivate func isRequestAdmitted(by policy: PairingPolicy) -> Bool {
    guard case .say(.request(let request)) = self else { return false }
    return switch request {
    case .good: true
    case .onlyKeyboard, .legacy: policy.security != .secureConnections
    case .noButtons: policy.security == .noneConfirm
    case .legacyWithoutKey, .legacyNoButtons, .dataOutOfBand, .noBonding, .shortKey, .longKey, .reservedCapability,
      .hidesIdentity:
      false
    }
  }
}

extension PairingModel.Observation {
  fileprivate func has(_ code: SecurityManagerPDU.Code) -> Bool { pdus.contains { $0[0] == code.rawValue } }

  fileprivate var bonds: [Bond] { actions.compactMap { if case .bonded(let bond) = $0 { bond } else { nil } } }

  fileprivate var ends: [PairingResponder.Action] {
    actions.filter {
      switch $0 {
      case .bonded, .failed: true
      default: false
      }
    }
  }
}
