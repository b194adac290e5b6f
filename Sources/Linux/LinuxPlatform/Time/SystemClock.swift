/// The system's clock, which the phone's time sets if the user wants that and the system permits it.
///
/// It is not set while the kernel reports that it is synchronised. A lack of permission is reported once.
public struct SystemClock: Sendable {
  public enum Outcome: Equatable, Sendable {
    /// The clock was not changed: not wanted, not needed, or refused before.
    case left
    case set
    /// The system refused the change. The reason was written to standard error.
    case refused
  }

  /// The largest difference that is not corrected, in microseconds.
  private static let tolerance: Int64 = 2_000_000

  private let isWanted: Bool
  private let wallClock = WallClock()
  private var isRefused = false

  public init(isWanted: Bool) { self.isWanted = isWanted }

  /// Whether two times differ by more than the tolerance. Both are in microseconds, and after 1970.
  static func isWorthSetting(to time: Int64, from present: Int64) -> Bool {
    time > present + tolerance || time < present - tolerance
  }

  /// Sets the clock, if it differs by more than the tolerance.
  ///
  /// - Parameter time: since the start of 1970 in UTC, in microseconds.
  public mutating func set(microseconds time: Int64) -> Outcome {
    guard isWanted, !isRefused, !wallClock.isSynchronised else { return .left }
    guard Self.isWorthSetting(to: time, from: wallClock.microseconds) else { return .left }
    let status = wallClock.set(microseconds: time)
    guard status < 0 else { return .set }
    isRefused = true
    var message = MessageText()
    message.put("belfry: cannot set the system clock: ")
    SystemError(status: status).describe(in: &message)
    message.put(
      "; give the program CAP_SYS_TIME (the service: see belfry(1)) or say set-system-clock = off; the watch keeps "
    )
    message.put("the phone's time itself")
    message.writeToStandardError()
    return .refused
  }
}
