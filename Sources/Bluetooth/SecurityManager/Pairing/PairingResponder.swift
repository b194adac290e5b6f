internal import Identifiers
internal import Octets
public import Timing

/// The security of the one link a device serves: pairing as responder, and encryption with the keys of a bond.
///
///     comparison    idle → awaitingPublicKey → awaitingRandom → comparing ──────────────────┐
///     Just Works    idle → awaitingPublicKey → awaitingRandom → awaitingCheck ──────────────┤
///     passkey       idle → awaitingPublicKey ─→ awaitingRoundConfirm                        │
///                                        20 times ↑ ↓                                       │
///                                              awaitingRoundRandom ─→ awaitingCheck ────────┤
///     legacy        idle → awaitingLegacyConfirm → awaitingLegacyRandom ────────────────────┤
///     in the end    idle, bonded ← exchangingKeys ← awaitingEncryption ←────────────────────┘
///                         ↑__ yes __ awaitingConsent ← another phone's identity
///
/// `Pairing` has all transitions. A failure leads back to idle, and 30 s without a PDU to the link's end. The owner
/// decides how long a link may last without encryption.
///
/// `PairingSecurity` selects the methods that are allowed: by default only the first line. A responder serves one link
/// after another, and remembers failures across links. It sends nothing itself: after each call, its owner sends the
/// PDUs that `nextPDU` appends and carries out the actions that `nextAction` returns, until there are no more.
/// Core Spec 5.4, Vol 3, Part H, 2.3 and 2.4.
public struct PairingResponder {
  /// Without a PDU for this long, a pairing has failed. Core Spec 5.4, Vol 3, Part H, 3.4.
  public static var procedureTimeout: Interval { .seconds(30) }
  /// The identity that the next phone to bond receives.
  public private(set) var identity: LocalIdentity

  /// Whether a peer of this link, or of the previous one, received it.
  public private(set) var hasSentIdentity = false

  /// The rules for pairing at this moment.
  public var policy: PairingPolicy {
    get { admission.policy }
    set { admission.policy = newValue }
  }

  /// The identities of the bonds, none of which a peer may claim without proof or consent.
  private var bondedPhones = BondedIdentities()

  /// The failures of earlier pairings, and the wait that they cause.
  public var attempts: RepeatedAttempts { admission.attempts }

  /// The security of the present link.
  public private(set) var security = LinkSecurity.unencrypted

  private var admission: PairingAdmission
  private(set) var connection: PairingConnection?
  private(set) var procedure = PairingProcedure()
  private(set) var securityRequests = SecurityRequestTiming()
  private var output = PairingOutput()

  /// Creates a responder without a link.
  public init(identity: LocalIdentity, policy: PairingPolicy) {
    self.init(identity: identity, policy: policy, attempts: RepeatedAttempts())
  }

  init(identity: LocalIdentity, policy: PairingPolicy, attempts: RepeatedAttempts) {
    self.identity = identity
    admission = PairingAdmission(policy: policy, attempts: attempts)
  }

  /// Sets the identity. It may change only between two pairings: a bond is stored with the one that its phone received.
  public mutating func setIdentity(_ identity: LocalIdentity) { self.identity = identity }

  /// Sets the identities of the bonds. Call it at each change while a pairing is under way.
  public mutating func setBondedPhones(_ identities: BondedIdentities) { bondedPhones = identities }

  /// Whether a pairing has begun and not ended.
  public var isPairing: Bool { procedure.isUnderWay }

  var isClosing: Bool { connection?.isClosing == true }

  /// Whether `prepare` must be called before the next pairing. Call it while nothing else is pending, because the
  /// computation takes a while.
  public var needsPreparation: Bool { procedure.needsPreparation }

  /// Makes the key pair, the nonces and the passkey of the next pairing.
  ///
  /// If `needsPreparation` stays true, the octets were not usable (once in millions of calls): call again. Octets that
  /// are not needed are ignored.
  public mutating func prepare(randomness: PairingRandomness) { procedure.prepare(randomness: randomness) }

  /// The same with material that was made before.
  mutating func prepare(with prepared: PairingMaterial) { procedure.prepare(with: prepared) }

  // MARK: The link

