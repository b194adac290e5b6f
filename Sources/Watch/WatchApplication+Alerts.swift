public import Timing

// Mutes, for who keeps them and for who controls the watch.
extension WatchApplication {
  /// The mutes that were kept.
  public mutating func setMutes(_ mutes: MuteTable) { client.watch.alerts.mutes = mutes }

  /// As `WatchMachine.takeHaveMutesChanged`: store `client.watch.mutes`.
  public mutating func takeHaveMutesChanged() -> Bool { client.watch.takeHaveMutesChanged() }

  /// As `WatchMachine.mute`.
  public mutating func mute(application: Span<UInt8>, for duration: MuteDuration, now: Instant) -> Bool {
    client.watch.mute(application: application, for: duration, now: now)
  }

  /// As `WatchMachine.unmute`.
  public mutating func unmute(application: Span<UInt8>) -> Bool {
    client.watch.unmute(application: application)
  }
}
