// Plain text: what most of most text is made of. Its scalars are characters of their own beside each other, run to the
// right or have no direction, and are visible; what they are needs no look into any table.

extension UTF8Scalar {
  /// Whether it is plain: printable ASCII, letters of Latin, Greek and Cyrillic with what stands on them, dashes,
  /// quotes and dots, kana, Han, syllables of Hangul, and wide forms.
  public var isPlain: Bool {
    switch value {
    case 0x20...0x7E, 0xAF...0x2FF, 0x38E...0x3A1, 0x3A3...0x481, 0x1E00...0x1EFF, 0x2010...0x2027: true
    case 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x4000...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF5E: true
    default: false
    }
  }

  /// Whether it is one of the plain ones that are as wide as they are high: those of East Asia.
  public var isPlainAndWide: Bool { value >= 0x3000 }

  /// How many octets the plain scalar at `index` takes; 0 if none begins there.
  ///
  /// - Precondition: `index` is inside.
  @inline(__always)
  public static func plainCount(at index: Int, of octets: Span<UInt8>) -> Int {
    let lead = octets[index]
    if lead &- 0x20 < 0x5F { return 1 }
    guard lead &- 0xE4 <= 5, index &+ 2 < octets.count else { return otherPlainCount(at: index, of: octets) }
    return octets[index &+ 1] & 0xC0 == 0x80 && octets[index &+ 2] & 0xC0 == 0x80 ? 3 : 0
  }

  /// The same for characters that are neither ASCII nor Han.
  @inline(never)
  private static func otherPlainCount(at index: Int, of octets: Span<UInt8>) -> Int {
    let count = octets[index] < 0xE0 ? 2 : 3
    guard octets[index] &- 0xC2 < 0x2E, index &+ count <= octets.count else { return 0 }
    for next in index &+ 1..<index &+ count where octets[next] & 0xC0 != 0x80 { return 0 }
    var index = index
    // An overlong form of three octets yields no plain scalar but one of two octets.
    let scalar = UTF8Scalar(plain: octets, at: &index)
    return scalar.isPlain && scalar.utf8Count == count ? count : 0
  }

  /// Whether this octet starts a new character: it is plain, or ill-formed, or at least a letter.
  @inline(__always)
  private static func beginsAnew(_ lead: UInt8) -> Bool {
    lead &- 0x20 < 0x5F || lead &- 0xE4 <= 5 || lead &- 0xC3 <= 8 || lead &- 0xCE <= 3
  }

  /// Takes the scalar at `index` of a text all of which is plain.
  ///
  /// - Precondition: `index` is inside.
  @inline(__always)
  public init(plain octets: Span<UInt8>, at index: inout Int) {
    let lead = UInt32(octets[index])
    guard lead >= 0x80 else {
      index &+= 1
      self.init(unchecked: lead)
      return
    }
    let second = UInt32(octets[index &+ 1] & 0x3F)
    guard lead >= 0xE0 else {
      index &+= 2
      self.init(unchecked: (lead & 0x1F) << 6 | second)
      return
    }
    let third = UInt32(octets[index &+ 2] & 0x3F)
    index &+= 3
    self.init(unchecked: (lead & 0x0F) << 12 | second << 6 | third)
  }

  /// Takes the scalar at `index` if it is plain and nothing joins it: nothing follows, or what is plain, too.
  @inline(__always)
  public init?(plainAt index: inout Int, of octets: Span<UInt8>) {
    guard index < octets.count else { return nil }
    let count = Self.plainCount(at: index, of: octets)
    let end = index &+ count
    guard count > 0, end >= octets.count || Self.mayFollowPlain(at: end, of: octets) else { return nil }
    self.init(plain: octets, at: &index)
  }

  /// Whether what begins at `index` joins nothing plain before it.
  @inline(__always)
  private static func mayFollowPlain(at index: Int, of octets: Span<UInt8>) -> Bool {
    beginsAnew(octets[index]) || otherPlainCount(at: index, of: octets) > 0
  }
}
