internal import Features
internal import Octets
internal import Text

/// One thing that is drawn: most characters are one, those with marks several.
enum TextElement: Equatable {
  case scalar(UTF8Scalar)
  /// The two letters of a region: Latin capital letters.
  case flag(UTF8Scalar, UTF8Scalar)
  /// A digit, # or * on a key.
  case keycap(UTF8Scalar)
}

/// Splits text into the elements that are drawn, in the order of the text.
///
/// Of a sequence of emoji that are joined into one, the first stands for all of it: a skin tone and what follows a
/// joiner are left out. Several joined people are a family, or a couple if a heart, a kiss or a handshake joins them.
/// The letters of a Korean syllable are composed. Invisible characters are left out; line ends read as spaces.
struct ElementReader: ~Escapable {
  private var rest: Span<UInt8>

  /// - Parameter text: begins where a character does.
  @_lifetime(copy text)
  init(_ text: Span<UInt8>) {
    rest = text
  }

  /// Takes what is plain at the front, each of which is an element of its own.
  @inline(never)
  @_lifetime(copy self)
  @_lifetime(self: copy self)
  mutating func takePlain() -> Span<UInt8> {
    var end = 0
    while UTF8Scalar(plainAt: &end, of: rest) != nil {}
    let plain = rest.extracting(first: end)
    rest = rest.extracting(droppingFirst: end)
    return plain
  }

  /// Takes the next element; nil at the end.
  @inline(never)
  @_lifetime(self: copy self)
  mutating func next() -> TextElement? {
    while let scalar = UTF8Scalar(reading: &rest) {
      if scalar.isBasic { return takeKeycap() ? .keycap(scalar) : .scalar(scalar) }
      if scalar.isInvisible { continue }
      if scalar.isBlank { return .scalar(.space) }
      guard Features.hasScripts else { return .scalar(scalar) }
      switch scalar.graphemeBreakClass {
      case .regionalIndicator: return flag(from: scalar)
      case .extendedPictographic: return .scalar(emoji(from: scalar))
      default: return .scalar(syllable(from: scalar))
      }
    }
    return nil
  }

  /// Composes a Korean syllable from its letters, as which macOS writes the names of files.
  ///
  /// The Unicode Standard 15.0, 3.12, "Hangul Syllable Composition".
  @_lifetime(self: copy self)
  private mutating func syllable(from first: UTF8Scalar) -> UTF8Scalar {
    var value = first.value
    if (0x1100...0x1112).contains(value) {
      var after = rest
      guard let vowel = UTF8Scalar(decoding: &after), (0x1161...0x1175).contains(vowel.value) else { return first }
      value = 0xAC00 + ((value - 0x1100) * 21 + vowel.value - 0x1161) * 28
      rest = after
    }
    guard (0xAC00...0xD7A3).contains(value) else { return first }
    var after = rest
    if (value - 0xAC00) % 28 == 0, let last = UTF8Scalar(decoding: &after), (0x11A8...0x11C2).contains(last.value) {
      value += last.value - 0x11A7
      rest = after
    }
    return UTF8Scalar(value: value) ?? first
  }

  /// Takes the enclosing keycap, with the selector of the emoji's picture before it, if that is what follows.
  @_lifetime(self: copy self)
  private mutating func takeKeycap() -> Bool {
    // What U+20E3 and U+FE0F begin with.
    guard rest.count >= 3, rest[0] == 0xE2 || rest[0] == 0xEF else { return false }
    var after = rest
    var next = UTF8Scalar(decoding: &after)
    if next?.value == 0xFE0F { next = UTF8Scalar(decoding: &after) }
    guard next?.value == 0x20E3 else { return false }
    rest = after
    return true
  }

  @_lifetime(self: copy self)
  private mutating func flag(from first: UTF8Scalar) -> TextElement {
    var after = rest
    guard let second = UTF8Scalar(decoding: &after), let letter = first.regionalLetter,
      let other = second.regionalLetter
    else { return .scalar(first) }
    rest = after
    return .flag(letter, other)
  }

  /// Skips what is joined to `first`, and returns what stands for all of it.
  @_lifetime(self: copy self)
  private mutating func emoji(from first: UTF8Scalar) -> UTF8Scalar {
    var picture = first
    // The picture of two people, if another one is joined.
    var together = UTF8Scalar.family
    var after = rest
    while let next = UTF8Scalar(decoding: &after) {
      if next.isEmojiModifier || next.isInvisible && next.value != UTF8Scalar.joinerValue {
        rest = after
        continue
      }
      guard next.value == UTF8Scalar.joinerValue, let joined = UTF8Scalar(decoding: &after),
        joined.graphemeBreakClass == .extendedPictographic
      else { break }
      rest = after
      guard first.isPerson else { continue }
      if joined.isPerson { picture = together } else { together = joined.couple ?? first }
    }
    return picture
  }
}

extension UTF8Scalar {
  fileprivate static let joinerValue: UInt32 = 0x200D
  fileprivate static let family = UTF8Scalar(value: 0x1F46A) ?? .replacement

  /// The skin tones: Emoji_Modifier.
  fileprivate var isEmojiModifier: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  /// The boy, the girl, the man, the woman, the grown-up, the child: whom a family's sequence is made of.
  fileprivate var isPerson: Bool { (0x1F466...0x1F469).contains(value) || (0x1F9D1...0x1F9D2).contains(value) }

  /// The couple of two people between whom this is: two with a heart, a kiss, or hand in hand.
  fileprivate var couple: UTF8Scalar? {
    switch value {
    case 0x2764: UTF8Scalar(value: 0x1F491)
    case 0x1F48B: UTF8Scalar(value: 0x1F48F)
    case 0x1F91D: UTF8Scalar(value: 0x1F46B)
    default: nil
    }
  }

  /// The Latin letter that a regional indicator shows.
  fileprivate var regionalLetter: UTF8Scalar? {
    (0x1F1E6...0x1F1FF).contains(value) ? UTF8Scalar(value: value - 0x1F1E6 + 0x41) : nil
  }
}
