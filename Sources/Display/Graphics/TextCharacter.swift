internal import Octets
internal import Text

/// A user-perceived character: a grapheme cluster of UAX #29.
struct TextCharacter {
  /// The scalar that begins it: an Arabic letter as it looks beside its neighbours.
  let base: UTF8Scalar
  /// The offsets of the character's start and end, in octets.
  let start: Int
  let end: Int
  /// In pixels; 0 if nothing of it is visible.
  let width: Int
  /// Whether `base` is all of it.
  let isSingle: Bool
}

/// Takes text apart into characters, and measures them.
struct CharacterReader<Face: Typeface>: ~Escapable {
  private let face: Face
  private let text: Span<UInt8>
  private var clusters: ClusterReader

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, face: Face) {
    self.face = face
    self.text = text
    clusters = ClusterReader(text)
  }

  /// Takes the next character; nil at the end.
  @inline(__always)
  @_lifetime(self: copy self)
  mutating func next() -> TextCharacter? {
    guard let advances = face.plainAdvances, let plain = clusters.nextPlain() else { return nextOfAnyKind() }
    return TextCharacter(
      base: plain.base, start: plain.start, end: plain.end, width: advances.advance(for: plain.base), isSingle: true)
  }

  @inline(never)
  @_lifetime(self: copy self)
  private mutating func nextOfAnyKind() -> TextCharacter? {
    guard let cluster = clusters.next() else { return nil }
    let width =
      cluster.isSingle || cluster.isJoined
      ? face.width(of: cluster.base, isFirst: cluster.start == 0)
      : face.width(ofCluster: text.extracting(cluster.start..<cluster.end))
    return TextCharacter(
      base: cluster.base, start: cluster.start, end: cluster.end, width: width, isSingle: cluster.isSingle)
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
  static let hyphen = UTF8Scalar(value: 0x2D) ?? .replacement
  static let ellipsis = UTF8Scalar(value: 0x2026) ?? .replacement

  /// Invisible, but a line that is broken behind it ends with a hyphen. UAX #14, 5.4.
  var isSoftHyphen: Bool { value == 0xAD }
}
