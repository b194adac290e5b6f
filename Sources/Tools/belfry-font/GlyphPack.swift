/// The file that the firmware embeds; `Sources/Display/Typefaces/GlyphPack.swift` reads it. Integers are little-endian,
/// and every part begins at a multiple of 16.
///
///     | "BELFONT": 7 | version: 1 | pictureSets: 4 × 5 | second: 4 | 0 … 64 |
///     | numbers:  2 × 6144          for code point >> 5: the number of its group
///     | groups:   16 × …            for each of 32 characters: | first: 4 | present: 4 | wide: 4 | marks: 4 |
///     | pictures: 5 sets            | count: 4 | (width: 1 | height: 1 | offset in the set: 2) × count | octets … |
///     | bitmaps:  16 or 32 each     in the order of the code points
///     | second typeface             as `SecondTypeface.octets` has it, at offset `second`
///
/// Group 0 has no characters. `pictureSets` are offsets from the file's start, and `first` counts from there in units
/// of 16 octets. The glyph of bit `n` is as many units after `first` as there are bits below `n` in `present` and in
/// `wide`.
struct GlyphPack {
  static let magic = Array("BELFONT".utf8)
  static let version: UInt8 = 5
  private static let headerCount = 64
  /// Groups of 32 in the first three planes.
  private static let numberCount = 0x3_0000 / 32

  private(set) var octets: [UInt8] = []

  /// - Parameter pictureSets: exactly five.
  init(
    glyphs: [UInt32: PanelBitmap], marks: Set<UInt32>, pictureSets: [[TextPictures.Picture]],
    second: SecondTypeface = SecondTypeface()
  ) {
    precondition(pictureSets.count == 5)
    let setParts = pictureSets.map { Self.padded(Self.encode($0)) }
    var groups = Groups(glyphs, marks)
    var offset = Self.headerCount + 2 * Self.numberCount + 4 * groups.words.count
    octets = Self.magic + [Self.version]
    for part in setParts {
      octets += Self.littleEndian(UInt32(offset))
      offset += part.count
    }
    octets += Self.littleEndian(UInt32(offset + groups.bitmaps.count))
    octets += [UInt8](repeating: 0, count: Self.headerCount - octets.count)
    groups.moveBitmaps(by: UInt32(offset / 16))
    octets += groups.numbers.flatMap(Self.littleEndian) + groups.words.flatMap(Self.littleEndian)
    octets += setParts.joined() + groups.bitmaps + Self.padded(second.octets)
  }

  /// The groups, which give the position of each glyph.
  private struct Groups {
    var numbers = [UInt16](repeating: 0, count: GlyphPack.numberCount)
    /// Four words per group.
    var words: [UInt32] = [0, 0, 0, 0]
    var bitmaps: [UInt8] = []

    init(_ glyphs: [UInt32: PanelBitmap], _ marks: Set<UInt32>) {
      for number in numbers.indices {
        let first = UInt32(bitmaps.count / 16)
        var (present, wide, overlaid): (UInt32, UInt32, UInt32) = (0, 0, 0)
        for bit in 0..<UInt32(32) {
          let codePoint = UInt32(number) * 32 + bit
          guard let glyph = glyphs[codePoint] else { continue }
          present |= 1 << bit
          if glyph.width == 16 { wide |= 1 << bit }
          if marks.contains(codePoint) { overlaid |= 1 << bit }
          bitmaps += glyph.octets
        }
        guard present != 0 else { continue }
        numbers[number] = UInt16(words.count / 4)
        words += [first, present, wide, overlaid]
      }
    }

    /// Moves the start of the bitmaps by `units`.
    mutating func moveBitmaps(by units: UInt32) {
      for index in stride(from: 4, to: words.count, by: 4) { words[index] += units }
    }
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
