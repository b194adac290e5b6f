internal import ANCS
internal import Features
public import Graphics
internal import Octets
internal import Typefaces

/// A whole notification, from line `topLine` on.
///
/// A code from the message stands above the text, two lines high. A mark follows a message that goes on. The labels of
/// the actions stand in the line after the last one, so that they appear when the text has been read; a short text
/// shows them from the start. Of a notification that the phone has removed, that line says so. If there are several
/// pages, the bar shows the page, and the number of pages of the whole message.
public struct DetailScreen: ~Escapable {
  /// How many lines of the usual size are seen at a time.
  public static let visibleLineCount = Layout.rowCount
  private static let codeLineCount = 2

  private let text: NotificationText
  private let layout: BodyLayout
  private let topLine: Int
  /// How many lines there are, the one of the labels included.
  public let lineCount: Int
  /// How many of them are the message.
  private let messageCount: Int

  @_lifetime(copy text)
  public init(_ text: NotificationText, topLine: Int) {
    self.text = text
    layout = BodyLayout(text)
    self.topLine = topLine
    var lines = BodyLines(text, layout)
    var count = 0
    var messageCount = 0
    while let line = lines.next() {
      count += 1
      if line.isMessage { messageCount += 1 }
    }
    self.messageCount = messageCount
    let codeCount = text.code.isEmpty ? 0 : Self.codeLineCount
    lineCount = codeCount + count + (text.end == .whole ? 0 : 1) + (text.hasActions || text.isKept ? 1 : 0)
  }

  /// How many lines are seen at a time: what a page is.
  private var visibleLineCount: Int { layout.rowCount }

  /// The last `topLine` that leaves no empty line below the text.
  public var maximumTopLine: Int { max(0, lineCount - visibleLineCount) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let top = min(max(0, topLine), maximumTopLine)
    if text.hasText {
      drawBody(into: &bitmap, from: top)
    } else {
      bitmap.drawCategory(of: text)
    }
    if top == maximumTopLine { drawLastLine(into: &bitmap) }
    let scroll = ScrollPosition(top: top, visible: visibleLineCount, total: lineCount)
    bitmap.drawBar(text.category.icon, text.source, numerals: numerals(from: top), scroll: scroll)
  }

  private func drawBody(into bitmap: inout Bitmap, from top: Int) {
    var number = 0
    if !text.code.isEmpty {
      // The bar is drawn over what is above the display's rows.
      if top < Self.codeLineCount { bitmap.drawCode(text.code, y: (1 - top) * Layout.rowHeight) }
      number = Self.codeLineCount
    }
    var lines = BodyLines(text, layout)
    while let line = lines.next(), number < top + visibleLineCount {
      if number >= top {
        let face = line.isTitle ? layout.titleFace : layout.face
        bitmap.drawText(line.part, in: layout.row(number - top), face, TextStyle(isBold: line.isTitle))
      }
      number += 1
    }
    if number >= top, number < top + visibleLineCount { drawEnd(into: &bitmap, in: layout.row(number - top)) }
  }

  private func drawLastLine(into bitmap: inout Bitmap) {
    guard text.isKept else {
      bitmap.drawLabels(positive: text.positive, negative: text.negative, .hold, in: layout.labelRow)
      return
    }
    let words = bitmap.words(.kind(.kept)).utf8Span
    let row = layout.labelRow
    if row.height == Layout.rowHeight {
      bitmap.drawLine(words, in: row, TextStyle(alignment: .centered))
    } else if TextFace.hasLetters(of: words) {
      bitmap.drawText(words, in: row, TextFace.small, TextStyle(alignment: .centered))
    } else {
      // A cross for words that need a higher row. It has no more than ten rows.
      bitmap.draw(
        Icon.cross.glyph, x: row.x + (row.width - Icon.side) / 2, y: row.y - (Icon.side - row.height) / 2,
        clip: row.box)
    }
  }

  private func drawEnd(into bitmap: inout Bitmap, in row: Rectangle) {
    switch text.end {
    case .whole: break
    case .more: bitmap.drawText("…", in: row, layout.face)
    case .cut: drawCut(into: &bitmap, in: row)
    }
  }

  /// Draws only the dots if the face of the text has no letters for the words. Words that are too wide in large letters
  /// have the usual size.
  private func drawCut(into bitmap: inout Bitmap, in row: Rectangle) {
    let words = bitmap.words(.kind(.cut)).utf8Span
    if Features.hasTextSizes, row.height > Layout.rowHeight, layout.face.width(of: words) > row.width {
      return bitmap.drawLine(words, in: row)
    }
    let fits = row.height >= Layout.rowHeight || TextFace.hasLetters(of: words)
    if fits { bitmap.drawText(words, in: row, layout.face) } else { bitmap.drawText("…", in: row, layout.face) }
  }

  // MARK: Pages

  /// The page and how many there are; the time or the day on a single page, and the day at the top of older messages.
  private func numerals(from top: Int) -> ShortText {
    let count = page(of: wholeLineCount - visibleLineCount)
    let isOlder = text.day != .today && text.time != nil
    if count <= 1 || (top == 0 && isOlder) { return text.stamp }
    var numerals = ShortText()
    numerals.append(position: page(of: top), of: count)
    if text.wholeSize == nil { numerals.append("+") }
    return numerals
  }

  /// The number of the page that begins with line `top`, or of the one after if that is only part of it.
  private func page(of top: Int) -> Int { 1 + (max(0, top) + visibleLineCount - 1) / visibleLineCount }

  /// How many lines there will be when the whole message is here: as many more as its size leads to expect.
  private var wholeLineCount: Int {
    guard text.end != .whole, let told = text.wholeSize, text.message.count > 0 else { return lineCount }
    // An attribute has at most 0xFFFF octets (ANCS), so a larger size is false.
    let size = min(told, 0xFFFF)
    let expected = (messageCount * size + text.message.count - 1) / text.message.count
    return lineCount + max(0, expected - messageCount)
  }
}
