// Drawing four columns at a time: a glyph of up to 16 rows that is seen whole, which nearly all are.

/// How words of four columns are drawn.
struct CellBrush {
  /// The pixels that are drawn on are these with the lit ones exchanged: all bits if lit pixels stay, none if they go.
  private let mask: UInt32

  /// Nil for the ink that inverts.
  @inline(__always)
  init?(_ ink: Ink) {
    switch ink {
    case .lit: mask = ~0
    case .dark: mask = 0
    case .inverted: return nil
    }
  }

  /// Turns the pixels `bits` of `word` on or off.
  @inline(__always)
  func draw(_ bits: UInt32, on word: inout UInt32) { word ^= bits & (word ^ mask) }

  /// Draws a cell on two pages, from their first word on. Each word has a line of its own, so that the compiler
  /// knows every index and checks none.
  @inline(__always)
  func draw(_ cell: Span<UInt32>, on page: inout MutableSpan<UInt32>, nextPage: Int) {
    if cell.count == 4 {
      drawPair(0, of: cell, on: &page, at: 0)
      drawPair(2, of: cell, on: &page, at: nextPage)
    } else if cell.count == 8 {
      drawPair(0, of: cell, on: &page, at: 0)
      drawPair(2, of: cell, on: &page, at: 2)
      drawPair(4, of: cell, on: &page, at: nextPage)
      drawPair(6, of: cell, on: &page, at: nextPage &+ 2)
    }
  }

  @inline(__always)
  private func drawPair(_ index: Int, of cell: Span<UInt32>, on page: inout MutableSpan<UInt32>, at target: Int) {
    draw(cell[index], on: &page[target])
    draw(cell[index &+ 1], on: &page[target &+ 1])
  }

  /// The same for a cell that begins inside a word, at column `x`, and reaches into one word more.
  @inline(__always)
  func draw(_ cell: Span<UInt32>, movedTo x: Int, on page: inout MutableSpan<UInt32>, nextPage: Int) {
    var (upper, lower) = (ColumnShift(x: x), ColumnShift(x: x))
    if cell.count == 4 {
      drawPair(0, of: cell, on: &page, at: 0, &upper)
      draw(upper.carry, on: &page[2])
      drawPair(2, of: cell, on: &page, at: nextPage, &lower)
      draw(lower.carry, on: &page[nextPage &+ 2])
    } else if cell.count == 8 {
      drawPair(0, of: cell, on: &page, at: 0, &upper)
      drawPair(2, of: cell, on: &page, at: 2, &upper)
      draw(upper.carry, on: &page[4])
      drawPair(4, of: cell, on: &page, at: nextPage, &lower)
      drawPair(6, of: cell, on: &page, at: nextPage &+ 2, &lower)
      draw(lower.carry, on: &page[nextPage &+ 4])
    }
  }

  @inline(__always)
  private func drawPair(
    _ index: Int, of cell: Span<UInt32>, on page: inout MutableSpan<UInt32>, at target: Int, _ shift: inout ColumnShift
  ) {
    draw(shift.move(cell[index]), on: &page[target])
    draw(shift.move(cell[index &+ 1]), on: &page[target &+ 1])
  }
}

extension Bitmap {
  /// The width of pictures in which glyphs are drawn so, and how many words that is.
  static let cellWidth = 128
  private static let stride = cellWidth / 4

  /// All pixels as words of four octets, the first of them lowest.
  var words: MutableSpan<UInt32> {
    @_lifetime(&self)
    @inline(__always)
    mutating get {
      var octets = storage.mutableSpan
      let start = unsafe octets.withUnsafeMutableBytes { $0.baseAddress }
      guard let start = unsafe start, Int(bitPattern: start) & 3 == 0 else { preconditionFailure() }
      // Safe: the storage is as long, lies at a multiple of four, and is borrowed for as long as the words are; who
      // asks for them touches it in no other way, and every four octets are a number. The optimiser may take what is
      // seen as words for other memory than what is seen as octets: so no function uses both, and `drawCell`,
      // `drawCellBetweenPages` and `fill`, which use words, are not inlined into one that does.
      let words = unsafe start.assumingMemoryBound(to: UInt32.self)
      return unsafe _overrideLifetime(MutableSpan(_unsafeStart: words, count: Self.capacity >> 2), mutating: &self)
    }
  }

