public import Octets
public import Timing

/// For how long an application is muted.
public enum MuteDuration: UInt8, Equatable, Sendable {
  case hour
  /// Until midnight by the watch's clock; for twelve hours while it has no time.
  case today
  /// Until it is unmuted, also after a restart.
  case always
}

/// Which applications do not alert, by their bundle identifiers.
public struct MuteTable {
  /// How many there may be.
  public static var capacity: Int { PerMutedApplication<Mute>.capacity }
  /// The longest bundle identifier that can be muted.
  public static var identifierCapacity: Int { 128 }

  struct Mute {
    let application: BoundedText<128>
    /// Nil: always.
    let end: Instant?
  }

  private var mutes = PerMutedApplication<Mute>()

  public init() {}

  /// Whether nothing is muted, or was and was not looked at since.
  var isEmpty: Bool { mutes.isEmpty }

  public func isMuted(_ application: Span<UInt8>, at now: Instant) -> Bool {
    for index in mutes.indices where mutes[index].application.span.isEqual(to: application) {
      return mutes[index].end.map { $0 > now } ?? true
    }
    return false
  }

  /// Mutes an application, in place of what was said of it before; nil: for ever.
  ///
  /// - Returns: false if it has no name or too long a one, or if there is no room.
  mutating func mute(_ application: Span<UInt8>, until end: Instant?, now: Instant) -> Bool {
    let name = BoundedText<128>(repairing: application)
    guard !name.isEmpty, !name.isTruncated else { return false }
    _ = unmute(application)
    removeExpired(now: now)
    return mutes.pushLast(Mute(application: name, end: end)) == nil
  }

  /// - Returns: whether it was muted.
  mutating func unmute(_ application: Span<UInt8>) -> Bool {
    for index in mutes.indices where mutes[index].application.span.isEqual(to: application) {
      mutes.remove(at: index)
      return true
    }
    return false
  }

  mutating func removeExpired(now: Instant) {
    for index in mutes.indices.reversed() {
      if let end = mutes[index].end, end <= now { mutes.remove(at: index) }
    }
  }

  /// The applications that are muted for ever, one after the other.
  ///
  /// - Returns: the first at or after place `index`, which is moved behind it; nil at the end.
  public func nextLasting(_ index: inout Int) -> BoundedText<128>? {
    while index < mutes.count {
      defer { index += 1 }
      if mutes[index].end == nil { return mutes[index].application }
    }
    return nil
  }
}
