internal import CurrentTimeService
internal import Octets
internal import Screens
internal import Timing

/// Whose time the watch shows: the phone's while it is known, else the system's if that is set, else nobody's.
///
/// It is told the system's time once a minute, when it asks for it, because that clock may be set at any moment; the
/// phone's is kept against the clock that never jumps.
struct Timekeeper {
  var phone = PhoneClock()
  /// The system's local time less the instant, in microseconds; nil while it is not set.
  private var system: Int64?
  private var minute = Deadline()
  private var refresh = Deadline()
  private(set) var needsSystemTime = false
  /// What was told last.
  private var told = Told()
  /// Whether a reading with its zone has come that nobody has set the system's clock by.
  private var hasNews = false

  private struct Told: Equatable {
    var source = TimeSource.none
    var offset: Int64 = 0
    var utcOffset: Int?
  }

  // MARK: In

  mutating func setSystem(localMicroseconds time: Int64?, now: Instant) {
    system = time.map { $0 - Int64(bitPattern: now.microseconds) }
    needsSystemTime = false
  }

  /// What the phone said of its time was believed.
  mutating func noteHeard(now: Instant) {
    refresh.set(now + PhoneClock.refreshInterval)
    hasNews = true
  }

  /// The phone says what cannot be, or nothing; it is asked again later.
  mutating func noteRefused(now: Instant) { refresh.set(now + .minutes(10)) }

  /// The phone cannot be asked.
  mutating func endLink() { refresh.clear() }

  // MARK: Time

  var deadline: Instant? { earliest(minute.instant, refresh.instant) }

  /// Whether the clock has to be looked at.
  func isMinuteOver(at now: Instant) -> Bool { minute.isDue(at: now) }

  /// - Returns: whether the phone is to be asked again.
  mutating func handleTimeout(now: Instant) -> Bool {
    phone.expire(at: now)
    if minute.expire(at: now) { needsSystemTime = true }
    return refresh.expire(at: now)
  }

  /// What the time is, and whose; and when to look again.
  mutating func time(at now: Instant) -> (source: TimeSource, time: CivilTime?) {
    let local: Int64?
    let source: TimeSource
    if let time = phone.localMicroseconds(at: now) {
      (source, local) = (.phone, time)
    } else {
      local = system.map { $0 + Int64(bitPattern: now.microseconds) }
      source = local == nil ? .none : .system
    }
    guard let local else {
      minute.set(now + .seconds(60))
      return (source, nil)
    }
    let ofMinute = local % 60_000_000
    minute.set(now + Interval(microseconds: UInt64(bitPattern: 60_000_000 - ofMinute)))
    return (source, CivilTime(secondsSince1970: local / 1_000_000))
  }

  // MARK: Out

  /// What is to be told of a new time: another source, a jump, another zone.
  mutating func takeReport(_ source: TimeSource, _ time: CivilTime?, now: Instant) -> TimeReport? {
    var current = Told(source: source, offset: system ?? 0)
    if source == .phone {
      current.offset = (phone.localMicroseconds(at: now) ?? 0) - Int64(bitPattern: now.microseconds)
      current.utcOffset = phone.zone?.utcOffsetMinutes
    }
    let difference = current.offset - told.offset
    let jumps = difference > 2_000_000 || difference < -2_000_000
    guard jumps || current.source != told.source || current.utcOffset != told.utcOffset else { return nil }
    told = current
    return TimeReport(source: source, time: time, utcOffsetMinutes: current.utcOffset)
  }

  /// The time in UTC by a reading that was not taken yet, in microseconds since 1970.
  mutating func takeUTC(now: Instant) -> Int64? {
    guard hasNews, let time = phone.utcMicroseconds(at: now) else { return nil }
    hasNews = false
    return time
  }
}
