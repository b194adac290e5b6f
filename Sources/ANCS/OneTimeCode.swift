internal import Octets

/// A code that a message brings, to be typed somewhere else: 4 to 10 digits or capital letters, in up to three groups.
///
/// Digits of any script are kept as ASCII, those that a gap divides joined: `123 456` is `123456`, and `G-123456`
/// stays.
public struct OneTimeCode: Equatable, Sendable {
  /// How many octets one takes at most.
  public static var capacity: Int { 12 }

  private var text = BoundedText<12>()

  init() {}

  public var count: Int { text.count }

  public var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span }
  }

  /// Appends an ASCII character.
  mutating func append(_ octet: UInt8) {
    if let scalar = UTF8Scalar(value: UInt32(octet)) { text.append(scalar) }
  }
}

/// What was found when a text was searched for a code.
public struct CodeSearch: Equatable, Sendable {
  public private(set) var code: OneTimeCode?
  /// Whether there are words of a code, found or not.
  public private(set) var mentionsCode = false

  /// Looks for a number near a word that announces one, in the languages of `CodeWords`. A number that is
  /// an amount, a date, a time, part of an address, or announced as something else is none.
  ///
  /// - Parameter isCut: whether `message` goes on: a number at its very end may be the beginning of one.
  public init(title: Span<UInt8>, subtitle: Span<UInt8>, message: Span<UInt8>, isCut: Bool) {
    let hasCandidate = Self.hasCandidate(title) || Self.hasCandidate(subtitle) || Self.hasCandidate(message)
    // Without one, only the rest of a text can hold a code.
    guard hasCandidate || isCut,
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

  /// Whether anything in `text` has the shape of a code. To look for words costs far more, and few texts have to be
  /// searched for them.
  private static func hasCandidate(_ text: Span<UInt8>) -> Bool {
    guard var position = firstDigit(in: text) else { return false }
    // Letters may be in front of the digit.
    while position > 0, text[position - 1] > 0x20 { position -= 1 }
    var isInWord = false
    while let step = TextStep(text, at: position) {
      if !isInWord, step.isInWord, let token = CodeToken(text, at: position) {
        if token.shape != nil { return true }
        (position, isInWord) = (token.end, false)
      } else {
        (position, isInWord) = (step.end, step.isInWord)
      }
    }
    return false
  }

  private static func firstDigit(in text: Span<UInt8>) -> Int? {
    var rest = text
    while !rest.isEmpty {
      let isLooked = rest.count < wordCount || !hasNoDigit(rest)
      let looked = min(rest.count, wordCount)
      if isLooked {
        let start = text.count - rest.count
        for index in start..<start + looked where isDigit(text, index) { return index }
      }
      rest = rest.extracting(droppingFirst: looked)
    }
    return nil
  }

  private static func isDigit(_ text: Span<UInt8>, _ index: Int) -> Bool {
    switch text[index] {
    case 0x30...0x39: true
    // What digits beyond ASCII begin with.
    case 0xD9, 0xDB, 0xE0, 0xEF: TextStep(text, at: index)?.digit != nil
    default: false
    }
  }

  /// Whether there is no digit in the first word of `octets`; false, too, if they have to be looked at one by one.
  ///
  /// All at once: of an octet less 0x30, what is below 10 is not lifted to 0x80 by 0x76.
  @inline(__always)
  private static func hasNoDigit(_ octets: Span<UInt8>) -> Bool {
    let word = firstWord(octets)
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

  /// How many octets the processor takes at once.
  private static var wordCount: Int { UInt.bitWidth / 8 }

  /// A word of which each octet is `octet`.
  @inline(__always)
  private static func each(_ octet: UInt8) -> UInt { UInt.max / 0xFF * UInt(octet) }

  /// - Precondition: there are `wordCount` octets.
  @inline(__always)
  private static func firstWord(_ octets: Span<UInt8>) -> UInt {
    #if _pointerBitWidth(_64)
      half(octets, 0) | half(octets, 4) << 32
    #else
      half(octets, 0)
    #endif
  }

  @inline(__always)
  private static func half(_ octets: Span<UInt8>, _ index: Int) -> UInt {
    UInt(octets[index]) | UInt(octets[index + 1]) << 8 | UInt(octets[index + 2]) << 16 | UInt(octets[index + 3]) << 24
  }

  private static func hasLetter(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] | 0x20 >= 0x61 { return true }
    return false
  }
}
