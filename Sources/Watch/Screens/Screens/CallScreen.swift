public import Graphics
internal import Octets
public import Timing
internal import Typefaces

/// A call: who it is, as large as fits, or with a line for the subtitle (`mobile`, a company); the labels of both
/// buttons; how long it lasts, or at the right of the bar that the watch rings.
///
/// The sign beside the bell stands for holding *decline*, which silences the watch.
public struct CallScreen: ~Escapable {
  public enum Ringing: Equatable, Sendable {
    case audible, silenced
  }

  private let text: NotificationText
  private let ringing: Ringing?
  private let duration: Interval?
  private let offset: Int?

  /// - Parameters:
  ///   - ringing: nil for a call that is active.
  ///   - duration: nil for a call that rings, or one whose beginning is not known.
  ///   - offset: how far a name that is too long has run; nil if it lies still.
  @_lifetime(copy text)
  public init(
    _ text: NotificationText, _ ringing: Ringing? = nil, duration: Interval? = nil, runningBy offset: Int? = nil
  ) {
    self.text = text
    self.ringing = ringing
    self.duration = duration
    self.offset = offset
  }

  /// How far the name has to run to be seen whole; 0 if it is.
  public var overhang: Int {
    hasSubtitle
      ? Bitmap.overhang(of: text.headline, in: Layout.width, isBold: true) : Bitmap.overhang(ofLarge: text.headline)
  }

  /// Without a title the subtitle is the headline.
  private var hasSubtitle: Bool { !text.title.isEmpty && !text.subtitle.isEmpty }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var time = ShortText()
    if let duration { time.append(duration) }
    bitmap.drawBar(text.category.icon, text.source, numerals: time, reserving: ringing == nil ? 0 : Self.signWidth)
    drawRinging(into: &bitmap)
    if hasSubtitle { drawNames(into: &bitmap) } else { bitmap.drawLarge(text.headline, runningBy: offset) }
    bitmap.drawLabels(positive: text.positive, negative: text.negative)
  }
}

// Parts.
extension CallScreen {
  private static var signWidth: Int { 8 + Icon.side }

  /// The bell, and while it rings the sign that *decline* is held to silence it.
  private func drawRinging(into bitmap: inout Bitmap) {
    guard let ringing else { return }
    let signs = Layout.bar.last(Self.signWidth, in: bitmap.language)
    bitmap.draw((ringing == .audible ? Icon.other : .muted).glyph, x: signs.x + 8, y: 0, .dark)
    if ringing == .audible { bitmap.drawHoldSign(x: signs.x, y: 4) }
  }

  /// The name in a row, and the subtitle in the row below.
  private func drawNames(into bitmap: inout Bitmap) {
    let style = TextStyle(alignment: .centered, isBold: true)
    if let offset {
      bitmap.drawRunning(text.headline, in: Layout.row(0), offset: offset, TextStyle(isBold: true))
    } else {
      bitmap.drawLine(text.headline, in: Layout.row(0), style)
    }
    bitmap.drawLine(text.subtitle, in: Layout.row(1), TextStyle(alignment: .centered))
  }
}

extension BoundedText {
  /// Appends `0:07`, `12:34` or `1:02:03`.
  mutating func append(_ duration: Interval) {
    let seconds = Int(truncatingIfNeeded: duration.wholeSeconds)
    if seconds >= 3_600 {
      append(seconds / 3_600)
      append(":")
    }
    append(seconds / 60 % 60, minimumDigits: seconds >= 3_600 ? 2 : 1)
    append(":")
    append(seconds % 60, minimumDigits: 2)
  }
}
