internal import Identifiers
internal import Octets
internal import Screens
internal import Timing

/// Advice that lies over the page when one side has forgotten the other, until it is followed or put away.
struct PairAgain: Equatable, Sendable {
  /// After that the status screen alone tells of it.
  static var duration: Interval { .minutes(10) }

  let cause: PairAgainScreen.Cause
  /// The phone that forgot; the watch does not know whom it has forgotten itself.
  let phone: DeviceAddress?
  let endsAt: Instant
  var topLine = 0

  init(_ cause: PairAgainScreen.Cause, phone: DeviceAddress?, now: Instant) {
    self.cause = cause
    self.phone = phone
    endsAt = now + Self.duration
  }
}
