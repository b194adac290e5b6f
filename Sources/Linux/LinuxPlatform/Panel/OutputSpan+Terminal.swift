internal import Octets

// Control sequences of terminals.

extension OutputSpan<UInt8> {
  /// ECMA-48 CUP; rows and columns count from 1.
  @_lifetime(self: copy self)
  mutating func put(cursorTo row: Int, _ column: Int) throws(EncodeError) {
    try put(text: "\u{1B}[")
    try put(decimal: UInt32(row))
    try put(text: ";")
    try put(decimal: UInt32(column))
    try put(text: "H")
  }

  /// Bit 0 the upper pixel, bit 1 the lower.
  @_lifetime(self: copy self)
  mutating func put(halfBlock mask: UInt8) throws(EncodeError) {
    switch mask {
    case 0b00: try put(text: " ")
    case 0b01: try put(text: "▀")
    case 0b10: try put(text: "▄")
    default: try put(text: "█")
    }
  }

  /// Bits 0 to 3 the left column from the top, bits 4 to 7 the right.
  ///
  /// Unicode numbers the dots 1, 2, 3, 7 down the left and 4, 5, 6, 8 down the right; dot n is bit n - 1 of the offset
  /// from U+2800.
  @_lifetime(self: copy self)
  mutating func put(braille mask: UInt8) throws(EncodeError) {
    let upperLeft = mask & 0x07
    let upperRight = mask >> 4 & 0x07
    let lowest = (mask >> 3 & 1) << 6 | (mask >> 7) << 7
    let offset = upperLeft | upperRight << 3 | lowest
    try put([0xE2, 0xA0 | offset >> 6, 0x80 | offset & 0x3F] as [3 of UInt8])
  }
}
