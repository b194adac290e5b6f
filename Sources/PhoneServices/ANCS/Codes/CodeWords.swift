internal import Octets

/// The meaning of a word for the numbers near it, the most decisive meaning first.
enum CodeWord: UInt8, Equatable {
  /// The text advertises a rebate: no code in it is reported.
  case trade = 0x3A
  /// The number after it is something else: an order, an account, an amount.
  case other
  /// A code is near.
  case code
  /// It is not what the word before says: "your account *is* 12345".
  case copula
  /// The number in front of it is a quantity.
  case unit
}

/// The words by which codes are known.
///
/// English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Romanian, Scandinavian, Finnish,
/// Hungarian, Turkish, Vietnamese, Russian, Ukrainian, Greek, Hebrew, Arabic, Persian, Hindi, Thai, Chinese, Japanese,
/// Korean.
enum CodeWords {
  typealias Match = (word: CodeWord, end: Int)

  /// The word that begins with `step` at `position`, and where it ends.
  static func word(in text: Span<UInt8>, at position: Int, _ step: TextStep) -> Match? {
    guard mayBeginEntry(text, position) else { return nil }
    return match(entries(beginningWith: step.folded), text, position, step.folded, .other)
  }

  /// The end of a compound word that begins with `step` at `position` and says that a code is near.
  static func ending(in text: Span<UInt8>, at position: Int, _ step: TextStep) -> Int? {
    let first = step.folded
    guard first == 0x63 || first == 0x6B || first == 0x43A, step.end < text.count else { return nil }
    // All go on with some kind of o; an ASCII o is followed by d or o.
    if text[step.end] < 0x80 {
      guard text[step.end] | 0x20 == 0x6F, step.end + 1 < text.count else { return nil }
      guard text[step.end + 1] | 0x20 == 0x64 || text[step.end + 1] | 0x20 == 0x6F else { return nil }
    }
    return match(endings, text, position, first, .code)?.end
  }

  static func isUnit(in text: Span<UInt8>, at position: Int) -> Bool {
    guard let step = TextStep(text, at: position) else { return false }
    switch step.value {
    // $ % £ ¥ ° € ₹ ₺ ₽
    case 0x24, 0x25, 0xA3, 0xA5, 0xB0, 0x20AC, 0x20B9, 0x20BA, 0x20BD: return true
    default: break
    }
    guard mayBeginEntry(text, position) else { return false }
    return match(entries(beginningWith: step.folded), text, position, step.folded, .unit) != nil
  }

  /// Whether `text` contains a word that announces a code, or seems to. Most texts do not, and need no further search.
  ///
  /// It looks at every second octet and the one behind it. These are the first and the second octet of an entry, or the
  /// second and the third, because each entry has at least three.
  static func mayAnnounceCode(_ text: Span<UInt8>) -> Bool {
    let last = text.count &- 1
    var position = 0
    while position < last {
      if mayBe(codePairs[Int(text[position])], text, position &+ 1),
        mayBegin(text, position) || (position > 0 && mayBegin(text, position &- 1))
      {
        return true
      }
      position &+= 2
    }
    return false
  }

  /// Whether a word or an ending that announces a code begins at `position`, which is not the last octet.
  @inline(__always)
  private static func mayBegin(_ text: Span<UInt8>, _ position: Int) -> Bool {
    let first = Int(text[position])
    // One branch for both masks: processors would often mispredict one for the second octet.
    let isSecond = codeSeconds[first] &>> UInt32(text[position &+ 1])
    let third = position &+ 2 < text.count ? text[position &+ 2] : 0
    let isThird = codeThirds[first] &>> UInt32(third)
    return isSecond & isThird & 1 != 0 && announcesCode(text, position)
  }

  /// Whether a word or an ending that announces a code is at `position`, where the first three octets may match one.
  @inline(never)  // Few places need it: keeps the loop above short.
  private static func announcesCode(_ text: Span<UInt8>, _ position: Int) -> Bool {
    guard let step = TextStep(text, at: position) else { return false }
    if step.isCased, isBehindLetter(text, position) { return ending(in: text, at: position, step) != nil }
    return match(codes(beginningWith: step.folded), text, position, step.folded, .code) != nil
  }

  /// Whether the character in front of `position` is a letter of a script with capitals.
  private static func isBehindLetter(_ text: Span<UInt8>, _ position: Int) -> Bool {
    var start = position - 1
    while start > 0, position - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    guard start >= 0, let step = TextStep(text, at: start) else { return false }
    return step.end == position && step.isCased
  }

  private static func mayBeginEntry(_ text: Span<UInt8>, _ position: Int) -> Bool {
    let row = row(of: text[position])
    return mayBeginWord(text[position]) && mayBe(filter[row], text, position + 1)
      && mayBe(filter[row + 1], text, position + 2)
  }

