internal import Octets

/// A code that a message brings, to be typed somewhere else: 4 to 10 digits or capital letters, in up to two groups.
///
/// Digits of any script are kept as ASCII, those that a gap divides joined: `123 456` is `123456`, and `G-123456` stays.
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
    guard Self.hasCandidate(title) || Self.hasCandidate(subtitle) || Self.hasCandidate(message) else {
      // Only the rest of a text can hold a code then.
      guard isCut else { return }
      var finder = CodeFinder()
      finder.read(title, isCut: false)
      finder.read(message, isCut: true)
      mentionsCode = finder.hasSeenWord
      return
    }
    var finder = CodeFinder()
    // A title that is a number is who sends.
    if Self.hasLetter(title) { finder.read(title, isCut: false) }
    finder.read(subtitle, isCut: false)
    finder.read(message, isCut: isCut)
    code = finder.code
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
    for index in text.indices {
      switch text[index] {
      case 0x30...0x39: return index
      // What digits beyond ASCII begin with.
      case 0xD9, 0xDB, 0xE0, 0xEF: if TextStep(text, at: index)?.digit != nil { return index }
      default: break
      }
    }
    return nil
  }

  private static func hasLetter(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] | 0x20 >= 0x61 { return true }
    return false
  }
}
