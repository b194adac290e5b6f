extension StaticString {
  /// The literal's UTF-8 octets, in the program's read-only data.
  public var utf8Span: Span<UInt8> {
    @_lifetime(immortal)
    get {
      // Safe: a literal's storage is static and `utf8CodeUnitCount` octets long.
      let octets = unsafe UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
      return unsafe _overrideLifetime(Span(_unsafeElements: octets), copying: ())
    }
  }
}
