public import Timing

/// How long a notification stays in the list after the phone has removed it.
public enum HistoryTime: UInt8, Equatable, Sendable {
  case off, hour, day

  /// Nil if it leaves the list immediately.
  public var interval: Interval? {
    switch self {
    case .off: nil
    case .hour: .minutes(60)
    case .day: .minutes(1_440)
    }
  }
}
