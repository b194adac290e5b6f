/// `rows` rows of `columns` octets each, in place.
///
/// What an array of buffers cannot do: hand out a row as a span that lives as long as the table is borrowed.
public struct OctetTable<let rows: Int, let columns: Int>: ~Copyable {
  private var storage: [rows of [columns of UInt8]] = .init(repeating: .init(repeating: 0))

  public init() {}

  /// All octets, row behind row: extract the `range` of what you want. A property, because the compiler lets the span of
  /// a stored property's property out of a method, and not what a stored property's method returned.
  public var octets: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      // Safe: an octet has no invalid bit pattern, and the rows lie one behind the other without a gap.
      unsafe Span<UInt8>(_bytes: storage.span.bytes)
    }
  }

  /// Where among all octets the first `count` of a row are, from `offset` on.
  ///
  /// - Precondition: `row` is in `0..<rows`, and the range lies inside the row.
  public func range(offset: Int = 0, count: Int, ofRow row: Int) -> Range<Int> {
    precondition(row >= 0 && row < rows && offset >= 0 && count >= 0 && count <= columns - offset)
    let first = row * columns + offset
    return first..<first + count
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
