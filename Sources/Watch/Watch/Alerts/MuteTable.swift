public import Octets
public import Timing
internal import WatchModel

/// For how long an application is muted.
public enum MuteDuration: UInt8, Equatable, Sendable {
  case hour
  /// Until midnight by the watch's clock; for twelve hours while it has no time.
  case today
  /// Until it is unmuted, also after a restart.
  case always

  /// Returns the end of a mute that begins `now`; nil if the mute has no end.
  func end(in minute: LocalMinute, now: Instant) -> ChosenEnd? {
    switch self {
    case .hour: return ChosenEnd(now + .minutes(60), isClockTime: false)
    case .today:
      let minutes = minute.time.map { 1_440 - $0.hour * 60 - $0.minute } ?? 720
      return ChosenEnd(
        minute.begin + .minutes(UInt32(truncatingIfNeeded: minutes)), isClockTime: minute.time != nil)
    case .always: return nil
    }
  }
}

/// Which applications do not alert, by their bundle identifiers.
public struct MuteTable {
  /// The greatest number of muted applications.
  public static var capacity: Int { PerMutedApplication<Mute>.capacity }
  /// The longest bundle identifier that can be muted.
  public static var identifierCapacity: Int { 128 }

  struct Mute {
    let application: BoundedText<128>
    /// Nil: always.
    var end: ChosenEnd?
  }

  private var mutes = PerMutedApplication<Mute>()
  /// Whether a mute that lasts was added or removed.
  private var hasChanged = false

  public init() {}

  /// Whether no application is muted.
  func isEmpty(at now: Instant) -> Bool {
    for index in mutes.indices where mutes[index].end.map({ $0.instant > now }) ?? true { return false }
    return true
  }

  public func isMuted(_ application: Span<UInt8>, at now: Instant) -> Bool {
    for index in mutes.indices where mutes[index].application.span.isEqual(to: application) {
      return mutes[index].end.map { $0.instant > now } ?? true
    }
    return false
  }

  /// When the mute of an application ends; nil if it is not muted, or until it is unmuted.
  func end(of application: Span<UInt8>) -> Instant? {
    for index in mutes.indices where mutes[index].application.span.isEqual(to: application) {
      return mutes[index].end?.instant
    }
    return nil
  }

  /// Mutes an application until `end`, and replaces its earlier mute; nil: until it is unmuted.
  ///
  /// - Returns: false if the identifier is empty or too long, or if the table is full.
  mutating func mute(_ application: Span<UInt8>, until end: ChosenEnd?, now: Instant) -> Bool {
    let name = BoundedText<128>(repairing: application)
    guard !name.isEmpty, !name.isTruncated else { return false }
    _ = unmute(application)
    removeExpired(now: now)
    guard mutes.pushLast(Mute(application: name, end: end)) == nil else { return false }
    if end == nil { hasChanged = true }
    return true
  }

  /// - Returns: whether it was muted.
  mutating func unmute(_ application: Span<UInt8>) -> Bool {
    for index in mutes.indices where mutes[index].application.span.isEqual(to: application) {
      if mutes.remove(at: index).end == nil { hasChanged = true }
      return true
    }
    return false
  }

  /// Whether a mute that lasts was added or removed since the last call.
  mutating func takeHasChanged() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  mutating func follow(_ jump: ClockJump) {
    for index in mutes.indices { mutes[index].end = mutes[index].end?.following(jump) }
  }

  mutating func removeExpired(now: Instant) {
    for index in mutes.indices.reversed() {
      if let end = mutes[index].end, end.instant <= now { mutes.remove(at: index) }
    }
  }

  /// Returns the next of the applications that are muted until they are unmuted.
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
