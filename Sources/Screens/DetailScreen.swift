internal import ANCS
public import Graphics
internal import Octets
internal import Typefaces

/// A whole notification, from line `topLine` on.
///
/// A code that it brings stands over the text, two lines high. Behind a message that goes on stands a mark; the labels
/// of the actions stand in the line after the last, so they are seen when the text has been read, or at once if it is
/// short. What does not fit one page says which page of how many of the whole message it is.
public struct DetailScreen: ~Escapable {
  /// How many lines are seen at a time: what a page is.
  public static let visibleLineCount = Layout.rowCount
  private static let codeLineCount = 2

  private let text: NotificationText
  private let topLine: Int
  /// How many lines there are, the one of the labels included.
  public let lineCount: Int
  /// How many of them are the message.
  private let messageCount: Int

  @_lifetime(copy text)
  public init(_ text: NotificationText, topLine: Int) {
    self.text = text
    self.topLine = topLine
    var lines = BodyLines(text)
    var count = 0
    var messageCount = 0
    while let line = lines.next() {
      count += 1
      if line.isMessage { messageCount += 1 }
    }
    self.messageCount = messageCount
    let codeCount = text.code.isEmpty ? 0 : Self.codeLineCount
    lineCount = codeCount + count + (text.end == .whole ? 0 : 1) + (text.hasActions ? 1 : 0)
  }

  /// The last `topLine` that leaves no empty line below the text.
  public var maximumTopLine: Int { max(0, lineCount - Self.visibleLineCount) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let top = min(max(0, topLine), maximumTopLine)
    if text.hasText {
      drawBody(into: &bitmap, from: top)
    } else {
      bitmap.drawCategory(of: text)
    }
    if top == maximumTopLine { bitmap.drawLabels(positive: text.positive, negative: text.negative, .hold) }
    let scroll = ScrollPosition(top: top, visible: Self.visibleLineCount, total: lineCount)
    bitmap.drawBar(text.category.icon, text.source, numerals: numerals(from: top), scroll: scroll)
  }

  private func drawBody(into bitmap: inout Bitmap, from top: Int) {
    var number = 0
    if !text.code.isEmpty {
      // The bar is drawn over what is above the glass's rows.
      if top < Self.codeLineCount { bitmap.drawCode(text.code, y: (1 - top) * Layout.rowHeight) }
      number = Self.codeLineCount
    }
    var lines = BodyLines(text)
    while let line = lines.next(), number < top + Self.visibleLineCount {
      if number >= top {
        let row = Layout.row(number - top)
        bitmap.drawText(line.part, in: row, Layout.face, TextStyle(isBold: line.isTitle))
      }
      number += 1
    }
    if number >= top, number < top + Self.visibleLineCount { drawEnd(into: &bitmap, in: Layout.row(number - top)) }
  }

  private func drawEnd(into bitmap: inout Bitmap, in row: Rectangle) {
    switch text.end {
    case .whole: break
    case .more: bitmap.drawText("…", in: row, Layout.face)
    case .cut: bitmap.drawText("… (cut)", in: row, Layout.face)
    }
  }

  // MARK: Pages

  /// The page and how many there are, else the time.
  private func numerals(from top: Int) -> ShortText {
    var numerals = ShortText()
    let count = Self.page(of: wholeLineCount - Self.visibleLineCount)
    if count > 1 {
      numerals.append(position: Self.page(of: top), of: count)
      if text.wholeSize == nil { numerals.append("+") }
    } else if let known = text.time {
      numerals.append(known)
    }
    return numerals
  }

  /// The number of the page that begins with line `top`, or of the one after if that is only part of it.
  private static func page(of top: Int) -> Int { 1 + (max(0, top) + visibleLineCount - 1) / visibleLineCount }

  /// How many lines there will be when the whole message is here: as many more as its size leads to expect.
  private var wholeLineCount: Int {
    guard text.end != .whole, let told = text.wholeSize, text.message.count > 0 else { return lineCount }
    // What no phone sends is no measure.
    let size = min(told, 0xFFFF)
    let expected = (messageCount * size + text.message.count - 1) / text.message.count
    return lineCount + max(0, expected - messageCount)
  }
}