  /// The end of the run of ASCII letters without `c` and `k` at `position`. Every compound ending in Latin letters
  /// begins with one of these two, so that most letters of a text are skipped.
  static func endOfPlainLetters(_ text: Span<UInt8>, _ position: Int) -> Int {
    var end = position
    while end < text.count {
      let letter = text[end] | 0x20
      // c, k
      guard letter &- 0x61 < 26, letter != 0x63, letter != 0x6B else { return end }
      end += 1
    }
    return end
  }

  /// Returns the best of some entries for `text` at `position`: its meaning, and the offset at which it ends in `text`.
  /// The most decisive meaning wins, then the longest entry.
  ///
  /// - Parameters:
  ///   - first: the character at `position` in lower case, with which the entries begin.
  ///   - kind: `code` or `unit` to match such entries only; any other value matches all entries except units.
  static func match(
    _ entries: Range<Int>, _ text: Span<UInt8>, _ position: Int, _ first: UInt32, _ kind: CodeWord
  ) -> Match? {
    let table = table.utf8Span
    let isASCII = first < 0x80
    let second = isASCII ? octet(of: text, position + 1) : leadOctets(of: first).1
    let third = octet(of: text, position + 2)
    let fourth = octet(of: text, position + 3)
    // Behind a letter of two octets, which has two forms, the third begins another letter.
    let isThirdAny = !isASCII && first < 0x800
    var best: Match?
    for index in entries {
      let start = Int(offsets[index])
      // Nearly all entries differ in their first four octets.
      let expected = table[start + 1]
      guard mayBe(expected, second, isASCII),
        isThirdAny || expected < 0x61 || mayBe(table[start + 2], third, isASCII),
        !isASCII || isEnd(expected) || isEnd(table[start + 2]) || mayBe(table[start + 3], fourth, true)
      else { continue }
      let sign = Int(offsets[index + 1]) - 1
      guard let word = CodeWord(rawValue: table[sign]), isWanted(word, kind),
        let end = end(of: table.extracting(start..<sign), in: text, position)
      else { continue }
      if let best, (best.word.rawValue, end) < (word.rawValue, best.end) { continue }
      best = (word, end)
    }
    return best
  }

  /// The octet of a text in lower case; 0 behind its end.
  @inline(__always)
  private static func octet(of text: Span<UInt8>, _ position: Int) -> UInt8 {
    position < text.count ? small(text[position]) : 0
  }

  /// Whether a text with `octet` can match an entry with `expected` there, or behind the end of the entry.
  ///
  /// - Parameter hasForms: whether a character beyond ASCII, which may be a small or a capital letter, can begin there.
  @inline(__always)
  private static func mayBe(_ expected: UInt8, _ octet: UInt8, _ hasForms: Bool) -> Bool {
    expected == octet || (hasForms && expected &- 0x61 >= 26)
  }

  /// Whether it is the star or the sign at the end of an entry.
  @inline(__always)
  private static func isEnd(_ octet: UInt8) -> Bool { octet == star || octet &- 0x3A < 5 }

  private static func isWanted(_ word: CodeWord, _ kind: CodeWord) -> Bool {
    kind == .code ? word == .code : (word == .unit) == (kind == .unit)
  }

  /// The offset at which `entry` ends in `text`; nil if `text` has another word at `position`.
  private static func end(of entry: Span<UInt8>, in text: Span<UInt8>, _ position: Int) -> Int? {
    var index = 0
    var end = position
    var isLetter = false
    while index < entry.count {
      let expected = entry[index]
      if expected == star { return endOfWord(text, end) }
      if expected < 0x80 {
        guard end < text.count, small(text[end]) == expected else { return nil }
        (index, end) = (index + 1, end + 1)
        isLetter = expected >= 0x61
      } else {
        guard let scalar = TextStep(entry, at: index), let step = TextStep(text, at: end), step.folded == scalar.value
        else { return nil }
        (index, end) = (scalar.end, step.end)
        isLetter = step.isCased
      }
    }
    // A word ends where no letter follows.
    if isLetter, let next = TextStep(text, at: end), next.isCased { return nil }
    return end
  }

  /// The first two octets of a scalar in an entry; the second is 0 for a character of ASCII.
  static func leadOctets(of value: UInt32) -> (UInt8, UInt8) {
    guard value >= 0x80 else { return (UInt8(truncatingIfNeeded: value), 0) }
    let bits = value < 0x800 ? value : value >> 6
    let lead = value < 0x800 ? 0xC0 | bits >> 6 : value < 0x10000 ? 0xE0 | bits >> 6 : 0xF0
    return (UInt8(truncatingIfNeeded: lead), UInt8(truncatingIfNeeded: 0x80 | bits & 0x3F))
  }

  private static func small(_ octet: UInt8) -> UInt8 { octet &- 0x41 < 26 ? octet | 0x20 : octet }

  private static func endOfWord(_ text: Span<UInt8>, _ position: Int) -> Int {
    var end = position
    while let step = TextStep(text, at: end), step.isCased { end = step.end }
    return end
  }

  private static let star: UInt8 = 0x2A
}
