internal import Octets

/// Reads texts from front to back and remembers the number that is most likely a code.
///
/// A number is a code if a word that announces a code is near, before or behind it, and no word with another meaning is
/// nearer. The distance is counted in characters; the end of a line or of a sentence counts as several. One pass, and a
/// bounded number of steps for each character.
struct CodeFinder {
  private struct Candidate {
    let token: CodeToken
    let code: OneTimeCode
    let end: Int
    /// Whether a copula follows it: "123456 *is* your code".
    var isSubject = false

    /// The greatest distance from its end to an announcing word behind it.
    var reach: Int { token.shape == .capitals && !isSubject ? 0 : min(CodeFinder.farthestBehind, token.reach) }
  }

  /// The greatest distance from the end of a number to a word behind it that announces a code.
  private static let farthestBehind = 40

  /// The greatest distance from a word with another meaning to the number that it excludes.
  private static let otherReach = 12
  private static let sentence = 24
  private static let line = 4

  private var best: (code: OneTimeCode, score: Int)?
  private(set) var hasSeenWord = false
  /// How far it has read; all that follows are such distances.
  private var distance = 0
  private var lastCode: Int?
  private var lastOther: Int?
  private var waiting: Candidate?
  private var isTrade = false
  /// The last character that was read, and the character before it.
  private var previous: UInt32 = 0x0A
  private var beforePrevious: UInt32 = 0x0A
  private var isBehindColon = false
  /// The distance at which the last number ended.
  private var numberEnd: Int?

  var code: OneTimeCode? { isTrade ? nil : best?.code }

  /// Goes on with a text, on a line of its own.
  mutating func read(_ text: Span<UInt8>, isCut: Bool) {
    var position = 0
    while position < text.count {
      position = skipLetters(text, position)
      if position < text.count { position = takeNext(text, position, isCut: isCut) }
    }
    note(0x0A, next: 0x0A)
  }

  /// - Returns: the position at which reading continues.
  private mutating func skipLetters(_ text: Span<UInt8>, _ position: Int) -> Int {
    guard TextStep(value: previous).isInWord else { return position }
    let end = CodeWords.endOfPlainLetters(text, position)
    guard end > position else { return position }
    beforePrevious = end - position > 1 ? UInt32(text[end - 2]) : previous
    previous = UInt32(text[end - 1])
    distance += end - position
    isBehindColon = false
    return end
  }

  /// - Returns: the position at which reading continues.
  private mutating func takeNext(_ text: Span<UInt8>, _ position: Int, isCut: Bool) -> Int {
    guard let step = TextStep(text, at: position) else { return text.count }
    if TextStep(value: previous).isInWord, step.isInWord {
      if step.isCased, let end = CodeWords.ending(in: text, at: position, step) {
        take(.code, text, position..<end)
        return end
      }
    } else if let (word, end) = CodeWords.word(in: text, at: position, step) {
      take(word, text, position..<end)
      return end
    } else if step.isInWord, let token = CodeToken(text, at: position) {
      judge(token, text, position, isCut: isCut)
      return token.end
    }
    note(step.value, next: step.end < text.count ? text[step.end] : 0x0A)
    return step.end
  }

  // MARK: Words

  private mutating func take(_ word: CodeWord, _ text: Span<UInt8>, _ range: Range<Int>) {
    let start = distance
    advance(over: text, range)
    switch word {
    case .code:
      hasSeenWord = true
      lastCode = distance
      guard let waiting, start - waiting.end <= waiting.reach else { return }
      offer(waiting.token, waiting.code, score: start - waiting.end + 8)
    case .other: lastOther = distance
    case .copula:
      lastOther = nil
      waiting?.isSubject = true
    case .trade: isTrade = true
    case .unit: break
    }
  }

  /// Moves on; what follows may begin a word.
  private mutating func advance(over text: Span<UInt8>, _ range: Range<Int>) {
    for index in range where text[index] & 0xC0 != 0x80 { distance += 1 }
    (beforePrevious, previous) = (0x20, 0x20)
    isBehindColon = false
  }

