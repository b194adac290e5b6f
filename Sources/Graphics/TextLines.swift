internal import Octets
internal import Text

/// One line of wrapped text: which octets to draw, and how wide they are.
public struct TextLine: Equatable, Sendable {
  /// Where the line begins and ends in the text, in octets, without the white space at its end.
  public let start: Int
  public let end: Int
  /// In pixels.
  public let width: Int

  public var isEmpty: Bool { start == end }
}

/// Breaks text into lines, one at a time.
///
/// Lines are broken at spaces and hyphens, and between ideographs, but never before closing punctuation or behind
/// opening punctuation; a word longer than a line is broken where the line is full. White space at a break is dropped.
/// A line may be as wide as the next call says, so text can flow around something. Ill-formed UTF-8 reads as U+FFFD.
///
///     var lines = TextLines(text, face)
///     while let line = lines.next(width: 128) { … text.extracting(line.start..<line.end) … }
public struct TextLines<Face: Typeface>: ~Escapable {
  private let face: Face
  private let text: Span<UInt8>
  /// Where the next line begins.
  private var position = 0
  private var isFinished: Bool
  private let isBidirectional: Bool

  @_lifetime(copy text)
  public init(_ text: Span<UInt8>, _ face: Face) {
    self.face = face
    self.text = text
    isFinished = text.isEmpty
    isBidirectional = text.mayBeBidirectional
  }

  /// Takes the next line of at most `width` pixels, or of one character if even that is wider; nil at the end.
  @_lifetime(self: copy self)
  public mutating func next(width: Int) -> TextLine? {
    guard !isFinished else { return nil }
    var line = LineInProgress(start: position)
    var reader = CharacterReader(text.extracting(droppingFirst: position), face: face)
    while let character = reader.next() {
      switch line.add(character, limit: width) {
      case .goOn: continue
      case .finished(let finished, let next):
        position = next
        isFinished = next >= text.count
        return finished
      }
    }
    isFinished = true
    return line.whole
  }

  /// A line together with the text around it, which has a part in its direction: what is drawn.
  @_lifetime(copy self)
  public func part(_ line: TextLine) -> TextPart {
    TextPart(of: text, line.start..<line.end, isBidirectional: isBidirectional)
  }

  /// How many lines are left, all of them `width` pixels wide.
  @_lifetime(self: copy self)
  public mutating func countRemaining(width: Int) -> Int {
    var count = 0
    while next(width: width) != nil { count += 1 }
    return count
  }
}

/// A line while it is filled.
private struct LineInProgress {
  enum Step {
    case goOn
    /// `next`: where the line after this one begins.
    case finished(TextLine, next: Int)
  }

  /// Offsets count from the text's beginning, a character's from where the line begins.
  let start: Int
  /// The line up to the last visible character, and its width with the spaces inside.
  private var end: Int
  private var width = 0
  /// The spaces that follow it: how wide, and where they end.
  private var spaceWidth = 0
  private var spaceEnd: Int
  private var before: UTF8Scalar?
  /// The line as it would be if broken at the last place where it may.
  private var fallback: (line: TextLine, next: Int)?

  init(start: Int) {
    self.start = start
    end = start
    spaceEnd = start
  }

  var whole: TextLine { TextLine(start: start, end: end, width: width) }

  mutating func add(_ character: TextCharacter, limit: Int) -> Step {
    if character.base.isNewline { return .finished(whole, next: start + character.end) }
    if character.base.isSpace {
      addSpace(character)
      return .goOn
    }
    noteBreak(before: character)
    if width + spaceWidth + character.width > limit, end > start || spaceWidth > 0 {
      return breakLine(before: character)
    }
    width += spaceWidth + character.width
    spaceWidth = 0
    end = start + character.end
    before = character.base
    return .goOn
  }

  private mutating func addSpace(_ character: TextCharacter) {
    spaceWidth += character.width
    spaceEnd = start + character.end
  }

  private mutating func noteBreak(before character: TextCharacter) {
    let isAfterSpace = spaceEnd > end
    guard let before, isAfterSpace || UTF8Scalar.isBreakAllowed(between: before, and: character.base) else { return }
    fallback = (whole, start + character.start)
  }

  private func breakLine(before character: TextCharacter) -> Step {
    guard let fallback else { return .finished(whole, next: start + character.start) }
    return .finished(fallback.line, next: fallback.next)
  }
}
