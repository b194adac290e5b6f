internal import Peripherals
internal import Screens
internal import Timing
internal import WatchModel

/// Advice that covers the page when the watch has lost all its bonds, until it is followed or put away.
struct PairAgainAdvice: Sendable {
  /// After that only the status screen explains it.
  static var duration: Interval { .minutes(10) }

  private var end = Deadline()
  /// The line with which it begins.
  private(set) var topLine = 0

  var deadline: Instant? { end.instant }

  mutating func begin(now: Instant) {
    topLine = 0
    end.set(now + Self.duration)
  }

  mutating func stop() { end.clear() }

  mutating func expire(now: Instant) { _ = end.expire(at: now) }

  /// Whether it is shown if nothing more urgent is. A phone that pairs or encrypts takes it away. One that only
  /// connects may be the one without a bond, which comes again and again.
  func isShown(in state: ConnectionState) -> Bool {
    guard end.isSet else { return false }
    switch state {
    case .advertising, .pairingOpen, .connected, .disconnected, .phoneRefused: return true
    case .starting, .pairing, .encrypted, .discovering, .ready, .unauthorized, .noNotifications,
      .recovering:
      return false
    }
  }

  /// Handles a gesture. *Decline* pages through the advice, and then puts it away.
  ///
  /// - Returns: whether the wearer follows it.
  mutating func handle(_ gesture: ButtonGesture, _ language: Language = .english) -> Bool {
    let last = Self.lastTopLine(language)
    switch (gesture.button, gesture.gesture) {
    case (.accept, .press), (.select, .press):
      stop()
      return true
    case (.decline, .press) where topLine < last: topLine = min(last, topLine + PairAgainScreen.visibleLineCount)
    case (.decline, _), (.back, .press): stop()
    case (.up, .press): topLine = max(0, topLine - 1)
    case (.down, .press): topLine = min(last, topLine + 1)
    case (.accept, .hold), (.up, .hold), (.down, .hold), (.select, .hold), (.back, .hold): break
    }
    return false
  }

  /// The last line with which it may begin.
  static func lastTopLine(_ language: Language) -> Int { PairAgainScreen(topLine: 0, language).maximumTopLine }
}
