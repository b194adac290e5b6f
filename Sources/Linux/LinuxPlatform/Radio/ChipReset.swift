import Timing

/// Decides when the chip behind a user channel needs its power cycled, because opening it again does not reset it.
///
///     idle → (set-up failed 5 s ago, or lost twice before it had proved itself) → requested → (the same again) → …
///       ↑_______________________ the controller has proved itself ________________|
///
/// On a serial line, Linux sets a chip up once: a chip that hangs stays hung, and one whose set-up failed stays busy.
/// The first three rounds follow each other; later ones are five minutes apart.
struct ChipReset: Equatable, Sendable {
  /// How long a controller may be down and busy: its driver is about to set it up.
  static var busyTime: Interval { .seconds(5) }
  /// The longest duration of a round: the driver loads the chip's firmware patch.
  static var roundTime: Interval { .seconds(20) }
  static var laterPause: Interval { .minutes(5) }
  static var mostEarlyLosses: Int { 2 }
  static var quickRounds: UInt8 { 3 }

  private var busySince: Instant?
  /// How often in a row the controller was lost before it had proved itself.
  private var earlyLosses = 0
  private var lastRequest: Instant?
  /// How many resets were requested since the controller proved itself.
  private(set) var round: UInt8 = 0

  /// Notes that opening failed.
  ///
  /// - Parameter isSetupMissing: whether the controller is there and down, and its driver has not set it up.
  /// - Returns: the number of the round to request a reset for, 1 or more; nil if it is not time for one.
  mutating func noteFailedOpening(isSetupMissing: Bool, now: Instant) -> UInt8? {
    guard isSetupMissing else {
      busySince = nil
      // A chip that is gone after its reset needs another one.
      return round > 0 ? request(now: now) : nil
    }
    let since = busySince ?? now
    busySince = since
    return now.since(since) > Self.busyTime ? request(now: now) : nil
  }

  /// Notes that a controller that was open has been lost, or could not be brought up.
  ///
  /// - Parameter wasProven: whether it had worked for a while. A chip may be brought up, and hang at what follows.
  mutating func noteLoss(wasProven: Bool, now: Instant) -> UInt8? {
    busySince = nil
    guard !wasProven else {
      self = ChipReset()
      return nil
    }
    earlyLosses += 1
    return earlyLosses >= Self.mostEarlyLosses ? request(now: now) : nil
  }

  private mutating func request(now: Instant) -> UInt8? {
    if let lastRequest {
      let pause = round < Self.quickRounds ? Self.roundTime : Self.laterPause
      guard now.since(lastRequest) >= pause else { return nil }
    }
    lastRequest = now
    busySince = nil
    earlyLosses = 0
    if round < .max { round += 1 }
    return round
  }
}
