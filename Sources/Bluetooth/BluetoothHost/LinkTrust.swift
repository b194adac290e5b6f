internal import ATT
internal import GAP
internal import HCI
internal import Identifiers
internal import Octets
internal import SecurityManager
internal import Timing

/// The trust in the phone of the one link: its admission, pairing, encryption, and the signs of a lost bond.
///
/// A phone is rejected only after it received the key that it asks for, because it takes a refusal for the loss of the
/// bond. The owner calls `drainActions(phones:report:now:)` after each input, then `takeConsequences()`.
struct LinkTrust: ~Copyable {
  private let inPlace = InPlace()
  /// The effects of the last inputs on the rest of the host.
  struct Consequences {
    /// The pairing window closes.
    fileprivate(set) var closesWindow = false
    /// A bond was made: save it.
    fileprivate(set) var savesBonds = false
    /// The link has become secured with its phone's bond.
    fileprivate(set) var isSecured = false
    /// A peer received the identity resolving key that was reserved for the next bond.
    fileprivate(set) var usesLocalKey = false
  }

  private(set) var session = LinkSession()
  private var admission = LinkAdmission()
  private var lostBonds = LostBondDetector()
  private var responder: PairingResponder
  private var consequences = Consequences()
  /// The bonded phone that the peer that pairs claims to be: there is a bond only if the wearer lets it be replaced.
  private var claimed: DeviceAddress?
  /// Whether a peer may keep the link without a bond.
  private let admitsAnyone: Bool

  @inline(never)  // Short instructions reach its properties from its own address.
  init(_ configuration: HostConfiguration, bonds: borrowing BondTable) {
    admitsAnyone = configuration.admission == .anyone
    let policy = PairingPolicy(hasRoomForBond: bonds.hasRoom, security: configuration.security)
    responder = PairingResponder(identity: bonds.identity, policy: policy)
  }

  mutating func takeConsequences() -> Consequences {
    defer { consequences = Consequences() }
    return consequences
  }

  // MARK: The device

  var identity: LocalIdentity { responder.identity }

  mutating func setIdentity(_ identity: LocalIdentity) { responder.setIdentity(identity) }

  var needsKeys: Bool { responder.needsPreparation }

  mutating func prepareKeys(randomness: PairingRandomness) { responder.prepare(randomness: randomness) }

  var isPairing: Bool { responder.isPairing }

  var isWindowOpen: Bool { responder.policy.isWindowOpen }

  /// The window closes by time alone, so this comes before every input that may ask to pair.
  mutating func refreshPolicy(isWindowOpen: Bool, phones: inout BondedPhones, now: Instant) {
    if isWindowOpen != self.isWindowOpen {
      responder.policy.isWindowOpen = isWindowOpen
      if !isWindowOpen { admission.windowClosed(circumstances(phones: &phones, now: now), now: now) }
    }
    if !isWindowOpen, !isPairing { phones.withdrawReplacement() }
    if isPairing { responder.setBondedPhones(phones.bonds.identities) }
    responder.policy.hasRoomForBond = phones.hasRoomForBond
  }

  /// The wearer lets a new phone pair. Failures of earlier pairings no longer delay the next one.
  mutating func forgiveFailures() {
    responder.forgiveFailures()
    lostBonds.forgetUnknownKey()
  }

  /// Handles a connected phone when the pairing window opens: ends a secured link, and asks a stranger to pair.
  mutating func makeWay(now: Instant) {
    guard session.connection != nil else { return }
    if session.isSecured { return reject(now: now) }
    if session.peerIdentity == nil { responder.requestSecurity() }
  }

  // MARK: The link

  mutating func linkBegan(
    _ connection: LEConnection, at ownAddress: DeviceAddress, phones: borrowing BondedPhones, now: Instant
  ) {
    let identity = phones.bonds.identity(resolving: connection.peerAddress)
    session.begin(connection.handle, with: identity)
    lostBonds.linkBegan(now: now)
    responder.connect(
      PairingLink(
        localAddress: ownAddress, peerAddress: connection.peerAddress,
        knownPeer: phones.bond(for: identity).map { KnownPeer($0) }),
      now: now)
  }

