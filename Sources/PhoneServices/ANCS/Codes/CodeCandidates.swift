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
      // Letters may be in front of the digit.
      var start = digit
      while start > position, text[start - 1] > 0x20 { start -= 1 }
      if start > position { (position, isInWord) = (start, false) }
      while position <= digit {
        guard let step = TextStep(text, at: position) else { return nil }
        if !isInWord, step.isInWord, let token = CodeToken(text, at: position) {
          (position, isInWord) = (token.range.upperBound, false)
          if token.shape != nil { return token }
        } else {
          (position, isInWord) = (step.end, step.isInWord)
        }
      }
    }
    return nil
  }

  /// Nearly all words have no digit, and most have only ASCII. So two words are tested together.
  private static func firstDigit(in text: Span<UInt8>, from position: Int) -> Int? {
    var start = position
    while start &+ 2 &* OctetWord.count <= text.count {
      let (first, second) = (OctetWord(text, at: start), OctetWord(text, at: start &+ OctetWord.count))
      if !OctetWord.areOnlyOtherASCII(first, second) {
        if let digit = firstDigit(in: text, first, at: start) { return digit }
        if let digit = firstDigit(in: text, second, at: start &+ OctetWord.count) { return digit }
      }
      start &+= 2 &* OctetWord.count
    }
    if start &+ OctetWord.count <= text.count {
      if let digit = firstDigit(in: text, OctetWord(text, at: start), at: start) { return digit }
      start &+= OctetWord.count
    }
    guard start < text.count else { return nil }
    // A word that ends with the text tests the last octets together with some that were tested already.
    let last = text.count &- OctetWord.count
    if last >= 0, OctetWord(text, at: last).haveNoDigit { return nil }
    return firstDigit(in: text, among: start..<text.count)
  }

  /// The first digit that begins in `word`, which is at `start`.
  @inline(__always)
  private static func firstDigit(in text: Span<UInt8>, _ word: OctetWord, at start: Int) -> Int? {
    word.haveNoDigit ? nil : firstDigit(in: text, among: start..<start &+ OctetWord.count)
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
