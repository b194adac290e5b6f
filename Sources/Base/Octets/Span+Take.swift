// Consuming reads. All integers are little-endian: least significant octet first, as in HCI, L2CAP, ATT, SMP and ANCS.
// Each method leaves the span unchanged if it throws.

extension Span<UInt8> {
  /// Removes and returns the first octet.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func takeUInt8() throws(DecodeError) -> UInt8 {
    guard count >= 1 else { throw .truncated }
    let value = self[0]
    self = extracting(droppingFirst: 1)
    return value
  }

  /// Removes and returns the first octet as a two's complement number.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func takeInt8() throws(DecodeError) -> Int8 {
    Int8(bitPattern: try takeUInt8())
  }

  /// Removes and returns the first two octets.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func takeUInt16() throws(DecodeError) -> UInt16 {
    guard count >= 2 else { throw .truncated }
    let value = UInt16(self[0]) | UInt16(self[1]) << 8
    self = extracting(droppingFirst: 2)
    return value
  }

  /// Removes and returns the first four octets.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func takeUInt32() throws(DecodeError) -> UInt32 {
    guard count >= 4 else { throw .truncated }
    let value = UInt32(self[0]) | UInt32(self[1]) << 8 | UInt32(self[2]) << 16 | UInt32(self[3]) << 24
    self = extracting(droppingFirst: 4)
    return value
  }

  /// Removes and returns the first eight octets.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func takeUInt64() throws(DecodeError) -> UInt64 {
    guard count >= 8 else { throw .truncated }
    let low = try takeUInt32()
    let high = try takeUInt32()
    return UInt64(widening: UInt(low)) | UInt64(widening: UInt(high)) &<< 32
  }

  /// Removes and returns the first `count` octets.
  ///
  /// - Throws: `truncated` if there are fewer, or `count` is negative.
  @inlinable
  @_lifetime(copy self)
  @_lifetime(self: copy self)
  public mutating func take(_ count: Int) throws(DecodeError) -> Span<UInt8> {
    guard count >= 0, count <= self.count else { throw .truncated }
    let taken = extracting(first: count)
    self = extracting(droppingFirst: count)
    return taken
  }

  /// Removes and returns the first `length` octets as an array.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func takeArray<let length: Int>() throws(DecodeError) -> [length of UInt8] {
    guard count >= length else { throw .truncated }
    var octets: [length of UInt8] = .init(repeating: 0)
    for index in 0..<length { octets[index] = self[index] }
    self = extracting(droppingFirst: length)
    return octets
  }
}

extension Span<UInt8> {
  /// The octets of a word of the processor that begins at `position`, in the processor's order.
  ///
  /// - Precondition: all of them lie in the span.
  @inlinable
  @inline(__always)
  public func word(at position: Int) -> UInt {
    let size = UInt.bitWidth / 8
    // Without a sign, a negative position is larger than all others: one comparison for both limits.
    precondition(count >= size && UInt(bitPattern: position) <= UInt(bitPattern: count &- size))
    // Safe: the precondition keeps the word inside the span, which is not empty and so has an address.
    return unsafe withUnsafeBytes {
      unsafe $0.baseAddress.unsafelyUnwrapped.loadUnaligned(fromByteOffset: position, as: UInt.self)
    }
  }

  /// The word that begins at `position`, and the three words behind it.
  ///
  /// - Precondition: all their octets lie in the span.
  @inlinable
  @inline(__always)
  public func words(at position: Int) -> (UInt, UInt, UInt, UInt) {
    let size = UInt.bitWidth / 8
    // As in `word(at:)`: one comparison for all words.
    precondition(count >= 4 &* size && UInt(bitPattern: position) <= UInt(bitPattern: count &- 4 &* size))
    // Safe: the precondition keeps all words inside the span, which is not empty and so has an address.
    return unsafe withUnsafeBytes {
      let first = unsafe $0.baseAddress.unsafelyUnwrapped + position
      return unsafe (
        first.loadUnaligned(as: UInt.self), first.loadUnaligned(fromByteOffset: size, as: UInt.self),
        first.loadUnaligned(fromByteOffset: 2 &* size, as: UInt.self),
        first.loadUnaligned(fromByteOffset: 3 &* size, as: UInt.self)
      )
    }
  }
}

#if _pointerBitWidth(_64)
  extension Span<UInt8> {
    /// The octets that begin at `position`, as many as `Vector` has.
    ///
    /// - Precondition: all of them lie in the span.
    @inlinable
    @inline(__always)
    public func vector<Vector: SIMD>(at position: Int) -> Vector where Vector.Scalar == UInt8 {
      let size = Vector.scalarCount
      // As in `word(at:)`.
      precondition(count >= size && UInt(bitPattern: position) <= UInt(bitPattern: count &- size))
      // Safe: the precondition keeps the vector inside the span, which is not empty and so has an address.
      return unsafe withUnsafeBytes {
        unsafe $0.baseAddress.unsafelyUnwrapped.loadUnaligned(fromByteOffset: position, as: Vector.self)
      }
    }
  }
#endif

extension Span<UInt8> {
  /// Whether both hold the same octets. Not constant-time: never use it on a secret.
  @inlinable
  public func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    let last = count &- UInt.bitWidth / 8
    guard last >= 0 else {
      for index in indices where self[index] != other[index] { return false }
      return true
    }
    var index = 0
    while index < last {
      guard word(at: index) == other.word(at: index) else { return false }
      index &+= UInt.bitWidth / 8
    }
    // The last word contains some octets again.
    return word(at: last) == other.word(at: last)
  }
}
