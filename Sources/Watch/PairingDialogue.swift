internal import Screens
internal import Timing

/// A pairing on the glass.
///
///     none → compare ── yes ──→ waiting ─┬─→ succeeded ── 4 s ──→ none
///               │  ↖ typed on the phone  └─→ failed ──── 10 s ──→ none
///               └─ no ──→ failed
struct PairingDialogue: Sendable {
  /// The Security Manager gives up earlier; this bounds the wait in any case.
  private static var longestStep: Interval { .seconds(60) }
  private static var successDuration: Interval { .seconds(4) }
  private static var failureDuration: Interval { .seconds(10) }

  private(set) var step: PairingScreen.Step?
  /// Tells a question from the one before it.
  private(set) var serial: UInt32 = 0
  private var endsAt = Deadline()

  var isShown: Bool { step != nil }
  var deadline: Instant? { endsAt.instant }

  mutating func begin(_ step: PairingScreen.Step, now: Instant) {
    self.step = step
    serial &+= 1
    endsAt.set(now + Self.longestStep)
  }

  mutating func end(_ failure: PairingFailure?, now: Instant) {
    guard let failure else {
      step = .succeeded
      endsAt.set(now + Self.successDuration)
      return
    }
    // Who said no knows why it failed.
    if case .failed = step { return }
    step = .failed(failure)
    endsAt.set(now + Self.failureDuration)
  }

  /// Takes the user's answer.
  ///
  /// - Returns: what to tell the Security Manager, if anything.
  mutating func answer(_ isYes: Bool, now: Instant) -> Bool? {
    switch step {
    case .compare(let code):
      if isYes { step = .waiting(code: code) } else { end(.refused, now: now) }
      return isYes
    case .enterOnPhone where !isYes:
      end(.refused, now: now)
      return false
    case .succeeded, .failed:
      close()
      return nil
    case .waiting, .enterOnPhone, nil: return nil
    }
  }

  /// - Returns: whether an answer of the user or the phone was awaited too long.
  mutating func expire(now: Instant) -> Bool {
    guard endsAt.expire(at: now) else { return false }
    switch step {
    case .compare, .waiting, .enterOnPhone:
      end(.timedOut, now: now)
      return true
    case .succeeded, .failed, nil:
      close()
      return false
    }
  }

  private mutating func close() {
    step = nil
    endsAt.clear()
  }
}
