/// Valid UTF-8 text of at most `capacity` octets, in place.
///
/// Text that does not fit is cut at a character boundary. Ill-formed UTF-8 is replaced by U+FFFD, one for each maximal
/// ill-formed part (Unicode 15, 3.9, "U+FFFD Substitution of Maximal Subparts").
public struct BoundedText<let capacity: Int>: Sendable {
  @usableFromInline var storage: [capacity of UInt8] = .init(repeating: 0)
  /// The text's length in octets.
  public private(set) var count = 0
  /// Whether some of the text that was given did not fit.
  public private(set) var isTruncated = false

  /// Creates an empty text.
  public init() {}

  /// Copies `octets`, repaired and cut as said above.
  public init(repairing octets: Span<UInt8>) {
    append(repairing: octets)
  }

  /// Copies a literal.
  public init(_ literal: StaticString) {
    // Safe: a literal's storage is static and `utf8CodeUnitCount` octets long.
    let octets = unsafe UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
    append(repairing: unsafe Span(_unsafeElements: octets))
  }

  /// Whether the text has no octets.
  public var isEmpty: Bool { count == 0 }

  /// The text's UTF-8 octets: always valid.
  public var span: Span<UInt8> {
    // Transparent for the reason given at `OctetBuffer.span`.
    @_transparent
    @_lifetime(borrow self)
    borrowing get { storage.span.extracting(first: count) }
  }

  /// Makes the text empty.
  public mutating func removeAll() {
    count = 0
    isTruncated = false
  }

  /// Appends `octets`, repaired and cut as said above. Once something was cut, nothing more is appended.
  public mutating func append(repairing octets: Span<UInt8>) {
    var end = TextEnd(count: count, isTruncated: isTruncated)
    var storage = storage.mutableSpan
    end.append(repairing: octets, to: &storage)
    (count, isTruncated) = (end.count, end.isTruncated)
  }

  /// Appends one scalar, or marks the text as truncated if it does not fit.
  public mutating func append(_ scalar: UTF8Scalar) {
    var end = TextEnd(count: count, isTruncated: isTruncated)
    var storage = storage.mutableSpan
    end.append(scalar, to: &storage)
    (count, isTruncated) = (end.count, end.isTruncated)
  }

  /// Puts an ellipsis in the place of the last characters if something was cut.
  ///
  /// - Precondition: `capacity` is 3 or more.
  public mutating func markEnd() {
    guard isTruncated else { return }
    // U+2026 has three octets. A character does not begin with 10xxxxxx.
    var end = min(count, capacity - 3)
    while end > 0, end < count, storage[end] & 0xC0 == 0x80 { end -= 1 }
    (count, isTruncated) = (end, false)
    append(UTF8Scalar(value: 0x2026) ?? .replacement)
    isTruncated = true
  }

  /// Whether both have the same octets.
  public func isEqual(to other: borrowing BoundedText) -> Bool {
    span.isEqual(to: other.span)
  }
}

extension BoundedText: Equatable {
  /// Whether the texts have the same octets; not whether they were cut.
  public static func == (one: BoundedText, other: BoundedText) -> Bool { one.isEqual(to: other) }
}

/// The end of a text in place. Its functions are not generic, so that texts of all capacities share them.
private struct TextEnd {
  var count: Int
  var isTruncated: Bool

  @inline(never)
  mutating func append(repairing octets: Span<UInt8>, to storage: inout MutableSpan<UInt8>) {
    var rest = octets
    while !isTruncated, let scalar = UTF8Scalar(decoding: &rest) { append(scalar, to: &storage) }
  }

  @inline(never)
  mutating func append(_ scalar: UTF8Scalar, to storage: inout MutableSpan<UInt8>) {
    guard !isTruncated, scalar.utf8Count <= storage.count - count else {
      isTruncated = true
      return
    }
    count += scalar.write(to: &storage, at: count)
  }
}
