/// How the device weighs energy against speed.
public enum PowerMode: Equatable, Sendable {
  /// Short times, more energy.
  case fast
  /// The default.
  case balanced
  /// Long times, least energy.
  case saving
}

/// The present use of a connection.
public enum LinkActivity: Equatable, Sendable {
  /// Nothing is under way, and a delay of a second does not matter.
  case idle
  /// The wearer waits for the phone, or texts are fetched.
  case busy
}

/// The timing of a connection, in the units of `ConnectionParameters`.
struct ConnectionTiming: Equatable, Sendable {
  let interval: UInt16
  let latency: UInt16
  let supervisionTimeout: UInt16
}
