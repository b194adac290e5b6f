internal import GAP
internal import HCI
public import Identifiers
internal import Octets
internal import SecurityManager
public import Timing

// Several phones: which of them may have the watch, and how its user gets rid of one.
//
// A controller that can hold one link does not advertise while it has it, and who comes is known only once the link is
// there: so a phone that is not wanted is shown out again. It gets its key before that, if it asks: a refusal would
// tell it that the bond is lost.

extension BluetoothHost {
  /// How long a phone that the user disconnected is held off, so that another can come.
  public static var holdTime: Interval { .seconds(60) }
  /// How long a bonded phone may take to begin pairing while the window is open for another.
  static var visitTime: Interval { .seconds(10) }

  // MARK: Which phones there are

  /// How many phones are bonded; `bonds` tells of each.
  public var bondCount: Int { bonds.count }

  /// The phone of this link, or the one that was here last; nil if none is bonded.
  public var latestPhone: DeviceAddress? { peerIdentity ?? bonds.mostRecentlyUsed?.identity }

  /// The only phone that may connect; nil: any that is bonded. Kept with the bonds.
  public var selectedPhone: DeviceAddress? { bonds.selected }

  /// Lets only this phone connect, at once even if it was held off, or with nil any. Another's link ends.
  ///
  /// A phone that pairs later becomes the selected one if there is one. A phone without a bond changes nothing.
  public mutating func selectPhone(_ identity: DeviceAddress?, now: Instant) {
    if let identity, bonds.bond(for: identity) == nil { return }
    if bonds.select(identity) { post(.bondsChanged) }
    if let identity { heldPhones.release(identity) } else { heldPhones.removeAll() }
    if let peerIdentity, !isWelcome(peerIdentity, now: now) { showOut(now: now) }
    settle(now: now)
  }

  /// Keeps what the phone of this link calls itself: UTF-8, as far as it fits. Without a secured link nothing happens.
  public mutating func setPhoneName(_ name: Span<UInt8>) {
    guard isSecured, let peerIdentity else { return }
    if bonds.setName(BoundedText(repairing: name), of: peerIdentity) { post(.bondsChanged) }
  }

  // MARK: Getting rid of one

  /// Ends the link, and holds its phone off for `holdTime` or until it is selected.
  public mutating func disconnectPhone(now: Instant) {
    if let peerIdentity { heldPhones.hold(peerIdentity, until: now + Self.holdTime) }
    disconnect(.remoteUserTerminatedConnection, now: now)
    settle(now: now)
  }

  /// Whether a phone that the user disconnected is shown out if it comes.
  public func isHeldOff(_ identity: DeviceAddress, at now: Instant) -> Bool {
    heldPhones.contains(identity, at: now)
  }

  /// The same of any bonded phone: of others nothing is kept.
  public func isAnyHeldOff(at now: Instant) -> Bool { heldPhones.isAnyHeld(at: now) }

  /// Forgets a phone. Its link, if it has one, ends. The phone has to forget the watch as well before it pairs again.
  public mutating func forgetPhone(_ identity: DeviceAddress, now: Instant) {
    guard bonds.remove(identity) != nil else { return }
    forget(identity)
    post(.bondsChanged)
    if identity == peerIdentity { disconnect(.remoteUserTerminatedConnection, now: now) }
    settle(now: now)
  }

  // MARK: Another phone

  /// Lets a new phone pair for the configured time.
  ///
  /// The link ends, if there is one that is secured; bonded phones are shown out while the window is open, unless they
  /// pair anew. A phone that waits without a bond is asked to pair. `replacementOffered` follows if the table is full.
  public mutating func openPairingWindow(now: Instant) {
    link.openPairingWindow(for: configuration.pairingWindow, now: now)
    refreshPolicy(now: now)
    offerReplacement()
    makeWay(now: now)
    settle(now: now)
  }

  public mutating func closePairingWindow(now: Instant) {
    link.closePairingWindow(now: now)
    settle(now: now)
  }

  public func isPairingWindowOpen(at now: Instant) -> Bool { link.isPairingWindowOpen(at: now) }

  /// The phone whose bond would make room for a new one; nil if there is room or the window is closed.
  public var offeredReplacement: DeviceAddress? { replacement?.identity }

  /// The user agrees that the bond that was offered may go. It goes when the new one is committed, not before.
  public mutating func acceptReplacement(now: Instant) {
    replacement?.isAccepted = true
    settle(now: now)
  }

  private mutating func offerReplacement() {
    // The pairing under way counts on the place that it was promised.
    if responder.isPairing, replacement?.isAccepted == true { return }
    replacement = nil
    guard !bonds.hasRoom, let oldest = bonds.leastRecentlyUsed else { return }
    replacement = Replacement(identity: oldest.identity)
    post(.replacementOffered(oldest.identity))
  }

  private mutating func makeWay(now: Instant) {
    guard connection != nil else { return }
    if isSecured { return showOut(now: now) }
    if peerIdentity != nil { return limitVisit(now: now) }
    responder.requestSecurity()
  }
}

