internal import Timing

/// Decides which peer may keep the one link: it must prove its bond or pair within a short time, or it is rejected.
///
///     vacant → unproven ⇄ pairing → admitted
///                 └──────────┴─────────┴────→ rejected
///
/// From each state the end of the link leads to `vacant`. An address proves nothing, because it may be replayed.
/// Encryption with the key of a bond does, and so does a pairing that ends in one.
struct LinkAdmission {
  /// The conditions, other than time, that decide whether a peer may stay.
  struct Circumstances {
    /// Whether the peer's address belongs to a bond.
    let isBonded: Bool
    /// Whether the bonded phone may connect: it is selected, or none is, and the wearer has not disconnected it.
    let isWelcome: Bool
    /// Whether a new phone may pair; a bonded phone is then rejected, unless it pairs again.
    let isWindowOpen: Bool

    /// Whether the phone may stay if it proves its bond.
    var isWanted: Bool { isWelcome && !isWindowOpen }

    fileprivate var time: Interval { isWindowOpen ? LinkAdmission.requestTime : closedTime }

    fileprivate var closedTime: Interval {
      isBonded ? LinkAdmission.encryptionTime : LinkAdmission.strangerTime
    }
  }

  enum Rejection: Equatable {
    /// The peer proved nothing in time.
    case unproven
    /// The phone has proved its bond, but another phone is selected, the wearer disconnected it, or the pairing window
    /// is open; or the wearer has chosen another phone during the link.
    case unwanted
  }

  private enum State: Equatable {
    case vacant
    case unproven(until: Instant)
    case pairing
    case admitted
    case rejected(Rejection)
  }

  /// How long a link with an unknown address lasts while no new phone may pair.
  static var strangerTime: Interval { .seconds(3) }
  /// How long a link with the address of a bonded phone lasts without encryption. iPhones take up to 3 s for it, and
  /// avoid an accessory that ends links sooner.
  static var encryptionTime: Interval { .seconds(6) }
  /// How long a link lasts without a Pairing Request while a new phone may pair.
  static var requestTime: Interval { .seconds(8) }
  /// How long a link lasts from its first Pairing Request: two timeouts of the procedure.
  static var pairingTime: Interval { .seconds(60) }

  private var state = State.vacant
  private var begin = Instant.start
  /// When a peer that has begun to pair is rejected in any case.
  private var pairingLimit: Instant?

  /// Whether the link ends because another phone is wanted.
  var isUnwanted: Bool { state == .rejected(.unwanted) }

  /// A link begins. A phone that may not connect is rejected only when it has proved its bond.
  mutating func linkBegan(_ circumstances: Circumstances, now: Instant) {
    begin = now
    pairingLimit = nil
    state = .unproven(until: now + circumstances.time)
  }

  mutating func linkEnded() { state = .vacant }

  /// The peer's Pairing Request was accepted.
  mutating func pairingBegan(now: Instant) {
    guard case .unproven = state else { return }
    if pairingLimit == nil { pairingLimit = now + Self.pairingTime }
    state = .pairing
  }

  /// The pairing ended without a bond. The peer may try again for a short while.
  mutating func pairingFailed(_ circumstances: Circumstances, now: Instant) {
    if state == .pairing { wait(until: now + circumstances.time) }
  }

  /// The pairing window has closed. (When it opens, a link keeps the time that it has: a stranger may have been there.)
  mutating func windowClosed(_ circumstances: Circumstances, now: Instant) {
    guard case .unproven(let end) = state else { return }
    wait(until: max(min(begin + circumstances.closedTime, end), now))
  }

  /// The link is encrypted with the key of a bond.
  ///
  /// - Returns: whether the peer is admitted; if not, it is rejected.
  mutating func bondProved(_ circumstances: Circumstances) -> Bool {
    switch state {
    case .admitted: return true
    case .vacant, .rejected: return false
    case .unproven, .pairing:
      state = circumstances.isWanted ? .admitted : .rejected(.unwanted)
      return circumstances.isWanted
    }
  }

  /// The pairing ended in a bond.
  mutating func pairingSucceeded() { if state == .pairing { state = .admitted } }

  /// The wearer wants another phone.
  mutating func reject() { if state != .vacant { state = .rejected(.unwanted) } }

  var deadline: Instant? {
    switch state {
    case .unproven(let end): end
    case .pairing: pairingLimit
    case .vacant, .admitted, .rejected: nil
    }
  }

  /// - Returns: whether the peer is rejected now because its time has passed.
  mutating func handleTimeout(now: Instant) -> Bool {
    guard let deadline, deadline <= now else { return false }
    state = .rejected(.unproven)
    return true
  }

  private mutating func wait(until end: Instant) { state = .unproven(until: min(end, pairingLimit ?? end)) }
}
