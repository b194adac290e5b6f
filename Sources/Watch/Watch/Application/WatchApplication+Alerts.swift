public import Timing

// Mutes, for the program that stores them and for programs that control the watch.
extension WatchApplication {
  /// Sets the mutes that were stored.
  public mutating func setMutes(_ mutes: MuteTable) { watch.setMutes(mutes) }

  /// See `WatchMachine.mute`.
  public mutating func mute(application: Span<UInt8>, for duration: MuteDuration, now: Instant) -> Bool {
    watch.mute(application: application, for: duration, now: now)
  }

  /// See `WatchMachine.unmute`.
  public mutating func unmute(application: Span<UInt8>) -> Bool {
    watch.unmute(application: application)
  }
}
