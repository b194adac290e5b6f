public import Timing

/// A time that is not what went before: from another source, after a jump, or in another zone.
public struct TimeReport: Equatable, Sendable {
  public let source: TimeSource
  /// Local; nil from no source.
  public let time: CivilTime?
  /// How far that is ahead of UTC; nil if the phone does not say, and if it is not the phone's.
  public let utcOffsetMinutes: Int?

  public init(source: TimeSource, time: CivilTime?, utcOffsetMinutes: Int?) {
    self.source = source
    self.time = time
    self.utcOffsetMinutes = utcOffsetMinutes
  }
}
