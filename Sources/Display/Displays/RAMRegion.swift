/// A rectangle of the panel's RAM: whole pages high, some columns wide.
struct RAMRegion: Equatable {
  var firstColumn: UInt8
  var lastColumn: UInt8
  var firstPage: UInt8
  var lastPage: UInt8

  static let whole = RAMRegion(columns: 0..<PanelGeometry.columns, page: 0, height: PanelGeometry.pages)

  /// - Precondition: it is not empty, and lies in the RAM.
  init(columns: Range<Int>, page: Int, height: Int) {
    firstColumn = UInt8(truncatingIfNeeded: columns.lowerBound)
    lastColumn = UInt8(truncatingIfNeeded: columns.upperBound - 1)
    firstPage = UInt8(truncatingIfNeeded: page)
    lastPage = UInt8(truncatingIfNeeded: page + height - 1)
  }

  /// The last of all columns.
  static var rightmost: UInt8 { UInt8(truncatingIfNeeded: PanelGeometry.columns - 1) }

  /// Whether it has all columns.
  var isWide: Bool { firstColumn == 0 && lastColumn == Self.rightmost }

  var width: Int { Int(lastColumn) - Int(firstColumn) + 1 }
  var height: Int { Int(lastPage) - Int(firstPage) + 1 }
  var octetCount: Int { width * height }

  /// The number of octets on the bus for its contents.
  var dataCost: Int { Self.dataCost(octetCount) }

  /// The octets on the bus for `octetCount` octets of a region: in slices, each with its address octet and a control
  /// octet.
  static func dataCost(_ octetCount: Int) -> Int {
    // Unsigned, for which the compiler needs no division.
    let slices = UInt(bitPattern: octetCount + UpdatePlan.sliceLength - 1) / UInt(bitPattern: UpdatePlan.sliceLength)
    return octetCount + 2 * Int(bitPattern: slices)
  }
}