  /// Begins to watch whether the phone that has connected may stay.
  mutating func admit(phones: inout BondedPhones, now: Instant) {
    if !admitsAnyone { admission.linkBegan(circumstances(phones: &phones, now: now), now: now) }
  }

  mutating func linkEnded(
    reason: HCI.ErrorCode, phones: inout BondedPhones, report: inout HostReport, now: Instant
  ) {
    let isWelcome = circumstances(phones: &phones, now: now).isWelcome
    findLostBond(endingWith: reason, isWelcome: isWelcome, report: &report, now: now)
    session.disappear()
    responder.handle(.disconnected, now: now)
    drainActions(phones: &phones, report: &report, now: now)
    session.end()
    admission.linkEnded()
    phones.linkEnded(report: &report, now: now)
    report.post(.linkLost(reason: reason))
  }

  /// Whether the link ends because its phone has a bond and may not connect.
  var isPhoneUnwanted: Bool { admission.isUnwanted && !session.isSecured }

  /// Ends the link after all pending PDUs were sent. The first reason counts.
  mutating func disconnect(_ reason: HCI.ErrorCode, now: Instant) { session.disconnect(reason, now: now) }

  mutating func takeDisconnection() -> HCI.ErrorCode? { session.takeDisconnection() }

  /// Ends the link because the wearer wants another phone.
  mutating func reject(now: Instant) {
    admission.reject()
    disconnect(.remoteUserTerminatedConnection, now: now)
  }

  /// Ends the link of a phone that may no longer have it.
  mutating func rejectUnlessWelcome(phones: inout BondedPhones, now: Instant) {
    guard let identity = session.peerIdentity, !phones.isWelcome(identity, at: now) else { return }
    reject(now: now)
  }

  var deadline: Instant? {
    guard session.connection != nil else { return responder.deadline }
    return earliest(responder.deadline, earliest(admission.deadline, session.deadline))
  }

  mutating func handleTimeout(now: Instant) { responder.handleTimeout(now: now) }

  /// - Returns: whether the link ends now, because its peer proved nothing in time.
  mutating func endAdmission(now: Instant) -> Bool { admission.handleTimeout(now: now) }

  private mutating func circumstances(phones: inout BondedPhones, now: Instant) -> LinkAdmission.Circumstances {
    let identity = session.peerIdentity
    var isWelcome = true
    if let identity { isWelcome = phones.isWelcome(identity, at: now) }
    return LinkAdmission.Circumstances(isBonded: identity != nil, isWelcome: isWelcome, isWindowOpen: isWindowOpen)
  }

  // MARK: Encryption

  /// Answers the controller with the phone's key. Each request is answered, also on a link that is about to end.
  mutating func answer(_ request: LELongTermKeyRequest, phones: borrowing BondedPhones) -> Command {
    let asked = LongTermKeyRequest(
      random: request.randomNumber, encryptedDiversifier: request.encryptedDiversifier)
    guard request.connectionHandle == session.connection,
      let key = responder.longTermKey(for: asked, bond: phones.bond(for: session.peerIdentity))
    else { return .leLongTermKeyRequestNegativeReply(request.connectionHandle) }
    return .leLongTermKeyRequestReply(request.connectionHandle, key.octets)
  }

  /// Encryption began or ended, or failed.
  ///
  /// - Parameter isKeyOurs: whether the device gave the key. The link machine ends a link with another key.
  mutating func handle(
    _ change: EncryptionChange, isKeyOurs: Bool, phones: inout BondedPhones, report: inout HostReport, now: Instant
  ) {
    guard change.connectionHandle == session.connection else { return }
    guard change.status == .success else { return noteFailedEncryption(change.status, report: &report, now: now) }
    guard isKeyOurs || !change.isEnabled else { return }
    noteEncryption(isEnabled: change.isEnabled, phones: &phones, report: &report, now: now)
  }

