// The filters of `CodeWords`: they reject nearly every position of a text at which no entry begins, without decoding a
// character. `CodeWordsTests` computes them from the entries and prints them if they differ.
extension CodeWords {
  /// Two masks for each first octet of an entry, in small and capital letters, at the index `row(of:)`.
  ///
  /// The first mask has a bit for each second octet, the second mask for each third octet. The bit's number is the low
  /// five bits of the octet. All bits are set for an entry that is shorter, or that has a star there.
  static let filter: [192 of UInt32] = [
    0, 0, 0x002D_B008, 0xFFFF_FFFF, 0x0020_8022, 0x001C_9210, 0x0020_D10A, 0x022D_7272, 0x0004_8222, 0x0209_1020,
    0x012C_4200, 0xFFFF_FFFF, 0x0000_9022, 0x0130_1308, 0xFFFF_FFFF, 0xFFFF_FFFF, 0x0010_8022, 0x0038_0000,
    0x0018_6000, 0xFFFF_FFFF, 0x0001_0020, 0x0208_0000, 0x0024_A0AE, 0xFFFF_FFFF, 0x0000_0202, 0x0020_0800,
    0xFFFF_FFFF, 0xFFFF_FFFF, 0, 0, 0x0014_4040, 0x0001_0070, 0x0034_9322, 0x040E_CA9A, 0x0004_0000, 0x0000_2009,
    0x0028_A06A, 0xFFFF_FFFF, 0x0030_A32A, 0x002D_D36B, 0x0024_922A, 0xFFFF_FFFF, 0x0008_4100, 0x0004_0230,
    0x0000_822A, 0x0024_1220, 0x0000_8000, 0x0004_0000, 0, 0, 0x0000_0020, 0x0000_0002, 0x0000_0222, 0x0001_2006, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0000_0310, 0xFFFF_FFFF, 0, 0, 0xC000_0000, 0x0000_0200, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0400_0000, 0x0000_C000, 0, 0, 0xF582_0007, 0x0003_0000, 0x0000_0007,
    0x0003_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0000_0082, 0x0080_0000, 0x0082_4180, 0x0300_0000, 0x0000_00A8,
    0x0300_0000, 0x0000_0200, 0x0100_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0100_0010, 0x086B_0408, 0, 0, 0, 0,
    0x0000_000C, 0x000B_8100, 0x3400_0000, 0x0700_0000, 0x8101_EF70, 0x402C_0F4E, 0x9408_6501, 0x8180_0B23,
    0x8210_008E, 0x0C24_6000, 0x0010_4580, 0x0010_2454, 0x0C10_068C, 0x0AA2_D000, 0x0108_0000, 0x0000_0110,
    0x0241_0400, 0x0001_0030, 0xEF00_0009, 0x1111_0011, 0x0220_0000, 0x0020_0001, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// The first masks of the entries that announce a code, by the first octet. A search looks at these for each octet of
  /// a text.
  static let codeSeconds: [256 of UInt32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0000_0040, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0020_0000, 0,
    0x0000_9008, 0, 0x0000_4200, 0, 0, 0x0000_0022, 0, 0, 0x0000_8028, 0, 0x0010_804A, 0, 0x0010_4000, 0x0020_0202, 0,
    0x0000_0040, 0x0000_2220, 0x0000_8002, 0, 0x0000_0028, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0020_0000, 0, 0x0000_9008,
    0, 0x0000_4200, 0, 0, 0x0000_0022, 0, 0, 0x0000_8028, 0, 0x0010_804A, 0, 0x0010_4000, 0x0020_0202, 0, 0x0000_0040,
    0x0000_2220, 0x0000_8002, 0, 0x0000_0028, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xC000_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0x0400_0000, 0, 0x8400_0000,
    0, 0, 0, 0, 0, 0, 0x0000_0082, 0x0002_0000, 0x0000_0008, 0x0000_0200, 0, 0, 0, 0, 0, 0x0100_0010, 0, 0,
    0x0000_000C, 0, 0x0000_CC00, 0x8400_0001, 0x8200_0006, 0x0000_4400, 0x0400_0600, 0, 0x0200_0000, 0x2000_0000,
    0x0200_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// The second masks of these entries, by the first octet. There are no rows, because the compiler copies a shorter
  /// array before it reads an element.
  static let codeThirds: [256 of UInt32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0000_0002, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0010_0000, 0,
    0x0008_4012, 0, 0x0000_4080, 0, 0, 0x0008_0000, 0, 0, 0x0008_C010, 0, 0x0410_000A, 0, 0x0001_0020, 0x000C_4000, 0,
    0x0000_0002, 0x0008_4040, 0x0000_4801, 0, 0x0004_0200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0010_0000, 0, 0x0008_4012,
    0, 0x0000_4080, 0, 0, 0x0008_0000, 0, 0, 0x0008_C010, 0, 0x0410_000A, 0, 0x0001_0020, 0x000C_4000, 0, 0x0000_0002,
    0x0008_4040, 0x0000_4801, 0, 0x0004_0200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0000_0200, 0, 0, 0, 0, 0, 0, 0, 0, 0x0000_C000, 0, 0x0001_0000,
    0, 0, 0, 0, 0, 0, 0x0080_0000, 0x0200_0000, 0x0200_0000, 0x0100_0000, 0, 0, 0, 0, 0, 0x0028_0408, 0, 0,
    0x000A_0000, 0, 0x0020_0308, 0x0080_0003, 0x0C00_6000, 0x0000_2010, 0x0080_9000, 0, 0x0000_0010, 0x0110_0000,
    0x0020_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]

  /// The index of the first mask of the entries that begin with `octet`: 0...62 by the low five bits of an ASCII
  /// character, 64...190 by the low six bits of another octet.
  @inline(__always)
  static func row(of octet: UInt8) -> Int { octet < 0x80 ? 2 * Int(octet & 31) : 64 + 2 * Int(octet & 63) }

  /// Whether the octet at `position` is in a mask; behind the end of the text, 0 is.
  @inline(__always)
  static func mayBe(_ mask: UInt32, _ text: Span<UInt8>, _ position: Int) -> Bool {
    mask &>> UInt32(position < text.count ? text[position] : 0) & 1 != 0
  }

  /// Whether an entry may begin with a character that begins with `octet`: no entry begins with a sign or with a digit
  /// but 2, of 2fa.
  @inline(__always)
  static func mayBeginWord(_ octet: UInt8) -> Bool { isLetter(octet) || octet >= 0xC0 || octet == 0x32 }

  /// Whether it is an ASCII letter.
  @inline(__always)
  static func isLetter(_ octet: UInt8) -> Bool { (octet | 0x20) &- 0x61 < 26 }
}