  /// Moves on over a character that belongs to nothing.
  ///
  /// - Parameter next: the octet behind it.
  private mutating func note(_ value: UInt32, next: UInt8) {
    (beforePrevious, previous) = (previous, value)
    distance += 1
    if lastOther == distance - 1 {
      // An abbreviation: "Tel. 12345".
      if value == 0x2E { return }
      // A form of address: "Dear customer, 12345 is your code".
      if value == 0x2C || value == 0x0A { lastOther = nil }
    }
    switch value {
    case 0x3A, 0xFF1A: isBehindColon = true
    // Gaps, quotation marks, brackets and asterisks around a code.
    case 0x20, 0xA0, 0x0D, 0x22, 0x27, 0x28, 0x2A, 0x5B, 0x3010, 0x300C, 0x201C: break
    case 0x0A: distance += Self.line
    case 0x3002, 0xFF01, 0xFF1F, 0x964: (distance, isBehindColon) = (distance + Self.sentence, false)
    case 0x21 where next <= 0x20, 0x2E where next <= 0x20, 0x3F where next <= 0x20:
      (distance, isBehindColon) = (distance + Self.sentence, false)
    default: isBehindColon = false
    }
    if Self.isCurrency(value) { lastOther = distance }
  }

  private static func isCurrency(_ value: UInt32) -> Bool {
    switch value {
    case 0x24, 0xA3, 0xA5, 0x20A0...0x20BF, 0xFFE5: true
    default: false
    }
  }

  // MARK: Numbers

  private mutating func judge(_ token: CodeToken, _ text: Span<UInt8>, _ position: Int, isCut: Bool) {
    let start = distance
    let isPlausible =
      token.shape != nil && !(isCut && Self.mayGoOn(text, token.end))
      && !token.isMarked(behind: previous, beforePrevious, in: text) && !isBehindBracket
      && !Self.isUnit(text, token.end) && !Self.isInAddress(text, position)
    let isOther = lastOther.map { start - $0 <= Self.otherReach && $0 > lastCode ?? -1 } ?? false
    let isAnnounced = lastCode.map { start - $0 <= token.reach } ?? false
    if isPlausible, !isOther, isAnnounced, let lastCode {
      offer(token, token.code(in: text), score: start - lastCode - (isBehindColon ? 8 : 0))
    }
    advance(over: text, position..<token.end)
    let isLabel = token.end < text.count && text[token.end] == 0x3A
    if isPlausible, !isOther, !isLabel {
      waiting = Candidate(token: token, code: token.code(in: text), end: distance)
    }
    if token.isNumber { (lastOther, numberEnd) = (nil, distance) }
  }

  private mutating func offer(_ token: CodeToken, _ code: OneTimeCode, score: Int) {
    let score = score + token.handicap
    if let best, best.score <= score { return }
    best = (code, score)
  }

  /// Whether it continues a telephone number whose area code is in brackets.
  private var isBehindBracket: Bool {
    guard let numberEnd, distance - numberEnd <= 2 else { return false }
    return previous == 0x29 || beforePrevious == 0x29
  }

  private static func isUnit(_ text: Span<UInt8>, _ end: Int) -> Bool {
    guard let gap = TextStep(text, at: end) else { return false }
    return CodeWords.isUnit(in: text, at: gap.isGap ? gap.end : end)
  }

  /// Whether a number that ends at `end` may go on behind the end of the text, where it was cut: it reaches the end, or
  /// only a gap or a dash and digits follow.
  private static func mayGoOn(_ text: Span<UInt8>, _ end: Int) -> Bool {
    guard let gap = TextStep(text, at: end) else { return true }
    guard gap.isGap || gap.isDash else { return false }
    var position = gap.end
    while let step = TextStep(text, at: position), step.digit != nil { position = step.end }
    return position == text.count
  }

  /// Whether it belongs to the address of a page.
  private static func isInAddress(_ text: Span<UInt8>, _ position: Int) -> Bool {
    var index = position - 1
    while index >= 0, position - index <= 96, (0x21...0x7E).contains(text[index]) {
      if text[index] == 0x2F || text[index] == 0x3D || text[index] == 0x40 { return true }
      index -= 1
    }
    return false
  }
}
