internal import Identifiers
internal import Octets
public import Timing

/// The security of the one link a watch serves: pairing as responder, and encryption with the keys of a bond.
///
///     comparison    idle → awaitingPublicKey → awaitingRandom → comparing ──────────────────┐
///     Just Works    idle → awaitingPublicKey → awaitingRandom → awaitingCheck ──────────────┤
///     passkey       idle → awaitingPublicKey ─→ awaitingRoundConfirm                        │
///                                        20 times ↑ ↓                                       │
///                                              awaitingRoundRandom ─→ awaitingCheck ────────┤
///     legacy        idle → awaitingLegacyConfirm → awaitingLegacyRandom ────────────────────┤
///     in the end    idle, bonded ← exchangingKeys ← awaitingEncryption ←────────────────────┘
///
/// From each state of a pairing, a failure leads back to idle, and 30 s without a PDU to closing.
///
/// `PairingSecurity` says which ways there are: with the default only the first line. It serves one link after the
/// other, and remembers failures across them. It sends nothing itself: after each call, its owner sends what `nextPDU`
/// gives and does what `nextAction` says, until there is no more.
/// Core Spec 5.4, Vol 3, Part H, 2.3 and 2.4.
public struct PairingResponder {
  /// Without a PDU for this long, a pairing has failed. Core Spec 5.4, Vol 3, Part H, 3.4.
  public static let procedureTimeout = Interval.seconds(30)
  /// How long a phone may take to encrypt by itself before it is asked to.
  public static let securityRequestDelay = Interval.milliseconds(1500)
  /// How long a link may stay unencrypted outside the pairing window.
  public static let unencryptedLimit = Interval.seconds(30)

  /// What bonded phones are told of us.
  public var identity: LocalIdentity

  /// Who may pair now.
  public var policy: PairingPolicy {
    didSet { if policy.isWindowOpen && !oldValue.isWindowOpen { attempts.recordOpenedWindow() } }
  }

  public internal(set) var attempts = RepeatedAttempts()
  public internal(set) var security = LinkSecurity.unencrypted

  var state = State.idle
  var connection: Connection?
  var material: PairingMaterial?
  /// Set from the start of a pairing to its end.
  var transcript: PairingTranscript?
  var secrets = PairingSecrets()

  var procedureDeadline = Deadline()
  var securityRequestDeadline = Deadline()
  var unencryptedDeadline = Deadline()

  /// More than one pairing needs; see `send`.
  var outbox = FixedQueue<8, SecurityManagerPDU>()
  /// More than one call yields; an owner that does not ask for them loses the newest.
  var actions = FixedQueue<8, Action>()

  public init(identity: LocalIdentity, policy: PairingPolicy) {
    self.identity = identity
    self.policy = policy
  }

  /// Whether a pairing has begun and not ended.
  public var isPairing: Bool { state != .idle && state != .closing }

  /// Whether `prepare` has to be called before the next pairing: in an idle moment, because it computes for a while.
  public var needsPreparation: Bool { material == nil }

  /// Makes the key pair, the nonces and the passkey of the next pairing.
  ///
  /// If `needsPreparation` stays true, the octets were no good, one set in millions: call again. Octets that are not
  /// needed are ignored.
  public mutating func prepare(randomness: PairingRandomness) {
    guard needsPreparation else { return }
    material = PairingMaterial(randomness: randomness)
  }

  /// Begins to serve `link`, and forgets the one before.
  public mutating func connect(_ link: PairingLink, now: Instant) {
    handle(.disconnected, now: now)
    connection = Connection(link: link, knownPeer: link.knownPeer)
    unencryptedDeadline.set(now + Self.unencryptedLimit)
    if link.knownPeer != nil || policy.isWindowOpen { securityRequestDeadline.set(now + Self.securityRequestDelay) }
  }

  /// Handles one frame of the Security Manager channel.
  public mutating func handle(pdu: Span<UInt8>, now: Instant) {
    guard connection != nil, state != .closing else { return }
    guard pdu.count >= 1, pdu.count <= SecurityManagerPDU.maximumSize,
      let code = SecurityManagerPDU.Code(rawValue: pdu[0])
    else { return }
    let decoded: SecurityManagerPDU
    do throws(DecodeError) {
      decoded = try SecurityManagerPDU(code: code, body: pdu.extracting(droppingFirst: 1))
    } catch {
      return receiveMalformed(code, now: now)
    }
    receive(decoded, now: now)
  }

  public mutating func handle(_ event: Event, now: Instant) {
    switch event {
    case .userConfirmed: confirmCode(now: now)
    case .userRejected: rejectCode(now: now)
    case .encryptionChanged(isEnabled: true): enterEncryption(now: now)
    case .encryptionChanged(isEnabled: false): leaveEncryption(now: now)
    case .encryptionFailed: failEncryption(now: now)
    case .disconnected: disconnect(now: now)
    }
  }

  /// When `handleTimeout` wants to be called; nil: not at all.
  public var deadline: Instant? {
    earliest(procedureDeadline.instant, earliest(securityRequestDeadline.instant, unencryptedDeadline.instant))
  }

  public mutating func handleTimeout(now: Instant) {
    if procedureDeadline.expire(at: now) { timeOut(now: now) }
    if securityRequestDeadline.expire(at: now) { requestSecurity() }
    if unencryptedDeadline.expire(at: now) {
      if isPairing || policy.isWindowOpen {
        unencryptedDeadline.set(now + Self.unencryptedLimit)
      } else {
        if state == .idle { connection?.hasOverstayed = true }
        close(.remoteUserTerminatedConnection)
      }
    }
  }

  /// Asks the peer to encrypt or to pair: at most once in the life of a link, and not while something is under way.
  public mutating func requestSecurity() {
    guard state == .idle, security == .unencrypted, connection?.hasRequestedSecurity == false else { return }
    connection?.hasRequestedSecurity = true
    send(.securityRequest(.bondingWithProtection))
  }

  /// Appends the next PDU to send on the Security Manager channel, or returns false: there is none, or `output` has no
  /// room for `SecurityManagerPDU.maximumSize` octets.
  @_lifetime(output: copy output)
  public mutating func nextPDU(into output: inout OutputSpan<UInt8>) -> Bool {
    guard output.freeCapacity >= SecurityManagerPDU.maximumSize, let pdu = outbox.popFirst() else { return false }
    do throws(EncodeError) { try pdu.encode(into: &output) } catch { return false }
    finishIfComplete()
    return true
  }

  /// The next thing to do, oldest first.
  public mutating func nextAction() -> Action? { actions.popFirst() }
}
