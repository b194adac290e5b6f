internal import Identifiers
internal import SecurityManager
internal import Timing

/// When the watch goes by which of its resolvable private addresses, so that strangers cannot follow its wearer.
///
///     none → in use for 15 min → in use for 15 min → …
///
/// The random octets of the next address are drawn beforehand, in an idle moment.
/// Core Spec 5.4, Vol 3, Part C, 10.7 and Appendix A, T_GAP(private_addr_int).
struct PrivateAddressing {
  static var interval: Interval { .minutes(15) }

  private var next: DeviceAddress?
  private var change = Deadline()

  var needsRandomness: Bool { next == nil }

  /// Makes the next address. Octets that make none are of no use: draw again.
  mutating func prepare(for key: Value128, randomness: [3 of UInt8]) {
    next = DeviceAddress(resolvableWith: key, randomness: randomness)
  }

  /// An address that has not been used; nil if none is prepared.
  mutating func take(now: Instant) -> DeviceAddress? {
    defer { next = nil }
    if next != nil { change.set(now + Self.interval) }
    return next
  }

  /// When another is to be taken. It never comes before one is prepared.
  var deadline: Instant? { next == nil ? nil : change.instant }

  func isDue(at now: Instant) -> Bool { next != nil && change.isDue(at: now) }

  mutating func stop() { change.clear() }
}
