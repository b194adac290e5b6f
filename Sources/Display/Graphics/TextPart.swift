internal import Features
internal import Text

/// Part of a text: a line of it.
public struct TextPart: ~Escapable {
  /// All of the text.
  let text: Span<UInt8>
  /// In octets of the text.
  let range: Range<Int>
  /// Whether something in the text may run to the left, if that is known.
  private let known: Bool?

  /// - Precondition: `range` is inside the text.
  @_lifetime(copy text)
  init(of text: Span<UInt8>, _ range: Range<Int>, isBidirectional: Bool?) {
    self.text = text
    self.range = range
    known = isBidirectional
  }

  /// Whether something in the text may run to the left.
  var isBidirectional: Bool { Features.hasBidirectionalText && known ?? text.mayBeBidirectional }

  /// Whether it begins at the right where others begin at the left.
  public var isRightToLeft: Bool { isBidirectional && isInParagraphToTheLeft }

  @inline(never)
  private var isInParagraphToTheLeft: Bool {
    var paragraph = BidiParagraph()
    return paragraph.direction(of: text, aroundLine: range) == .rightToLeft
  }

  /// Whether it is a whole text.
  var isAll: Bool { range.count == text.count }

  /// A whole text as one line.
  @_lifetime(copy text)
  public init(_ text: Span<UInt8>) {
    self.init(of: text, 0..<text.count, isBidirectional: nil)
  }

  /// Whether it is a line that ends at a soft hyphen. There is a hyphen then.
  var isHyphenated: Bool {
    let end = range.upperBound
    return end < text.count && range.count >= 2 && text[end - 2] == 0xC2 && text[end - 1] == 0xAD
  }

  /// The same up to the text's end.
  public var withRest: TextPart {
    @_lifetime(copy self)
    get { TextPart(of: text, range.lowerBound..<text.count, isBidirectional: known) }
  }

  var octets: Span<UInt8> {
    @_lifetime(copy self)
    get { text.extracting(range) }
  }

  /// The first `count` octets.
  @_lifetime(copy self)
  func first(_ count: Int) -> TextPart {
    TextPart(of: text, range.lowerBound..<range.lowerBound + count, isBidirectional: known)
  }
}
