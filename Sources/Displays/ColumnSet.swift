internal import Octets

/// Some of the 128 columns: a bit for each.
struct ColumnSet {
  private var words: [4 of UInt32] = .init(repeating: 0)

  init() {}

  static var all: ColumnSet {
    var all = ColumnSet()
    for index in all.words.indices { all.words[index] = .max }
    return all
  }

  /// Those in which two pages differ.
  ///
  /// - Precondition: both are `PanelGeometry.columns` long.
  init(differingIn one: Span<UInt8>, _ other: Span<UInt8>) {
    for index in words.indices {
      let (left, right) = (one.extracting(32 * index..<32 * index + 32), other.extracting(32 * index..<32 * index + 32))
      var bits: UInt32 = 0
      for column in left.indices where left[column] != right[column] { bits |= 1 &<< UInt32(column) }
      words[index] = bits
    }
  }

  var isEmpty: Bool { words[0] | words[1] | words[2] | words[3] == 0 }

  mutating func formUnion(_ other: ColumnSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// The first stretch from `column` on, together with those that follow it at most `gap` columns away; nil if there is
  /// none.
  func stretch(from column: Int, bridging gap: Int) -> Range<Int>? {
    let start = first(from: column, isIn: true)
    guard start < PanelGeometry.columns else { return nil }
    var end = start
    var next = start
    repeat {
      end = first(from: next + 1, isIn: false)
      next = first(from: end, isIn: true)
    } while next < PanelGeometry.columns && next - end <= gap
    return start..<end
  }

  /// The first column from `column` on that is in the set, or is not; 128 if there is none.
  private func first(from column: Int, isIn: Bool) -> Int {
    guard column < PanelGeometry.columns else { return PanelGeometry.columns }
    let flipped: UInt32 = isIn ? 0 : .max
    var index = column >> 5
    var bits = (words[index] ^ flipped) & (.max &<< UInt32(column & 31))
    while bits == 0 {
      index += 1
      guard index < words.count else { return PanelGeometry.columns }
      bits = words[index] ^ flipped
    }
    return index << 5 + bits.trailingZeroBitCount
  }
}
