public import Timing

// Mutes, for the program that stores them and for programs that control the watch.
extension WatchApplication {
  /// Sets the mutes that were stored.
  public mutating func setMutes(_ mutes: MuteTable) { watch.setMutes(mutes) }

  /// Mutes an application for a time. Its notifications are listed all the same.
  ///
  /// - Parameter application: its bundle identifier.
  /// - Returns: false if the identifier is empty or too long, or if too many applications are muted.
  public mutating func mute(application: Span<UInt8>, for duration: MuteDuration, now: Instant) -> Bool {
    watch.mute(application: application, for: duration, now: now)
  }

  /// - Returns: whether the application was muted.
  public mutating func unmute(application: Span<UInt8>) -> Bool {
    watch.unmute(application: application)
  }
}