// The phone at the door.
extension BluetoothHost {
  /// Decides whether the phone that has connected may stay.
  mutating func receiveVisitor(now: Instant) {
    judgeVisit(now: now)
    if visit == .shownOut { disconnect(.remoteUserTerminatedConnection, now: now) } else { setState(.connected) }
  }

  /// A phone that we do not know gets its time from the link machine.
  private mutating func judgeVisit(now: Instant) {
    visit = .welcome
    guard let peerIdentity else { return }
    if link.isPairingWindowOpen(at: now) {
      visit = .limited(until: now + Self.visitTime)
    } else if !isWelcome(peerIdentity, now: now) {
      visit = .shownOut
    }
  }

  /// Mutating, though nothing changes: the compiler makes a copy of the host to call what only reads it.
  private mutating func isWelcome(_ identity: DeviceAddress, now: Instant) -> Bool {
    (bonds.selected == nil || bonds.selected == identity) && !isHeldOff(identity, at: now)
  }

  /// Whether the phone, which has just proved its bond, may keep the link. If not, the link ends.
  mutating func mayStay(now: Instant) -> Bool {
    guard visit != .welcome else { return true }
    if case .limited = visit, !link.isPairingWindowOpen(at: now) { judgeVisit(now: now) }
    guard visit == .welcome else {
      showOut(now: now)
      return false
    }
    return true
  }

  private mutating func showOut(now: Instant) {
    visit = .shownOut
    disconnect(.remoteUserTerminatedConnection, now: now)
  }

  /// A pairing has its own time.
  mutating func keepVisitor() {
    if case .limited = visit { visit = .limited(until: nil) }
  }

  /// The window was opened, or a pairing has failed: a bonded phone may not be wanted now. One that is pairing may end
  /// that first.
  mutating func limitVisit(now: Instant) {
    guard connection != nil, visit != .shownOut, !isSecured, !responder.isPairing else { return }
    judgeVisit(now: now)
    if visit == .shownOut { showOut(now: now) }
  }

  /// The time of a bonded phone that did not begin to pair is over.
  mutating func endVisit(now: Instant) {
    guard let deadline = visit.deadline, deadline <= now else { return }
    if link.isPairingWindowOpen(at: now) { visit = .shownOut } else { judgeVisit(now: now) }
    if visit == .shownOut { showOut(now: now) }
  }

  /// Nothing that was remembered of this phone counts any more.
  mutating func forget(_ identity: DeviceAddress) {
    heldPhones.release(identity)
    mismatches.forget(identity)
  }
}

// Bonds of which one side is lost.
extension BluetoothHost {
  /// Counts links, not requests: on one link anybody may ask as often as they like.
  mutating func noteMissingKey(now: Instant) {
    guard !hasRefusedKey else { return }
    hasRefusedKey = true
    if let mismatch = mismatches.noteMissingKey(now: now) { post(.bondMismatch(mismatch)) }
  }

  /// The phone wants to pair on a link that it could have encrypted with the key of its bond.
  mutating func noteMismatchOfPairingPeer() {
    guard !isSecured else { return }
    noteMissingBond()
  }

  /// The controller reports that the phone's key was another, or that it has none.
  mutating func noteMismatch(encryptionFailedWith status: HCI.ErrorCode) {
    guard status.tellsOfMissingKey, !isSecured, !responder.isPairing else { return }
    noteMissingBond()
  }

  /// The link ends without having been secured.
  mutating func noteMismatch(endingWith reason: HCI.ErrorCode, now: Instant) {
    guard !isSecured, !hasRefusedKey, visit != .shownOut, !responder.isPairing else { return }
    let hadTimeToEncrypt = now.since(linkBegin) >= PairingResponder.unencryptedLimit
    if reason.tellsOfMissingKey || hadTimeToEncrypt { noteMissingBond() }
  }

  private mutating func noteMissingBond() {
    guard let peerIdentity, let mismatch = mismatches.noteMissingBond(of: peerIdentity) else { return }
    post(.bondMismatch(mismatch))
  }
}

extension HCI.ErrorCode {
  /// One side has no key, or the two sides have different ones. Core Spec 5.4, Vol 1, Part F, 2.6 and 2.57.
  fileprivate var tellsOfMissingKey: Bool { self == .pinOrKeyMissing || self == .connectionTerminatedDueToMICFailure }
}

/// How the phone that has the link is looked upon.
enum Visit: Equatable {
  /// It may stay as long as it likes.
  case welcome
  /// It is bonded, but the window is open for another: it may pair anew, until then if it does not begin.
  case limited(until: Instant?)
  /// Its link is ending.
  case shownOut

  var deadline: Instant? {
    guard case .limited(let deadline) = self else { return nil }
    return deadline
  }
}

/// Whose bond goes when a new one comes, if the user agrees.
struct Replacement {
  let identity: DeviceAddress
  var isAccepted = false

  var accepted: DeviceAddress? { isAccepted ? identity : nil }
}
