// Appending writes. All integers are little-endian. Each method leaves the output unchanged if it throws.

extension OutputSpan<UInt8> {
  /// Appends one octet.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put(_ value: UInt8) throws(EncodeError) {
    guard freeCapacity >= 1 else { throw .insufficientCapacity }
    append(value)
  }

  /// Appends two octets.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put(_ value: UInt16) throws(EncodeError) {
    guard freeCapacity >= 2 else { throw .insufficientCapacity }
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  /// Appends four octets.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put(_ value: UInt32) throws(EncodeError) {
    guard freeCapacity >= 4 else { throw .insufficientCapacity }
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
    append(UInt8(truncatingIfNeeded: value >> 16))
    append(UInt8(truncatingIfNeeded: value >> 24))
  }

  /// Appends eight octets.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put(_ value: UInt64) throws(EncodeError) {
    guard freeCapacity >= 8 else { throw .insufficientCapacity }
    try put(UInt32(truncatingIfNeeded: value))
    try put(UInt32(truncatingIfNeeded: value &>> 32))
  }

  /// Appends all of `octets`.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put(_ octets: Span<UInt8>) throws(EncodeError) {
    guard freeCapacity >= octets.count else { throw .insufficientCapacity }
    guard octets.count > 0 else { return }
    // Safe: they fit behind the `count` octets that are there, and exclusive access keeps the regions apart.
    unsafe withUnsafeMutableBufferPointer { target, count in
      unsafe octets.withUnsafeBufferPointer { source in
        let place = unsafe UnsafeMutableRawPointer(target.baseAddress! + count)
        unsafe place.copyMemory(from: source.baseAddress!, byteCount: source.count)
      }
      count += octets.count
    }
  }

  /// Appends all of `octets`.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put<let length: Int>(_ octets: [length of UInt8]) throws(EncodeError) {
    try put(octets.span)
  }
}
