internal import CLinux
public import Timing

/// The clocks: the one that machines are given, and the one that people read.
public struct Clock: Sendable {
  /// The kernel's monotonic time at `Instant.start`, in microseconds.
  let origin: UInt64

  private let zone: TimeZoneRule

  /// Makes now `Instant.start`, and reads the local time zone.
  public init() { self.init(zone: .ofSystem()) }

  init(zone: TimeZoneRule) {
    origin = belfry_monotonic_microseconds()
    self.zone = zone
  }

  public var now: Instant { instant(monotonicMicroseconds: belfry_monotonic_microseconds()) }

  /// An instant from the kernel's monotonic time; `start` for an earlier one.
  func instant(monotonicMicroseconds time: UInt64) -> Instant {
    time < origin ? .start : Instant(microseconds: time - origin)
  }

  /// The kernel's monotonic time, in microseconds, of an instant.
  func monotonicMicroseconds(_ instant: Instant) -> UInt64 {
    let (sum, overflow) = instant.microseconds.addingReportingOverflow(origin)
    return overflow ? UInt64.max : sum
  }

  /// What a clock on the wall shows, with the summer time of the moment.
  public var localTime: LocalTime {
    let seconds = belfry_wall_microseconds() / 1_000_000
    return LocalTime(secondsSince1970: seconds, utcOffset: Int32(truncatingIfNeeded: zone.offset(at: seconds)))
  }
}
