internal import HCI
public import Identifiers
internal import Octets
internal import SecurityManager
internal import Timing

/// A bond that only one side seems to have. Phones do not recover on their own, and their messages name no remedy.
/// The finding is no proof: a radio that uses the address of a phone looks the same.
public enum BondMismatch: Equatable, Sendable {
  /// A phone asks again and again for a key that we do not have.
  case unknownHere
  /// A phone with this phone's address does not have the key of its bond.
  case unknownThere(DeviceAddress)
}

/// Finds bonds that are lost on one side. A bond that a phone has lost is reported once until a phone's bond works
/// again; requests for a key that we do not have are reported at most every five minutes.
///
/// The signs prove nothing: any radio can use the address of a bonded phone. They are reported, and change no bond.
struct LostBondDetector {
  /// The longest time between two links on which a phone asked for an unknown key that makes them a finding. A single
  /// such link may be an error of a controller. Also the shortest time between two reports of it.
  static var memory: Interval { .minutes(5) }

  // Of all links:
  private var unansweredRequest: Instant?
  /// When the last finding `unknownHere` was reported.
  private var unknownHereReport: Instant?
  private var unknownThere = PerPhone<DeviceAddress>()
  // Of this link:
  private var linkBegin = Instant.start
  /// Whether the phone asked for a key that we do not have.
  private var hasRefusedKey = false
  /// Whether a Pairing Request was refused.
  private var hasRefusedPairing = false

  mutating func linkBegan(now: Instant) {
    linkBegin = now
    hasRefusedKey = false
    hasRefusedPairing = false
  }

  /// A phone asked for a key that we do not have. Counts links, not requests: on one link a peer may ask as often as it
  /// likes.
  mutating func keyRefused(now: Instant) -> BondMismatch? {
    guard !hasRefusedKey else { return nil }
    hasRefusedKey = true
    defer { unansweredRequest = now }
    guard let unansweredRequest, now.since(unansweredRequest) <= Self.memory else { return nil }
    if let unknownHereReport, now.since(unknownHereReport) < Self.memory { return nil }
    unknownHereReport = now
    return .unknownHere
  }

  /// A Pairing Request was refused.
  ///
  /// - Returns: whether it is the first of this link.
  mutating func pairingRefused() -> Bool {
    defer { hasRefusedPairing = true }
    return !hasRefusedPairing
  }

  /// The controller reports that encryption failed on a link that was neither secured nor pairing.
  mutating func encryptionFailed(_ status: HCI.ErrorCode, with identity: DeviceAddress?) -> BondMismatch? {
    status.tellsOfMissingKey ? missingBond(of: identity) : nil
  }

  /// The link of a wanted phone has ended that was neither secured nor pairing. A phone that asked to pair on it has
  /// been reported for that.
  mutating func linkEnded(
    _ reason: HCI.ErrorCode, with identity: DeviceAddress?, now: Instant
  ) -> BondMismatch? {
    guard !hasRefusedKey, !hasRefusedPairing else { return nil }
    // A phone that was not heard any more may have had no time.
    let hadTimeToEncrypt = now.since(linkBegin) >= LinkAdmission.encryptionTime && !reason.isSupervisionTimeout
    return reason.tellsOfMissingKey || hadTimeToEncrypt ? missingBond(of: identity) : nil
  }

  /// A phone has proved that its bond matches. An earlier request for an unknown key may have come from this phone. The
  /// findings about other phones are found again, because the user no longer sees them.
  mutating func phoneSecured() {
    forgetUnknownKey()
    unknownThere.removeAll()
  }

  /// Phones may pair now. A request for an unknown key after that is a finding again.
  mutating func forgetUnknownKey() {
    unansweredRequest = nil
    unknownHereReport = nil
  }

  mutating func forget(_ identity: DeviceAddress) {
    if let index = index(of: identity) { unknownThere.remove(at: index) }
  }

  /// Returns the finding that this bonded phone has lost its bond; nil for an unknown phone, or if it was reported
  /// before.
  private mutating func missingBond(of identity: DeviceAddress?) -> BondMismatch? {
    guard let identity, index(of: identity) == nil, unknownThere.pushLast(identity) == nil else { return nil }
    return .unknownThere(identity)
  }

  private func index(of identity: DeviceAddress) -> Int? {
    for index in unknownThere.indices where unknownThere[index] == identity { return index }
    return nil
  }
}

extension HCI.ErrorCode {
  /// One side has no key, or the two sides have different ones. Core Spec 5.4, Vol 1, Part F, 2.6 and 2.57.
  fileprivate var tellsOfMissingKey: Bool { self == .pinOrKeyMissing || self == .connectionTerminatedDueToMICFailure }
}
