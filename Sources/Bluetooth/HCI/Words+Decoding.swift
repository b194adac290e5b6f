internal import Identifiers
internal import Octets

extension ErrorCode {
  /// Takes ` | code: 1 | ` off the front of `input`.
  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    self.init(rawValue: try input.takeUInt8())
  }
}

extension ConnectionHandle {
  /// Takes ` | connectionHandle: 2 | ` off the front of `input`; its four most significant bits are reserved.
  ///
  /// - Throws: `invalidValue` for 0x0F00...0x0FFF.
  @_lifetime(input: copy input)
  init(decoding input: inout Span<UInt8>) throws(DecodeError) {
    guard let handle = ConnectionHandle(rawValue: try input.takeUInt16() & 0x0FFF) else { throw .invalidValue }
    self = handle
  }
}
