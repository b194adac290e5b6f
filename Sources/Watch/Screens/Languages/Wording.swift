#if BELFRY_SMALL
  /// A text of a table: a literal without what `StaticString` knows besides its octets.
  ///
  /// The compiler makes a table of constants of a `switch` that returns these, and code of one that returns a
  /// `StaticString`, which takes twice the room.
  @safe public struct Wording: ExpressibleByStringLiteral, Sendable {
    private nonisolated(unsafe) let start: UnsafePointer<UInt8>
    private let count: UInt16

    @inline(__always)
    public init(stringLiteral literal: StaticString) {
      unsafe start = literal.utf8Start
      count = UInt16(literal.utf8CodeUnitCount)
    }

    /// The text's UTF-8 octets, in the program's read-only data.
    public var utf8Span: Span<UInt8> {
      @_lifetime(immortal)
      get {
        // Safe: a literal's storage is static and `count` octets long.
        let octets = unsafe UnsafeBufferPointer(start: start, count: Int(count))
        return unsafe _overrideLifetime(Span(_unsafeElements: octets), copying: ())
      }
    }
  }
#else
  /// A text of a table. Linux loads a program anywhere, so it would write the addresses of a table of constants into
  /// memory at start: 33 KB.
  public typealias Wording = StaticString
#endif
