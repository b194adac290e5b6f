import Timing

/// The phone's clock. Current Time Service 1.1, 3.1.
struct PhoneTime {
  private let utcMicroseconds: Int64
  /// East of UTC, in quarters of an hour.
  let zoneQuarters: Int
  private let since: Instant

  init(utcMicroseconds: Int64 = 0, zoneQuarters: Int = 0, since: Instant = .start) {
    self.utcMicroseconds = utcMicroseconds
    self.zoneQuarters = zoneQuarters
    self.since = since
  }

  /// The Current Time value, ten octets.
  func currentTime(now: Instant, reason: UInt8) -> [UInt8] {
    let zone = Int64(zoneQuarters) * 900_000_000
    let microseconds = utcMicroseconds + zone + Int64(now.since(since).microseconds)
    let time = CivilTime(secondsSince1970: microseconds / 1_000_000)
    let weekday = CivilDate.weekday(daysSince1970: time.date.daysSince1970)
    let parts = [time.date.month, time.date.day, time.hour, time.minute, time.second, weekday == 0 ? 7 : weekday]
    let fraction = UInt8(truncatingIfNeeded: microseconds % 1_000_000 * 256 / 1_000_000)
    return wire(UInt16(time.date.year)) + parts.map { UInt8($0) } + [fraction, reason]
  }
}
