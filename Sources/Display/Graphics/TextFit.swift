internal import Octets
internal import Text

/// How much of a text fits on one line.
public struct TextFit: Equatable, Sendable {
  /// The octets that are drawn: the text's first.
  public let count: Int
  /// How wide they are, in pixels, the ellipsis included.
  public let width: Int
  /// Whether the rest is left out and an ellipsis stands for it.
  public let isTruncated: Bool
  /// Whether what is drawn is known to be plain: then it needs no further look at what belongs together.
  var isPlain = false
}

extension Typeface {
  /// The width of a text on one line, in pixels.
  public func width(of text: Span<UInt8>) -> Int {
    if let fit = plainFit(text, into: .max) { return fit.width }
    var reader = CharacterReader(text, face: self)
    var width = 0
    while let character = reader.next() { width += character.width }
    return width
  }

  /// The width of the longest line that can be drawn of a text, in pixels: of all of it, unless something in it may run
  /// to the left and it has more characters than a line of that kind. Drawn in this width, it ends with an ellipsis.
  public func longestWidth(of text: Span<UInt8>) -> Int {
    if let fit = plainFit(text, into: .max) { return fit.width }
    guard text.mayBeBidirectional else { return width(of: text) }
    var reader = CharacterReader(text, face: self)
    // Behind the cut are two characters or more, for which the ellipsis has no room: else it would not be drawn.
    var (width, count, cut) = (0, 0, 0)
    while let character = reader.next() {
      width += character.width
      count += 1
      if count == VisualLine.capacity - 2 { cut = width }
      if count == VisualLine.capacity { return cut + glyph(for: .ellipsis).advance }
    }
    return width
  }

  /// `fit(_:into:)` for a text that is plain as far as it needs to be looked at; nil if it is not.
  private func plainFit(_ text: Span<UInt8>, into limit: Int) -> TextFit? {
    guard let advances = plainAdvances else { return nil }
    // An ellipsis is a narrow one of them, as is a space.
    let room = limit &- advances.narrow
    var (width, index) = (0, 0)
    var cut: (count: Int, width: Int)?
    while index < text.count {
      let count = UTF8Scalar.plainCount(at: index, of: text)
      guard count > 0 else { return nil }
      // What U+3000 begins with, and all after it.
      let end = width &+ (text[index] >= 0xE3 ? advances.wide : advances.narrow)
      if end > room {
        let last = cut ?? (index, width)
        if end > limit {
          guard text.hasOnlySpace(from: index) else {
            return plainCut(of: text, last.count, width: last.width, narrow: advances.narrow)
          }
          return TextFit(count: index, width: width, isTruncated: false, isPlain: true)
        }
        cut = last
      }
      width = end
      index &+= count
    }
    return TextFit(count: text.count, width: width, isTruncated: false, isPlain: true)
  }

  /// The first octets of a plain text, without the spaces at their end, and an ellipsis.
  private func plainCut(of text: Span<UInt8>, _ count: Int, width: Int, narrow: Int) -> TextFit {
    var (count, width) = (count, width &+ narrow)
    while count > 0, text[count &- 1] == 0x20 {
      count &-= 1
      width &-= narrow
    }
    return TextFit(count: count, width: width, isTruncated: true, isPlain: true)
  }

  /// How many characters of `text` are drawn as a box, for want of a glyph.
  public func missingCount(in text: Span<UInt8>) -> Int {
    var elements = ElementReader(text)
    var count = 0
    while let element = elements.next() {
      if case .scalar(let scalar) = element, glyph(for: scalar).isMissing { count += 1 }
    }
    return count
  }

  /// How much of `text` fits into `limit` pixels, cut between characters to make room for an ellipsis. White space and
  /// invisible characters at the end of the text need no room.
  public func fit(_ text: Span<UInt8>, into limit: Int) -> TextFit {
    if let fit = plainFit(text, into: limit) { return fit }
    let ellipsisWidth = glyph(for: .ellipsis).advance
    var reader = CharacterReader(text, face: self)
    var width = 0
    var cut = TextFit(count: 0, width: ellipsisWidth, isTruncated: true)
    while let character = reader.next() {
      guard width + character.width <= limit else {
        guard text.hasOnlySpace(from: character.start) else { return cut }
        return TextFit(count: character.start, width: width, isTruncated: false)
      }
      width += character.width
      let isVisible = character.width > 0 && !character.base.isSpace
      if isVisible, width + ellipsisWidth <= limit {
        cut = TextFit(count: character.end, width: width + ellipsisWidth, isTruncated: true)
      }
    }
    return TextFit(count: text.count, width: width, isTruncated: false)
  }
}

extension Span<UInt8> {
  /// Whether only white space and invisible characters follow.
  @inline(never)  // Few texts are longer than their line: keeps the loops above short.
  fileprivate func hasOnlySpace(from position: Int) -> Bool {
    // The reader leaves out what is invisible.
    var elements = ElementReader(extracting(droppingFirst: position))
    while let element = elements.next() {
      guard case .scalar(let scalar) = element, scalar.isSpace || scalar.isNoBreakSpace else { return false }
    }
    return true
  }
}