  /// The link has a new session key, or could not get one.
  mutating func handle(
    _ refresh: EncryptionKeyRefreshComplete, isKeyOurs: Bool, phones: inout BondedPhones, report: inout HostReport,
    now: Instant
  ) {
    guard refresh.connectionHandle == session.connection else { return }
    guard refresh.status == .success else { return noteFailedEncryption(refresh.status, report: &report, now: now) }
    guard isKeyOurs else { return }
    noteEncryption(isEnabled: true, phones: &phones, report: &report, now: now)
  }

  private mutating func noteEncryption(
    isEnabled: Bool, phones: inout BondedPhones, report: inout HostReport, now: Instant
  ) {
    responder.handle(.encryptionChanged(isEnabled: isEnabled), now: now)
    secureIfBonded(phones: &phones, report: &report, now: now)
  }

  private mutating func noteFailedEncryption(_ status: HCI.ErrorCode, report: inout HostReport, now: Instant) {
    findLostBond(encryptionFailedWith: status, report: &report)
    responder.handle(.encryptionFailed, now: now)
  }

  /// The phone refused a request for lack of security, although the link is encrypted with an authenticated key: it
  /// is asked to encrypt again. BlueZ forgets after a reconnection that the key is authenticated.
  mutating func requestEncryption() { if session.isAuthenticated { responder.requestEncryption() } }

  /// The link is not, or no longer, encrypted with a key of ours: nothing that still comes over it counts.
  mutating func distrust() { session.distrust() }

  /// How far the attribute protocol may trust the link. The key of a pairing counts before its bond is made: a phone
  /// that the server refuses for lack of security may pair again.
  var bearerSecurity: BearerSecurity {
    BearerSecurity(
      isEncrypted: session.isSecured || responder.security == .encrypted, isAuthenticated: session.isAuthenticated,
      isDiscoverable: isWindowOpen || admitsAnyone)
  }

  /// The link may be trusted once it is encrypted with the key of a bond and no pairing is under way.
  @inline(never)  // Several callers: one copy is smaller.
  private mutating func secureIfBonded(phones: inout BondedPhones, report: inout HostReport, now: Instant) {
    guard !session.isSecured, responder.security == .bonded, let identity = session.peerIdentity,
      let bond = phones.bonds.bond(for: identity)
    else { return }
    lostBonds.phoneSecured()
    guard admitsAnyone || admission.bondProved(circumstances(phones: &phones, now: now)) else {
      return disconnect(.remoteUserTerminatedConnection, now: now)
    }
    let isAnotherPhone = phones.noteUse(of: identity, now: now)
    session.secure(isAuthenticated: bond.strength.isAuthenticated, isAnotherPhone: isAnotherPhone)
    consequences.isSecured = true
    guard !phones.linkSecured(with: identity) else { return }
    report.setState(.encrypted)
    report.post(.secured)
  }

  // MARK: Pairing

  mutating func handle(pdu: Span<UInt8>, now: Instant) { responder.handle(pdu: pdu, now: now) }

  @_lifetime(output: copy output)
  mutating func nextPDU(into output: inout OutputSpan<UInt8>) -> Bool { responder.nextPDU(into: &output) }

  mutating func answerPairing(isConfirmed: Bool, now: Instant) {
    responder.handle(isConfirmed ? .userConfirmed : .userRejected, now: now)
  }

  mutating func answerClaim(isAllowed: Bool, now: Instant) {
    responder.handle(.claimAnswered(isAllowed: isAllowed), now: now)
  }

  mutating func drainActions(phones: inout BondedPhones, report: inout HostReport, now: Instant) {
    while let action = responder.nextAction() {
      switch action {
      case .pairingStarted:
        claimed = nil
        admission.pairingBegan(now: now)
        report.setState(.pairing)
      case .pairingCode(let code): report.post(.pairingCode(code))
      case .pairingPasskey(let passkey): report.post(.pairingPasskey(passkey))
      case .identityClaimed(let phone):
        claimed = phone
        report.post(.identityClaimed(phone))
      case .dismissPairingCode: break
      case .bonded(let bond):
        consequences.usesLocalKey = responder.hasSentIdentity
        commit(bond, phones: &phones, report: &report, now: now)
      case .failed(let failure):
        if responder.hasSentIdentity { consequences.usesLocalKey = true }
        endPairing(.failed(failure), report: &report)
        admission.pairingFailed(circumstances(phones: &phones, now: now), now: now)
      case .refused(let reason): reportRefusal(reason, report: &report)
      case .keyMissing:
        if let mismatch = lostBonds.keyRefused(now: now) { report.post(.bondMismatch(mismatch)) }
      case .closeWindow: consequences.closesWindow = true
      case .disconnect(let reason): disconnect(HCI.ErrorCode(rawValue: reason.rawValue), now: now)
      }
    }
  }

