internal import Octets

/// A reference to octets that stay unchanged as long as the program runs: a word of its command line or configuration,
/// or a literal.
///
/// Errors and devices carry it. An array of its octets would be copied wherever it is passed on.
@safe
public struct StaticBytes: @unchecked Sendable {
  private let start: UnsafePointer<UInt8>
  private let count: Int

  /// Safe: a literal's storage is static.
  public init(_ literal: StaticString = "") {
    unsafe start = literal.utf8Start
    count = literal.utf8CodeUnitCount
  }

  /// - Precondition: the octets last as long as the program, unchanged.
  @unsafe
  package init(start: UnsafePointer<UInt8>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// - Precondition: the C string lasts as long as the program, unchanged.
  @unsafe
  package init(cString: UnsafePointer<CChar>) {
    var length = 0
    while unsafe cString[length] != 0 { length += 1 }
    // Safe: both are octets.
    unsafe self.init(start: UnsafeRawPointer(cString).assumingMemoryBound(to: UInt8.self), count: length)
  }

  public var span: Span<UInt8> {
    @_lifetime(immortal)
    get {
      // Safe: see the initialisers.
      let span = unsafe Span(_unsafeStart: start, count: count)
      return unsafe _overrideLifetime(span, copying: ())
    }
  }

  package var isEmpty: Bool { count == 0 }

  /// - Precondition: `range` lies within the text.
  package func extracting(_ range: Range<Int>) -> StaticBytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe StaticBytes(start: start + range.lowerBound, count: range.count)
  }

  /// The text after `prefix` in any case; nil if the text does not start with it, or is not longer.
  package func dropping(prefix: StaticString) -> StaticBytes? {
    let wanted = prefix.utf8CodeUnitCount
    guard count > wanted, span.extracting(first: wanted).isEqual(ignoringCase: prefix) else { return nil }
    return extracting(wanted..<count)
  }

  /// The text before and after the last such octet.
  package func split(atLast octet: UInt8) -> (head: StaticBytes, tail: StaticBytes)? {
    guard let index = span.lastIndex(of: octet) else { return nil }
    return (extracting(0..<index), extracting((index + 1)..<count))
  }
}
