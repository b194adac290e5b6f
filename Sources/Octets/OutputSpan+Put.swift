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
    for index in octets.indices { append(octets[index]) }
  }

  /// Appends all of `octets`.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func put<let length: Int>(_ octets: [length of UInt8]) throws(EncodeError) {
    try put(octets.span)
  }
}
