internal import ANCS
internal import CurrentTimeService
internal import Features
internal import Octets
internal import Screens
internal import Timing
internal import WatchModel

/// Chooses the time that the watch shows: the phone's while it is known, else the system's if it is set, else none.
///
/// It asks for the system's time whenever it looks at the time, because that clock may be set at any moment. The
/// phone's time is kept by the monotonic clock. It looks once a minute while the display is lit, and less often in the
/// dark.
struct WatchClock {
  /// The system's local time less the instant, in microseconds; nil while it is not set.
  private var system: Int64?
  private var minute = Deadline()
  /// The local minute since 1970 at the last look; nil if the time was not known.
  private var lookedAt: Int32?
  private var hand = SecondHand()
  /// Whether the last look at the time was taken without the system's.
  private var isSystemOld = false
  /// The last reported time.
  private var reported = Reported()
  /// The time of day that is shown; nil if it is not known.
  private(set) var time: TimeOfDay?
  private(set) var date: CalendarDate?
  /// The source of the time; nil if no time was set yet.
  private(set) var source: TimeSource?
  var style = ClockStyle()
  /// The charge of the watch's battery, 0...100; nil without a gauge.
  private(set) var batteryLevel: UInt8?

  struct Change {
    let report: TimeReport
    /// How far the local time has jumped; nil if it has not, or was not known.
    let jump: ClockJump?
  }

  private struct Reported: Equatable {
    var source = TimeSource.none
    var offset: Int64 = 0
    var utcOffset: Int?
  }

  mutating func setSystem(localMicroseconds time: Int64?, now: Instant) {
    system = time.map { $0 - Int64(bitPattern: now.microseconds) }
    isSystemOld = false
  }

  /// The minute that is shown.
  ///
  /// - Parameter now: taken for its beginning while that is not known.
  func localMinute(now: Instant) -> LocalMinute {
    guard lookedAt != nil, let end = minute.instant else { return LocalMinute(time: time, begin: now) }
    return LocalMinute(time: time, begin: .start + end.since(.start + .minutes(1)))
  }

  /// The next change of the time on a lit display.
  var deadline: Instant? { earliest(minute.instant, hand.deadline) }

  /// Returns when to look at the time again while the display is off: at the next quarter of an hour, or at an earlier
  /// minute in which an alarm rings, or quiet hours begin or end.
  ///
  /// - Parameter alarm: the local minute since 1970 in which an alarm rings.
  func deadlineInDarkness(alarm: Int32?, _ quietHours: QuietHours?) -> Instant? {
    guard let end = minute.instant else { return nil }
    guard let lookedAt else { return end + .minutes(14) }
    var next = (lookedAt / 15 + 1) * 15
    if let quietHours { next = min(next, quietHours.nextChange(after: lookedAt)) }
    if let alarm { next = min(next, max(alarm, lookedAt + 1)) }
    // The second hand stops when it moves for the first time unseen.
    return earliest(end + .minutes(UInt32(truncatingIfNeeded: next - lookedAt - 1)), hand.deadline)
  }

  /// The second to show; nil if no seconds are shown.
  var second: Int? { hand.second }

  /// Follows the seconds while the clock is seen.
  ///
  /// - Returns: whether another second is shown now.
  mutating func followSecond(isSeen: Bool, _ phone: borrowing PhoneClock, now: Instant) -> Bool {
    guard isSeen, style.showsSeconds, time != nil else { return hand.follow(nil, now: now) }
    return hand.follow(localTime(at: now, phone).1, now: now)
  }

  /// - Returns: whether another charge is shown now.
  mutating func setBatteryLevel(percent: UInt8?) -> Bool {
    guard percent != batteryLevel else { return false }
    batteryLevel = percent
    return true
  }

  /// Whether the system's time must be set: a minute has ended.
  func needsSystemTime(at now: Instant) -> Bool { isSystemOld || minute.isDue(at: now) }

  /// - Returns: whether the minute has ended.
  mutating func expire(now: Instant) -> Bool {
    guard minute.expire(at: now) else { return false }
    isSystemOld = true
    return true
  }

  /// - Returns: whether another time or date is shown now.
  mutating func show(_ time: TimeOfDay?, _ date: CalendarDate?, from source: TimeSource?) -> Bool {
    self.source = source
    guard time != self.time || date != self.date else { return false }
    self.time = time
    self.date = date
    return true
  }

  /// Returns the time and its source, and sets the deadline for the next minute.
  mutating func time(at now: Instant, _ phone: borrowing PhoneClock) -> (source: TimeSource, time: CivilTime?) {
    let (source, local) = localTime(at: now, phone)
    lookedAt = Self.minute(of: local)
    guard let local else {
      minute.set(now + .seconds(60))
      return (source, nil)
    }
    let ofMinute = local % 60_000_000
    minute.set(now + Interval(microseconds: UInt64(bitPattern: 60_000_000 - ofMinute)))
    return (source, CivilTime(secondsSince1970: local / 1_000_000))
  }

