public import Graphics
internal import Octets
public import Timing
internal import Typefaces

/// A call: who it is, as large as fits, the labels of both buttons, and for how long it has been going on.
public struct CallScreen: ~Escapable {
  private let text: NotificationText
  private let duration: Interval?
  private let offset: Int?

  /// - Parameters:
  ///   - duration: nil for a call that rings, or one whose beginning is not known.
  ///   - offset: how far a name that is too long has run; nil if it lies still.
  @_lifetime(copy text)
  public init(_ text: NotificationText, duration: Interval? = nil, runningBy offset: Int? = nil) {
    self.text = text
    self.duration = duration
    self.offset = offset
  }

  /// How far the name has to run to be seen whole; 0 if it is.
  public var overhang: Int { Bitmap.overhang(ofLarge: text.headline) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var time = ShortText()
    if let duration { time.append(duration) }
    bitmap.drawBar(text.category.icon, text.source, numerals: time)
    bitmap.drawLarge(text.headline, runningBy: offset)
    bitmap.drawLabels(positive: text.positive, negative: text.negative)
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
