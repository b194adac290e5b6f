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
  static func mayAnnounceCode(_ text: Span<UInt8>) -> Bool {
    var position = 0
    while position < text.count {
      let octet = text[position]
      guard mayBeginWord(octet) else {
        position += 1
        continue
      }
      let row = row(of: octet)
      if mayContinue(codeFilter[row], codeFilter[row + 1], text, position), isCodeWord(text, position) { return true }
      if skipWord(text, &position) { return true }
    }
    return false
  }

  private static func mayBeginEntry(_ text: Span<UInt8>, _ position: Int) -> Bool {
    let row = row(of: text[position])
    return mayBeginWord(text[position]) && mayContinue(filter[row], filter[row + 1], text, position)
  }

  @inline(never)  // Most texts have no such word.
  private static func isCodeWord(_ text: Span<UInt8>, _ position: Int) -> Bool {
    guard let step = TextStep(text, at: position) else { return false }
    return match(entries(beginningWith: step.folded), text, position, step.folded, .code) != nil
  }

  /// Goes on to the end of a word.
  ///
  /// - Returns: whether it is a compound word that says that a code is near. Then `position` is where that is found.
  private static func skipWord(_ text: Span<UInt8>, _ position: inout Int) -> Bool {
    let start = position
    while position < text.count {
      let octet = text[position]
      var end = position + 1
      if octet >= 0x80 {
        guard mayBeCased(octet), let step = TextStep(text, at: position), step.isCased else { break }
        end = step.end
      } else if !isLetter(octet) {
        break
      }
      if position > start, mayBeginEnding(octet), let step = TextStep(text, at: position),
        ending(in: text, at: position, step) != nil
      {
        return true
      }
      position = endOfPlainLetters(text, end)
    }
    // A character that belongs to no word.
    if position == start { position += 1 }
    return false
  }

  /// Whether a letter of a script with capitals may begin with this octet beyond ASCII.
  @inline(__always)
  private static func mayBeCased(_ octet: UInt8) -> Bool { octet &- 0xC3 <= 0xD4 - 0xC3 || octet == 0xE1 }

  /// Whether a compound ending may begin with this octet: c, k or the first of a Cyrillic one.
  @inline(__always)
  private static func mayBeginEnding(_ octet: UInt8) -> Bool {
    octet | 0x20 == 0x63 || octet | 0x20 == 0x6B || octet == 0xD0
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

  /// Returns the best entry for `text` at `position`: its meaning, and the offset at which it ends in `text`. The most
  /// decisive meaning wins, then the longest entry.
  ///
  /// - Parameter kind: `code` or `unit` to match such entries only; any other value matches all entries except units.
  static func match(
    _ table: StaticString, _ text: Span<UInt8>, _ position: Int, _ first: UInt32, _ kind: CodeWord
  ) -> Match? {
    let table = table.utf8Span
    // Scalars beyond ASCII share a table. All entries of an ASCII character's begin with it, and differ in the second.
    let lead = leadOctets(of: first)
    let second = position + 1 < text.count ? small(text[position + 1]) : 0
    var best: Match?
    var entry = 0
    while entry < table.count {
      let next = table[entry + 1]
      let isPossible =
        first < 0x80
        ? next == second || next >= 0x80 || isSign(next) || next == star
        : table[entry] == lead.0 && next == lead.1
      let end = isPossible ? match(entryAt: entry, of: table, text, position) : nil
      entry = self.end(ofEntryAt: entry, of: table) &+ 1
      let sign = table[entry &- 1]
      if kind == .code, sign != kind.rawValue { break }
      guard let end, let word = CodeWord(rawValue: sign), (word == .unit) == (kind == .unit) else { continue }
      if let best, (best.word.rawValue, end) < (word.rawValue, best.end) { continue }
      best = (word, end)
    }
    return best
  }

  /// The index of the sign that ends the entry at `start`.
  @inline(__always)  // It has one caller.
  private static func end(ofEntryAt start: Int, of table: Span<UInt8>) -> Int {
    var end = start
    while end &+ OctetWord.count <= table.count {
      let length = OctetWord.countBeforeFirst(OctetWord(table, at: end).within(signs))
      end &+= length
      if length < OctetWord.count { return end }
    }
    while !isSign(table[end]) { end &+= 1 }
    return end
  }

  /// The raw values of `CodeWord`, which are consecutive.
  private static var signs: ClosedRange<UInt8> { CodeWord.trade.rawValue...CodeWord.unit.rawValue }

  /// Whether it is the raw value of a `CodeWord`.
  private static func isSign(_ octet: UInt8) -> Bool {
    octet &- CodeWord.trade.rawValue <= CodeWord.unit.rawValue - CodeWord.trade.rawValue
  }

  /// The offset at which the entry ends in `text`; nil if `text` has another word there.
  private static func match(entryAt start: Int, of table: Span<UInt8>, _ text: Span<UInt8>, _ position: Int) -> Int? {
    var entry = start
    var end = position
    var isLetter = false
    while entry < table.count, !isSign(table[entry]) {
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
