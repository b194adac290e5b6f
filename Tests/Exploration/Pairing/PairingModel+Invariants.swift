import TestSupport
import Timing

@testable import PhoneSupport
@testable import SecurityManager

extension PairingModel {
  var invariants: [Invariant<PairingModel>] { keyInvariants + secretInvariants + pairingInvariants + linkInvariants }

  private var keyInvariants: [Invariant<PairingModel>] {
    [
      Invariant("a key is given only after our check value or for a matching bond") { step in
        guard let key = step.observation.key else { return true }
        return step.before.mayGive(key, for: step.event)
      },
      Invariant("no bond without a person's doing") { step in
        step.observation.bonds.isEmpty || step.before.hasPersonActed
      },
      Invariant("a bond holds the key that both agreed on, and whom it is with") { step in
        step.observation.bonds.allSatisfy { bond in
          step.before.facts.wasKeyGiven && bond.longTermKey == step.before.bondKey && bond.identity.isIdentity
            && bond.strength == step.before.watch.transcript?.method.strength
            && bond.identityResolvingKey?.isZero != true
        }
      },
      Invariant("no bond of a strength that is not admitted, or in the place of a stronger one") { step in
        step.observation.bonds.allSatisfy { bond in
          let earlier = step.before.watch.connection?.knownPeer
          return step.before.watch.policy.security.demands(bond.strength)
            && earlier.map { bond.strength.isAtLeast($0.strength) } != false
        }
      },
      Invariant("outside the window, a phone we know comes out as itself") { step in
        step.observation.bonds.allSatisfy { bond in
          step.before.watch.policy.isWindowOpen
            || step.before.watch.connection?.knownPeer?.identity == bond.identity
            || step.before.facts.wasWindowOpen
        }
      },
    ]
  }

  private var secretInvariants: [Invariant<PairingModel>] {
    [
      Invariant("our check value follows a right one of theirs and a person's doing, once") { step in
        guard step.observation.has(.pairingDHKeyCheck) else { return true }
        return step.after.hasPersonActed && step.after.facts.wasTheirCheckRight && !step.before.facts.wasOurCheckSent
      },
      Invariant("only the phone's own point is computed with") { step in
        guard step.before.watch.state == .awaitingPublicKey, step.after.watch.isPairing else { return true }
        return step.after.watch.state == .awaitingPublicKey || step.event == .say(.key(.right))
      },
      Invariant("no secret outlives its use") { step in
        let secrets = step.after.watch.secrets
        guard step.after.watch.isPairing else {
          return step.after.watch.transcript == nil && secrets.sharedSecret.list.allSatisfy { $0 == 0 }
            && secrets.macKey.isZero && secrets.encryptionKey.isZero
        }
        return secrets.macKey.isZero || !step.after.facts.wasOurCheckSent
      },
    ]
  }

  private var pairingInvariants: [Invariant<PairingModel>] {
    [
      Invariant("a pairing begins only when the policy lets it") { step in
        guard step.observation.actions.contains(.pairingStarted) else { return true }
        let watch = step.before.watch
        let isKnown = step.before.isKnown
        return step.event.isRequestAdmitted(by: watch.policy) && !watch.isPairing
          && !watch.attempts.isLockedOut(at: step.before.now)
          && (watch.policy.isWindowOpen || isKnown && watch.policy.admitsBondedPeers)
          && (watch.policy.hasRoomForBond || isKnown)
      },
      Invariant("what is out of place ends a pairing, and in vain") { step in
        guard case .say(let pdu) = step.event, step.before.watch.isPairing else { return true }
        return step.before.awaits(pdu) || !step.after.watch.isPairing && step.observation.bonds.isEmpty
      },
      Invariant("every pairing ends once") { step in
        step.after.facts.isPairing == step.after.watch.isPairing && step.observation.ends.count <= 1
      },
      Invariant("every wait has a deadline") { step in
        let watch = step.after.watch
        if watch.isPairing { return watch.procedureDeadline.isSet }
        let isWaiting = step.after.isConnected && watch.security == .unencrypted && watch.state != .closing
        return !isWaiting || watch.deadline != nil
      },
      Invariant("a deadline that was reached is over, and none is far") { step in
        guard let deadline = step.after.watch.deadline else { return true }
        let isOver = step.event != .reachDeadline || deadline > step.after.now
        return isOver && deadline <= step.after.now + .seconds(30)
      },
      Invariant("a code is on the glass exactly as long as a person is asked") { step in
        var isAsked = false
        if case .comparing(let comparison) = step.after.watch.state { isAsked = !comparison.isConfirmed }
        return step.after.facts.isCodeShown == isAsked
          && step.after.facts.isPasskeyShown == step.after.watch.isPasskeyShown
      },
      Invariant("three failures close the window") { step in
        step.after.facts.failures < RepeatedAttempts.failuresPerWindow || !step.after.watch.policy.isWindowOpen
      },
    ]
  }

  private var linkInvariants: [Invariant<PairingModel>] {
    [
      Invariant("trust follows the key that the link is encrypted with") { step in
        let watch = step.after.watch
        switch watch.security {
        case .unencrypted: return true
        case .encrypted: return watch.state == .closing || watch.isPairing && step.after.facts.linkKey == .pairing
        case .bonded: return watch.state == .closing || step.after.facts.linkKey == .bond
        }
      },
      Invariant("a link that is no longer encrypted ends") { step in
        guard step.event == .encrypt(false), step.before.isConnected else { return true }
        return step.after.watch.state == .closing && step.after.watch.security == .unencrypted
      },
      Invariant("a link that is encrypted with no key of ours ends") { step in
        guard step.event == .encrypt(true), step.before.isConnected, step.before.facts.givenKey == .none else {
          return true
        }
        return step.after.watch.state == .closing
      },
      Invariant("nothing is said on a link that is closing") { step in
        guard step.before.watch.state == .closing else { return true }
        return step.observation.pdus.isEmpty && step.observation.bonds.isEmpty
          && (step.observation.key == nil || step.before.facts.isTimeOver)
      },
      Invariant("nobody makes us talk") { step in
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
        watch.transcript?.method.usesSecureConnections == true ? facts.wasOurCheckSent : facts.wasPasskeyProved
      return isProved && hasPersonActed && key == pairingKey && request.value(bond) == .secureConnections
    }
    guard let bond, watch.state == .idle || facts.isTimeOver, isKnown else { return false }
    return key == bond.longTermKey && request.value(bond) == bond.keyIdentification
      && watch.policy.security.demands(bond.strength)
  }

  /// Whether a person has done what the method of this pairing demands.
  fileprivate var hasPersonActed: Bool {
    switch watch.transcript?.method.model {
    case .numericComparison: facts.hasUserAgreed
    // Who knows the number has read it off the glass.
    case .passkeyEntry: facts.wasPasskeyProved && !facts.wasProofWrong
    // A watch without buttons: somebody opened the window.
    case .justWorks: watch.policy.security == .noneConfirm && facts.wasWindowOpen
    case nil: false
    }
  }
}

extension PairingSecurity {
  /// What its table says of bonds, in words of our own.
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
  /// Whether `pdu` is the one that the pairing under way waits for, or one that nobody minds.
  fileprivate func awaits(_ pdu: PhonePDU) -> Bool {
    switch (watch.state, pdu) {
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
    case .noButtons: policy.security == .noneConfirm && policy.isWindowOpen
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
