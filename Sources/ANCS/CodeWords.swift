internal import Octets

/// What a word says about the numbers near it; the more telling first.
enum CodeWord: UInt8, Equatable {
  /// The whole text is about a rebate: its code is none to be typed in a hurry.
  case trade = 0x3A
  /// The number behind it is something else: an order, an account, an amount.
  case other
  /// A code is near.
  case code
  /// It is not what the word before says: "your account *is* 12345".
  case copula
  /// What makes the number in front of it a quantity.
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
    let (row, bit) = place(of: step, text)
    guard filter[row] &>> bit & 1 != 0 else { return nil }
    return match(entries(beginningWith: step.folded), text, position, step.folded, .other)
  }

  /// The end of a compound word that begins with `step` at `position` and says that a code is near.
  static func ending(in text: Span<UInt8>, at position: Int, _ step: TextStep) -> Int? {
    let first = step.folded
    guard first == 0x63 || first == 0x6B || first == 0x43A, step.end < text.count else { return nil }
    // All go on with some kind of o.
    guard text[step.end] | 0x20 == 0x6F || text[step.end] >= 0x80 else { return nil }
    return match(endings, text, position, first, .code)?.end
  }

  static func isUnit(in text: Span<UInt8>, at position: Int) -> Bool {
    guard let step = TextStep(text, at: position) else { return false }
    switch step.value {
    // $ % £ ¥ ° € ₹ ₺ ₽
    case 0x24, 0x25, 0xA3, 0xA5, 0xB0, 0x20AC, 0x20B9, 0x20BA, 0x20BD: return true
    default: break
    }
    let (row, bit) = place(of: step, text)
    guard filter[row] &>> bit & 1 != 0 else { return false }
    return match(entries(beginningWith: step.folded), text, position, step.folded, .unit) != nil
  }

  /// Whether a word that announces a code is anywhere in `text`, or seems to be: in most texts there is none, and
  /// nothing more has to be looked for.
  static func mayAnnounceCode(_ text: Span<UInt8>) -> Bool {
    var position = 0
    var isInWord = false
    while let step = TextStep(text, at: position) {
      if isInWord, step.isCased {
        if ending(in: text, at: position, step) != nil { return true }
        position = endOfPlainLetters(text, step.end)
      } else {
        let (row, bit) = place(of: step, text)
        if codeFilter[row] &>> bit & 1 != 0,
          match(entries(beginningWith: step.folded), text, position, step.folded, .code) != nil
        {
          return true
        }
        position = step.end
      }
      isInWord = step.isCased
    }
    return false
  }

  /// Where the ASCII letters end with which no compound goes on: most of a text are such.
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

  /// Where the filters have what begins with `step`; nothing begins with a sign or a digit but 2, of 2fa.
  private static func place(of step: TextStep, _ text: Span<UInt8>) -> (row: Int, bit: UInt32) {
    let first = step.folded
    guard first < 0x80 else { return (32 + Int(truncatingIfNeeded: first >> 5 & 31), first & 31) }
    guard first > 0x40 || first == 0x32 else { return (0, 0) }
    return (Int(truncatingIfNeeded: first & 31), step.end < text.count ? follower(text[step.end]) : 0)
  }

  /// What stands behind the first letter: 1...26 for an ASCII letter, 31 for the beginning of another character, else
  /// 0.
  static func follower(_ octet: UInt8) -> UInt32 {
    if octet >= 0x80 { return 31 }
    return octet >= 0x41 && octet & 31 != 0 && octet & 31 <= 26 ? UInt32(octet & 31) : 0
  }

  /// What the longest entry of the most telling kind says that `text` has at `position`, and where it ends there.
  ///
  /// - Parameter kind: `code` or `unit` if only such are looked for; else all but units are.
  private static func match(
    _ table: StaticString, _ text: Span<UInt8>, _ position: Int, _ first: UInt32, _ kind: CodeWord
  ) -> Match? {
    let table = table.utf8Span
    let lead = leadOctets(of: first)
    var best: Match?
    var entry = 0
    while entry < table.count {
      // Scalars beyond ASCII share a table.
      let isPossible = first < 0x80 || (table[entry] == lead.0 && table[entry + 1] == lead.1)
      let end = isPossible ? match(entryAt: entry, of: table, text, position) : nil
      entry = self.end(ofEntryAt: entry, of: table)
      guard let word = CodeWord(rawValue: table[entry]), kind != .code || word == .code else { break }
      entry += 1
      guard let end, (word == .unit) == (kind == .unit) else { continue }
      if let best, (best.word.rawValue, end) < (word.rawValue, best.end) { continue }
      best = (word, end)
    }
    return best
  }

  /// Where the sign is behind an entry.
  private static func end(ofEntryAt start: Int, of table: Span<UInt8>) -> Int {
    var end = start
    while CodeWord(rawValue: table[end]) == nil { end += 1 }
    return end
  }

  /// Where the entry ends in `text`; nil if it is another word.
  private static func match(entryAt start: Int, of table: Span<UInt8>, _ text: Span<UInt8>, _ position: Int) -> Int? {
    var entry = start
    var end = position
    var isLetter = false
    while entry < table.count, CodeWord(rawValue: table[entry]) == nil {
      let expected = table[entry]
      if expected == star { return endOfWord(text, end) }
      if expected < 0x80 {
        guard end < text.count, small(text[end]) == expected else { return nil }
        (entry, end) = (entry + 1, end + 1)
        isLetter = expected >= 0x61
      } else {
        guard let scalar = TextStep(table, at: entry), let step = TextStep(text, at: end), step.folded == scalar.value
        else { return nil }
        (entry, end) = (scalar.end, step.end)
        isLetter = step.isCased
      }
    }
    // A word ends where no letter follows.
    if isLetter, let next = TextStep(text, at: end), next.isCased { return nil }
    return end
  }

  /// The first two octets of a scalar beyond ASCII, as they stand in an entry.
  private static func leadOctets(of value: UInt32) -> (UInt8, UInt8) {
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