  /// The local time in microseconds since 1970, and its source.
  private func localTime(at now: Instant, _ phone: borrowing PhoneClock) -> (TimeSource, Int64?) {
    if Features.hasPhoneDetails, let time = phone.localMicroseconds(at: now) { return (.phone, time) }
    guard let system else { return (.none, nil) }
    return (.system, system + Int64(bitPattern: now.microseconds))
  }

  /// The local time in minutes since 1970; nil if it is not known.
  func localMinute(at now: Instant, _ phone: borrowing PhoneClock) -> Int32? {
    Self.minute(of: localTime(at: now, phone).1)
  }

  /// The minutes in a local time of so many microseconds; nil before 1970 and after the year 3000.
  private static func minute(of local: Int64?) -> Int32? {
    guard let local, local >= 0, local / 60_000_000 < 541_728_000 else { return nil }
    return Int32(truncatingIfNeeded: local / 60_000_000)
  }

  /// Returns a change if the source or the zone is another, or the time jumped.
  mutating func takeChange(_ source: TimeSource, _ time: CivilTime?, _ phone: borrowing PhoneClock, now: Instant)
    -> Change?
  {
    guard Features.hasEvents || Features.hasQuietTimes || Features.hasMuting else { return nil }
    let last = reported
    var current = Reported(source: source, offset: system ?? 0)
    if source == .phone {
      current.offset = (phone.localMicroseconds(at: now) ?? 0) - Int64(bitPattern: now.microseconds)
      current.utcOffset = phone.zone?.utcOffsetMinutes
    }
    let difference = current.offset - last.offset
    let jumps = difference > 2_000_000 || difference < -2_000_000
    guard jumps || current.source != last.source || current.utcOffset != last.utcOffset else { return nil }
    reported = current
    let wasKnown = last.source != .none && source != .none
    return Change(
      report: TimeReport(source: source, time: time, utcOffsetMinutes: current.utcOffset),
      jump: wasKnown ? ClockJump(microseconds: difference) : nil)
  }
}

// The age of a notification.
extension WatchClock {
  /// Returns the day of a notification as seen from today; nil if one of the two dates is not known.
  func day(of posted: NotificationDate?) -> PostingDay? {
    guard let date, let day = posted?.calendarDate else { return nil }
    return PostingDay(day, from: date)
  }

  /// Returns the age of a notification in minutes; nil if it is not known, or if the notification has a later date.
  func ageInMinutes(of posted: NotificationDate?) -> Int? {
    guard let date, let day = posted?.calendarDate, day.dayNumber <= date.dayNumber else { return nil }
    return age(of: posted).map { Int(truncatingIfNeeded: $0.wholeSeconds / 60) }
  }

  /// Whether a notification was posted at most `interval` ago, to the second; false if one of the times is not known.
  func isPosted(
    _ posted: NotificationDate?, within interval: Interval, _ phone: borrowing PhoneClock, now: Instant
  ) -> Bool {
    guard let posted, let local = localTime(at: now, phone).1 else { return false }
    let date = CivilDate(year: Int(posted.year), month: Int(posted.month), day: Int(posted.day))
    let ofDay = (Int(posted.hour) * 60 + Int(posted.minute)) * 60 + Int(posted.second)
    let seconds = Int64(widening: date.daysSince1970) * 86_400 + Int64(widening: ofDay)
    return seconds * 1_000_000 >= local - Int64(bitPattern: interval.microseconds)
  }

  /// Returns the time since `posted`, to the minute and at most 366 days; nil if one of the two dates is not known.
  func age(of posted: NotificationDate?) -> Interval? {
    guard let time, let date, let posted, let day = posted.calendarDate else { return nil }
    let days = date.dayNumber - day.dayNumber
    guard days <= 366 else { return .minutes(366 * 1_440) }
    guard days >= -1 else { return .zero }
    let minutes = days * 1_440 + (time.hour - Int(posted.hour)) * 60 + time.minute - Int(posted.minute)
    return .minutes(UInt32(truncatingIfNeeded: max(0, minutes)))
  }
}

extension CivilTime {
  var timeOfDay: TimeOfDay? { TimeOfDay(hour: hour, minute: minute) }
  var calendarDate: CalendarDate? { CalendarDate(year: date.year, month: date.month, day: date.day) }
}

extension NotificationDate {
  fileprivate var calendarDate: CalendarDate? { CalendarDate(year: Int(year), month: Int(month), day: Int(day)) }
}