  /// Begins to serve `link`, and discards the state of the previous one.
  public mutating func connect(_ link: PairingLink, now: Instant) {
    disconnect(now: now)
    connection = PairingConnection(link)
    hasSentIdentity = false
    if link.knownPeer != nil || policy.isWindowOpen { securityRequests.linkBegan(now: now) }
  }

  private mutating func disconnect(now: Instant) {
    output.removePDUs()
    if isPairing { end(.disconnected, now: now) }
    securityRequests.linkEnded(wasInVain: connection?.wasAskedInVain == true)
    security = .unencrypted
    connection = nil
  }

  /// Asks the owner to end the link, and ignores later PDUs on it. PDUs that are pending may still be sent.
  private mutating func close(_ reason: PairingDisconnectReason) {
    guard connection != nil, !isClosing else { return }
    connection?.close()
    output.act(.disconnect(reason))
  }

  /// Takes an event of the user or of the link.
  @inline(never)  // Several callers: one copy is smaller.
  public mutating func handle(_ event: Event, now: Instant) {
    switch event {
    case .userConfirmed: advance(.userConfirmed, now: now)
    case .userRejected: advance(.userRejected, now: now)
    case .claimAnswered(let isAllowed): answerClaim(isAllowed, now: now)
    case .encryptionChanged(isEnabled: true): enterEncryption(now: now)
    case .encryptionChanged(isEnabled: false): leaveEncryption(now: now)
    case .encryptionFailed: failEncryption(now: now)
    case .disconnected: disconnect(now: now)
    }
  }

  /// The time at which to call `handleTimeout`; nil: never.
  public var deadline: Instant? {
    earliest(procedure.deadline.instant, securityRequests.deadline)
  }

  /// Handles all deadlines that have passed. Call it at `deadline`.
  public mutating func handleTimeout(now: Instant) {
    if procedure.expire(at: now) { timeOut(now: now) }
    if securityRequests.expire(at: now) { requestSecurity() }
  }

  private mutating func timeOut(now: Instant) {
    guard isPairing else { return }
    output.removePDUs()
    end(.timeout, now: now)
    close(.remoteUserTerminatedConnection)
  }

  /// Asks the peer to encrypt or to pair: at most once in the life of a link, and not while something is under way.
  public mutating func requestSecurity() {
    guard !isPairing, !isClosing, security == .unencrypted, connection?.useSecurityRequest() == true else { return }
    output.send(.securityRequest(.bondingWithProtection))
  }

  /// Asks the peer of an encrypted link to encrypt it again. The caller bounds how often.
  public mutating func requestEncryption() {
    guard !isPairing, !isClosing, security == .bonded else { return }
    output.send(.securityRequest(.bondingWithProtection))
  }

  /// Appends the next PDU to send on the Security Manager channel. Returns false if no PDU is pending, or if `output`
  /// has no room for `SecurityManagerPDU.maximumSize` octets.
  @_lifetime(output: copy output)
  public mutating func nextPDU(into output: inout OutputSpan<UInt8>) -> Bool {
    guard output.freeCapacity >= SecurityManagerPDU.maximumSize, let pdu = self.output.nextPDU() else { return false }
    do throws(EncodeError) { try pdu.encode(into: &output) } catch { return false }
    finishIfComplete()
    return true
  }

  /// The wearer lets a new phone pair: failures of the past no longer count.
  public mutating func forgiveFailures() {
    admission.forgiveFailures()
    connection?.forgiveFailures()
  }

  /// The next thing to do, oldest first.
  public mutating func nextAction() -> Action? { output.nextAction() }

  // MARK: PDUs

  /// One frame of the Security Manager channel.
  public mutating func handle(pdu: Span<UInt8>, now: Instant) {
    guard connection != nil, !isClosing else { return }
    do throws(MalformedPDU) {
      guard let pdu = try SecurityManagerPDU(decoding: pdu) else { return }
      receive(pdu, now: now)
    } catch {
      return receiveMalformed(error.code, now: now)
    }
    closeIfPDUWasLost(now: now)
  }

