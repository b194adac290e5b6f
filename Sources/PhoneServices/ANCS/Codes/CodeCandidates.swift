internal import Octets

/// Walks over the parts of a text that have the shape of a code.
struct CodeCandidates {
  private var position = 0
  /// Whether the character before `position` belongs to a word.
  private var isInWord = false

  /// Begins behind one that was found; at the beginning of the text if none was.
  init(behind token: CodeToken?) { position = token?.range.upperBound ?? 0 }

  static func first(in text: Span<UInt8>) -> CodeToken? {
    var candidates = CodeCandidates(behind: nil)
    return candidates.next(in: text)
  }

  mutating func next(in text: Span<UInt8>) -> CodeToken? {
    while let digit = Self.firstDigit(in: text, from: position) {
      if let token = candidate(in: text, with: digit) { return token }
    }
    return nil
  }

  /// Moves on behind the words up to the one with the digit at `digit`, or behind the first candidate among them.
  @inline(never)  // Few texts have digits: keeps the loop above short.
  private mutating func candidate(in text: Span<UInt8>, with digit: Int) -> CodeToken? {
    // Letters may be in front of the digit.
    var start = digit
    while start > position, text[start - 1] > 0x20 { start -= 1 }
    if start > position { (position, isInWord) = (start, false) }
    while position <= digit, let step = TextStep(text, at: position) {
      if !isInWord, step.isInWord, let token = CodeToken(text, at: position) {
        (position, isInWord) = (token.range.upperBound, false)
        if token.shape != nil { return token }
      } else {
        (position, isInWord) = (step.end, step.isInWord)
      }
    }
    return nil
  }

  private static func firstDigit(in text: Span<UInt8>, from position: Int) -> Int? {
    var start = position
    #if _pointerBitWidth(_64)
      if text.count >= OctetVector.leastCount {
        while start < text.count {
          let end = start &+ OctetVector.count
          if !OctetVector(text, at: start).haveNoDigit, let digit = firstDigit(in: text, wordsOf: start..<end) {
            return digit
          }
          start = end
        }
        return nil
      }
    #endif
    return start < text.count ? firstDigit(in: text, wordsOf: start..<text.count) : nil
  }

  /// - Parameter range: begins in the text, and may end behind it.
  private static func firstDigit(in text: Span<UInt8>, wordsOf range: Range<Int>) -> Int? {
    let end = min(range.upperBound, text.count)
    guard text.count >= OctetGroup.count else { return firstDigit(in: text, from: range.lowerBound, to: end) }
    var start = range.lowerBound
    while start < end {
      let next = start &+ OctetGroup.count
      if !OctetGroup(text, at: start).haveNoDigit, let digit = firstDigit(in: text, from: start, to: min(next, end)) {
        return digit
      }
      start = next
    }
    return nil
  }

  /// The first digit from `position` on, in the words that begin before `end`.
  @inline(never)  // Few words need it: keeps the loop above short.
  private static func firstDigit(in text: Span<UInt8>, from position: Int, to end: Int) -> Int? {
    let last = text.count &- OctetWord.count
    guard last >= 0 else {
      for index in position..<text.count where isDigit(text, index) { return index }
      return nil
    }
    var start = position
    while start < end {
      // The last word ends with the text, and contains some octets again.
      let first = min(start, last)
      var flags = OctetWord(text, at: first).digitFlags
      while flags != 0 {
        let index = first &+ flags.trailingZeroBitCount / 8
        if index >= start, isDigit(text, index) { return index }
        flags &= flags &- 1
      }
      start &+= OctetWord.count
    }
    return nil
  }

  @inline(never)  // The same.
  private static func isDigit(_ text: Span<UInt8>, _ position: Int) -> Bool {
    TextStep(text, at: position)?.digit != nil
  }
}

extension Span<UInt8> {
  /// The position `count` characters before `position`, or the first one.
  func position(_ count: Int, charactersBefore position: Int) -> Int {
    var (position, left) = (position, count)
    while left >= OctetWord.count, position >= OctetWord.count {
      position &-= OctetWord.count
      left &-= OctetWord(self, at: position).characterCount
    }
    while position > 0, left > 0 {
      position &-= 1
      if self[position] & 0xC0 != 0x80 { left &-= 1 }
    }
    return position
  }

  /// The position `count` characters behind `position`, or the end.
  func position(_ count: Int, charactersBehind position: Int) -> Int {
    var (position, left) = (position, count)
    while left >= OctetWord.count, position &+ OctetWord.count <= self.count {
      left &-= OctetWord(self, at: position).characterCount
      position &+= OctetWord.count
    }
    while position < self.count, left > 0 || self[position] & 0xC0 == 0x80 {
      if self[position] & 0xC0 != 0x80 { left &-= 1 }
      position &+= 1
    }
    return position
  }
}
