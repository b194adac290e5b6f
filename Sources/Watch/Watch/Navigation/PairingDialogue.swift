internal import Identifiers
internal import Peripherals
internal import Screens
internal import Timing
internal import WatchModel

/// A pairing on the display.
///
///     none → compare ── yes ──→ waiting ─┬─→ succeeded ── 4 s ──→ none
///               │  ↖ typed on the phone  ├─→ failed ──── 10 s ──→ none
///               └─ no ──→ failed         └─→ replace? ── yes ──→ none, then succeeded
///                                               └─ no ──→ failed
struct PairingDialogue: Sendable {
  /// The Security Manager gives up earlier; this bounds the wait in any case.
  private static var longestStep: Interval { .seconds(60) }
  private static var successDuration: Interval { .seconds(4) }
  private static var failureDuration: Interval { .seconds(10) }

  private(set) var step: PairingScreen.Step?
  /// The bonded phone that the new phone claims to be: the user is asked whether its bond may be replaced.
  private(set) var claimed: DeviceAddress?
  /// Distinguishes a question or a result from the one before it.
  private(set) var serial: UInt32 = 0
  private var endsAt = Deadline()

  /// Whether a screen asks for an answer that changes who may have the watch.
  func isAsking(on shown: Shown) -> Bool {
    guard shown.isPairing else { return shown.name == .question }
    return switch step {
    case .compare, .enterOnPhone: true
    case .waiting, .succeeded, .failed, nil: claimed != nil
    }
  }
  var deadline: Instant? { endsAt.instant }

  /// The screen of this step; nil if nothing is shown.
  var shown: Shown? {
    if claimed != nil { return Shown(.question, serial) }
    return step == nil ? nil : Shown(.pairing, serial)
  }

  /// Whether only the result of the pairing is shown.
  var isOver: Bool {
    switch step {
    case .succeeded, .failed: claimed == nil
    case .compare, .waiting, .enterOnPhone, nil: false
    }
  }

  mutating func begin(_ step: PairingScreen.Step, now: Instant) {
    self.step = step
    claimed = nil
    serial &+= 1
    endsAt.set(now + Self.longestStep)
  }

  /// Asks whether the bond with this phone may be replaced.
  mutating func begin(claim phone: DeviceAddress, now: Instant) {
    step = nil
    claimed = phone
    serial &+= 1
    endsAt.set(now + Self.longestStep)
  }

  /// Shows the result of a pairing that the wearer did not end.
  mutating func end(_ failure: PairingFailureExplanation?, now: Instant) {
    // Keeps showing that the wearer rejected the pairing.
    if case .failed = step, failure != nil { return }
    show(failure, now: now)
    // As for another screen, presses are ignored for a moment: the wearer may have been answering.
    serial &+= 1
  }

  private mutating func show(_ failure: PairingFailureExplanation?, now: Instant) {
    claimed = nil
    guard let failure else {
      step = .succeeded
      endsAt.set(now + Self.successDuration)
      return
    }
    step = .failed(failure)
    endsAt.set(now + Self.failureDuration)
  }

  /// Handles a gesture.
  ///
  /// - Returns: what to tell the Security Manager, if anything.
  mutating func handle(_ gesture: ButtonGesture, now: Instant) -> WatchAction? {
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press): answer(true, now: now)
    case (.decline, .press): answer(false, now: now)
    case (.accept, .hold), (.decline, .hold), (.up, _), (.down, _), (.select, _), (.back, _): nil
    }
  }

  /// Takes the user's answer.
  ///
  /// - Returns: what to tell the Security Manager, if anything.
  private mutating func answer(_ isYes: Bool, now: Instant) -> WatchAction? {
    if claimed != nil {
      if isYes { close() } else { show(.refused, now: now) }
      return .answerClaim(isYes)
    }
    switch step {
    case .compare(let pairingCode):
      if isYes { step = .waiting(pairingCode: pairingCode) } else { show(.refused, now: now) }
      return .confirmPairing(isYes)
    case .enterOnPhone where !isYes:
      show(.refused, now: now)
      return .confirmPairing(false)
    case .succeeded, .failed:
      close()
      return nil
    case .waiting, .enterOnPhone, nil: return nil
    }
  }

  /// - Returns: what to tell the Security Manager if the user or the phone did not answer in time.
  mutating func expire(now: Instant) -> WatchAction? {
    guard endsAt.expire(at: now) else { return nil }
    if claimed != nil {
      end(.timedOut, now: now)
      return .answerClaim(false)
    }
    switch step {
    case .compare, .waiting, .enterOnPhone:
      end(.timedOut, now: now)
      return .confirmPairing(false)
    case .succeeded, .failed, nil:
      close()
      return nil
    }
  }

  private mutating func close() {
    step = nil
    claimed = nil
    endsAt.clear()
  }
}
