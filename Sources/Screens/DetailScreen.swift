public import Graphics
internal import Octets
internal import Typefaces

/// A whole notification, from line `topLine` on.
///
/// The labels of its actions stand in the line after the last, so they are seen when the text has been read, or at once
/// if it is short.
public struct DetailScreen: ~Escapable {
  /// How many lines are seen at a time: what a page is.
  public static let visibleLineCount = Layout.rowCount

  private let text: NotificationText
  private let topLine: Int
  /// How many lines there are, the one of the labels included.
  public let lineCount: Int

  @_lifetime(copy text)
  public init(_ text: NotificationText, topLine: Int) {
    self.text = text
    self.topLine = topLine
    var lines = BodyLines(text)
    var count = 0
    while lines.next() != nil { count += 1 }
    lineCount = count + (text.hasActions ? 1 : 0)
  }

  /// The last `topLine` that leaves no empty line below the text.
  public var maximumTopLine: Int { max(0, lineCount - Self.visibleLineCount) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var time = ShortText()
    if let known = text.time { time.append(known) }
    let top = min(max(0, topLine), maximumTopLine)
    let scroll = ScrollPosition(top: top, visible: Self.visibleLineCount, total: lineCount)
    bitmap.drawBar(text.category.icon, text.source, numerals: time, scroll: scroll)
    if text.hasText {
      drawBody(into: &bitmap, from: top)
    } else {
      bitmap.drawCategory(of: text)
    }
    if top == maximumTopLine { bitmap.drawLabels(positive: text.positive, negative: text.negative, .hold) }
  }

  private func drawBody(into bitmap: inout Bitmap, from top: Int) {
    var lines = BodyLines(text)
    var number = 0
    while let line = lines.next(), number < top + Self.visibleLineCount {
      if number >= top {
        let row = Layout.row(number - top)
        bitmap.drawText(line.text, in: row, Layout.face, TextStyle(isBold: line.isTitle))
      }
      number += 1
    }
  }
}
