internal import Octets
internal import Text

/// One line of wrapped text: which octets to draw, and how wide they are.
public struct TextLine: Equatable, Sendable {
  /// The offset of the first octet of the line in the text. The line does not include the white space at its end.
  public let start: Int
  /// The offset behind the last octet of the line.
  public let end: Int
  /// In pixels.
  public let width: Int

  /// Whether the line has no text.
  public var isEmpty: Bool { start == end }
}

/// Breaks text into lines, one at a time.
///
/// Lines are broken where UAX #14 allows it, and never inside a character. A word longer than a line is broken between
/// characters where the line is full. So are Thai, Lao and Khmer, because only a dictionary tells their words apart.
/// White space at a break is dropped, and a soft hyphen at a break becomes a hyphen. A line may be as wide as the next
/// call says, so text can flow around something. Ill-formed UTF-8 reads as U+FFFD.
///
///     var lines = TextLines(text, face)
///     while let line = lines.next(width: 128) { … text.extracting(line.start..<line.end) … }
public struct TextLines<Face: Typeface>: ~Escapable {
  private let face: Face
  private let text: Span<UInt8>
  /// The offset at which the next line starts.
  private var position = 0
  /// The line breaker's state after the text before `position`.
  private var breaker: LineBreaker?
  private var isFinished: Bool
  private let isBidirectional: Bool

  /// Creates a reader at the beginning of `text`, UTF-8.
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
    let rest = text.extracting(droppingFirst: position)
    var line = LineInProgress(start: position)
    var reader = CharacterReader(rest, face: face)
    while let character = reader.next() {
      if breaker.isInWord(character), line.addLetter(character, limit: width) { continue }
      let before = breaker
      let mayBreak = breaker.take(character, of: rest)
      let hyphenWidth = line.endsWithSoftHyphen ? face.width(of: .hyphen, isFirst: true) : 0
      guard let finished = line.add(character, mayBreak: mayBreak, before, hyphenWidth, limit: width) else { continue }
      position = finished.next
      // Behind a line end, what was taken last is before the next line.
      breaker = character.base.isNewline ? breaker : finished.breaker
      isFinished = finished.next >= text.count
      return finished.line
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
  /// A line, the offset of the next line, and the breaker's state there.
  struct Finished {
    let line: TextLine
    let next: Int
    let breaker: LineBreaker?
  }

  /// Offsets count from the text's beginning, a character's from where the line begins.
  let start: Int
  /// The line up to the last visible character, and its width with the spaces inside.
  private var end: Int
  private var width = 0
  /// The width of the spaces after it, and whether the line may end among them.
  private var spaceWidth = 0
  private var maySpacesBreak = false
  /// Whether its last character is a soft hyphen.
  private(set) var endsWithSoftHyphen = false
  /// The line as it would be if broken at the last place where it may.
  private var fallback: Finished?

  init(start: Int) {
    self.start = start
    end = start
  }

  var whole: TextLine { TextLine(start: start, end: end, width: width) }

  /// Adds a letter before which the line may not be broken, if there is room for it.
  ///
  /// - Returns: whether there is.
  @inline(__always)
  mutating func addLetter(_ letter: TextCharacter, limit: Int) -> Bool {
    guard spaceWidth == 0, !maySpacesBreak, width + letter.width <= limit else { return false }
    width += letter.width
    end = start + letter.end
    return true
  }

  /// Adds a character, unless the line is finished without it.
  ///
  /// - Parameters:
  ///   - breaker: the state after the characters before.
  ///   - hyphenWidth: the width of the hyphen that the line needs if it ends before the character; 0 if it needs none.
  mutating func add(
    _ character: TextCharacter, mayBreak: Bool, _ breaker: LineBreaker?, _ hyphenWidth: Int, limit: Int
  ) -> Finished? {
    if character.base.isNewline { return Finished(line: whole, next: start + character.end, breaker: breaker) }
    let mayBreak = mayBreak || maySpacesBreak
    endsWithSoftHyphen = character.base.isSoftHyphen
    if character.base.isSpace {
      maySpacesBreak = mayBreak
      spaceWidth += character.width
      return nil
    }
    let line = TextLine(start: start, end: end, width: width + hyphenWidth)
    let broken = Finished(line: line, next: start + character.start, breaker: breaker)
    if mayBreak && end > start && line.width <= limit { fallback = broken }
    if width + spaceWidth + character.width > limit, end > start || spaceWidth > 0 { return fallback ?? broken }
    width += spaceWidth + character.width
    (spaceWidth, maySpacesBreak) = (0, false)
    end = start + character.end
    return nil
  }
}

extension LineBreaker? {
  /// How far behind an opening bracket a digit is looked for, in scalars: the marks on the bracket lie between.
  private static var reach: Int { 8 }

  /// Whether a character is a letter of a word that has begun: then the breaker has no need of it.
  @inline(__always)
  fileprivate func isInWord(_ character: TextCharacter) -> Bool {
    guard let self else { return false }
    return character.isSingle && character.base.isBasicLetter && self.isInWord
  }

  /// Takes all scalars of a character, and says whether a line may end before it.
  fileprivate mutating func take(_ character: TextCharacter, of text: Span<UInt8>) -> Bool {
    if isInWord(character) { return false }
    if character.isSingle, character.base == .space, self?.takeSpace() == true { return false }
    let mayBreak = take(character.base, following: text.extracting(droppingFirst: character.end))
    guard !character.isSingle else { return mayBreak }
    var rest = text.extracting(character.start..<character.end)
    _ = UTF8Scalar(reading: &rest)
    while let follower = UTF8Scalar(reading: &rest) { _ = take(follower, following: rest) }
    return mayBreak
  }

  private mutating func take(_ scalar: UTF8Scalar, following rest: Span<UInt8>) -> Bool {
    let properties = scalar.properties
    guard var breaker = self else {
      self = LineBreaker(first: properties)
      return false
    }
    let isNumberNext = breaker.needsNumber(behind: properties) && Self.beginsWithNumber(rest)
    let opportunity = breaker.opportunity(before: properties, isNumberNext: isNumberNext)
    self = breaker
    return opportunity != .prohibited
  }

  private static func beginsWithNumber(_ text: Span<UInt8>) -> Bool {
    var rest = text
    for _ in 0..<reach {
      switch UTF8Scalar(reading: &rest)?.lineBreakClass {
      case .numeric: return true
      case .combiningMark, .zwj: continue
      default: return false
      }
    }
    return false
  }
}
