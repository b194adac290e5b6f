/// Replaces words and addresses. Equal ones get equal replacements.
///
/// A replacement has the length in UTF-8, the letter cases and the script of its original. Digits become other digits.
/// Punctuation, spaces, combining marks and format characters stay, because layout depends on them.
struct Pseudonyms {
  /// By their octets: strings that are canonically equivalent are equal, but may differ in length.
  private var words: [[UInt8]: [UInt8]] = [:]
  private var addresses: [[UInt8]: [UInt8]] = [:]
  private var random: any RandomNumberGenerator

  init(random: any RandomNumberGenerator) { self.random = random }

  // MARK: Text

  mutating func text(_ text: String) -> String { String(decoding: self.text(Array(text.utf8)), as: UTF8.self) }

  /// Replaces text of any octets. Octets that are not UTF-8 become other octets that are not UTF-8.
  mutating func text(_ octets: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var word: [Unicode.Scalar] = []
    var decoder = UTF8Pieces(octets[...])
    while let piece = decoder.next() {
      switch piece {
      case .scalar(let scalar) where Self.isReplaced(scalar): word.append(scalar)
      case .scalar(let scalar):
        result += take(&word)
        result += Array(String(scalar).utf8)
      case .defect(let octet):
        result += take(&word)
        result.append(octet < 0xC0 ? 0x90 : octet < 0xE0 ? 0xC3 : octet < 0xF0 ? 0xE5 : octet < 0xF5 ? 0xF1 : 0xFF)
      }
    }
    return result + take(&word)
  }

  /// Replaces a bundle identifier. Identifiers of the system are kept: they do not describe the user. The identifier of
  /// a web page on the home screen contains a number that only this phone has.
  mutating func application(_ octets: [UInt8]) -> [UInt8] {
    octets.starts(with: Array("com.apple.".utf8)) && !Self.hasSerialNumber(octets) ? octets : text(octets)
  }

  /// Whether there are 16 hexadecimal digits or dashes in a row.
  private static func hasSerialNumber(_ octets: [UInt8]) -> Bool {
    var count = 0
    for octet in octets {
      count = Character(Unicode.Scalar(octet)).isHexDigit || octet == 0x2D ? count + 1 : 0
      if count == 16 { return true }
    }
    return false
  }

  private mutating func take(_ word: inout [Unicode.Scalar]) -> [UInt8] {
    defer { word = [] }
    guard !word.isEmpty else { return [] }
    let original = word.flatMap { Array(String($0).utf8) }
    if let known = words[original] { return known }
    var replacement: [UInt8] = []
    for scalar in word { replacement += Array(String(other(than: scalar)).utf8) }
    words[original] = replacement
    return replacement
  }

  private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .otherSymbol, .privateUse, .unassigned:
      true
    default: false
    }
  }

  /// A different scalar of the same category, near this one and with the same length in UTF-8.
  private mutating func other(than scalar: Unicode.Scalar) -> Unicode.Scalar {
    let range = Self.neighbours(of: scalar)
    let wanted = scalar.properties
    var candidates: [Unicode.Scalar] = []
    if range.count > 64 {
      // A script with thousands of letters: nearly all are of the same category.
      for _ in 0..<8 { Unicode.Scalar(UInt32.random(in: range, using: &random)).map { candidates.append($0) } }
    } else {
      candidates = range.compactMap(Unicode.Scalar.init)
    }
    candidates = candidates.filter {
      $0 != scalar && $0.properties.generalCategory == wanted.generalCategory
        && $0.properties.isEmojiPresentation == wanted.isEmojiPresentation
    }
    return candidates.randomElement(using: &random) ?? Self.substitute(for: scalar)
  }

  private static func neighbours(of scalar: Unicode.Scalar) -> ClosedRange<UInt32> {
    switch scalar.value {
    case 0x4E00...0x9FFF: 0x4E00...0x9FFF
    case 0xAC00...0xD7A3: 0xAC00...0xD7A3
    default: scalar.value & ~63...scalar.value | 63
    }
  }

  /// A letter of the same length, for a scalar without a neighbour of its category.
  private static func substitute(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch String(scalar).utf8.count {
    case 1: scalar == "x" ? "y" : "x"
    case 2: scalar == "é" ? "è" : "é"
    case 3: scalar == "中" ? "文" : "中"
    default: scalar == "\u{1F600}" ? "\u{1F601}" : "\u{1F600}"
    }
  }

  // MARK: Addresses

  /// Replaces an address and keeps its kind (public, static, private). Keeps all-zero addresses and chips' default
  /// addresses.
  mutating func address(_ octets: [UInt8], isRandom: Bool, resolvedBy key: [UInt8]? = nil) -> [UInt8] {
    guard octets.count == 6, !Self.isDefault(octets) else { return octets }
    let original = octets + [isRandom ? 1 : 0]
    if let known = addresses[original] { return known }
    var other: [UInt8]
    repeat {
      other = (0..<6).map { _ in UInt8.random(in: 0...255, using: &random) }
      if isRandom { other[5] = other[5] & 0x3F | octets[5] & 0xC0 }
    } while other == octets
    if let key, isRandom, octets[5] >> 6 == 1 { other = resolvableAddress(Array(other[3...]), key: key) }
    addresses[original] = other
    return other
  }

  /// Whether this is a chip's default address before it is patched, which is the same on each board.
  private static func isDefault(_ octets: [UInt8]) -> Bool {
    octets.allSatisfy { $0 == 0 } || octets.allSatisfy { $0 == 0xAA } || octets.suffix(3) == [0xA1, 0x43, 0x43]
      || octets.suffix(3) == [0xB0, 0x43, 0x43]
  }
}

/// Splits octets into scalars and octets that are part of no scalar.
private struct UTF8Pieces {
  enum Piece {
    case scalar(Unicode.Scalar)
    case defect(UInt8)
  }

  private var rest: ArraySlice<UInt8>

  init(_ octets: ArraySlice<UInt8>) { rest = octets }

  mutating func next() -> Piece? {
    guard let first = rest.first else { return nil }
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    if let text = String(validating: rest.prefix(count), as: UTF8.self), text.unicodeScalars.count == 1 {
      rest = rest.dropFirst(count)
      return .scalar(text.unicodeScalars.first!)
    }
    rest = rest.dropFirst()
    return .defect(first)
  }
}
