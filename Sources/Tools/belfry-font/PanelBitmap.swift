/// A picture of `#` and `.`, or rows of bits, in panel order: for each eight rows, one octet per column with the top
/// pixel in bit 0.
struct PanelBitmap: Equatable {
  let width: Int
  let height: Int
  let octets: [UInt8]

  /// - Parameter rows: the pixels of each row from left to right; all rows have the same length.
  init(rows: [[Bool]]) {
    width = rows.first?.count ?? 0
    height = rows.count
    var octets = [UInt8](repeating: 0, count: width * ((height + 7) / 8))
    for (y, row) in rows.enumerated() {
      for (x, isLit) in row.enumerated() where isLit { octets[y / 8 * width + x] |= 1 << (y % 8) }
    }
    self.octets = octets
  }
}
