import Identifiers
import TestSupport

@testable import PhoneSupport
@testable import SecurityManager

extension PairingModel {
  enum Event: Equatable {
    case say(PhonePDU)
    /// Plays all passkey rounds between the second and the last honestly, because they are all alike.
    case playRounds
    case userConfirms, userRejects
    /// The user's answer when asked whether a bond may be replaced.
    case userAllowsReplacement, userForbidsReplacement
    /// The controller's Long Term Key Request.
    case askForKey(KeyRequest)
    /// Encryption Change, or Encryption Key Refresh Complete, with status 0.
    case encrypt(Bool)
    case encryptionFails
    case connect(isKnown: Bool)
    case disconnect
    case openWindow, closeWindow, fillTable, emptyTable
    /// The key pair of the next pairing is computed.
    case prepare
    case reachDeadline
    /// A minute passes without a link. No lockout lasts longer.
    case waitOutLock
  }

  enum KeyRequest: CaseIterable {
    case secureConnections, withRandom, withDiversifier
    /// The key request that matches the bond.
    case ofBond

    func value(_ bond: Bond?) -> LongTermKeyRequest {
      switch self {
      case .ofBond: bond?.keyIdentification ?? .secureConnections
      case .secureConnections: .secureConnections
      case .withRandom: LongTermKeyRequest(random: 1, encryptedDiversifier: 0)
      case .withDiversifier: LongTermKeyRequest(random: 0, encryptedDiversifier: 1)
      }
    }
  }

  func events(in state: State) -> [Event] {
    var events = PhonePDU.all.map { Event.say($0) }
    if case .awaitingRoundConfirm(round: 1) = state.watch.pairing?.step {
      events.removeAll { $0 == .say(.confirm(isRight: true)) }
      events.append(.playRounds)
    }
    events += [.userConfirms, .userRejects, .userAllowsReplacement, .userForbidsReplacement]
    events += KeyRequest.allCases.map { .askForKey($0) }
    events += [.encrypt(true), .encrypt(false), .encryptionFails, .disconnect, .connect(isKnown: false)]
    if state.bond != nil { events.append(.connect(isKnown: true)) }
    events.append(state.watch.policy.isWindowOpen ? .closeWindow : .openWindow)
    events.append(state.watch.policy.hasRoomForBond ? .fillTable : .emptyTable)
    if state.watch.needsPreparation { events.append(.prepare) }
    if state.watch.deadline != nil { events.append(.reachDeadline) }
    if !state.isConnected, state.watch.attempts.isLockedOut(at: state.now) { events.append(.waitOutLock) }
    return events
  }
}

/// The PDUs that a phone may send: those that an honest phone would send now, and all that it would not.
enum PhonePDU: Equatable {
  enum Request: CaseIterable {
    case good
    /// No input and no output; a keyboard only; a keyboard only, without Secure Connections.
    case noButtons, onlyKeyboard, legacy
    case legacyWithoutKey, legacyNoButtons, dataOutOfBand, noBonding, shortKey, longKey, reservedCapability,
      hidesIdentity
  }

  enum Key: CaseIterable {
    case right, notOnCurve, zero, debug, mirroredDebug
    /// The watch's own key, sent back unchanged and with the negated y coordinate.
    case reflected, mirroredReflection
  }

  enum Check: CaseIterable { case right, wrong, zero, reflected }

  enum Identity: CaseIterable { case right, other, notStable, ofWatch, empty }

  case request(Request)
  case key(Key)
  case confirm(isRight: Bool)
  /// A wrong value is all zeros.
  case random(isRight: Bool)
  case check(Check)
  case identityKey(isZero: Bool)
  case identity(Identity)
  case failed
  /// A PDU with this code and a body of this many octets. If the length is right, only the sequence can be wrong.
  case bare(SecurityManagerPDU.Code, Int)
  case empty, unknown, tooLong

  static let all: [PhonePDU] =
    Request.allCases.map { .request($0) } + Key.allCases.map { .key($0) } + Check.allCases.map { .check($0) }
    + Identity.allCases.map { .identity($0) } + [
      .confirm(isRight: true), .confirm(isRight: false), .random(isRight: true), .random(isRight: false),
      .identityKey(isZero: false), .identityKey(isZero: true), .failed,
      .bare(.pairingResponse, 6), .bare(.pairingConfirm, 15), .bare(.encryptionInformation, 16),
      .bare(.centralIdentification, 10), .bare(.signingInformation, 16), .bare(.securityRequest, 1),
      .bare(.pairingKeypressNotification, 1),
      .bare(.pairingRequest, 5), .bare(.pairingPublicKey, 63), .bare(.pairingRandom, 17), .bare(.pairingDHKeyCheck, 15),
      .bare(.pairingFailed, 0), .bare(.identityInformation, 15), .bare(.identityAddressInformation, 8),
      .empty, .unknown, .tooLong,
    ]

