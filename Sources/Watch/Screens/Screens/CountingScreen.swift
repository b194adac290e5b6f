public import Graphics
internal import Octets
public import Timing
internal import Typefaces

/// The timer or the stopwatch: a time in large digits, and what the buttons do.
public struct CountingScreen {
  public enum Kind: Equatable, Sendable {
    case timer, stopwatch
  }

  public enum State: Equatable, Sendable {
    case ready, running, stopped
    /// The timer has run out.
    case over
  }

  private let kind: Kind
  private let state: State
  private let time: Interval

  /// - Parameter time: what is left, or what has passed.
  public init(_ kind: Kind, _ state: State, _ time: Interval) {
    self.kind = kind
    self.state = state
    self.time = time
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var text = ShortText()
    text.append(time)
    bitmap.drawBar(.moment, title.utf8Span)
    bitmap.drawLarge(text.span)
    let (positive, negative) = labels
    bitmap.drawLabels(
      positive: .offered(positive.utf8Span), negative: state == .over ? .none : .offered(negative.utf8Span))
  }

  private var title: StaticString {
    switch kind {
    case .timer: state == .over ? "Time is over" : "Timer"
    case .stopwatch: "Stopwatch"
    }
  }

  private var labels: (StaticString, StaticString) {
    switch state {
    case .ready: ("Start", kind == .timer ? "More" : "Back")
    case .running: (kind == .timer ? "Pause" : "Stop", "Back")
    case .stopped: ("Go on", "Reset")
    case .over: ("OK", "")
    }
  }
}
