internal import Features
internal import Timing

/// The state and the time of the Service Changed indication for a client that knows another database.
///
///     settled → delayed → due → awaitingConfirmation → settled
///
/// If the indication arrives during a discovery, iOS aborts the discovery. Therefore the server waits for ten seconds
/// after the client connects or subscribes.
/// Core Spec 5.4, Vol 3, Part G, 7.1.
struct ServiceChangedIndication: Sendable {
  private enum State {
    case settled
    case delayed(until: Instant)
    case due
    case awaitingConfirmation(until: Instant)
  }

  static var delay: Interval { .seconds(10) }
  /// Core Spec 5.4, Vol 3, Part F, 3.3.3.
  static var confirmationTimeout: Interval { .seconds(30) }

  /// The number of unconfirmed indications after which no more are sent.
  static var mostUnconfirmed: UInt8 { 5 }

  private var state = State.settled
  private var unconfirmedCount: UInt8 = 0

  /// A link begins. The number of unconfirmed indications is kept.
  mutating func reset() { state = .settled }

  /// The client is not the one of the last link.
  mutating func forgetUnconfirmed() { unconfirmedCount = 0 }

  mutating func request(now: Instant) {
    guard Features.hasAttributeCaching else { return }
    if case .awaitingConfirmation = state { return }
    state = .delayed(until: now + Self.delay)
  }

  /// The client has just subscribed: postpones a pending indication.
  mutating func postpone(now: Instant) {
    switch state {
    case .delayed, .due: request(now: now)
    case .settled, .awaitingConfirmation: break
    }
  }

  var isAwaitingConfirmation: Bool {
    guard Features.hasAttributeCaching, case .awaitingConfirmation = state else { return false }
    return true
  }

  var isDue: Bool {
    guard Features.hasAttributeCaching, case .due = state else { return false }
    return unconfirmedCount < Self.mostUnconfirmed
  }

  mutating func noteSent(now: Instant) {
    unconfirmedCount += 1
    state = .awaitingConfirmation(until: now + Self.confirmationTimeout)
  }

  /// - Returns: whether a confirmation was awaited.
  mutating func confirm() -> Bool {
    guard Features.hasAttributeCaching, case .awaitingConfirmation = state else { return false }
    state = .settled
    unconfirmedCount = 0
    return true
  }

  var deadline: Instant? {
    guard Features.hasAttributeCaching else { return nil }
    return switch state {
    case .settled, .due: nil
    case .delayed(let instant), .awaitingConfirmation(let instant): instant
    }
  }

  /// - Returns: whether the confirmation is overdue.
  mutating func handleTimeout(now: Instant) -> Bool {
    guard Features.hasAttributeCaching else { return false }
    switch state {
    case .delayed(let instant) where instant <= now:
      state = .due
      return false
    case .awaitingConfirmation(let instant) where instant <= now:
      state = .settled
      return true
    case .settled, .due, .delayed, .awaitingConfirmation:
      return false
    }
  }
}
