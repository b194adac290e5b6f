internal import LinuxPlatform
internal import Timing
internal import WatchCore

// Losing the controller and having it back, as lines of `--events`.
extension EventLog {
  mutating func writeControllerLost(_ loss: ControllerLoss<PlatformError>, at now: Instant) {
    write("lost", loss, at: now)
  }

  /// - Parameter loss: the loss from which the controller has recovered.
  mutating func writeControllerRecovered(from loss: ControllerLoss<PlatformError>, at now: Instant) {
    write("recovered", loss, at: now)
  }

  private mutating func write(_ state: StaticString, _ loss: ControllerLoss<PlatformError>, at now: Instant) {
    guard isEnabled else { return }
    begin("controller", at: now)
    field("state", state)
    field("reason", loss.name)
    end()
  }
}
