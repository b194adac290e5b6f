internal import CWidening

/// A date and a time of day, in whatever zone the seconds were counted.
public struct CivilTime: Equatable, Sendable {
  /// The day.
  public let date: CivilDate
  /// 0...23
  public let hour: Int
  /// 0...59
  public let minute: Int
  /// 0...59
  public let second: Int

  /// - Parameter seconds: since the start of 1970 in that zone, without leap seconds.
  public init(secondsSince1970 seconds: Int64) {
    let remainder = seconds % 86_400
    let ofDay = Int(truncatingIfNeeded: remainder < 0 ? remainder + 86_400 : remainder)
    date = CivilDate(daysSince1970: Int(truncatingIfNeeded: (seconds - belfry_widen_signed(ofDay)) / 86_400))
    hour = ofDay / 3_600
    minute = ofDay / 60 % 60
    second = ofDay % 60
  }
}
