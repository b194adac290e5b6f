/// A rectangle of the panel's RAM: whole pages high, some columns wide.
struct RAMRegion: Equatable {
  var firstColumn: UInt8
  var lastColumn: UInt8
  var firstPage: UInt8
  var lastPage: UInt8

  static let whole = RAMRegion(firstColumn: 0, lastColumn: 127, firstPage: 0, lastPage: 7)

  var width: Int { Int(lastColumn) - Int(firstColumn) + 1 }
  var height: Int { Int(lastPage) - Int(firstPage) + 1 }
  var octetCount: Int { width * height }

  /// The smallest rectangle that holds both.
  func union(_ other: RAMRegion) -> RAMRegion {
    RAMRegion(
      firstColumn: min(firstColumn, other.firstColumn), lastColumn: max(lastColumn, other.lastColumn),
      firstPage: min(firstPage, other.firstPage), lastPage: max(lastPage, other.lastPage))
  }
}
