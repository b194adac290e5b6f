internal import Features

extension Span<UInt8> {
  /// Whether this UTF-8 may contain right-to-left text or direction controls. A quick test that finds all such text,
  /// and some other text. Text for which it is false needs no `BidiParagraph`.
  public var mayBeBidirectional: Bool {
    guard Features.hasBidirectionalText else { return false }
    for index in indices where self[index] >= 0xD6 {
      if mayBeBidirectional(at: index) { return true }
    }
    return false
  }

  private func mayBeBidirectional(at index: Int) -> Bool {
    let second = index + 1 < count ? self[index + 1] : 0
    let third = index + 2 < count ? self[index + 2] : 0
    return switch self[index] {
    case 0xD6: second >= 0x90  // From U+0590 on: Hebrew, Arabic,
    case 0xD7...0xDF: true
    case 0xE0: second < 0xA4  // and what comes after, up to U+08FF.
    case 0xE2: second == 0x80 ? third == 0x8F || (0xAA...0xAE).contains(third) : second == 0x81 && third >= 0xA6
    // Presentation forms. Between them are the variation selectors, which many emoji have.
    case 0xEF: (0xAC...0xBB).contains(second) && second != 0xB8 && (second != 0xB9 || third >= 0xB0)
    case 0xF0: (second == 0x90 || second == 0x9E) && third >= 0xA0
    default: false
    }
  }

  /// The paragraph that holds `line`: from behind the last paragraph separator before it to behind the next.
  public func paragraph(around line: Range<Int>) -> Range<Int> {
    var start = line.lowerBound
    while start > 0, !endsParagraph(at: start - 1) { start -= 1 }
    var end = line.upperBound
    while end < count, !endsParagraph(at: end) { end += 1 }
    return start..<Swift.min(count, end + 1)
  }

  /// Whether a paragraph separator ends with this octet.
  private func endsParagraph(at index: Int) -> Bool {
    switch self[index] {
    case 0x0A, 0x0D, 0x1C...0x1E: true
    case 0x85: index >= 1 && self[index - 1] == 0xC2
    case 0xA9: index >= 2 && self[index - 1] == 0x80 && self[index - 2] == 0xE2
    default: false
    }
  }
}