  /// Draws the lit pixels of a glyph that is seen whole, given as `GlyphCell` says.
  ///
  /// - Precondition: it lies inside the picture, which is 128 columns wide; up to seven rows may be above it.
  @inline(never)
  mutating func drawCell(_ cell: Span<UInt32>, x: Int, y: Int, _ brush: CellBrush) {
    if y & 7 != 0 { return drawCellBetweenPages(cell, x: x, y: y, brush) }
    let target = (y &>> 3) &* Self.stride &+ x &>> 2
    var words = self.words
    if x & 3 == 0 {
      var page = words._mutatingExtracting(target..<target &+ Self.stride &+ cell.count &>> 1)
      return brush.draw(cell, on: &page, nextPage: Self.stride)
    }
    var page = words._mutatingExtracting(target..<target &+ Self.stride &+ cell.count &>> 1 &+ 1)
    brush.draw(cell, movedTo: x, on: &page, nextPage: Self.stride)
  }

  /// The same where the eight rows of the glyph lie on two pages each.
  @inline(never)
  private mutating func drawCellBetweenPages(_ cell: Span<UInt32>, x: Int, y: Int, _ brush: CellBrush) {
    let (stride, count) = (Self.stride, cell.count &>> 1)
    let rows = RowShift(y: y)
    var target = (y &>> 3) &* stride &+ x &>> 2
    var words = self.words
    if x & 3 == 0 {
      for column in 0..<count {
        let moved = rows.move(cell[column], cell[column &+ count])
        if y > 0 { brush.draw(moved.top, on: &words[target]) }
        brush.draw(moved.middle, on: &words[target &+ stride])
        brush.draw(moved.bottom, on: &words[target &+ 2 &* stride])
        target &+= 1
      }
      return
    }
    var (top, middle, bottom) = (ColumnShift(x: x), ColumnShift(x: x), ColumnShift(x: x))
    for column in 0..<count {
      let moved = rows.move(cell[column], cell[column &+ count])
      if y > 0 { brush.draw(top.move(moved.top), on: &words[target]) }
      brush.draw(middle.move(moved.middle), on: &words[target &+ stride])
      brush.draw(bottom.move(moved.bottom), on: &words[target &+ 2 &* stride])
      target &+= 1
    }
    if y > 0 { brush.draw(top.carry, on: &words[target]) }
    brush.draw(middle.carry, on: &words[target &+ stride])
    brush.draw(bottom.carry, on: &words[target &+ 2 &* stride])
  }
}

/// Moves two rows of words down, by as many rows of pixels as a glyph is off the pages.
private struct RowShift {
  /// In pixels: 1...7.
  private let shift: UInt32
  /// The part that stays on its page; the rest moves to the next page.
  private let staying: UInt32

  @inline(__always)
  init(y: Int) {
    shift = UInt32(truncatingIfNeeded: y & 7)
    staying = 0x0101_0101 &* (0xFF &>> shift)
  }

  @inline(__always)
  func move(_ upper: UInt32, _ lower: UInt32) -> (top: UInt32, middle: UInt32, bottom: UInt32) {
    let joint = (upper & ~staying) &>> (8 &- shift) | (lower & staying) &<< shift
    return ((upper & staying) &<< shift, joint, (lower & ~staying) &>> (8 &- shift))
  }
}

/// Moves a row of words right, by as many columns as a glyph is off their grid.
private struct ColumnShift {
  /// In bits: 0, 8, 16 or 24.
  private let shift: UInt32
  /// The part of the last word that belongs to the next.
  private(set) var carry: UInt32 = 0

  @inline(__always)
  init(x: Int) { shift = UInt32(truncatingIfNeeded: x & 3) &<< 3 }

  @inline(__always)
  mutating func move(_ bits: UInt32) -> UInt32 {
    let moved = bits &<< shift | carry
    // In two steps, as a word cannot be moved by all of its 32 bits.
    carry = (bits &>> 1) &>> (31 &- shift)
    return moved
  }
}
