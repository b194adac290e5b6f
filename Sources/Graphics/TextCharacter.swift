internal import Octets

/// What a reader sees as one character: a scalar and the marks and invisible scalars that follow it.
struct TextCharacter {
  /// The scalar that is drawn first and decides about line breaks.
  let base: UTF8Scalar
  /// Where the character begins and ends, in octets.
  let start: Int
  let end: Int
  /// In pixels; 0 if nothing of it is visible.
  let width: Int
}

/// Takes text apart into characters.
struct CharacterReader<Face: Typeface>: ~Escapable {
  private let face: Face
  private var rest: Span<UInt8>
  private let count: Int

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, face: Face) {
    self.face = face
    rest = text
    count = text.count
  }

  /// Takes the next character; nil at the end.
  @_lifetime(self: copy self)
  mutating func next() -> TextCharacter? {
    let start = count - rest.count
    guard let base = UTF8Scalar(reading: &rest) else { return nil }
    if base.isNewline {
      return TextCharacter(base: base, start: start, end: count - rest.count, width: face.spaceWidth)
    }
    let width = face.width(of: base)
    skipFollowers()
    return TextCharacter(base: base, start: start, end: count - rest.count, width: width)
  }

  @_lifetime(self: copy self)
  private mutating func skipFollowers() {
    var ahead = rest
    while let scalar = UTF8Scalar(decoding: &ahead), face.isFollower(scalar) { rest = ahead }
  }
}

extension Typeface {
  var spaceWidth: Int { glyph(for: .space).advance }

  /// How far the pen moves for a scalar, in pixels.
  func width(of scalar: UTF8Scalar) -> Int {
    if scalar.isInvisible { return 0 }
    if scalar.isNewline || scalar.value == 0x09 { return spaceWidth }
    return glyph(for: scalar).advance
  }

  /// Whether a scalar belongs to the character before it.
  func isFollower(_ scalar: UTF8Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    return scalar.isInvisible && !scalar.isSpace || glyph(for: scalar).isMark
  }
}

extension UTF8Scalar {
  static let space = UTF8Scalar(value: 0x20) ?? .replacement
  static let ellipsis = UTF8Scalar(value: 0x2026) ?? .replacement
}
