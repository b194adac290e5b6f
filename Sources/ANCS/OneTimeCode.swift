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
    guard Self.hasDigit(title) || Self.hasDigit(subtitle) || Self.hasDigit(message) else {
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

  private static func hasDigit(_ text: Span<UInt8>) -> Bool {
    // Beyond ASCII there may be one.
    for index in text.indices where (0x30...0x39).contains(text[index]) || text[index] >= 0xD9 { return true }
    return false
  }

  private static func hasLetter(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] | 0x20 >= 0x61 { return true }
    return false
  }
}
