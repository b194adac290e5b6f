internal import Octets

/// Text that lasts as long as the program: a word of its command line or configuration, or a literal.
///
/// Only a reference, so that errors and devices can carry it: an array of so many octets in its place would be copied
/// one by one wherever it is passed on.
@safe
public struct LastingText: @unchecked Sendable {
  private let start: UnsafePointer<UInt8>
  private let count: Int

  /// Safe: a literal's storage is static.
  public init(_ literal: StaticString = "") {
    unsafe start = literal.utf8Start
    count = literal.utf8CodeUnitCount
  }

  /// - Precondition: the octets last as long as the program, unchanged.
  @unsafe
  init(start: UnsafePointer<UInt8>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// - Precondition: the C string lasts as long as the program, unchanged.
  @unsafe
  init(cString: UnsafePointer<CChar>) {
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

  var isEmpty: Bool { count == 0 }

  /// - Precondition: `range` lies within the text.
  func extracting(_ range: Range<Int>) -> LastingText {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe LastingText(start: start + range.lowerBound, count: range.count)
  }

  /// What follows `prefix`; nil if the text does not begin with it, or is no longer.
  func dropping(prefix: StaticString) -> LastingText? {
    let wanted = prefix.utf8CodeUnitCount
    guard count > wanted, span.extracting(first: wanted).isEqual(to: prefix) else { return nil }
    return extracting(wanted..<count)
  }

  /// What stands before and after the last such octet.
  func split(atLast octet: UInt8) -> (head: LastingText, tail: LastingText)? {
    guard let index = span.lastIndex(of: octet) else { return nil }
    return (extracting(0..<index), extracting((index + 1)..<count))
  }
}
