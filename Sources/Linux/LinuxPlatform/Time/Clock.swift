internal import CLinux
internal import Octets
public import Timing

/// The clocks: the one that machines are given, and the one that people read.
public struct Clock: Sendable {
  /// The kernel's monotonic time at `Instant.start`, in microseconds.
  let origin: UInt64
  /// The system's clock at `Instant.start`, in microseconds since 1970 in UTC, correct or not.
  public let wallMicrosecondsAtStart: Int64

  /// Whether the variable TZ, if it is set, names a time zone. If not, local time is UTC.
  public let isZoneKnown: Bool

  private let zone: TimeZoneRule
  private let wallClock = WallClock()
  private var trust: ClockTrust
  private let hasBattery: Bool

  /// Starts the clock, so that the present time is `Instant.start`, and reads the local time zone.
  ///
  /// - Parameter trust: whether the system's clock counts as set.
  public init(trust: ClockTrust = .automatic) { self.init(zone: .ofSystem(), trust: trust) }

  /// - Parameter zone: nil if it is unknown.
  init(zone: TimeZoneRule?, trust: ClockTrust = .automatic) {
    origin = belfry_monotonic_microseconds()
    wallMicrosecondsAtStart = WallClock().microseconds
    hasBattery = belfry_has_clock_battery()
    self.trust = trust
    isZoneKnown = zone != nil
    self.zone = zone ?? .utc
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

  /// The system's local time, with the current summer time; nil while no trusted source has set it.
  public var localMicroseconds: Int64? {
    let time = wallClock.microseconds
    let seconds = time / 1_000_000
    guard isTrusted, seconds >= Self.earliestSeconds else { return nil }
    return time + Int64(widening: zone.offset(at: seconds)) * 1_000_000
  }

  /// Notes that a trusted source has set the clock.
  public mutating func noteSystemClockSet() {
    if trust == .automatic { trust = .always }
  }

  /// A board without a battery begins in 1970, or where it was switched off, which looks right and is not.
  private var isTrusted: Bool {
    switch trust {
    case .always: true
    case .never: false
    case .automatic: hasBattery || wallClock.isSynchronised
    }
  }

  /// 2024-01-01T00:00:00Z. No clock that says less was set since this was written.
  static var earliestSeconds: Int64 { 1_704_067_200 }
}

/// Whether the system's clock counts as set.
public enum ClockTrust: Sendable {
  /// If the kernel says that it is kept right, or had a clock with a battery to set it by.
  case automatic
  case always, never
}
