internal import Features
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
  ///   - looksForMention: whether to look for words of a code in a message that goes on, far from its numbers, too. If
  ///     false, `mentionsCode` may be false although there are such words.
  public init(
    title: Span<UInt8>, subtitle: Span<UInt8>, message: Span<UInt8>, isCut: Bool, looksForMention: Bool = true
  ) {
    guard Features.hasCodes else { return }
    let isAnyAbove = Self.hasCandidate(title) || Self.hasCandidate(subtitle)
    let hasCandidate = isAnyAbove || Self.hasCandidate(message)
    // Without one, only the rest of a text can hold a code.
    let looksForMention = isCut && looksForMention
    guard hasCandidate || looksForMention,
      CodeWords.mayAnnounceCode(title) || (hasCandidate && CodeWords.mayAnnounceCode(subtitle))
        || (isAnyAbove || looksForMention
          ? CodeWords.mayAnnounceCode(message) : Self.mayAnnounceCode(nearDigitsOf: message))
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

  /// Whether `text` contains a word that announces a code, and that is not too far in front of every digit.
  private static func mayAnnounceCode(nearDigitsOf text: Span<UInt8>) -> Bool {
    guard let digit = firstDigit(in: text, from: 0) else { return false }
    let start = text.position(CodeFinder.farthestWord, charactersBefore: digit)
    return CodeWords.mayAnnounceCode(text.extracting(droppingFirst: start))
  }

  private static func firstDigit(in text: Span<UInt8>, from position: Int) -> Int? {
    var start = position
    while start &+ OctetWord.count <= text.count {
      let end = start &+ OctetWord.count
      if !OctetWord(text, at: start).haveNoDigit, let digit = firstDigit(in: text, among: start..<end) { return digit }
      start = end
    }
    return start < text.count ? firstDigit(in: text, among: start..<text.count) : nil
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

  private static func hasLetter(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] | 0x20 >= 0x61 { return true }
    return false
  }
}

extension Span<UInt8> {
  /// The position `count` characters before `position`, or the first one.
  fileprivate func position(_ count: Int, charactersBefore position: Int) -> Int {
    var (position, left) = (position, count)
    while position > 0, left > 0 {
      position &-= 1
      if self[position] & 0xC0 != 0x80 { left &-= 1 }
    }
    return position
  }
}
