internal import LinuxPlatform
internal import WatchCore

/// The time from the loss of the controller until it has been brought up again.
///
/// Each outage is reported once, however many attempts the recovery takes, and however often the controller is lost
/// again meanwhile.
struct ControllerOutage {
  private var cause: ControllerLoss<PlatformError>?

  /// The controller is lost.
  ///
  /// - Returns: whether this is a new outage.
  mutating func begin(_ loss: ControllerLoss<PlatformError>) -> Bool {
    guard cause == nil else { return false }
    cause = loss
    return true
  }

  /// The controller has been brought up.
  ///
  /// - Returns: the cause of the outage that has ended; nil without an outage.
  mutating func end() -> ControllerLoss<PlatformError>? {
    defer { cause = nil }
    return cause
  }
}
