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
    bitmap.drawBar(.moment, title)
    bitmap.drawLarge(text.span)
    let (positive, negative) = labels
    bitmap.drawButtons(positive: positive, negative: negative)
  }

  private var title: Phrase {
    switch kind {
    case .timer: state == .over ? .title(.timeIsOver) : .menu(.timer)
    case .stopwatch: .menu(.stopwatch)
    }
  }

  private var labels: (Phrase.Button, Phrase.Button?) {
    switch state {
    case .ready: (.start, kind == .timer ? .more : .back)
    case .running: (kind == .timer ? .pause : .stop, .back)
    case .stopped: (.resume, .reset)
    case .over: (.ok, nil)
    }
  }
}
