internal import CWidening

/// A length of time, in microseconds, never negative.
///
/// Not the standard library's `Duration`, whose 128-bit arithmetic Embedded Swift refuses on ARMv6.
public struct Interval: Equatable, Comparable, Sendable {
  /// The length in microseconds.
  public let microseconds: UInt64

  /// Creates an interval from its microseconds.
  public init(microseconds: UInt64) { self.microseconds = microseconds }

  /// No time.
  public static let zero = Interval(microseconds: 0)

  /// An interval of this many microseconds.
  public static func microseconds(_ count: UInt32) -> Interval {
    Interval(microseconds: belfry_widen_unsigned(UInt(count)))
  }

  /// An interval of this many milliseconds.
  public static func milliseconds(_ count: UInt32) -> Interval {
    Interval(microseconds: belfry_widen_unsigned(UInt(count)) * 1_000)
  }

  /// An interval of this many seconds.
  public static func seconds(_ count: UInt32) -> Interval {
    Interval(microseconds: belfry_widen_unsigned(UInt(count)) * 1_000_000)
  }

  /// An interval of this many minutes.
  public static func minutes(_ count: UInt32) -> Interval {
    Interval(microseconds: belfry_widen_unsigned(UInt(count)) * 60_000_000)
  }

  /// Whole milliseconds, at most 49 days.
  public var wholeMilliseconds: UInt32 {
    let count = microseconds / 1_000
    return count > 0xFFFF_FFFF ? UInt32.max : UInt32(truncatingIfNeeded: count)
  }

  /// Whole seconds, at most 136 years.
  public var wholeSeconds: UInt32 {
    let count = microseconds / 1_000_000
    return count > 0xFFFF_FFFF ? UInt32.max : UInt32(truncatingIfNeeded: count)
  }

  public static func < (one: Interval, other: Interval) -> Bool {
    one.microseconds < other.microseconds
  }

  /// Twice as long, at most `limit`: for back-off.
  public func doubled(atMost limit: Interval) -> Interval {
    microseconds >= limit.microseconds / 2 ? limit : Interval(microseconds: microseconds * 2)
  }
}
