internal import BluetoothHost
internal import Identifiers
internal import Timing
internal import WatchModel

/// The facts about the link that the state of the host does not tell.
struct LinkFindings {
  private(set) var hasAdvertised = false
  /// Whether the controller was given up, and has not worked since.
  private(set) var hasControllerFailed = false
  /// Whether the controller could not be opened for a while, and has not worked since.
  private(set) var isControllerMissing = false
  /// The bond mismatch that counts. A secured link clears it, because it proves that a bond matches.
  private(set) var mismatch: BondMismatch?
  /// Whether a phone asked to pair outside the window, since the window was open or a phone was secured.
  private(set) var wasPairingRefused = false
  /// When a stranger's sign ends.
  private var signEnd = Deadline()

  /// How long a sign that any radio can give counts, unless it comes again.
  static var signTime: Interval { .minutes(10) }

  var deadline: Instant? { signEnd.instant }

  /// Whether a host without a controller is a fault: at first, the controller is still being set up.
  var isRadioOff: Bool { hasAdvertised || isControllerMissing }

  mutating func noteAdvertising() {
    hasAdvertised = true
    hasControllerFailed = false
    isControllerMissing = false
  }

  mutating func noteControllerFailure() { hasControllerFailed = true }

  mutating func noteControllerMissing() { isControllerMissing = true }

  /// The request of a stranger does not replace the sign of a phone that lost its key, which is reported only once.
  mutating func note(_ mismatch: BondMismatch, now: Instant) {
    if self.mismatch == nil || mismatch != .unknownHere { self.mismatch = mismatch }
    signEnd.set(now + Self.signTime)
  }

  mutating func notePairingRefused(now: Instant) {
    wasPairingRefused = true
    signEnd.set(now + Self.signTime)
  }

  /// Forgets the signs of strangers that have not come again. A watch without a bond keeps the sign of a phone that has
  /// to forget it. A watch whose key a phone has lost keeps that sign, too: such a phone does not connect again.
  mutating func handleTimeout(bondCount: Int, now: Instant) {
    guard signEnd.expire(at: now) else { return }
    wasPairingRefused = false
    if mismatch == .unknownHere, bondCount > 0 { mismatch = nil }
  }

  mutating func notePairingWindow() { wasPairingRefused = false }

  /// Call this if a link was secured, or if the wearer has deleted the bond of the phone.
  mutating func endMismatch() {
    mismatch = nil
    wasPairingRefused = false
    signEnd.clear()
  }

  /// The trouble that rejected phones point to; nil if they point to no trouble.
  ///
  /// Any radio can fake each sign of it. So while there is a bond, it is never a reason to delete one.
  func refusedPhoneTrouble(bondCount: Int) -> LinkTrouble? {
    // A phone has to forget the watch first, window or not.
    if bondCount == 0 { return mismatch == .unknownHere ? .bondUnknownToWatch : nil }
    if wasPairingRefused { return .pairingRequested }
    switch mismatch {
    case .unknownHere: return .keyRequested
    case .unknownThere: return .bondUnknownToPhone
    case nil: return nil
    }
  }
}
