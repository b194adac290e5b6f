/// What keeps together when a line is put into the order in which it is seen: a character with its marks.
public struct VisualCell: Sendable {
  /// What tells it from others.
  public var value: UInt32
  public var start: UInt16
  public var end: UInt16
  public var level: UInt8

  public init(value: UInt32, start: UInt16 = 0, end: UInt16 = 0, level: UInt8) {
    self.value = value
    self.start = start
    self.end = end
    self.level = level
  }
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
