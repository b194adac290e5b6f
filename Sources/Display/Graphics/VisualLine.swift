internal import Octets
internal import Text

/// A line that may run both ways, in the order in which it is seen, from left to right.
///
/// It has `capacity` visible characters at most; what follows them in the text is left out.
struct VisualLine: ~Copyable {
  static let capacity = 128

  // All begin as 0: see BidiParagraph.
  private var cells: [128 of VisualCell] = .init(repeating: VisualCell(value: 0, level: 0))
  private(set) var count = 0
  private(set) var isRightToLeft = false

  /// The character that is drawn behind a line.
  enum End {
    case none, ellipsis
    /// It continues the last word, in the direction of that word.
    case hyphen
  }

  /// Takes in a line.
  @inline(never)
  mutating func fill(with part: TextPart, end: End) {
    var paragraph = BidiParagraph()
    let characters = paragraph.resolve(part.text, aroundLine: part.range)
    isRightToLeft = paragraph.level == 1
    var index = characters.lowerBound
    // The reader sees what follows the line, because letters join that.
    var reader = ClusterReader(part.text.extracting(droppingFirst: part.range.lowerBound))
    let limit = min(part.range.count, Int(UInt16.max))
    var level = paragraph.level
    while let cluster = reader.next(), cluster.start < limit, index < characters.upperBound,
      count < Self.capacity - 1
    {
      let range = cluster.start..<min(cluster.end, limit)
      if !cluster.isSingle || !cluster.base.isInvisible {
        level = paragraph.level(at: index) ?? paragraph.level
        let mirrored = level & 1 == 1 ? cluster.base.mirrored : nil
        append(mirrored ?? (cluster.isJoined ? cluster.base : nil), range, level: level)
      }
      var octets = part.octets.extracting(range)
      while UTF8Scalar(decoding: &octets) != nil { index += 1 }
    }
    switch end {
    case .none: break
    case .ellipsis: append(.ellipsis, 0..<0, level: paragraph.level)
    case .hyphen: append(.hyphen, 0..<0, level: level)
    }
    var line = cells.mutableSpan._consumingExtracting(0..<count)
    line.reorder()
  }

  private mutating func append(_ form: UTF8Scalar?, _ range: Range<Int>, level: UInt8) {
    cells[count] = VisualCell(
      value: form?.value ?? 0, level: level, start: UInt16(truncatingIfNeeded: range.lowerBound),
      end: UInt16(truncatingIfNeeded: range.upperBound))
    count += 1
  }

  /// The character at a place, counted from the left: where it is in the line, and what is drawn for its first scalar
  /// if that looks different here.
  mutating func character(at place: Int) -> (form: UTF8Scalar?, range: Range<Int>) {
    let cell = cells[place]
    return (cell.value == 0 ? nil : UTF8Scalar(value: cell.value), Int(cell.start)..<Int(cell.end))
  }
}
