internal import CurrentTimeService
internal import Screens
public import Timing

// The time, and what else has to be asked again once in a while.
extension NotificationClient {
  /// How often the charge is asked for that the phone does not tell of its own accord.
  static var batteryInterval: Interval { .minutes(10) }

  // MARK: The phone's

  /// A value of Current Time has come.
  mutating func note(_ outcome: PhoneClock.Outcome, now: Instant) {
    switch outcome {
    case .kept: timekeeper.noteHeard(now: now)
    case .set:
      timekeeper.noteHeard(now: now)
      // The zone may be what changed.
      _ = sisters.read(.localTimeInformation)
    // A phone that cannot be read is taken at its word.
    case .doubted: if isTimeUnreadable || !sisters.read(.currentTime) { settleTime(mayPass: false, now: now) }
    case .refused(let refusal):
      timekeeper.noteRefused(now: now)
      watch.record(.timeRefused(refusal))
    }
    updateTime(now: now)
  }

  /// A value of Local Time Information has come.
  mutating func noteZone(_ refusal: TimeRefusal?, now: Instant) {
    if let refusal { watch.record(.timeRefused(refusal)) }
    updateTime(now: now)
  }

  /// The phone does not let its time be read: what it notified has to do.
  ///
  /// - Parameter mayPass: whether it may let it be read later.
  mutating func settleTime(mayPass: Bool, now: Instant) {
    isTimeUnreadable = true
    guard timekeeper.phone.settleDoubt(now: now) else {
      if mayPass { timekeeper.noteRefused(now: now) }
      return
    }
    timekeeper.noteHeard(now: now)
    _ = sisters.read(.localTimeInformation)
    updateTime(now: now)
  }

  // MARK: The watch's

  /// What the system's clock says, local, in microseconds since 1970; nil while nobody has set it.
  mutating func setSystemTime(localMicroseconds time: Int64?, now: Instant) {
    timekeeper.setSystem(localMicroseconds: time, now: now)
    updateTime(now: now)
  }

  /// Lets the watch show what the time is, and tells of a new one.
  mutating func updateTime(now: Instant) {
    let (source, time) = timekeeper.time(at: now)
    watch.setTime(
      time.flatMap { TimeOfDay(hour: $0.hour, minute: $0.minute) },
      time.flatMap { CalendarDate(year: $0.date.year, month: $0.date.month, day: $0.date.day) }, from: source, now: now)
    if let report = timekeeper.takeReport(source, time, now: now) { watch.record(.time(report)) }
  }

  mutating func handleTimeTimeout(now: Instant) {
    let isDue = timekeeper.isMinuteOver(at: now)
    if timekeeper.handleTimeout(now: now) {
      _ = sisters.read(.currentTime)
      _ = sisters.read(.localTimeInformation)
    }
    if isDue { updateTime(now: now) }
    // Also what is not answered is asked for again.
    if batteryPoll.expire(at: now), sisters.read(.batteryLevel) { batteryPoll.set(now + Self.batteryInterval) }
  }
}

extension WatchApplication {
  /// The system's local time, in microseconds since 1970; nil while nobody has set that clock. Tell it at the start,
  /// and whenever `needsSystemTime` says so: once a minute.
  public mutating func setSystemTime(localMicroseconds time: Int64?, now: Instant) {
    client.setSystemTime(localMicroseconds: time, now: now)
    settle(now: now)
  }

  /// Whether to tell it again.
  public var needsSystemTime: Bool { client.timekeeper.needsSystemTime }

  /// The time in UTC that the phone told, in microseconds since 1970, once after it did: for the system's clock.
  public mutating func takePhoneUTC(now: Instant) -> Int64? { client.timekeeper.takeUTC(now: now) }
}
