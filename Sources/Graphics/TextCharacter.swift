internal import Octets
internal import Text

/// What a reader sees as one character: a grapheme cluster of UAX #29.
struct TextCharacter {
  /// The scalar that begins it: an Arabic letter as it looks beside its neighbours.
  let base: UTF8Scalar
  /// Where the character begins and ends, in octets.
  let start: Int
  let end: Int
  /// In pixels; 0 if nothing of it is visible.
  let width: Int
  /// Whether `base` is all of it.
  let isSingle: Bool
}

/// Takes text apart into characters. It looks at one scalar more than it gives, and for Arabic letters at the next one.
///
/// LAM and an ALEF behind it are one character, because they are drawn as one.
struct CharacterReader<Face: Typeface>: ~Escapable {
  /// A scalar that begins the next character.
  private struct Lookahead {
    var scalar: UTF8Scalar
    let graphemeBreakClass: GraphemeBreakClass
    let start: Int
    let end: Int
    /// Whether `scalar` is not the one in the text, but how that looks beside its neighbours.
    var isJoined = false
    /// Whether it belongs to the character before, whatever its class says.
    var isTaken = false
  }

  private let face: Face
  private let text: Span<UInt8>
  private var rest: Span<UInt8>
  private var ahead: Lookahead?
  private var joining = CursiveJoining()
  /// Whether a ligature is read of which the second letter is still to come.
  private var isInLigature = false

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, face: Face) {
    self.face = face
    self.text = text
    rest = text
    ahead = take()
  }

  /// Takes the next character; nil at the end.
  @inline(never)
  @_lifetime(self: copy self)
  mutating func next() -> TextCharacter? {
    guard let base = ahead else { return nil }
    var end = base.end
    ahead = take()
    if base.scalar.isPlain, let follower = ahead, follower.scalar.isPlain {
      let width = face.width(of: base.scalar, isFirst: false)
      return TextCharacter(base: base.scalar, start: base.start, end: end, width: width, isSingle: true)
    }
    var breaker = GraphemeBreaker(first: base.graphemeBreakClass)
    while let follower = ahead, !breaker.isBoundary(before: follower.graphemeBreakClass) || follower.isTaken {
      end = follower.end
      ahead = take()
    }
    let isSingle = end == base.end
    let width =
      isSingle || base.isJoined
      ? face.width(of: base.scalar, isFirst: base.start == 0)
      : face.width(ofCluster: text.extracting(base.start..<end))
    return TextCharacter(base: base.scalar, start: base.start, end: end, width: width, isSingle: isSingle)
  }

  /// Takes one scalar; nil at the end.
  @_lifetime(self: copy self)
  private mutating func take() -> Lookahead? {
    let start = text.count - rest.count
    guard let scalar = UTF8Scalar(reading: &rest) else { return nil }
    let end = text.count - rest.count
    guard !scalar.isPlain else {
      joining = CursiveJoining()
      return Lookahead(scalar: scalar, graphemeBreakClass: .other, start: start, end: end)
    }
    var taken = Lookahead(scalar: scalar, graphemeBreakClass: scalar.graphemeBreakClass, start: start, end: end)
    if CursiveJoining.mayJoin(scalar), scalar.joiningType != .transparent { join(&taken) }
    joining.pass(scalar)
    return taken
  }

  /// Gives a letter the form that it has beside its neighbours.
  @inline(never)
  @_lifetime(self: copy self)
  private mutating func join(_ taken: inout Lookahead) {
    taken.isTaken = isInLigature
    isInLigature = false
    guard !taken.isTaken else { return }
    let letter = joining.form(of: taken.scalar, before: rest)
    taken.isJoined = letter.form != taken.scalar
    taken.scalar = letter.form
    isInLigature = letter.takesNextLetter
  }
}

extension Typeface {
  /// How far the pen moves for a character that is one scalar, in pixels.
  func width(of scalar: UTF8Scalar, isFirst: Bool) -> Int {
    if scalar.isInvisible { return 0 }
    let glyph = glyph(for: scalar.isBlank ? .space : scalar)
    return glyph.isMark && !isFirst ? 0 : glyph.advance
  }

  /// How far the pen moves for a character of several scalars, in pixels.
  @inline(never)
  func width(ofCluster octets: Span<UInt8>) -> Int {
    var elements = ElementReader(octets)
    var width = 0
    var isFirst = true
    while let element = elements.next() {
      switch element {
      case .scalar(let scalar): width += self.width(of: scalar, isFirst: isFirst)
      case .flag(let letter, _), .keycap(let letter): width += 2 * glyph(for: letter).width
      }
      isFirst = false
    }
    return width
  }
}

extension UTF8Scalar {
  static let space = UTF8Scalar(value: 0x20) ?? .replacement
  static let ellipsis = UTF8Scalar(value: 0x2026) ?? .replacement
}
