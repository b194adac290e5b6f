public import HCI
public import Timing

/// The timing that the device wants of a connection.
///
/// iOS begins with 30 ms and a supervision timeout of 720 ms, which a busy radio does not survive.
///
///     use   power     interval     latency  the device listens
///     busy  all       30...50 ms   0        every 50 ms
///     idle  fast      30...50 ms   3        every 0.2 s
///     idle  balanced  105...135 ms 4        every 0.7 s
///     idle  saving    300...330 ms 4        every 1.7 s
///
/// All are within all editions of Apple's rules: the minimum is a multiple of 15 ms and at least 20 ms, the maximum is
/// at least 20 ms more, the latency at most 4, the product at most 2 s, and the timeout 6 s. The device can send at
/// every event.
///
/// Apple, "Accessory Design Guidelines", Bluetooth LE, Connection Parameters.
public enum ConnectionParameterPolicy {
  /// The timing for a use of the connection.
  public static func parameters(for activity: LinkActivity, power: PowerMode) -> ConnectionParameters {
    switch (activity, power) {
    case (.busy, .fast), (.busy, .balanced), (.busy, .saving): parameters(24, 40, latency: 0)
    case (.idle, .fast): parameters(24, 40, latency: 3)
    case (.idle, .balanced): parameters(84, 108, latency: 4)
    case (.idle, .saving): parameters(240, 264, latency: 4)
    }
  }

  private static func parameters(_ minimum: UInt16, _ maximum: UInt16, latency: UInt16) -> ConnectionParameters {
    ConnectionParameters(
      intervalMinimum: minimum, intervalMaximum: maximum, latency: latency, supervisionTimeout: 600)
  }

  /// How long after connecting the device asks for the first time.
  public static var requestDelay: Interval { .seconds(1) }

  /// The longest time, in units of 1.25 ms, that a notification may wait for the device to listen: 2 s.
  private static var longestSilence: UInt32 { 1_600 }

  /// Whether the device agrees to what the phone proposes.
  public static func accepts(_ proposed: ConnectionParameters) -> Bool {
    proposed.isValid && (1 + UInt32(proposed.latency)) * UInt32(proposed.intervalMaximum) <= longestSilence
  }
}

extension ConnectionParameters {
  /// Whether a connection has this timing.
  ///
  /// A lower latency does not count: an idle link would keep the latency of its busy time.
  func areSatisfied(by timing: ConnectionTiming) -> Bool {
    (intervalMinimum...intervalMaximum).contains(timing.interval) && timing.latency == latency
      && timing.supervisionTimeout >= supervisionTimeout
  }
}
