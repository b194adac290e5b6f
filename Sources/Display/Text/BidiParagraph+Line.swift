public import Octets

extension BidiParagraph {
  /// Takes in the paragraph around a line of a text, and finds the level of each character of that line.
  ///
  /// Of a paragraph with more than `capacity` characters the first ones tell its direction; a line that does not end
  /// within them is resolved from its own beginning, as if what stands before it were not there. Paragraph separators
  /// inside the line read as spaces, because they are drawn so.
  ///
  /// - Returns: the indices of the line's characters, `capacity` at most.
  public mutating func resolve(_ text: Span<UInt8>, aroundLine line: Range<Int>) -> Range<Int> {
    let bounds = text.paragraph(around: line)
    var (characters, isWhole) = fill(text, bounds, line)
    if isWhole {
      resolve()
    } else {
      let direction = automaticDirection()
      (characters, _) = fill(text, line.lowerBound..<bounds.upperBound, line)
      resolve(direction)
    }
    resetWhiteSpace(ofLine: characters)
    return characters
  }

  /// Takes in the paragraph around a line of a text, and finds the direction that `resolve` gives it.
  public mutating func direction(of text: Span<UInt8>, aroundLine line: Range<Int>) -> BaseDirection {
    _ = fill(text, text.paragraph(around: line), line)
    return automaticDirection()
  }

  /// Takes in a range of a text.
  ///
  /// - Returns: the indices of the line's characters, and whether all of them are there.
  private mutating func fill(
    _ text: Span<UInt8>, _ range: Range<Int>, _ line: Range<Int>
  ) -> (characters: Range<Int>, isWhole: Bool) {
    removeAll()
    var rest = text.extracting(range)
    var (first, end) = (0, 0)
    while true {
      let offset = range.upperBound - rest.count
      if offset <= line.lowerBound { first = count }
      if offset <= line.upperBound { end = count }
      guard let scalar = UTF8Scalar(decoding: &rest) else { return (first..<end, true) }
      guard append(scalar, isInLine: offset < line.upperBound) else { return (first..<end, offset >= line.upperBound) }
    }
  }

  private mutating func append(_ scalar: UTF8Scalar, isInLine: Bool) -> Bool {
    let properties = scalar.properties
    if isInLine, properties.bidiClass == .paragraphSeparator { return append(.whiteSpace) }
    guard properties.bracketType != .none, let pair = scalar.pairedBracket else {
      return append(properties.bidiClass)
    }
    let closing = pair.isOpening ? pair.other : scalar
    return append(properties.bidiClass, bracket: BidiBracket(isOpening: pair.isOpening, closing: closing.value))
  }

  /// Appends a character with its own class.
  ///
  /// - Returns: false if there is no room for it.
  public mutating func append(_ scalar: UTF8Scalar) -> Bool { append(scalar, isInLine: false) }
}
