internal import Octets
internal import Text

/// What a reader sees as one character: a scalar and the marks and invisible scalars that follow it.
struct TextCharacter {
  /// The scalar that is drawn first and decides about line breaks: an Arabic letter as it looks beside its neighbours.
  let base: UTF8Scalar
  /// Where the character begins and ends, in octets.
  let start: Int
  let end: Int
  /// In pixels; 0 if nothing of it is visible.
  let width: Int
}

/// Takes text apart into characters.
struct CharacterReader<Face: Typeface>: ~Escapable {
  /// A scalar that was looked at to see whether it follows, and does not.
  private struct Lookahead {
    let scalar: UTF8Scalar
    let width: Int
    let start: Int
  }

  private let face: Face
  private var rest: Span<UInt8>
  private let count: Int
  private var ahead: Lookahead?
  private var joining = CursiveJoining()
  /// Whether a ligature is read of which the second letter is still to come.
  private var isInLigature = false

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, face: Face) {
    self.face = face
    rest = text
    count = text.count
    ahead = take()?.lookahead
  }

  /// Takes the next character; nil at the end.
  @_lifetime(self: copy self)
  mutating func next() -> TextCharacter? {
    guard let base = ahead else { return nil }
    var end = count - rest.count
    while let (next, isFollower) = take() {
      guard isFollower, !base.scalar.isNewline else {
        ahead = next
        return TextCharacter(base: base.scalar, start: base.start, end: end, width: base.width)
      }
      end = count - rest.count
    }
    ahead = nil
    return TextCharacter(base: base.scalar, start: base.start, end: end, width: base.width)
  }

  /// Takes one scalar; nil at the end.
  @_lifetime(self: copy self)
  private mutating func take() -> (lookahead: Lookahead, isFollower: Bool)? {
    let start = count - rest.count
    guard let scalar = UTF8Scalar(reading: &rest) else { return nil }
    let (form, isTaken) = join(scalar)
    let (width, isFollower) = face.measure(form)
    return (Lookahead(scalar: form, width: width, start: start), isFollower || isTaken)
  }

  /// The form of a scalar beside its neighbours, and whether it is part of the ligature before it.
  @inline(__always)
  @_lifetime(self: copy self)
  private mutating func join(_ scalar: UTF8Scalar) -> (form: UTF8Scalar, isTaken: Bool) {
    defer { joining.pass(scalar) }
    return CursiveJoining.mayJoin(scalar) ? joinLetter(scalar) : (scalar, false)
  }

  @_lifetime(self: copy self)
  private mutating func joinLetter(_ scalar: UTF8Scalar) -> (form: UTF8Scalar, isTaken: Bool) {
    guard scalar.joiningType != .transparent else { return (scalar, false) }
    if isInLigature {
      isInLigature = false
      return (scalar, true)
    }
    let letter = joining.form(of: scalar, before: rest)
    isInLigature = letter.takesNextLetter
    return (letter.form, false)
  }
}

extension Typeface {
  /// How far the pen moves for a scalar, in pixels, and whether it belongs to the character before it.
  func measure(_ scalar: UTF8Scalar) -> (width: Int, isFollower: Bool) {
    if scalar.isInvisible { return (0, scalar.value >= 0x300 && !scalar.isSpace) }
    let isBlank = scalar.isNewline || scalar.value == 0x09
    let glyph = glyph(for: isBlank ? .space : scalar)
    return (glyph.advance, glyph.isMark)
  }
}

extension UTF8Scalar {
  static let space = UTF8Scalar(value: 0x20) ?? .replacement
  static let ellipsis = UTF8Scalar(value: 0x2026) ?? .replacement
}
