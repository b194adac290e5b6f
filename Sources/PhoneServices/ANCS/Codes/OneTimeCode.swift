internal import Octets

/// A code in a message that the user types somewhere else: 4 to 10 digits or capital letters, in up to three groups.
///
/// Digits of any script become ASCII, and digits on both sides of a gap are joined: `123 456` becomes `123456`.
/// `G-123456` stays as it is.
public struct OneTimeCode: Equatable, Sendable {
  /// How many octets one takes at most.
  public static var capacity: Int { 12 }

  private var text = BoundedText<12>()

  init() {}

  /// The number of octets.
  public var count: Int { text.count }

  /// The characters of the code, in ASCII.
  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span }
  }

  /// Appends an ASCII character.
  mutating func append(_ octet: UInt8) {
    if let scalar = UTF8Scalar(value: UInt32(octet)) { text.append(scalar) }
  }
}

/// The result of a search for a code.
public struct CodeSearch: Equatable, Sendable {
  /// The code that was found, or nil.
  public private(set) var code: OneTimeCode?
  /// Whether there are words of a code, found or not.
  public private(set) var mentionsCode = false

  /// Looks for a number near a word that announces a code, in the languages of `CodeWords`. An amount, a date, a time,
  /// a part of an address, and a number that is announced as something else are not codes.
  ///
  /// `isCut` tells whether `message` goes on: then a number at its very end may be the beginning of a longer one.
  ///
  /// - Parameters:
  ///   - title: the title in UTF-8, as far as it is known; likewise the others.
  ///   - subtitle: the subtitle.
  ///   - message: the message.
  ///   - isCut: whether the message goes on.
  ///   - looksForMention: whether to look for words of a code in texts without a number that could be one. If false,
  ///     `mentionsCode` is false for these texts.
  public init(
    title: Span<UInt8>, subtitle: Span<UInt8>, message: Span<UInt8>, isCut: Bool, looksForMention: Bool = true
  ) {
    let hasCandidate = Self.hasCandidate(title) || Self.hasCandidate(subtitle) || Self.hasCandidate(message)
    // Without one, only the rest of a text can hold a code.
    guard hasCandidate || (isCut && looksForMention),
      CodeWords.mayAnnounceCode(title) || CodeWords.mayAnnounceCode(message)
        || (hasCandidate && CodeWords.mayAnnounceCode(subtitle))
    else { return }
    var finder = CodeFinder()
    // A title that is a number is who sends.
    if !hasCandidate || Self.hasLetter(title) { finder.read(title, isCut: false) }
    if hasCandidate { finder.read(subtitle, isCut: false) }
    finder.read(message, isCut: isCut)
    code = hasCandidate ? finder.code : nil
    mentionsCode = finder.hasSeenWord
  }

  /// Whether anything in `text` has the shape of a code. This is checked first because the search for words costs far
  /// more, and few texts need it.
  private static func hasCandidate(_ text: Span<UInt8>) -> Bool {
    var position = 0
    var isInWord = false
    while let digit = firstDigit(in: text, from: position) {
      // Letters may be in front of the digit.
      var start = digit
      while start > position, text[start - 1] > 0x20 { start -= 1 }
      if start > position { (position, isInWord) = (start, false) }
      while position <= digit {
        guard let step = TextStep(text, at: position) else { return false }
        if !isInWord, step.isInWord, let token = CodeToken(text, at: position) {
          if token.shape != nil { return true }
          (position, isInWord) = (token.end, false)
        } else {
          (position, isInWord) = (step.end, step.isInWord)
        }
      }
    }
    return false
  }

  private static func firstDigit(in text: Span<UInt8>, from position: Int) -> Int? {
    var start = position
    while start &+ wordCount <= text.count {
      let end = start &+ wordCount
      if !hasNoDigit(text.word(at: start)), let digit = firstDigit(in: text, among: start..<end) { return digit }
      start = end
    }
    return firstDigit(in: text, among: start..<text.count)
  }

  @inline(never)  // Few words need it: keeps the loop above short.
  private static func firstDigit(in text: Span<UInt8>, among range: Range<Int>) -> Int? {
    for index in range where isDigit(text, index) { return index }
    return nil
  }

  private static func isDigit(_ text: Span<UInt8>, _ index: Int) -> Bool {
    switch text[index] {
    case 0x30...0x39: true
    // The first octets of the digits beyond ASCII.
    case 0xD9, 0xDB, 0xE0, 0xEF: TextStep(text, at: index)?.digit != nil
    default: false
    }
  }

  /// Whether the octets of `word` certainly contain no digit. False if an octet may begin a digit beyond ASCII,
  /// so that the octets must be checked one by one.
  ///
  /// Checks all octets in one addition. For an ASCII digit, `octet ^ 0x30` is below 10, and adding 0x76 leaves the high
  /// bit clear. For any other ASCII octet, the addition sets the high bit.
  @inline(__always)
  private static func hasNoDigit(_ word: UInt) -> Bool {
    let lifted = ((word ^ each(0x30)) & each(0x7F) &+ each(0x76)) | word
    guard lifted & each(0x80) == each(0x80) else { return false }
    return word & each(0x80) == 0 || leads(word) & each(0x80) == 0
  }

  /// The high bit of each octet that may begin a digit beyond ASCII: 0xD8...0xDF, and 0xE0...0xFF if its low four bits
  /// are alike.
  @inline(__always)
  private static func leads(_ word: UInt) -> UInt {
    let unlike = word ^ word << 1
    let isLow = ~(word << 2) & word << 3 & word << 4
    let isHigh = word << 2 & ~(unlike << 4 | unlike << 5 | unlike << 6)
    return word & word << 1 & (isLow | isHigh)
  }

  /// The number of octets in a word of the processor.
  private static var wordCount: Int { UInt.bitWidth / 8 }

  /// A word of which each octet is `octet`.
  @inline(__always)
  private static func each(_ octet: UInt8) -> UInt { UInt.max / 0xFF * UInt(octet) }

  private static func hasLetter(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] | 0x20 >= 0x61 { return true }
    return false
  }
}
