extension Span<UInt8> {
  /// How many octets remain when a UTF-8 sequence that was cut off at the end is left out.
  ///
  /// Looks at the last three octets only. Anything else that is ill-formed stays: who decodes it repairs it.
  @inline(__always)  // Most texts end with an ASCII character.
  public var countWithoutPartialCharacter: Int {
    count > 0 && self[count - 1] >= 0x80 ? countBeforePartialSequence : count
  }

  @inline(never)
  private var countBeforePartialSequence: Int {
    var length = 1
    while length <= 3, length <= count {
      let octet = self[count - length]
      if octet & 0xC0 != 0x80 {
        return Self.sequenceCount(octet) > length ? count - length : count
      }
      length += 1
    }
    return count
  }

  /// How long a sequence is that begins with `octet`; 1 if none does.
  private static func sequenceCount(_ octet: UInt8) -> Int {
    switch octet {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
