/// `count` octets in place, to be read and changed by ranges: memory that its owner divides up.
///
/// Make it larger than 4,096 octets if it can be: the compiler passes a type that holds a larger array by reference,
/// and copies a smaller one whole for each method that only reads it.
public struct OctetBlock<let count: Int>: ~Copyable {
  @usableFromInline var storage: [count of UInt8] = .init(repeating: 0)

  /// Creates a block of zeros.
  public init() {}

  /// A subscript, because the compiler lets the span that an accessor of a stored property returned out of a method,
  /// and not the one that a method of it returned.
  ///
  /// - Precondition: `range` is inside `0..<count`.
  public subscript(range: Range<Int>) -> Span<UInt8> {
    // Transparent for the reason given at `OctetBuffer.span`.
    @_transparent
    @_lifetime(borrow self)
    borrowing get { storage.span.extracting(range) }
  }

  /// Octets to be changed in place.
  ///
  /// - Precondition: `range` is inside `0..<count`.
  @inline(__always)
  @_lifetime(&self)
  public mutating func mutableSpan(_ range: Range<Int>) -> MutableSpan<UInt8> {
    storage.mutableSpan._consumingExtracting(range)
  }
}
