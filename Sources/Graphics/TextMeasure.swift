internal import Octets

/// How much of a text fits on one line.
public struct TextFit: Equatable, Sendable {
  /// The octets that are drawn: the text's first.
  public let count: Int
  /// How wide they are, in pixels, the ellipsis included.
  public let width: Int
  /// Whether the rest is left out and an ellipsis stands for it.
  public let isTruncated: Bool
  /// Whether it is known to be plain: then it needs no further look at what belongs together.
  var isPlain = false
}

extension Typeface {
  /// The width of a text on one line, in pixels.
  public func width(of text: Span<UInt8>) -> Int {
    if let width = plainWidth(of: text, within: .max) { return width }
    var reader = CharacterReader(text, face: self)
    var width = 0
    while let character = reader.next() { width += character.width }
    return width
  }

  /// The width of a text all of which is plain, in pixels; nil if it is not so, or wider than `limit`.
  private func plainWidth(of text: Span<UInt8>, within limit: Int) -> Int? {
    guard let advances = plainAdvances else { return nil }
    var (width, index) = (0, 0)
    while index < text.count {
      let count = UTF8Scalar.plainCount(at: index, of: text)
      guard count > 0, width <= limit else { return nil }
      width &+= count == 1 ? advances.basic : advances.ideograph
      index &+= count
    }
    return width <= limit ? width : nil
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

  /// How much of `text` fits into `limit` pixels, cut between characters to make room for an ellipsis.
  public func fit(_ text: Span<UInt8>, into limit: Int) -> TextFit {
    if let width = plainWidth(of: text, within: limit) {
      return TextFit(count: text.count, width: width, isTruncated: false, isPlain: true)
    }
    let ellipsisWidth = glyph(for: .ellipsis).advance
    var reader = CharacterReader(text, face: self)
    var width = 0
    var cut = TextFit(count: 0, width: ellipsisWidth, isTruncated: true)
    while let character = reader.next() {
      width += character.width
      if width > limit { return cut }
      let isVisible = character.width > 0 && !character.base.isSpace
      if isVisible, width + ellipsisWidth <= limit {
        cut = TextFit(count: character.end, width: width + ellipsisWidth, isTruncated: true)
      }
    }
    return TextFit(count: text.count, width: width, isTruncated: false)
  }
}
