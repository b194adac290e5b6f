/// One Unicode scalar value, taken from UTF-8 that may be ill-formed.
public struct UTF8Scalar: Equatable, Sendable {
  /// 0...0xD7FF or 0xE000...0x10FFFF.
  public let value: UInt32

  /// U+FFFD, what stands for an ill-formed part.
  public static let replacement = UTF8Scalar(unchecked: 0xFFFD)

  /// - Returns: nil for a surrogate or a value above 0x10FFFF.
  public init?(value: UInt32) {
    guard value <= 0x10FFFF, !(0xD800...0xDFFF).contains(value) else { return nil }
    self.value = value
  }

  init(unchecked value: UInt32) { self.value = value }

  /// Takes one scalar off the front of `octets`; nil at the end.
  ///
  /// An ill-formed part yields one U+FFFD for its maximal subpart. Unicode 15, 3.9, table 3-7.
  @_lifetime(octets: copy octets)
  public init?(decoding octets: inout Span<UInt8>) {
    guard octets.count > 0 else { return nil }
    let lead = octets[0]
    guard lead >= 0x80 else {
      octets = octets.extracting(droppingFirst: 1)
      self.init(unchecked: UInt32(lead))
      return
    }
    let form = LeadOctet(lead)
    var value = form.bits
    var taken = 1
    while taken <= form.continuationCount, taken < octets.count {
      let octet = octets[taken]
      let range = taken == 1 ? form.second : 0x80...0xBF
      guard range.contains(octet) else { break }
      value = value << 6 | UInt32(octet & 0x3F)
      taken += 1
    }
    octets = octets.extracting(droppingFirst: taken)
    let isWhole = form.continuationCount > 0 && taken == form.continuationCount + 1
    self.init(unchecked: isWhole ? value : Self.replacement.value)
  }

  /// How many octets the scalar takes in UTF-8: 1...4.
  public var utf8Count: Int {
    value < 0x80 ? 1 : value < 0x800 ? 2 : value < 0x10000 ? 3 : 4
  }

  /// Writes the scalar's UTF-8 octets and returns how many.
  ///
  /// - Precondition: `utf8Count` octets fit at `offset`.
  func write(to storage: inout MutableSpan<UInt8>, at offset: Int) -> Int {
    let count = utf8Count
    guard count > 1 else {
      storage[offset] = UInt8(truncatingIfNeeded: value)
      return 1
    }
    var rest = value
    for index in (1..<count).reversed() {
      storage[offset + index] = 0x80 | UInt8(truncatingIfNeeded: rest & 0x3F)
      rest >>= 6
    }
    let mark: UInt8 = count == 2 ? 0xC0 : count == 3 ? 0xE0 : 0xF0
    storage[offset] = mark | UInt8(truncatingIfNeeded: rest)
    return count
  }
}

/// The properties of a UTF-8 sequence that follow from its first octet. Unicode 15, table 3-7.
private struct LeadOctet {
  /// 0 for an octet that starts no sequence.
  var continuationCount = 0
  var bits: UInt32 = 0
  var second: ClosedRange<UInt8> = 0x80...0xBF

  init(_ octet: UInt8) {
    switch octet {
    case 0xC2...0xDF: (continuationCount, bits) = (1, UInt32(octet & 0x1F))
    case 0xE0...0xEF: (continuationCount, bits) = (2, UInt32(octet & 0x0F))
    case 0xF0...0xF4: (continuationCount, bits) = (3, UInt32(octet & 0x07))
    default: break
    }
    switch octet {
    case 0xE0: second = 0xA0...0xBF
    case 0xED: second = 0x80...0x9F
    case 0xF0: second = 0x90...0xBF
    case 0xF4: second = 0x80...0x8F
    default: break
    }
  }
}
