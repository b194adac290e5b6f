internal import Features
internal import Timing

/// The indication of a characteristic's value that the client has not confirmed yet. Until then, no other may be sent.
///
/// Core Spec 5.4, Vol 3, Part F, 3.3.3.
struct ValueIndication: Sendable {
  /// The second since the clock's start in which the confirmation is overdue; 0: none is awaited. It has four octets,
  /// which the server has free. An `Instant` would move the fields behind it, and make the smallest port larger.
  private var overdueSecond: UInt32 = 0

  var isAwaitingConfirmation: Bool { Features.hasIndications && overdueSecond != 0 }

  var deadline: Instant? {
    isAwaitingConfirmation ? .start + .seconds(overdueSecond) : nil
  }

  /// A link begins.
  mutating func reset() { if Features.hasIndications { overdueSecond = 0 } }

  mutating func noteSent(now: Instant) {
    let end = now + ServiceChangedIndication.confirmationTimeout + Interval(microseconds: 999_999)
    overdueSecond = end.since(.start).wholeSeconds
  }

  /// A confirmation without an indication has no effect.
  mutating func confirm() { reset() }

  /// - Returns: whether the confirmation is overdue.
  mutating func handleTimeout(now: Instant) -> Bool {
    guard let deadline, deadline <= now else { return false }
    reset()
    return true
  }
}
