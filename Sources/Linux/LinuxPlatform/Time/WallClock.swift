internal import CLinux

/// The clock that people read and set, in microseconds since the start of 1970 in UTC.
struct WallClock {
  var microseconds: Int64 { belfry_wall_microseconds() }

  /// Whether something keeps the clock right: a time server's client, or a receiver.
  ///
  /// The kernel knows. A sandbox can forbid that question, as the package's service does; then a file counts that
  /// systemd-timesyncd has written since the start.
  var isSynchronised: Bool {
    Self.isSynchronised(kernelStatus: belfry_wall_clock_status(), hasTimeSyncFile: belfry_has_time_sync_file())
  }

  static func isSynchronised(kernelStatus status: Int32, hasTimeSyncFile: Bool) -> Bool {
    guard status < 0 else { return status & unsynchronised == 0 }
    return status == -notPermitted && hasTimeSyncFile
  }

  /// Sets the clock; needs CAP_SYS_TIME.
  ///
  /// - Returns: 0 or a negative errno.
  func set(microseconds time: Int64) -> Int32 {
    Self.canBeSet(to: time, timeSize: belfry_time_size()) ? belfry_set_wall_microseconds(time) : -Self.invalidArgument
  }

  /// Whether the rest of the system can represent a time. A `time_t` of four octets ends in 2038.
  static func canBeSet(to time: Int64, timeSize: Int) -> Bool {
    time >= 0 && (timeSize > 4 || time / 1_000_000 <= lastSecondOf32Bits)
  }

  /// 2038-01-19, 03:14:07.
  private static let lastSecondOf32Bits: Int64 = 0x7FFF_FFFF
  /// `STA_UNSYNC` of adjtimex(2), `EPERM` and `EINVAL`.
  private static let unsynchronised: Int32 = 0x0040
  private static let notPermitted: Int32 = 1
  private static let invalidArgument: Int32 = 22
}
