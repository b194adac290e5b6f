internal import Identifiers
internal import Timing

/// The time at which the bonds are saved, and the events that wait for it.
///
/// A new bond, a deleted bond and the selection are saved immediately. The settings of a bond are the phone's
/// configurations and name, and the time of its last visit. They are saved a minute after their first change, or when
/// the link ends, unless several links have just ended so: a phone must not make the device write without end.
struct BondSaving {
  /// How long a change of a bond's settings may wait.
  static var settingsDelay: Interval { .seconds(60) }

  /// A bond that was made, and is not saved yet.
  struct NewBond {
    let identity: DeviceAddress
    /// Whether the link became secured with this bond, which is reported when the bond is saved.
    fileprivate(set) var isSecured = false
  }

  private var newBond: NewBond?
  /// The time at which to save the settings and names of phones.
  private var settings = Deadline()
  /// How long the saves at the ends of links may be ahead of one a minute: four of them may follow each other.
  private static var mostAhead: Interval { .seconds(180) }
  /// When these saves would end if one was made each minute.
  private var rest = Instant.start

  /// The time at which to save changed settings; nil if no change is unsaved.
  var deadline: Instant? { settings.instant }

  /// Notes that all bonds are about to be saved.
  mutating func saveAll() {
    settings.clear()
    // The wearer has caused it.
    rest = .start
  }

  mutating func settingsChanged(now: Instant) {
    if !settings.isSet { settings.set(now + Self.settingsDelay) }
  }

  /// Handles the deadline.
  ///
  /// - Returns: whether to save the settings now.
  mutating func handleTimeout(now: Instant) -> Bool { settings.expire(at: now) }

  /// Notes that the link has ended, so that its phone changes no more settings.
  ///
  /// - Returns: whether to save the settings now.
  mutating func linkEnded(now: Instant) -> Bool {
    newBond?.isSecured = false
    rest = max(rest, now)
    guard settings.isSet, rest <= now + Self.mostAhead else { return false }
    settings.clear()
    rest = rest + Self.settingsDelay
    return true
  }

  mutating func bondMade(with identity: DeviceAddress) { newBond = NewBond(identity: identity) }

  /// The link is secured.
  ///
  /// - Returns: whether that is reported only when the bond is saved.
  mutating func linkSecured(with identity: DeviceAddress) -> Bool {
    guard awaitsBond(with: identity) else { return false }
    newBond?.isSecured = true
    return true
  }

  /// Whether the bond with this phone is not saved yet.
  func awaitsBond(with identity: DeviceAddress?) -> Bool { newBond != nil && newBond?.identity == identity }

  /// The bonds are saved.
  ///
  /// - Returns: the bond that was waited for.
  mutating func saved() -> NewBond? {
    defer { newBond = nil }
    return newBond
  }
}
