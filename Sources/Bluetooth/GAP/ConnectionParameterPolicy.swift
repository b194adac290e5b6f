public import HCI
public import Timing

/// Which timing the watch wants of a connection.
///
/// iOS begins with 30 ms and a supervision timeout of 720 ms, which a busy radio does not survive.
public enum ConnectionParameterPolicy {
  /// 30 to 50 ms, latency 3, timeout 6 s: within all editions of Apple's rules.
  ///
  /// Apple, "Accessory Design Guidelines", Bluetooth LE, Connection Parameters.
  public static let preferred = ConnectionParameters(
    intervalMinimum: 24, intervalMaximum: 40, latency: 3, supervisionTimeout: 600)

  /// How long after connecting the watch asks for the first time.
  public static var requestDelay: Interval { .seconds(1) }

  /// The longest time, in units of 1.25 ms, that a notification may wait for the watch to listen: 2 s.
  private static var longestSilence: UInt32 { 1_600 }

  /// Whether the watch agrees to what the phone proposes.
  public static func accepts(_ proposed: ConnectionParameters) -> Bool {
    proposed.isValid && (1 + UInt32(proposed.latency)) * UInt32(proposed.intervalMaximum) <= longestSilence
  }

  /// Whether a connection's timing is as the watch wants it.
  static func isSatisfied(interval: UInt16, latency: UInt16, supervisionTimeout: UInt16) -> Bool {
    (preferred.intervalMinimum...preferred.intervalMaximum).contains(interval) && latency <= preferred.latency
      && supervisionTimeout >= preferred.supervisionTimeout
  }
}
