import Identifiers
import Octets
import Peripherals
import TestSupport
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// The pairing machine, with a phone that knows its keys and breaks some rules. A bond, and a key for the controller,
/// exist only if the watch received exactly what an honest phone sent, both users saw the same number and the security
/// setting allows it. Afterwards an honest phone can pair.
///
/// Input: choices; see `PairingRun.step`. The first option of each choice is the honest one.
public enum PairingTarget: FuzzTarget {
  public static var sources: [String] {
    ["SecurityManager/Pairing", "SecurityManager/RepeatedAttempts", "SecurityManager/Toolbox", "Cryptography"]
  }

  public static var seeds: [[UInt8]] {
    [[UInt8](repeating: 0, count: 40)] + (0..<12).map { step in [UInt8](repeating: 0, count: step) + [0x11, 1, 7, 1] }
  }

  public static func run(_ input: FuzzInput) {
    let run = PairingRun(input)
    while !input.isEmpty { run.step() }
    run.finish()
  }
}

private final class PairingRun {
  private var watch: PairingResponder
  private let security: PairingSecurity
  private var phone: PairingInitiator
  private let input: FuzzInput
  private var entropy = SeededEntropy()
  private var now = Instant.seconds(100)
  /// The phone's bond, once there is one.
  private var bond: Bond?

  private var toWatch: [[UInt8]] = []
  private var toPhone: [[UInt8]] = []
  /// The PDUs that the phone sent since its pairing began. `heard` is those that the watch received, without
  /// meaningless ones.
  private var said: [[UInt8]] = []
  private var heard: [[UInt8]] = []
  /// Pairings that the phone abandoned for a new one. The watch may not know that they ended.
  private var former: [Story] = []
  /// The numbers to compare on the watch and on the phone, and the passkey to type.
  private var shownCode: UInt32?
  private var phoneCode: UInt32?
  private var passkey: UInt32?
  /// Whether the user lets every phone replace its bond.
  private var isAgreeable = false
  private var isConfirmed = false
  private var isClosed = false

  /// The PDUs that a phone sent in one pairing, and the key it computed.
  private struct Story {
    let said: [[UInt8]]
    let key: Value128
    let typed: UInt32?

    /// Whether `heard` is what the phone sent, as far as the check at the end of a pairing can prove it.
    func begins(with heard: [[UInt8]]) -> Bool { said.map(Self.proved).starts(with: heard.map(Self.proved)) }

    /// Whether the phone computed this key, or cannot have computed one yet: a legacy phone needs the watch's last PDU
    /// for it.
    func agrees(on key: Value128) -> Bool {
      self.key == key || self.key.isZero && said.first.map { $0[3] & 0x08 == 0 } ?? false
    }

    /// The check of Secure Connections does not cover the key distribution and the key size; that of legacy pairing
    /// covers everything.
    private static func proved(_ pdu: [UInt8]) -> ArraySlice<UInt8> {
      pdu.count == 7 && pdu[0] == 0x01 && pdu[3] & 0x08 != 0 ? pdu[..<4] : pdu[...]
    }
  }

  private var typed: UInt32?
  private var story: Story { Story(said: said, key: phone.encryptionKey, typed: typed) }

  init(_ input: FuzzInput) {
    self.input = input
    security = input.choice([.secureConnections, .compatible, .noneConfirm])
    watch = PairingResponder(
      identity: Sample.watchIdentity, policy: PairingPolicy(isWindowOpen: true, security: security))
    phone = Self.honestPhone
    connect()
    begin()
  }

  private static let honestPhone = PairingInitiator()!

  func step() {
    prepare()
    switch input.number(below: 20) {
    case 0...5: stepHonestly()
    case 6: deliverToWatch { input.mutated($0) }
    case 7: deliverToPhone { input.mutated($0) }
    case 8: if !toWatch.isEmpty { toWatch.removeFirst() }
    case 9: if let pdu = toWatch.first { toWatch.insert(pdu, at: 0) }
    case 10: hear([UInt8(input.number(below: 16))] + input.block(below: 70))
    case 11: hear(typedPDU())
    case 12: askForKey()
    case 13: changeEncryption()
    case 14: wait(input.interval())
    case 15: answerOnWatch()
    case 16: answerOnPhone()
    case 17: if input.rarely(3) { connect() } else if input.rarely(3) { watch.handle(.userRejected, now: now) }
    case 18: begin(changed: input.flag())
    default: watch.policy.isWindowOpen = input.flag()
    }
    collect()
  }

