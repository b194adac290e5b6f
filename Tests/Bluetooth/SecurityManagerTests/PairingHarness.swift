import Identifiers
import Octets
import TestSupport
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The method of a pairing between a watch and a phone.
enum PairingFlow: CaseIterable {
  case comparison, passkey, legacyPasskey, justWorks
  /// A passkey, on a watch without buttons.
  case displayedPasskey

  var security: PairingSecurity {
    switch self {
    case .comparison: .secureConnections
    case .passkey, .legacyPasskey: .compatible
    case .justWorks, .displayedPasskey: .noneConfirm
    }
  }

  var request: PairingFeatures {
    switch self {
    case .comparison, .displayedPasskey: PairingInitiator.request(.keyboardDisplay, 0x0D)
    case .passkey: PairingInitiator.request(.keyboardOnly, 0x0D)
    case .legacyPasskey: PairingInitiator.request(.keyboardDisplay, 0x05)
    case .justWorks: PairingInitiator.request(.noInputNoOutput, 0x09)
    }
  }

  var strength: BondStrength {
    BondStrength(
      keySize: 16, isAuthenticated: self != .justWorks, usesSecureConnections: self != .legacyPasskey)
  }
}

/// A phone and a watch that pair, with two users who compare or type numbers, and an attacker between them.
struct PairingHarness {
  var watch: PairingResponder
  var phone: PairingInitiator
  var now: Instant

  /// The PDUs that were sent and not yet received, in each direction.
  private var toWatch: [[UInt8]] = []
  private var toPhone: [[UInt8]] = []
  /// All PDUs, in order.
  private(set) var transcript: [[UInt8]] = []
  /// All actions of the watch, in order.
  private(set) var actions: [PairingResponder.Action] = []
  /// The number on the phone.
  private(set) var phoneCode: UInt32?
  /// The number of the phone's PDUs that the watch has received.
  private(set) var heardByWatch = 0
  private var heardByPhone = 0

  /// Changes the phone's PDU with this number.
  var tamper: (Int, inout [UInt8]) -> Void = { _, _ in }
  /// Changes the watch's PDU with this number.
  var tamperWithWatch: (Int, inout [UInt8]) -> Void = { _, _ in }
  /// Whether the watch's user answers before the phone's user.
  var isWatchFirst = false
  /// The number that the phone's user types; nil: the number on the watch.
  var typed: UInt32?

  init(
    _ flow: PairingFlow = .comparison, policy: PairingPolicy = Sample.openWindow, link: PairingLink = Sample.link,
    attempts: RepeatedAttempts = RepeatedAttempts(), now: Instant = .seconds(100)
  ) throws {
    self.now = now
    var policy = policy
    policy.security = flow.security
    watch = PairingResponder(identity: Sample.watchIdentity, policy: policy, attempts: attempts)
    watch.prepare(randomness: Sample.watchMaterial)
    watch.connect(link, now: now)
    guard var phone = PairingInitiator() else { throw DecodeError.invalidValue }
    phone.link = link
    phone.request = flow.request
    self.phone = phone
  }

  var bond: Bond? {
    for case .bonded(let bond) in actions { return bond }
    return nil
  }

  var failure: PairingFailure? {
    for case .failed(let failure) in actions { return failure }
    return nil
  }

  var code: UInt32? {
    for case .pairingCode(let code) in actions { return code }
    return nil
  }

  var passkey: UInt32? {
    for case .pairingPasskey(let passkey) in actions { return passkey }
    return nil
  }

  /// The next PDU that the watch receives.
  var nextOfPhone: [UInt8]? { toWatch.first }

  /// Changes one bit of the next PDU that the watch receives.
  mutating func flip(bit: Int) { toWatch[0][bit / 8] ^= 1 << UInt8(bit % 8) }

  mutating func begin() throws { try say(phone.start()) }

  /// Takes one step; returns false after the last one.
  mutating func step() throws -> Bool {
    if !toWatch.isEmpty {
      var pdu = toWatch.removeFirst()
      tamper(heardByWatch, &pdu)
      heardByWatch += 1
      transcript.append(pdu)
      watch.handle(pdu, at: now)
    } else if !toPhone.isEmpty {
      var pdu = toPhone.removeFirst()
      tamperWithWatch(heardByPhone, &pdu)
      heardByPhone += 1
      transcript.append(pdu)
      if let decoded = try? SecurityManagerPDU(pdu) { try say(phone.handle(decoded)) }
    } else if !decide() {
      guard try encrypt() else { return false }
    }
    collect()
    return true
  }

  /// Pairs to the end, or to the step with this number.
  mutating func run(steps: Int = 100) throws {
    for _ in 0..<steps { guard try step() else { return } }
  }

  mutating func collect() {
    toPhone += watch.takePDUs()
    actions += watch.takeActions()
  }

  private mutating func say(_ pdus: [SecurityManagerPDU]) throws { toWatch += try pdus.map { try $0.list } }

  /// One of the users compares the numbers. Without a number on the phone, the watch's user waits.
  private mutating func decide() -> Bool {
    var isPhoneAsking = false
    if case .comparing(let number) = phone.state {
      isPhoneAsking = true
      phoneCode = number
    }
    var isWatchAsking = false
    if case .comparing(let comparison) = watch.procedure.pairing?.step { isWatchAsking = !comparison.isConfirmed }
    if phone.state == .typing, let shown = passkey {
      toWatch += phone.type(typed ?? shown).compactMap { try? $0.list }
      return true
    }
    guard let phoneCode else { return false }
    if isWatchAsking, isWatchFirst || !isPhoneAsking {
      watch.handle(code == phoneCode ? .userConfirmed : .userRejected, now: now)
      return true
    }
    guard isPhoneAsking else { return false }
    toWatch += phone.decide(isConfirmed: code == phoneCode).compactMap { try? $0.list }
    return true
  }

  /// The phone encrypts the link once it has checked the watch's values.
  private mutating func encrypt() throws -> Bool {
    guard phone.state == .agreed else { return false }
    guard let key = watch.longTermKey(for: .secureConnections, bond: nil), key == phone.encryptionKey else {
      watch.handle(.encryptionFailed, now: now)
      phone.loseKey()
      return true
    }
    watch.handle(.encryptionChanged(isEnabled: true), now: now)
    try say(phone.handleEncryption())
    return true
  }
}
