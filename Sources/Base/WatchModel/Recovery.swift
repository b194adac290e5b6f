internal import Octets
public import Timing

/// Something the watch did by itself because nothing arrived though the link stood.
public struct Recovery: Equatable, Sendable {
  public enum Step: UInt8, Equatable, Sendable {
    /// The subscriptions were given up and made again.
    case renewed
    /// The link was ended.
    case disconnected
  }

  public enum Cause: UInt8, Equatable, Sendable {
    /// The phone answered, but nothing came for six hours.
    case silence
    /// The phone did not answer.
    case noAnswer
    /// The phone had no notification service for a minute.
    case absence
    /// The phone refused the subscription for a minute.
    case refusal
  }

  public let step: Step
  public let cause: Cause
  public let at: Instant
  /// By the watch's clock; nil if it was not set.
  public let time: TimeOfDay?
  public let date: CalendarDate?

  public init(_ step: Step, _ cause: Cause, at: Instant, time: TimeOfDay?, date: CalendarDate?) {
    self.step = step
    self.cause = cause
    self.at = at
    self.time = time
    self.date = date
  }
}

/// The latest eight recoveries.
public struct RecoveryLog {
  private var recoveries = FixedArray<8, Recovery>()

  public init() {}

  public var count: Int { recoveries.count }

  /// 0 is the latest.
  ///
  /// - Precondition: `index` is in `0..<count`.
  public subscript(index: Int) -> Recovery { recoveries[recoveries.count - 1 - index] }

  public mutating func append(_ recovery: Recovery) {
    if recoveries.isFull { recoveries.remove(at: 0) }
    recoveries.append(recovery)
  }
}
