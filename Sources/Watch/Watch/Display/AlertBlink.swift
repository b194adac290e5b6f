internal import Timing

/// Inverts the display three times.
struct AlertBlink: Sendable {
  private static var halfPeriod: Interval { .milliseconds(250) }
  private static var flashCount: UInt8 { 3 }

  private(set) var isInverted = false
  /// The notification that it is for.
  private(set) var serial: UInt32?
  private var remaining: UInt8 = 0
  private var next = Deadline()

  var deadline: Instant? { next.instant }

  mutating func begin(serial: UInt32, now: Instant) {
    self.serial = serial
    isInverted = true
    remaining = 2 * Self.flashCount - 1
    next.set(now + Self.halfPeriod)
  }

  /// - Returns: whether the display has changed.
  mutating func expire(now: Instant) -> Bool {
    guard next.expire(at: now) else { return false }
    isInverted.toggle()
    remaining -= 1
    if remaining > 0 { next.set(now + Self.halfPeriod) } else { serial = nil }
    return true
  }

  /// - Returns: whether the display has changed.
  mutating func stop() -> Bool {
    let wasInverted = isInverted
    self = AlertBlink()
    return wasInverted
  }
}
