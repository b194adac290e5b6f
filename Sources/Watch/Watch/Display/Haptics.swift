internal import Timing
internal import WatchModel

/// The pulses of the motor. Each kind of notification has its own, and an application or a category may have another.
public enum HapticPattern: UInt8, Equatable, Sendable {
  /// One pulse.
  case message
  /// The ones that may be chosen.
  case short, long, double, triple
  /// Three short pulses.
  case important
  /// Long pulses for as long as the call or the timer rings.
  case call

  /// The chosen pattern, else the usual one; nil for no vibration.
  init?(_ chosen: VibrationPattern?, usual: HapticPattern) {
    switch chosen {
    case nil: self = usual
    case VibrationPattern.none?: return nil
    case .short: self = .short
    case .long: self = .long
    case .double: self = .double
    case .triple: self = .triple
    }
  }

  /// A pattern does not begin while one of the same or a higher importance is running.
  fileprivate var importance: UInt8 {
    switch self {
    case .message, .short, .long, .double, .triple: 0
    case .important: 1
    case .call: 2
    }
  }

  fileprivate var pulse: Interval {
    switch self {
    case .message: .milliseconds(250)
    case .short: .milliseconds(100)
    case .long: .milliseconds(800)
    case .double, .triple: .milliseconds(200)
    case .important: .milliseconds(150)
    case .call: .milliseconds(600)
    }
  }

  fileprivate var gap: Interval { self == .call ? .milliseconds(900) : .milliseconds(150) }

  /// The pulses of a call last longer than a call, the timer or an alarm can ring.
  fileprivate var count: UInt8 {
    switch self {
    case .message, .short, .long: 1
    case .double: 2
    case .important, .triple: 3
    case .call: 255
    }
  }
}

/// Switches the motor and the LED in the pulses of a vibration pattern.
///
///     still ── begin ──→ pulse ⇄ gap ── after the last pulse, stop ──→ still
///
/// The LED goes with the motor, and flashes every four seconds while something is unread.
struct Haptics: Sendable {
  private static var flash: Interval { .milliseconds(30) }
  private static var flashPause: Interval { .seconds(4) }

  private var hasMotor = false
  private var hasLED = false
  private var vibrates = true
  private(set) var pattern: HapticPattern?
  private(set) var isPulsing = false
  private(set) var isFlashing = false
  private var remaining: UInt8 = 0
  private var next = Deadline()
  private var nextFlash = Deadline()

  var isMotorOn: Bool { hasMotor && vibrates && isPulsing }
  var isLEDLit: Bool { hasLED && (isPulsing || isFlashing) }
  var deadline: Instant? { earliest(next.instant, nextFlash.instant) }

  mutating func fit(hasMotor: Bool, hasLED: Bool) {
    self.hasMotor = hasMotor
    self.hasLED = hasLED
  }

  /// Whether the motor may run. The LED follows the pulses in both cases.
  mutating func setVibration(_ vibrates: Bool) { self.vibrates = vibrates }

  /// Begins a pattern, unless one of the same or a higher importance is running. So several messages together are felt
  /// as one.
  mutating func begin(_ pattern: HapticPattern, now: Instant) {
    guard hasMotor || hasLED else { return }
    if let current = self.pattern, current.importance >= pattern.importance { return }
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

  /// - Parameter hasNews: whether something is unread that may be announced.
  mutating func follow(hasNews: Bool, now: Instant) {
    guard hasNews && hasLED else {
      isFlashing = false
      return nextFlash.clear()
    }
    if !nextFlash.isSet { nextFlash.set(now + Self.flashPause) }
  }
}
