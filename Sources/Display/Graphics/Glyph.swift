internal import Features

/// The picture of one character, borrowed from a typeface.
///
/// `octets` are in panel order: for each eight rows, `width` octets, each a column with its top pixel in bit 0. Bits
/// below `height` are 0.
public struct Glyph: ~Escapable {
  /// In pixels.
  public let width: Int
  /// How far the next glyph is away, in pixels.
  public let advance: Int
  /// In pixels.
  public let height: Int
  /// Whether it is drawn over the glyph before it and takes no room of its own.
  public let isMark: Bool
  /// Whether it is the box of a character that has no glyph, with room for the digits of its code point.
  public let isMissing: Bool
  /// The pixels, in the order of a panel's memory.
  public let octets: Span<UInt8>

  /// A glyph of `width` and `height` pixels. An `advance` of nil stands for the width.
  ///
  /// - Precondition: there are `width` octets for each eight rows begun.
  @_lifetime(copy octets)
  public init(
    width: Int, height: Int, advance: Int? = nil, isMark: Bool = false, isMissing: Bool = false, octets: Span<UInt8>
  ) {
    precondition(width > 0 && height > 0 && octets.count == width * ((height + 7) >> 3))
    self.width = width
    self.height = height
    self.advance = advance ?? width
    self.isMark = isMark
    self.isMissing = isMissing
    self.octets = octets
  }

  /// How many rows of eight pixels there are.
  var pageCount: Int { (height + 7) >> 3 }

  /// The words of a `GlyphCell`; nil if it is not of that size, or does not lie so.
  var cell: Span<UInt32>? {
    @_lifetime(copy self)
    @inline(__always)
    get {
      guard Features.hasPlainText, height == 16, width == 8 || width == 16 else { return nil }
      let start = unsafe octets.withUnsafeBufferPointer { unsafe UnsafeRawPointer($0.baseAddress) }
      guard let start = unsafe start, Int(bitPattern: start) & 3 == 0 else { return nil }
      // Safe: as many octets as there are, at a multiple of four, and every four of them are a number. Nothing writes
      // them while they are borrowed, and `drawCell`, which reads the words, is not inlined to where they were written.
      let words = unsafe Span(_unsafeStart: start.assumingMemoryBound(to: UInt32.self), count: octets.count >> 2)
      return unsafe _overrideLifetime(words, copying: self)
    }
  }

  /// Columns of eight rows; nothing above the top or below the bottom.
  ///
  /// - Precondition: the columns exist.
  @_lifetime(copy self)
  func columns(of page: Int, from start: Int, count: Int) -> Span<UInt8> {
    guard page >= 0, page < pageCount else { return octets.extracting(first: 0) }
    let first = page * width + start
    return octets.extracting(first..<first + count)
  }
}
