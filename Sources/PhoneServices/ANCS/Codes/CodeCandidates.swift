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
      while start &+ OctetVector.count <= text.count {
        let end = start &+ OctetVector.count
        if !OctetVector(text, at: start).haveNoDigit, let digit = firstDigit(in: text, wordsOf: start..<end) {
          return digit
        }
        start = end
      }
    #endif
    return start < text.count ? firstDigit(in: text, wordsOf: start..<text.count) : nil
  }

  /// Nearly all words have no digit, and most have only ASCII. So two words are tested together.
  private static func firstDigit(in text: Span<UInt8>, wordsOf range: Range<Int>) -> Int? {
    var start = range.lowerBound
    let end = range.upperBound
    while start &+ 2 &* OctetWord.count <= end {
      let next = start &+ 2 &* OctetWord.count
      let (first, second) = OctetWord.pair(text, at: start)
      if !OctetWord.areOnlyOtherASCII(first, second), !(first.haveNoDigit && second.haveNoDigit),
        let digit = firstDigit(in: text, among: start..<next)
      {
        return digit
      }
      start = next
    }
    if start &+ OctetWord.count <= end {
      let next = start &+ OctetWord.count
      if !OctetWord(text, at: start).haveNoDigit, let digit = firstDigit(in: text, among: start..<next) { return digit }
      start = next
    }
    guard start < end else { return nil }
    // A word that ends with the range tests the last octets together with some that were tested already.
    let last = end &- OctetWord.count
    if last >= 0, OctetWord(text, at: last).haveNoDigit { return nil }
    return firstDigit(in: text, among: start..<end)
  }

  @inline(never)  // Few words need it: keeps the loop above short.
  private static func firstDigit(in text: Span<UInt8>, among range: Range<Int>) -> Int? {
    for index in range {
      switch text[index] {
      case 0x30...0x39: return index
      // The first octets of the digits beyond ASCII.
      case 0xD9, 0xDB, 0xE0, 0xEF: if isDigit(text, index) { return index }
      default: break
      }
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
