internal import Octets

/// Looks for a part of a text that has the shape of a code, without a sign that excludes one: `#12345`.
struct CodeCandidates {
  private var position = 0
  /// Whether the character before `position` belongs to a word.
  private var isInWord = false

  /// The position at which the first one in `text` begins; nil without one.
  static func first(in text: Span<UInt8>) -> Int? {
    var candidates = CodeCandidates()
    while let digit = Self.firstDigit(in: text, from: candidates.position) {
      if let first = candidates.next(in: text, with: digit) { return first }
    }
    return nil
  }

  /// Moves on behind the words up to the one with the digit at `digit`, or to the first candidate among them.
  ///
  /// - Returns: the position at which that candidate begins.
  @inline(never)  // Few texts have digits: keeps the loop above short.
  private mutating func next(in text: Span<UInt8>, with digit: Int) -> Int? {
    // Letters may be in front of the digit.
    var start = digit
    while start > position, text[start - 1] > 0x20 { start -= 1 }
    if start > position { (position, isInWord) = (start, false) }
    while position <= digit, let step = TextStep(text, at: position) {
      if !isInWord, step.isInWord, let token = CodeToken(text, at: position) {
        if token.shape != nil, !Self.isMarked(token, at: position, text) { return position }
        (position, isInWord) = (token.end, false)
      } else {
        (position, isInWord) = (step.end, step.isInWord)
      }
    }
    return nil
  }

  /// Whether the sign before or behind the token at `position` shows that it is not a code. `CodeFinder` knows more
  /// signs: those beyond ASCII, and those behind a digit.
  private static func isMarked(_ token: CodeToken, at position: Int, _ text: Span<UInt8>) -> Bool {
    let previous = position > 0 ? text[position - 1] : 0
    return token.isMarked(behind: previous < 0x80 ? UInt32(previous) : 0, 0, in: text)
  }

  private static func firstDigit(in text: Span<UInt8>, from position: Int) -> Int? {
    var start = position
    #if _pointerBitWidth(_64)
      if text.count >= OctetVectors.leastCount {
        while start < text.count {
          let end = start &+ OctetVectors.count
          if !OctetVectors(text, at: start).haveNoDigit, let digit = firstDigit(in: text, groupsOf: start..<end) {
            return digit
          }
          start = end
        }
        return nil
      }
    #endif
    return start < text.count ? firstDigit(in: text, groupsOf: start..<text.count) : nil
  }

  #if _pointerBitWidth(_64)
    private typealias Group = OctetVector
  #else
    private typealias Group = OctetGroup
  #endif

  /// - Parameter range: begins in the text, and may end behind it.
  private static func firstDigit(in text: Span<UInt8>, groupsOf range: Range<Int>) -> Int? {
    let end = min(range.upperBound, text.count)
    guard text.count >= Group.count else { return firstDigit(in: text, from: range.lowerBound, to: end) }
    var start = range.lowerBound
    while start < end {
      let next = start &+ Group.count
      if !Group(text, at: start).haveNoDigit, let digit = firstDigit(in: text, from: start, to: min(next, end)) {
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
