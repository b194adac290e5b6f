internal import CurrentTimeService
internal import Timing

/// Decides when to read the phone's time and what follows from a reading. `PhoneState` has the clock that it sets.
struct PhoneTimeReading {
  /// Whether the phone's time cannot be read, so that only notified values come.
  private var isUnreadable = false
  private var refresh = Deadline()
  /// Whether an accepted reading has not been used to set the system's clock yet.
  private var hasNews = false

  var deadline: Instant? { refresh.instant }

  /// - Returns: whether to ask the phone again.
  mutating func handleTimeout(now: Instant) -> Bool { refresh.expire(at: now) }

  /// The effect of a Current Time value.
  enum Outcome: Equatable {
    case taken
    /// The clock was set: read the zone.
    case set
    /// The reading disagrees with the clock: read the time again immediately.
    case doubted
    case refused(TimeRefusal)
    /// The time is unchanged.
    case nothing
  }

  /// - Parameter canRead: whether the phone has such a value.
  mutating func receive(
    currentTime value: Span<UInt8>, into clock: inout PhoneClock, canRead: Bool, now: Instant
  ) -> Outcome {
    switch clock.receive(currentTime: value, now: now) {
    case .kept:
      noteHeard(now: now)
      return .taken
    case .set:
      noteHeard(now: now)
      return .set
    case .doubted:
      // If the phone's time cannot be read again, the doubted reading is accepted.
      if !isUnreadable, canRead { return .doubted }
      return noteUnreadable(&clock, mayPass: false, now: now)
    case .refused(let refusal):
      noteRefused(now: now)
      return .refused(refusal)
    }
  }

  mutating func noteReadable() { isUnreadable = false }

  /// The phone's time cannot be read: accepts the doubted reading, if there is one.
  ///
  /// - Parameter mayPass: whether the phone may allow reads later.
  mutating func noteUnreadable(_ clock: inout PhoneClock, mayPass: Bool, now: Instant) -> Outcome {
    isUnreadable = true
    guard clock.acceptDoubtfulTime(now: now) else {
      if mayPass { noteRefused(now: now) }
      return .nothing
    }
    noteHeard(now: now)
    return .set
  }

  /// The phone's time was accepted.
  private mutating func noteHeard(now: Instant) {
    refresh.set(now + PhoneClock.refreshInterval)
    hasNews = true
  }

  /// The phone sent an impossible time, or none. It is read again in 10 minutes.
  private mutating func noteRefused(now: Instant) { refresh.set(now + .minutes(10)) }

  /// The link has ended: no reads are possible.
  mutating func endLink() { refresh.clear() }

  /// The link has ended. The next phone may allow reads.
  mutating func forgetLink() { isUnreadable = false }

  /// The time in UTC, in microseconds since 1970, if a reading was accepted that was not taken yet; else nil.
  mutating func takeUTC(_ clock: borrowing PhoneClock, now: Instant) -> Int64? {
    guard hasNews, let time = clock.utcMicroseconds(at: now) else { return nil }
    hasNews = false
    return time
  }
}