  /// The PDU's octets. An honest phone's values are computed from what `watch` has received and sent.
  func octets(to watch: PairingResponder) -> [UInt8] {
    switch self {
    case .request(let request): Self.octets(.pairingRequest(request.features))
    case .key(let key): [SecurityManagerPDU.Code.pairingPublicKey.rawValue] + key.octets
    case .confirm(let isRight): Self.octets(.pairingConfirm(isRight ? Self.confirm(to: watch) : .zero))
    case .random(let isRight): Self.octets(.pairingRandom(isRight ? Self.nonce(to: watch) : .zero))
    case .check(let check): Self.octets(.pairingDHKeyCheck(check.value(to: watch)))
    case .identityKey(let isZero): Self.octets(.identityInformation(isZero ? .zero : Sample.phoneKey))
    case .identity(let identity): Self.octets(.identityAddressInformation(identity.address))
    case .failed: Self.octets(.pairingFailed(PairingFailedReason.unspecifiedReason.rawValue))
    case .bare(let code, let count): [code.rawValue] + [UInt8](repeating: 0, count: count)
    case .empty: []
    case .unknown: [0x0F, 0]
    case .tooLong: [SecurityManagerPDU.Code.pairingPublicKey.rawValue] + [UInt8](repeating: 0, count: 65)
    }
  }

  private static func nonce(to watch: PairingResponder) -> Value128 {
    switch watch.pairing?.step {
    case .awaitingRoundConfirm(let round), .awaitingRoundRandom(let round, _):
      Sample.nonce(Sample.phoneNonce, of: round)
    default: Sample.phoneNonce
    }
  }

  private static func confirm(to watch: PairingResponder) -> Value128 {
    guard var transcript = watch.pairing?.transcript else { return .zero }
    transcript.initiatorNonce = nonce(to: watch)
    switch watch.pairing?.step {
    case .awaitingRoundConfirm(let round): return transcript.initiatorConfirm(round: round)
    case .awaitingLegacyConfirm: return transcript.legacyInitiatorConfirm
    default: return .zero
    }
  }

  private static func octets(_ pdu: SecurityManagerPDU) -> [UInt8] {
    output(capacity: SecurityManagerPDU.maximumSize) { try? pdu.encode(into: &$0) }
  }
}

extension PhonePDU.Request {
  var features: PairingFeatures {
    var features = PairingFeatures(
      ioCapability: .keyboardDisplay, authenticationRequirements: .bondingWithProtection,
      initiatorKeyDistribution: .identityKey, responderKeyDistribution: .identityKey)
    switch self {
    case .good: break
    case .legacy, .legacyWithoutKey, .legacyNoButtons:
      features.authenticationRequirements = AuthenticationRequirements(rawValue: 0x05)
      features.ioCapability = self == .legacyNoButtons ? .noInputNoOutput : .keyboardOnly
      features.responderKeyDistribution = self == .legacyWithoutKey ? .identityKey : KeyDistribution(rawValue: 0x03)
    case .dataOutOfBand: features.oobDataFlag = 1
    case .noBonding: features.authenticationRequirements = AuthenticationRequirements(rawValue: 0x0C)
    case .shortKey: features.maximumEncryptionKeySize = 15
    case .longKey: features.maximumEncryptionKeySize = 17
    case .noButtons: features.ioCapability = .noInputNoOutput
    case .onlyKeyboard: features.ioCapability = .keyboardOnly
    case .reservedCapability: features.ioCapability = IOCapability(rawValue: 5)
    case .hidesIdentity: features.initiatorKeyDistribution = .none
    }
    return features
  }
}

extension PhonePDU.Key {
  var octets: [UInt8] {
    switch self {
    case .right: Sample.phoneX.list + Sample.phoneY.list
    case .notOnCurve: Sample.phoneX.list + Sample.phoneX.list
    case .zero: [UInt8](repeating: 0, count: 64)
    case .debug: Self.debugX.list + Self.debugY.list
    case .mirroredDebug: Self.debugX.list + Self.mirrored(Self.debugY.list)
    case .reflected: Sample.watchX.list + Sample.watchY.list
    case .mirroredReflection: Sample.watchX.list + Self.mirrored(Sample.watchY.list)
    }
  }

  /// Core Spec 5.4, Vol 3, Part H, 2.3.5.6.1.
  private static let debugX = wire32("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
  private static let debugY = wire32("dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b")

  /// The y coordinate of the mirrored point: the field's prime minus `y`, least significant octet first.
  private static func mirrored(_ y: [UInt8]) -> [UInt8] {
    let prime = wire32("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff").list
    var borrow = 0
    return zip(prime, y).map { digit, subtracted in
      let difference = Int(digit) - Int(subtracted) - borrow
      borrow = difference < 0 ? 1 : 0
      return UInt8(truncatingIfNeeded: difference)
    }
  }
}

extension PhonePDU.Check {
  func value(to watch: PairingResponder) -> Value128 {
    guard self != .zero, watch.isAwaitingCheck, let transcript = watch.pairing?.transcript else { return .zero }
    let macKey = transcript.keys(sharedSecret: Sample.sharedSecret).macKey
    switch self {
    case .right: return transcript.initiatorCheck(macKey: macKey)
    case .reflected: return transcript.responderCheck(macKey: macKey)
    case .wrong, .zero:
      var octets = transcript.initiatorCheck(macKey: macKey).octets
      octets[0] ^= 1
      return Value128(octets: octets)
    }
  }
}

extension PhonePDU.Identity {
  var address: DeviceAddress {
    switch self {
    case .right: Sample.phoneIdentity
    case .other: Sample.bond().identity
    case .notStable: Sample.phone
    case .ofWatch: Sample.watch
    case .empty: DeviceAddress(.public, "000000000000")
    }
  }
}

extension PairingResponder {
  fileprivate var isAwaitingCheck: Bool {
    switch pairing?.step {
    case .comparing, .awaitingCheck: true
    default: false
    }
  }
}
