internal import Octets
internal import Text

/// A line that may run both ways, in the order in which it is seen, from left to right.
///
/// It has `capacity` visible characters at most; what follows them in the text is left out.
struct VisualLine: ~Copyable {
  static let capacity = 128

  private var cells: [128 of VisualCell] = .init(repeating: VisualCell(value: 0, level: 0))
  private(set) var count = 0
  private(set) var isRightToLeft = false

  /// - Parameter hasEllipsis: whether one stands at the end.
  init<Face: Typeface>(_ part: TextPart, hasEllipsis: Bool, _ face: Face) {
    var paragraph = BidiParagraph()
    let characters = paragraph.resolve(part.text, aroundLine: part.range)
    isRightToLeft = paragraph.level == 1
    var index = characters.lowerBound
    // The reader sees what follows the line, because letters join that.
    var reader = CharacterReader(part.text.extracting(droppingFirst: part.range.lowerBound), face: face)
    while let character = reader.next(), character.start < part.range.count, index < characters.upperBound,
      count < Self.capacity - 1
    {
      let end = min(character.end, part.range.count)
      if character.width > 0 {
        append(character.base.value, character.start..<end, level: paragraph.level(at: index) ?? paragraph.level)
      }
      var octets = part.octets.extracting(character.start..<end)
      while UTF8Scalar(decoding: &octets) != nil { index += 1 }
    }
    if hasEllipsis { append(UTF8Scalar.ellipsis.value, 0..<0, level: paragraph.level) }
    var line = cells.mutableSpan._consumingExtracting(0..<count)
    line.reorder()
  }

  private mutating func append(_ base: UInt32, _ range: Range<Int>, level: UInt8) {
    cells[count] = VisualCell(
      value: base, start: UInt16(truncatingIfNeeded: range.lowerBound),
      end: UInt16(truncatingIfNeeded: range.upperBound), level: level)
    count += 1
  }

  /// What is drawn first at a place, counted from the left, and where the character is in the line.
  mutating func character(at place: Int) -> (base: UTF8Scalar, range: Range<Int>) {
    let cell = cells[place]
    let base = UTF8Scalar(value: cell.value) ?? .replacement
    let isMirrored = cell.level & 1 == 1
    return (isMirrored ? base.mirrored ?? base : base, Int(cell.start)..<Int(cell.end))
  }
}
