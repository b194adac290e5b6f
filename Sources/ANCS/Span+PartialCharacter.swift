extension Span<UInt8> {
  /// How many octets remain when a UTF-8 sequence that was cut off at the end is left out.
  ///
  /// Looks at the last three octets only. Anything else that is ill-formed stays: who decodes it repairs it.
  var countWithoutPartialCharacter: Int {
    var length = 1
    while length <= 3, length <= count {
      let octet = self[count - length]
      if octet & 0xC0 != 0x80 {
        let needed = octet >= 0xF0 ? 4 : octet >= 0xE0 ? 3 : octet >= 0xC0 ? 2 : 1
        return needed > length ? count - length : count
      }
      length += 1
    }
    return count
  }
}
