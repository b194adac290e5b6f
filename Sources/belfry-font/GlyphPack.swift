/// The file that the firmware embeds; `Sources/Typefaces/GlyphPack.swift` reads it. Integers are little-endian, and every
/// part begins at a multiple of 16.
///
///     | "BELFONT": 7 | version: 1 | numberCount: 4 | groups: 4 | bitmaps: 4 | pictureSets: 4 × 5 | 0 … 64 |
///     | numbers:  2 × numberCount   for code point >> 5: 0, or the number of its group, from 1 on
///     | groups:   16 × …            for each of 32 characters: | first: 4 | present: 4 | wide: 4 | marks: 4 |
///     | pictures: 5 sets            | count: 4 | (width: 1 | height: 1 | offset in the set: 2) × count | octets … |
///     | bitmaps:  16 or 32 each     in the order of the code points
///
/// `groups`, `bitmaps` and `pictureSets` are offsets from the file's start. `first` counts in 16 octets from `bitmaps`: the
/// glyph of bit `n` lies as many units behind it as there are bits below `n` in `present` and in `wide`.
struct GlyphPack {
  static let magic = Array("BELFONT".utf8)
  static let version: UInt8 = 3
  private static let headerCount = 64

  private(set) var octets: [UInt8] = []

  /// - Parameter pictureSets: exactly five.
  init(glyphs: [UInt32: PanelBitmap], marks: Set<UInt32>, pictureSets: [[TextPictures.Picture]]) {
    precondition(pictureSets.count == 5)
    let (numbers, groups, bitmaps) = Self.index(glyphs, marks)
    var parts = Self.headerCount
    let numbersPart = Self.padded(numbers.flatMap(Self.littleEndian))
    parts += numbersPart.count
    let groupsOffset = parts
    let groupsPart = groups.flatMap(Self.littleEndian)
    parts += groupsPart.count
    let setParts = pictureSets.map { Self.padded(Self.encode($0)) }
    var setOffsets: [Int] = []
    for part in setParts {
      setOffsets.append(parts)
      parts += part.count
    }
    octets = Self.magic + [Self.version]
    for word in [numbers.count, groupsOffset, parts] + setOffsets {
      octets += Self.littleEndian(UInt32(word))
    }
    octets += [UInt8](repeating: 0, count: Self.headerCount - octets.count)
    octets += numbersPart + groupsPart + setParts.joined() + bitmaps
  }

  private static func index(
    _ glyphs: [UInt32: PanelBitmap], _ marks: Set<UInt32>
  ) -> (numbers: [UInt16], groups: [UInt32], bitmaps: [UInt8]) {
    var numbers: [UInt16] = []
    var groups: [UInt32] = []
    var bitmaps: [UInt8] = []
    for start in stride(from: 0, through: glyphs.keys.max() ?? 0, by: 32) {
      let first = UInt32(bitmaps.count / 16)
      var (present, wide, overlaid): (UInt32, UInt32, UInt32) = (0, 0, 0)
      for bit in 0..<UInt32(32) {
        guard let glyph = glyphs[start + bit] else { continue }
        present |= 1 << bit
        if glyph.width == 16 { wide |= 1 << bit }
        if marks.contains(start + bit) { overlaid |= 1 << bit }
        bitmaps += glyph.octets
      }
      if present != 0 { groups += [first, present, wide, overlaid] }
      numbers.append(present == 0 ? 0 : UInt16(groups.count / 4))
    }
    return (numbers, groups, bitmaps)
  }

  private static func encode(_ pictures: [TextPictures.Picture]) -> [UInt8] {
    var table = littleEndian(UInt32(pictures.count))
    var octets: [UInt8] = []
    let tableCount = 4 + 4 * pictures.count
    for picture in pictures {
      table += [UInt8(picture.bitmap.width), UInt8(picture.bitmap.height)]
      table += littleEndian(UInt16(tableCount + octets.count))
      octets += picture.bitmap.octets
    }
    return table + octets
  }

  private static func padded(_ octets: [UInt8]) -> [UInt8] {
    octets + [UInt8](repeating: 0, count: (16 - octets.count % 16) % 16)
  }

  private static func littleEndian<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
