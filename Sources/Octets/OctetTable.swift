/// `rows` rows of `columns` octets each, in place.
///
/// What an array of buffers cannot do: hand out a row as a span that lives as long as the table is borrowed.
public struct OctetTable<let rows: Int, let columns: Int>: ~Copyable {
  private var storage: [rows of [columns of UInt8]] = .init(repeating: .init(repeating: 0))

  public init() {}

  /// The octets `range` of one row.
  ///
  /// A subscript, because the compiler lets the span that an accessor of a stored property returned out of a method, and
  /// not the one that a method of it returned.
  ///
  /// - Precondition: `row` is in `0..<rows`, and `range` inside `0..<columns`.
  public subscript(row: Int, range: Range<Int>) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      precondition(row >= 0 && row < rows && range.lowerBound >= 0 && range.upperBound <= columns)
      // Safe: an octet has no invalid bit pattern, and the rows lie one behind the other without a gap.
      let all = unsafe Span<UInt8>(_bytes: storage.span.bytes)
      let first = row * columns
      return all.extracting(first + range.lowerBound..<first + range.upperBound)
    }
  }

  /// One row, to be changed in place.
  ///
  /// - Precondition: `row` is in `0..<rows`.
  @_lifetime(&self)
  public mutating func mutableRow(_ row: Int) -> MutableSpan<UInt8> {
    precondition(row >= 0 && row < rows)
    var all = storage.mutableSpan
    let first = row * columns
    let octets = unsafe all.withUnsafeMutableBufferPointer { buffer in
      unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[first..<first + columns])
    }
    // Safe: the row lies inside `storage`, which is held exclusively for as long as the span lives.
    return unsafe _overrideLifetime(MutableSpan(_unsafeBytes: octets), mutating: &self)
  }
}