  /// Checks that an honest phone pairs after the longest back-off and in an open window.
  func finish() {
    watch.handle(.disconnected, now: now)
    collect()
    wait(.seconds(65))
    watch.policy.isWindowOpen = false
    watch.policy.isWindowOpen = true
    bond = nil
    isAgreeable = true
    connect()
    prepare()
    begin()
    for _ in 0..<200 where bond == nil { stepHonestly() }
    require(bond != nil, "an honest phone can pair")
    require(bond?.longTermKey == phone.longTermKey && watch.security == .bonded, "both sides hold the same key")
  }

  // MARK: The phone

  private func connect() {
    toWatch = []
    toPhone = []
    heard = []
    former = []
    isClosed = false
    let link = PairingLink(
      localAddress: Sample.watch, peerAddress: Sample.phone, knownPeer: bond.map { KnownPeer($0) })
    watch.connect(link, now: now)
    collect()
  }

  private func begin(changed isChanged: Bool = false) {
    former.append(story)
    phone = Self.honestPhone
    if isChanged { changeFeatures() }
    said = []
    toWatch = []
    phoneCode = nil
    typed = nil
    say(phone.start())
  }

  private func changeFeatures() {
    switch input.number(below: 6) {
    case 0: phone.request.ioCapability = IOCapability(rawValue: input.octet() & 7)
    case 1 where input.flag(): phone.request = PairingInitiator.request(.keyboardOnly, input.choice([0x05, 0x0D]))
    case 1: phone.request.authenticationRequirements = AuthenticationRequirements(rawValue: input.octet())
    case 2: phone.request.maximumEncryptionKeySize = input.octet() & 31
    case 3: phone.request.initiatorKeyDistribution = KeyDistribution(rawValue: input.octet())
    case 4: phone.request.oobDataFlag = input.octet() & 3
    default: phone.identityAddress = DeviceAddress(kind: .random, octets: .init(repeating: input.octet()))
    }
  }

  private func say(_ pdus: [SecurityManagerPDU]) {
    let octets = pdus.compactMap { try? $0.list }
    said += octets
    toWatch += octets
  }

  /// Takes the next step of an honest pairing.
  private func stepHonestly() {
    if !toWatch.isEmpty {
      deliverToWatch { $0 }
    } else if !toPhone.isEmpty {
      deliverToPhone { $0 }
    } else if phone.state == .agreed {
      askForKey(.secureConnections)
      watch.handle(.encryptionChanged(isEnabled: true), now: now)
      say(phone.handleEncryption())
    } else {
      answerOnPhone()
      if toWatch.isEmpty { answerOnWatch() }
    }
    collect()
  }

  // Each user confirms the number if the other device shows the same one.

  private func answerOnPhone() {
    if case .comparing(let number) = phone.state { say(phone.decide(isConfirmed: number == shownCode)) }
    // The user reads the passkey from the watch only; sometimes the typed digits are wrong.
    if phone.state == .typing, let passkey {
      typed = input.rarely(8) ? passkey ^ 1 : passkey
      say(phone.type(typed ?? passkey))
    }
  }

  private func answerOnWatch() {
    guard let shownCode, let phoneCode else { return }
    isConfirmed = shownCode == phoneCode
    watch.handle(isConfirmed ? .userConfirmed : .userRejected, now: now)
  }

  private func deliverToPhone(_ change: ([UInt8]) -> [UInt8]) {
    guard !toPhone.isEmpty else { return }
    if let pdu = try? SecurityManagerPDU(change(toPhone.removeFirst())) { say(phone.handle(pdu)) }
    if case .comparing(let number) = phone.state { phoneCode = number }
  }

  private func deliverToWatch(_ change: ([UInt8]) -> [UInt8]) {
    if !toWatch.isEmpty { hear(change(toWatch.removeFirst())) }
  }

  private func typedPDU() -> [UInt8] {
    let sizes = [0, 6, 6, 16, 16, 1, 16, 10, 16, 7, 16, 1, 64, 16, 1]
    let code = 1 + input.number(below: 14)
    return [UInt8(code)] + [UInt8](repeating: input.octet(), count: sizes[code])
  }

  // MARK: The watch

  private func prepare() {
    if watch.needsPreparation { watch.prepare(randomness: entropy.randomOctets()) }
  }