  private mutating func receive(_ pdu: SecurityManagerPDU, now: Instant) {
    switch pdu {
    case .pairingRequest(let request): receive(request: request, now: now)
    case .pairingPublicKey(let key): receive(.publicKey(key), now: now)
    case .pairingConfirm(let value): receive(.confirm(value), now: now)
    case .pairingRandom(let nonce): receive(.random(nonce), now: now)
    case .pairingDHKeyCheck(let check): receive(.dhKeyCheck(check), now: now)
    case .identityInformation(let key): advance(.identityResolvingKey(key), now: now)
    case .identityAddressInformation(let address):
      let isAdmissible =
        connection?.isAdmissible(identity: address, of: identity) == true
        && !bondedPhones.contradict(address, with: procedure.pairing?.receivedKey)
      advance(.identity(address, isAdmissible: isAdmissible), now: now)
      finishIfComplete()
    case .pairingFailed(let reason): if isPairing { end(.refusedByPeer(code: reason), now: now) }
    // The Pairing Response never asks the peer for these keys.
    case .encryptionInformation, .centralIdentification, .signingInformation:
      if isPairing { fail(.unspecifiedReason, now: now) }
    case .pairingResponse, .securityRequest: receiveUnsupported(now: now)
    case .pairingKeypressNotification: break
    }
  }

  private mutating func receive(request: PairingFeatures, now: Instant) {
    guard let connection else { return }
    guard !isPairing else { return fail(.unspecifiedReason, now: now) }
    let received = ReceivedPairingRequest(request, security: policy.security)
    let reason = admission.refusal(of: received, on: connection, local: identity, now: now)
    if let reason = reason ?? (needsPreparation ? .unspecifiedReason : nil) {
      refuse(reason, now: now)
      return output.act(.refused(reason))
    }
    notePeerActed()
    procedure.begin(received, on: connection.link, output: &output, now: now)
  }

  /// A PDU of a pairing. Outside of one it is answered once.
  private mutating func receive(_ input: Pairing.Input, now: Instant) {
    if isPairing {
      advance(input, now: now)
    } else if connection?.useUnexpectedAnswer() == true {
      refuse(.unspecifiedReason, now: now)
    }
  }

  /// A PDU with a known code, but of a wrong length or with a forbidden value.
  private mutating func receiveMalformed(_ code: SecurityManagerPDU.Code, now: Instant) {
    if isPairing {
      fail(.invalidParameters, now: now)
    } else if code == .pairingRequest {
      refuse(.invalidParameters, now: now)
      output.act(.refused(.invalidParameters))
    }
  }

  /// A PDU that only a responder sends.
  private mutating func receiveUnsupported(now: Instant) {
    if isPairing {
      fail(.commandNotSupported, now: now)
    } else if connection?.useUnsupportedAnswer() == true {
      refuse(.commandNotSupported, now: now)
    }
  }

  private mutating func refuse(_ reason: PairingFailedReason, now: Instant) {
    output.send(.pairingFailed(reason.rawValue))
    closeIfPDUWasLost(now: now)
  }

  /// The outbox is full only if the link takes none of its PDUs.
  private mutating func closeIfPDUWasLost(now: Instant) {
    guard output.hasLostPDU else { return }
    if isPairing { end(.disconnected, now: now) }
    close(.remoteUserTerminatedConnection)
  }

  // MARK: A pairing

  private mutating func advance(_ input: Pairing.Input, now: Instant) {
    if let reason = procedure.advance(input, output: &output, now: now) { fail(reason, now: now) }
  }

  /// Ends a pairing and tells the peer why.
  private mutating func fail(_ reason: PairingFailedReason, now: Instant) {
    output.removePDUs()
    output.send(.pairingFailed(reason.rawValue))
    end(.refusedByUs(reason), now: now)
  }

  /// Ends a pairing that did not succeed: nothing of it is kept. If the peer could guess a secret in it, the
  /// next one has to wait.
  private mutating func end(_ failure: PairingFailure, now: Instant) {
    if procedure.pairing?.isCodeShown == true { output.act(.dismissPairingCode) }
    let wasEncrypted = security == .encrypted
    if procedure.pairing?.isAttempt(endingWith: failure) == true { admission.attemptFailed(now: now) }
    forgetPairing()
    connection?.recordFailure(at: now)
    output.act(.failed(failure))
    if admission.closeExhaustedWindow() { output.act(.closeWindow) }
    // The link is encrypted with a key that was deleted, and the peer may believe that it is bonded.
    if wasEncrypted, failure != .disconnected { close(.authenticationFailure) }
  }

