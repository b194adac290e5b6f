internal import Octets

// The words the PDUs are made of.

extension Span<UInt8> {
  /// Removes the first octet, which must be `opcode`.
  @_lifetime(self: copy self)
  mutating func take(_ opcode: Opcode) throws(DecodeError) {
    guard try takeUInt8() == opcode.rawValue else { throw .invalidValue }
  }

  /// Removes and returns a handle that names something.
  @_lifetime(self: copy self)
  mutating func takeHandle() throws(DecodeError) -> AttributeHandle {
    guard let handle = AttributeHandle(rawValue: try takeUInt16()) else { throw .invalidValue }
    return handle
  }

  /// Removes an opcode, which must be `opcode`, and the handle after it, in one step: every notification needs both.
  @_lifetime(self: copy self)
  mutating func takeHandle(behind opcode: Opcode) throws(DecodeError) -> AttributeHandle {
    guard count >= 1 else { throw .truncated }
    guard self[0] == opcode.rawValue else { throw .invalidValue }
    guard count >= 3 else { throw .truncated }
    guard let handle = AttributeHandle(rawValue: UInt16(self[1]) | UInt16(self[2]) << 8) else { throw .invalidValue }
    self = extracting(droppingFirst: 3)
    return handle
  }

  /// Throws if anything is left.
  func requireEnd() throws(DecodeError) {
    guard isEmpty else { throw .invalidValue }
  }
}

extension OutputSpan<UInt8> {
  /// Throws unless `octetCount` more octets fit; so that a PDU is put as a whole or not at all.
  func require(_ octetCount: Int) throws(EncodeError) {
    guard freeCapacity >= octetCount else { throw .insufficientCapacity }
  }

  @_lifetime(self: copy self)
  mutating func put(_ opcode: Opcode) throws(EncodeError) {
    try put(opcode.rawValue)
  }

  @_lifetime(self: copy self)
  mutating func put(_ handle: AttributeHandle) throws(EncodeError) {
    try put(handle.rawValue)
  }
}