  private func hear(_ pdu: [UInt8]) {
    let (wasPairing, isKeyExchange) = (watch.isPairing, watch.security == .encrypted)
    watch.handle(pdu: pdu.span, now: now)
    if !wasPairing, watch.isPairing { heard = [] }
    // Not a PDU, or one that changes nothing at any time.
    let isNone = pdu.isEmpty || pdu.count > 65 || !(0x01...0x0E).contains(pdu[0]) || pdu.count == 2 && pdu[0] == 0x0E
    // PDUs that arrive under the new key are the phone's own, whatever they contain.
    if !isNone, !isClosed, !isKeyExchange { heard.append(pdu) }
    collect()
  }

  private func askForKey(_ request: LongTermKeyRequest? = nil) {
    let isForPairing = request != nil || input.flag()
    let request = LongTermKeyRequest(random: isForPairing ? 0 : 1, encryptedDiversifier: 0)
    let wasPairing = watch.isPairing
    guard let key = watch.longTermKey(for: request, bond: bond) else { return }
    if wasPairing {
      require(isHonest(key), "the pairing's key is given only to the phone that the user confirmed")
    } else {
      require(key == bond?.longTermKey && request == .secureConnections, "a bond's key is given for that bond")
    }
  }

  /// Whether everything that the watch received in this pairing was sent by a phone that computed the same key, and the
  /// users did their part.
  private func isHonest(_ key: Value128) -> Bool {
    guard heard.contains(where: { $0[0] == 0x0D }) || heard.count(where: { $0[0] == 0x04 }) == 1 else { return false }
    return (former + [story]).contains { $0.begins(with: heard) && $0.agrees(on: key) && isAgreed($0) }
  }

  private func isAgreed(_ story: Story) -> Bool {
    if let passkey { return security != .secureConnections && story.typed == passkey }
    return isConfirmed || security == .noneConfirm
  }

  private func changeEncryption() {
    switch input.number(below: 3) {
    case 0: watch.handle(.encryptionChanged(isEnabled: true), now: now)
    case 1: watch.handle(.encryptionChanged(isEnabled: false), now: now)
    default: watch.handle(.encryptionFailed, now: now)
    }
  }

  private func wait(_ interval: Interval) {
    now = now + interval
    for _ in 0..<4 {
      watch.handleTimeout(now: now)
      collect()
    }
    require(watch.deadline.map { $0 > now } ?? true, "no deadline that was reached stays set")
  }

  private func collect() {
    require(!watch.isPairing || watch.deadline != nil, "a pairing has a deadline")
    for _ in 0..<16 {
      var isThere = false
      let pdu = output(capacity: 65) { isThere = watch.nextPDU(into: &$0) }
      if !isThere { break }
      toPhone.append(pdu)
    }
    var count = 0
    while let action = watch.nextAction() {
      count += 1
      require(count <= 8, "at most eight actions are pending")
      note(action)
    }
  }

  private func note(_ action: PairingResponder.Action) {
    switch action {
    case .pairingStarted:
      (shownCode, passkey) = (nil, nil)
      isConfirmed = false
    case .pairingCode(let code): shownCode = code
    case .pairingPasskey(let number): passkey = number
    case .bonded(let bond): note(bond)
    case .identityClaimed: watch.handle(.claimAnswered(isAllowed: isAgreeable || input.flag()), now: now)
    case .failed, .dismissPairingCode, .refused, .closeWindow: shownCode = nil
    case .disconnect: isClosed = true
    case .keyMissing: break
    }
  }

  private func note(_ bond: Bond) {
    let isLegacy = !bond.strength.usesSecureConnections
    let teller = former.last { $0.begins(with: heard) } ?? story
    let key = isLegacy ? teller.key : bond.longTermKey
    require(isHonest(key), "a bond exists only if the phone was honest and the users saw the same number")
    require(security.admits(bond.strength), "the security setting allows the bond's strength")
    require(
      bond.strength.isAuthenticated || passkey == nil && !isConfirmed, "a bond is authenticated if the user acted")
    require(bond.identity.isIdentity && !bond.longTermKey.isZero, "a bond has an identity and a key")
    let request = heard[0]
    require(
      request[0] == 0x01 && request[4] == 16 && request[3] & 0x01 == 0x01,
      "the bond has a key of 16 octets, and bonding was requested")
    require(isLegacy == (request[3] & 0x08 == 0), "the bond's kind is the requested one")
    self.bond = bond
    watch.setBondedPhones([bond.identity])
  }
}
