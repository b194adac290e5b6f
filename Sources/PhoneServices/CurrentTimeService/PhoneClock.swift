internal import Octets
public import Timing

/// The phone's clock, kept by ours that never jumps.
///
///     unknown ──a reading──→ doubted ──one that agrees with it──→ known ──7 days without a reading──→ unknown
///                               ↑____ one that disagrees _________|
///
/// A reading within two seconds of the known time adjusts the clock. Any other reading, including the first, is
/// accepted only when the next one agrees with it. So a single wrong reading is not shown, such as one that the phone
/// composed while its date changed. After `doubted` the caller reads the time again, or calls `acceptDoubtfulTime` if
/// it cannot.
///
/// Between readings a board's crystal drifts by at most 50 millionths, 4 s a day: a reading every six hours keeps it
/// within about one second, and a week without the phone within half a minute.
public struct PhoneClock: Sendable {
  public enum Outcome: Equatable, Sendable {
    /// It agrees.
    case kept
    /// The clock was set. The zone is now unknown: read it again.
    case set
    /// The reading disagrees. Read the time again immediately.
    case doubted
    case refused(TimeRefusal)
  }

  /// Two readings that are no further apart agree: the way from the phone takes a moment.
  public static var tolerance: Interval { .seconds(2) }
  /// When to ask again though nothing was said.
  public static var refreshInterval: Interval { .minutes(6 * 60) }
  /// For how long it is known without a reading.
  public static var lifetime: Interval { .minutes(7 * 1_440) }
  /// The number of doubted readings in a row at which the phone's time is refused as unsteady.
  static let doubtLimit = 5

  /// Local time less the instant, in microseconds.
  private var offset: Int64?
  private var heardAt = Instant.start
  private var candidate: Int64?
  private var doubtCount = 0
  /// The zone in which the clock runs; nil until it is read after the clock was set.
  public private(set) var zone: LocalTimeInformation?

  public init() {}

  /// Takes a value of Current Time that was read or notified.
  public mutating func receive(currentTime value: Span<UInt8>, now: Instant) -> Outcome {
    do throws(TimeRefusal) {
      return try consider(CurrentTime(decoding: value), now: now)
    } catch {
      return .refused(error)
    }
  }

  /// Takes a value of Local Time Information.
  ///
  /// - Returns: nil, or why it is not believed.
  public mutating func receive(localTimeInformation value: Span<UInt8>) -> TimeRefusal? {
    do throws(TimeRefusal) {
      zone = try LocalTimeInformation(decoding: value)
      return nil
    } catch {
      zone = nil
      return error
    }
  }

  private mutating func consider(_ time: CurrentTime, now: Instant) throws(TimeRefusal) -> Outcome {
    guard (2_024...2_099).contains(time.year) else { throw .implausible }
    let heard = time.localMicroseconds - Int64(bitPattern: now.microseconds)
    expire(at: now)
    if let offset, Self.agree(offset, heard) {
      take(heard, now: now)
      return .kept
    }
    if let candidate, Self.agree(candidate, heard) {
      take(heard, now: now)
      zone = nil
      return .set
    }
    candidate = heard
    doubtCount += 1
    guard doubtCount < Self.doubtLimit else {
      doubtCount = 0
      throw .unsteady
    }
    return .doubted
  }

  /// Accepts the doubted reading, if there is one, because the time cannot be read again.
  ///
  /// - Returns: whether the clock was set.
  public mutating func acceptDoubtfulTime(now: Instant) -> Bool {
    guard let candidate else { return false }
    take(candidate, now: now)
    zone = nil
    return true
  }

  private mutating func take(_ heard: Int64, now: Instant) {
    offset = heard
    heardAt = now
    candidate = nil
    doubtCount = 0
  }

  /// Forgets the clock when the last accepted reading is more than seven days old.
  public mutating func expire(at now: Instant) {
    guard offset != nil, now.since(heardAt) > Self.lifetime else { return }
    (offset, zone) = (nil, nil)
  }

  private static func agree(_ one: Int64, _ other: Int64) -> Bool {
    let difference = one - other
    return (difference < 0 ? -difference : difference) <= Int64(bitPattern: tolerance.microseconds)
  }

  // MARK: The time

  /// Since the start of 1970 in the phone's zone, in microseconds; nil while it is not known.
  public func localMicroseconds(at now: Instant) -> Int64? {
    guard let offset, now.since(heardAt) <= Self.lifetime else { return nil }
    return offset + Int64(bitPattern: now.microseconds)
  }

  /// Since the start of 1970 in UTC, in microseconds; nil while that is not known.
  public func utcMicroseconds(at now: Instant) -> Int64? {
    guard let local = localMicroseconds(at: now), let minutes = zone?.utcOffsetMinutes else { return nil }
    return local - Int64(widening: minutes) * 60_000_000
  }
}
