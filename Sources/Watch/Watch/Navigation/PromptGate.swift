internal import Timing

/// When a prompt accepts the buttons: after 1.5 s without a press.
///
///     closed ── 1.5 s without a press ──→ open
///       ↑_| a press
///
/// A peer decides when a code or a question appears. A press that was on its way, or one of several in a row, must not
/// answer it; so it is ignored, whichever button it is, and the time begins again.
struct PromptGate: Sendable {
  static var quietTime: Interval { .milliseconds(1500) }

  /// The prompt on the display, if a prompt is shown.
  private(set) var prompt: Shown?
  /// Whether a press answers it.
  private(set) var isOpen = false
  private var opening = Deadline()

  var deadline: Instant? { opening.instant }

  /// Begins with another prompt, or with nil ends the one that was there.
  mutating func follow(_ prompt: Shown?, now: Instant) {
    guard prompt != self.prompt else { return }
    self.prompt = prompt
    close(now: now)
  }

  /// - Returns: whether the caller has to ignore a press at this time.
  mutating func notePress(now: Instant) -> Bool {
    guard prompt != nil, !isOpen else { return false }
    close(now: now)
    return true
  }

  /// The prompt was not seen: the time begins again.
  mutating func close(now: Instant) {
    isOpen = false
    if prompt == nil { opening.clear() } else { opening.set(now + Self.quietTime) }
  }

  /// - Returns: whether the prompt accepts the buttons from now on.
  mutating func expire(now: Instant) -> Bool {
    guard opening.expire(at: now) else { return false }
    isOpen = true
    return true
  }
}
