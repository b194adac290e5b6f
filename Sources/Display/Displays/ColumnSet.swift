internal import Octets

/// Some of the 128 columns: a bit for each.
struct ColumnSet {
  /// Columns 0 through 63, and 64 through 127.
  private var lower: UInt64 = 0
  private var upper: UInt64 = 0

  init() {}

  private init(lower: UInt64, upper: UInt64) {
    self.lower = lower
    self.upper = upper
  }

  static var all: ColumnSet { ColumnSet(lower: .max, upper: .max) }

  /// Those in which two pages differ.
  ///
  /// - Precondition: both are `PanelGeometry.columns` long.
  init(differingIn one: Span<UInt8>, _ other: Span<UInt8>) {
    precondition(one.count == PanelGeometry.columns && other.count == PanelGeometry.columns)
    // Safe: neither is empty, and each half is 64 octets of 128.
    unsafe one.withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { other in
        lower = unsafe Self.differences(one.baseAddress!, other.baseAddress!)
        upper = unsafe Self.differences(one.baseAddress! + 64, other.baseAddress! + 64)
      }
    }
  }

  /// A bit for each of 64 octets: whether they differ.
  @unsafe private static func differences(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> UInt64 {
    var bits: UInt64 = 0
    var offset = 64
    repeat {
      offset &-= 8
      let left = unsafe one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let right = unsafe other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      bits &<<= 8
      if left != right { bits |= nonzeroOctets(of: UInt64(littleEndian: left ^ right)) }
    } while offset > 0
    return bits
  }

  /// A bit for each octet of a number, from the lowest on: whether it is not zero.
  private static func nonzeroOctets(of number: UInt64) -> UInt64 {
    let rest: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    // The uppermost bit of an octet is set if it was, or if one of the others carries into it.
    let marks = ((number & rest) &+ rest | number) & ~rest
    // Moves the mark of octet n, which is bit 8n + 7, to bit 56 + n.
    return (marks &* 0x0002_0408_1020_4081) &>> 56
  }

  var isEmpty: Bool { lower | upper == 0 }

  mutating func formUnion(_ other: ColumnSet) {
    lower |= other.lower
    upper |= other.upper
  }

  /// Returns the set with its gaps of at most `gap` columns filled.
  ///
  /// It first extends each run by `gap` columns to the left, which closes these gaps. Then it shortens each run by as
  /// many columns at its left end.
  func bridging(_ gap: Int) -> ColumnSet {
    var inside = self
    for _ in 0..<gap {
      inside.lower |= inside.lower &>> 1 | inside.upper &<< 63
      inside.upper |= inside.upper &>> 1
    }
    var outside = ColumnSet(lower: ~inside.lower, upper: ~inside.upper)
    for _ in 0..<gap {
      outside.upper |= outside.upper &<< 1 | outside.lower &>> 63
      outside.lower |= outside.lower &<< 1
    }
    // Nothing grows in from the left of column 0.
    return ColumnSet(lower: ~outside.lower & (lower | (0 &- lower)), upper: ~outside.upper)
  }

  /// Removes the first run of adjacent columns; nil if the set is empty.
  mutating func removeFirst() -> Range<Int>? {
    guard !isEmpty else { return nil }
    let start = firstColumn
    // One more at the first of them carries through to the column behind the last.
    let (lowerSum, carries) = lower.addingReportingOverflow(lower & (0 &- lower))
    let sum = ColumnSet(
      lower: lowerSum, upper: upper &+ (lower == 0 ? upper & (0 &- upper) : carries ? 1 : 0))
    lower &= sum.lower
    upper &= sum.upper
    return start..<sum.firstColumn
  }

  /// The first column; 128 if the set is empty.
  private var firstColumn: Int {
    lower != 0 ? lower.trailingZeroBitCount : 64 + upper.trailingZeroBitCount
  }
}