  private mutating func forgetPairing() {
    procedure.forget()
    if connection?.offeredKey == .pairing { connection?.offer(.none) }
  }

  /// The pairing has succeeded when the peer has sent all its keys and ours were sent. The wearer must agree first if
  /// the bond would replace the bond of a phone and the peer has not proved that it is this phone.
  private mutating func finishIfComplete() {
    guard output.isSent, let keys = procedure.pairing?.completeKeys, let identity = keys.identity else { return }
    guard let claimed = unprovedClaim(to: identity, with: keys) else { return finish(with: keys) }
    procedure.awaitConsent(output: &output)
    output.act(.identityClaimed(claimed))
  }

  /// The key of a phone does not prove another identity: see `BondedIdentities.owner`.
  private func unprovedClaim(to identity: DeviceAddress, with keys: Pairing.ReceivedKeys) -> DeviceAddress? {
    if let owner = bondedPhones.owner(of: keys.identityResolvingKey, besides: identity) { return owner }
    guard bondedPhones.contains(identity), connection?.hasProved(identity, with: keys) != true else { return nil }
    return identity
  }

  private mutating func answerClaim(_ isAllowed: Bool, now: Instant) {
    guard case .awaitingConsent(let keys) = procedure.pairing?.step else { return }
    if isAllowed { finish(with: keys) } else { fail(.unspecifiedReason, now: now) }
  }

  private mutating func finish(with keys: Pairing.ReceivedKeys) {
    guard let bond = procedure.makeBond(with: keys, of: identity) else { return }
    forgetPairing()
    admission.pairingSucceeded()
    connection?.bond(with: KnownPeer(bond))
    security = .bonded
    output.act(.bonded(bond))
  }

  // MARK: Encryption, which follows a pairing and begins every later connection

  /// The answer to the controller's Long Term Key Request: a key, or nil for the negative reply. Call it exactly once
  /// for each request. `bond` is the table's bond with this peer.
  ///
  /// There is a key in two cases: after the peer has proved itself, and we have answered, the key of the pairing, once;
  /// without a pairing, the key of the bond.
  public mutating func longTermKey(for request: LongTermKeyRequest, bond: Bond?) -> Value128? {
    guard connection != nil else { return nil }
    let key: Value128?
    if isPairing {
      key = pairingKey(for: request)
    } else {
      key = isClosing ? nil : bondKey(for: request, bond: bond)
    }
    if key == nil { connection?.offer(.none) }
    return key
  }

  private mutating func pairingKey(for request: LongTermKeyRequest) -> Value128? {
    guard connection?.offeredKey != .pairing, let key = procedure.encryptionKey(for: request) else { return nil }
    connection?.offer(.pairing)
    return key
  }

  private mutating func bondKey(for request: LongTermKeyRequest, bond: Bond?) -> Value128? {
    guard let bond, request == bond.keyIdentification, policy.security.admits(bond.strength),
      !bond.longTermKey.isZero
    else {
      output.act(.keyMissing)
      return nil
    }
    connection?.offer(.bond)
    notePeerActed()
    return bond.longTermKey
  }

  private mutating func enterEncryption(now: Instant) {
    switch connection?.takeOfferedKey() {
    case .pairing where procedure.pairing?.awaitsEncryption == true:
      security = .encrypted
      hasSentIdentity = procedure.pairing?.transcript.response.responderKeyDistribution.containsIdentityKey == true
      advance(.encrypted(identity), now: now)
      finishIfComplete()
    case .bond:
      security = .bonded
      connection?.proveBond()
    // Encrypted, but with no key of ours.
    case .pairing, .some(.none):
      if isPairing { end(.encryptionFailed, now: now) }
      return close(.authenticationFailure)
    case nil: return
    }
    notePeerActed()
    closeIfPDUWasLost(now: now)
  }

  private mutating func notePeerActed() {
    guard let wasAsked = connection?.noteAction() else { return }
    securityRequests.peerActed(wasAsked: wasAsked)
  }

  private mutating func leaveEncryption(now: Instant) {
    guard connection != nil else { return }
    if isPairing { end(.encryptionFailed, now: now) }
    security = .unencrypted
    close(.authenticationFailure)
  }

  private mutating func failEncryption(now: Instant) {
    connection?.offer(.none)
    if isPairing { end(.encryptionFailed, now: now) }
  }
}
