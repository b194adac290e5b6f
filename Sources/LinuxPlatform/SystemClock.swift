internal import CLinux

/// The system's clock, to be set by the phone's if the user wants that and the system permits it.
///
/// Left alone while the kernel says that something else keeps it right. Not being permitted is said once.
public struct SystemClock: Sendable {
  public enum Outcome: Equatable, Sendable {
    /// Not wanted, not needed, or refused before.
    case left
    case set
    /// The reason was said on standard error.
    case refused
  }

  /// What is not worth a jump, in microseconds.
  private static let tolerance: Int64 = 2_000_000

  private let isWanted: Bool
  private var isRefused = false

  public init(isWanted: Bool) { self.isWanted = isWanted }

  /// Sets it, if that is worth it.
  ///
  /// - Parameter time: since the start of 1970 in UTC, in microseconds.
  public mutating func set(microseconds time: Int64) -> Outcome {
    guard isWanted, !isRefused, !belfry_is_wall_clock_synchronised() else { return .left }
    let difference = time - belfry_wall_microseconds()
    guard difference > Self.tolerance || difference < -Self.tolerance else { return .left }
    let status = belfry_set_wall_microseconds(time)
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
