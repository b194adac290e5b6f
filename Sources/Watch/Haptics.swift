internal import ANCS
internal import Octets
internal import Timing

/// How a motor tells what has come, by a pattern that a wrist can tell apart.
public enum HapticPattern: UInt8, Equatable, Sendable {
  /// Once.
  case message
  /// Three times, shortly.
  case important
  /// Long, again and again, for as long as it rings.
  case call

  fileprivate var pulse: Interval {
    switch self {
    case .message: .milliseconds(250)
    case .important: .milliseconds(150)
    case .call: .milliseconds(600)
    }
  }

  fileprivate var gap: Interval { self == .call ? .milliseconds(900) : .milliseconds(150) }

  /// Those of a call last as long as one can ring.
  fileprivate var count: UInt8 {
    switch self {
    case .message: 1
    case .important: 3
    case .call: 40
    }
  }
}

/// A vibration motor and a lamp, as far as they are fitted.
///
///     still ── begin ──→ pulse ⇄ gap ── after the last pulse, stop ──→ still
///
/// The lamp goes with the motor, and then flashes now and then while something is unread.
struct Haptics: Sendable {
  private static var flash: Interval { .milliseconds(30) }
  private static var flashPause: Interval { .seconds(4) }

  var hasMotor = false
  var hasLamp = false
  private(set) var pattern: HapticPattern?
  private(set) var isPulsing = false
  private(set) var isFlashing = false
  private var remaining: UInt8 = 0
  private var next = Deadline()
  private var nextFlash = Deadline()

  var isMotorOn: Bool { hasMotor && isPulsing }
  var isLampLit: Bool { hasLamp && (isPulsing || isFlashing) }
  var deadline: Instant? { earliest(next.instant, nextFlash.instant) }

  /// Begins a pattern, unless one that says as much is under way: a crowd of messages is felt as one.
  mutating func begin(_ pattern: HapticPattern, now: Instant) {
    guard hasMotor || hasLamp else { return }
    if let current = self.pattern, current.rawValue >= pattern.rawValue { return }
    self.pattern = pattern
    remaining = pattern.count
    beginPulse(pattern, now: now)
  }

  mutating func stop() {
    pattern = nil
    isPulsing = false
    next.clear()
  }

  mutating func expire(now: Instant) {
    expireFlash(now: now)
    guard let pattern, next.expire(at: now) else { return }
    guard isPulsing else { return beginPulse(pattern, now: now) }
    isPulsing = false
    if remaining > 0 { next.set(now + pattern.gap) } else { stop() }
  }

  private mutating func beginPulse(_ pattern: HapticPattern, now: Instant) {
    isPulsing = true
    remaining -= 1
    next.set(now + pattern.pulse)
  }

  private mutating func expireFlash(now: Instant) {
    guard nextFlash.expire(at: now) else { return }
    isFlashing.toggle()
    nextFlash.set(now + (isFlashing ? Self.flash : Self.flashPause))
  }

  /// - Parameter hasNews: whether something is unread that may be told of.
  mutating func follow(hasNews: Bool, now: Instant) {
    guard hasNews && hasLamp else {
      isFlashing = false
      return nextFlash.clear()
    }
    if !nextFlash.isSet { nextFlash.set(now + Self.flashPause) }
  }
}

extension WatchMachine {
  /// Whether the motor is to run, and the lamp to shine, now.
  public var isMotorOn: Bool { haptics.isMotorOn }
  public var isLampLit: Bool { haptics.isLampLit }

  /// Makes felt what comes onto the glass by itself.
  mutating func makeFelt(_ decision: AlertDecision, now: Instant) {
    let pattern: HapticPattern =
      decision.reason == .call ? .call : decision.strength == .strong ? .important : .message
    haptics.begin(pattern, now: now)
  }

  /// A call is felt while it rings and nobody has said anything to it.
  mutating func settleHaptics(now: Instant) {
    if haptics.pattern == .call, current.name != .call || calls.call?.choice != nil { haptics.stop() }
    haptics.follow(hasNews: unreadCount > 0 && !isQuietTime, now: now)
  }
}

extension WatchApplication {
  /// What there is besides the glass to make something felt and seen; as it begins, nothing.
  public mutating func setHaptics(hasMotor: Bool, hasLamp: Bool) {
    client.watch.haptics.hasMotor = hasMotor
    client.watch.haptics.hasLamp = hasLamp
  }
}
