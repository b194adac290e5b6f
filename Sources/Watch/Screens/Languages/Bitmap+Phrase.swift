internal import Graphics
internal import Octets
internal import Typefaces
internal import WatchModel

// Texts of the screens in the language of the picture.
extension Bitmap {
  func words(_ phrase: Phrase) -> Wording { phrase.text(in: language) }

  mutating func drawBar(
    _ icon: Icon, _ title: Phrase, numerals: borrowing ShortText = ShortText(), scroll: ScrollPosition? = nil
  ) {
    drawBar(icon, words(title).utf8Span, numerals: numerals, scroll: scroll)
  }

  mutating func drawLarge(_ phrase: Phrase) { drawLarge(words(phrase).utf8Span) }

  mutating func drawLine(_ phrase: Phrase, in row: Rectangle, _ style: TextStyle = TextStyle()) {
    drawLine(words(phrase).utf8Span, in: row, style)
  }

  mutating func drawParagraph(
    _ phrase: Phrase, from top: Int = 0, inRowsFrom first: Int = 0, to end: Int = Layout.rowCount
  ) {
    drawParagraph(words(phrase).utf8Span, from: top, inRowsFrom: first, to: end)
  }

  /// Draws the labels of the buttons accept and decline; nil for a button without a label.
  mutating func drawButtons(positive: Phrase.Button?, negative: Phrase.Button?) {
    switch (positive, negative) {
    case (let positive?, let negative?):
      drawLabels(
        positive: .offered(words(.button(positive)).utf8Span), negative: .offered(words(.button(negative)).utf8Span))
    case (let positive?, nil):
      drawLabels(positive: .offered(words(.button(positive)).utf8Span), negative: .none)
    case (nil, let negative?):
      drawLabels(positive: .none, negative: .offered(words(.button(negative)).utf8Span))
    case (nil, nil): break
    }
  }
}

extension BoundedText {
  mutating func append(_ phrase: Phrase, _ language: Language) { append(phrase.text(in: language)) }

  /// Appends a text with `number` in the place of `#`.
  mutating func append(_ phrase: Phrase, _ number: Int, _ language: Language) {
    let octets = phrase.text(in: language).utf8Span
    for index in octets.indices where octets[index] == UInt8(ascii: "#") {
      append(repairing: octets.extracting(first: index))
      append(number)
      return append(repairing: octets.extracting(droppingFirst: index + 1))
    }
    append(repairing: octets)
  }

  /// Appends the day and the month in the places of `#` and `@`.
  mutating func append(_ pattern: Phrase.Day, _ date: CalendarDate, _ language: Language) {
    var rest = Phrase.day(pattern).text(in: language).utf8Span
    while let scalar = UTF8Scalar(decoding: &rest) {
      switch scalar.value {
      case 0x23: append(date.day)
      case 0x40: append(.month(date.monthPhrase), language)
      default: append(scalar)
      }
    }
  }
}