  private func endPairing(_ result: PairingResult, report: inout HostReport) {
    report.post(.pairingEnded(result))
    leavePairing(report: &report)
  }

  /// Ends a pairing whose bond is saved.
  func bondSaved(_ saved: BondSaving.NewBond, phones: borrowing BondedPhones, report: inout HostReport) {
    // The wearer may have deleted it again.
    report.post(.pairingEnded(phones.bonds.hasBond(with: saved.identity) ? .bonded : .failed(.disconnected)))
    guard session.peerIdentity == saved.identity else { return }
    leavePairing(report: &report)
    guard session.isSecured, saved.isSecured else { return }
    // The phone may have come back on another link, which was not reported as encrypted before the bond was saved.
    report.setState(.encrypted)
    report.post(.secured)
  }

  /// Restores the state of the link after a pairing, if the link still exists.
  private func leavePairing(report: inout HostReport) {
    if report.state == .pairing, session.connection != nil {
      report.setState(session.isSecured ? .encrypted : .connected)
    }
  }

  /// Reports the first refused request of each link, so that a stranger who asks again and again does not fill the
  /// display and the log.
  private mutating func reportRefusal(_ reason: PairingFailedReason, report: inout HostReport) {
    guard lostBonds.pairingRefused() else { return }
    let isForWantOfRoom =
      reason == .unspecifiedReason && session.peerIdentity == nil && !responder.policy.hasRoomForBond
    let failure = isForWantOfRoom ? PairingFailure.noRoom : .refusedByUs(reason)
    if isWindowOpen {
      endPairing(.failed(failure), report: &report)
    } else {
      report.post(.pairingRefused(failure))
    }
  }

  @inline(never)  // So that a bond is not copied field by field.
  private mutating func commit(
    _ bond: Bond, phones: inout BondedPhones, report: inout HostReport, now: Instant
  ) {
    switch phones.commit(bond, replacing: claimed) {
    case .refused(let reason):
      endPairing(.failed(reason), report: &report)
      disconnect(.authenticationFailure, now: now)
      return
    case .kept(let displaced): if let displaced { lostBonds.forget(displaced) }
    }
    session.identify(as: bond.identity)
    admission.pairingSucceeded()
    lostBonds.forget(bond.identity)
    responder.policy.isWindowOpen = false
    consequences.closesWindow = true
    consequences.savesBonds = true
    secureIfBonded(phones: &phones, report: &report, now: now)
  }

  // MARK: Bonds that are lost on one side

  /// The phone is no longer bonded.
  mutating func forget(_ identity: DeviceAddress, now: Instant) {
    lostBonds.forget(identity)
    if identity == session.peerIdentity { disconnect(.remoteUserTerminatedConnection, now: now) }
  }

  /// The controller reports that encryption failed: the phone's key is a different one, or it has no key.
  private mutating func findLostBond(encryptionFailedWith status: HCI.ErrorCode, report: inout HostReport) {
    guard !session.isSecured, !isPairing else { return }
    let mismatch = lostBonds.encryptionFailed(status, with: session.peerIdentity)
    if let mismatch { report.post(.bondMismatch(mismatch)) }
  }

  /// The link ends. If it was not secured, its phone may have lost the bond.
  private mutating func findLostBond(
    endingWith reason: HCI.ErrorCode, isWelcome: Bool, report: inout HostReport, now: Instant
  ) {
    guard isWelcome, !session.isSecured, !isPairing else { return }
    let mismatch = lostBonds.linkEnded(reason, with: session.peerIdentity, now: now)
    if let mismatch { report.post(.bondMismatch(mismatch)) }
  }
}
