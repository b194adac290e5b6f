/// A point in time on a clock that never goes back, in microseconds since some start.
///
/// Machines get it as an argument; only the platform module asks a clock. Holds 584,000 years.
public struct Instant: Equatable, Comparable, Sendable {
  /// The microseconds since an origin that the product chooses.
  public let microseconds: UInt64

  /// Creates an instant from its microseconds.
  public init(microseconds: UInt64) { self.microseconds = microseconds }

  /// The clock's start.
  public static let start = Instant(microseconds: 0)

  public static func < (one: Instant, other: Instant) -> Bool {
    one.microseconds < other.microseconds
  }

  /// `interval` later; the last representable instant if that is past the end of time.
  #if BELFRY_TINY
    @inline(never)  // Many callers: one copy is smaller.
  #endif
  public static func + (instant: Instant, interval: Interval) -> Instant {
    let (sum, overflow) = instant.microseconds.addingReportingOverflow(interval.microseconds)
    return Instant(microseconds: overflow ? UInt64.max : sum)
  }

  /// The time from `earlier` to this instant; zero if `earlier` is later.
  public func since(_ earlier: Instant) -> Interval {
    guard microseconds > earlier.microseconds else { return .zero }
    return Interval(microseconds: microseconds - earlier.microseconds)
  }
}
