/// The unit that stays together in visual order: a character with its marks.
public struct VisualCell: Sendable {
  /// Value and level in one word.
  private let word: UInt32
  /// Its offset in the line.
  public let start: UInt16
  /// The offset behind the character, in octets of the text.
  public let end: UInt16

  /// - Parameter value: what tells it from others: a code point, or anything below 2^24.
  public init(value: UInt32, level: UInt8, start: UInt16 = 0, end: UInt16 = 0) {
    word = UInt32(level) << 24 | value & 0xFF_FFFF
    self.start = start
    self.end = end
  }

  /// The code point to draw.
  public var value: UInt32 { word & 0xFF_FFFF }

  /// The embedding level: odd for right to left.
  public var level: UInt8 { UInt8(truncatingIfNeeded: word >> 24) }
}

extension MutableSpan where Element == VisualCell {
  /// Puts the cells of a line, which are in the order in which they are read, into the order from left to right.
  /// UAX #9, rule L2.
  public mutating func reorder() {
    var highest: UInt8 = 0
    var lowest = UInt8.max
    for index in indices {
      highest = Swift.max(highest, self[index].level)
      lowest = Swift.min(lowest, self[index].level)
    }
    var level = highest
    while level > 0, level >= lowest | 1 {
      reverseRuns(ofLevel: level)
      level -= 1
    }
  }

  /// Reverses each run of cells of this level or a higher one.
  private mutating func reverseRuns(ofLevel level: UInt8) {
    var start = 0
    while start < count {
      var end = start
      while end < count, self[end].level >= level { end += 1 }
      reverse(start..<end)
      start = end + 1
    }
  }

  private mutating func reverse(_ range: Range<Int>) {
    var (left, right) = (range.lowerBound, range.upperBound - 1)
    while left < right {
      swapAt(left, right)
      left += 1
      right -= 1
    }
  }
}
