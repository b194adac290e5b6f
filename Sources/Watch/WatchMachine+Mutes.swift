internal import Octets
internal import Screens
public import Timing

// Applications that the user does not want to be alerted of.
extension WatchMachine {
  /// Which applications are muted.
  public var mutes: MuteTable { alerts.mutes }

  /// Whether the mutes that are to outlive a restart have changed since the last call.
  public mutating func takeHaveMutesChanged() -> Bool {
    defer { alerts.haveMutesChanged = false }
    return alerts.haveMutesChanged
  }

  /// Lets an application alert no more for a time. What it posts is listed all the same.
  ///
  /// - Parameter application: its bundle identifier.
  /// - Returns: false if it has none or too long a one, or if too many are muted.
  @discardableResult
  public mutating func mute(application: Span<UInt8>, for duration: MuteDuration, now: Instant) -> Bool {
    alerts.haveMutesChanged = true
    return alerts.mutes.mute(application, until: end(of: duration, now: now), now: now)
  }

  /// - Returns: whether it was muted.
  @discardableResult
  public mutating func unmute(application: Span<UInt8>) -> Bool {
    guard alerts.mutes.unmute(application) else { return false }
    alerts.haveMutesChanged = true
    return true
  }

  private func end(of duration: MuteDuration, now: Instant) -> Instant? {
    switch duration {
    case .hour: return now + .minutes(60)
    case .today:
      let minutes = time.map { 1_440 - $0.hour * 60 - $0.minute } ?? 720
      return now + .minutes(UInt32(truncatingIfNeeded: minutes))
    case .always: return nil
    }
  }
}
