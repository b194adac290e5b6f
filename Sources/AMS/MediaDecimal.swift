/// A decimal number as a phone writes it: `151.634`, or in many languages `151,634`.
///
/// A sign, digits, and at most one separator. An exponent, a word (`nan`), a second separator or nothing at all is no
/// number, and neither is one beyond ±2,000,000. What is finer than a thousandth is left out.
public struct MediaDecimal: Equatable, Sendable {
  public let thousandths: Int32

  public init(thousandths: Int32) { self.thousandths = thousandths }

  private static var limit: Int32 { 2_000_000 }

  /// Reads all of `text`; nil if it is no such number.
  public init?(parsing text: Span<UInt8>) {
    var (value, weight): (Int32, Int32) = (0, 0)
    var (isNegative, hasDigits) = (false, false)
    for index in text.indices {
      let octet = text[index]
      switch octet {
      case 0x2D where index == 0: isNegative = true
      case 0x2B where index == 0: break
      case 0x2C where weight == 0, 0x2E where weight == 0: weight = 100
      case 0x30...0x39:
        hasDigits = true
        let digit = Int32(octet & 0x0F)
        if weight == 0 {
          guard value < Self.limit / 10 * 1_000 else { return nil }
          value = value * 10 + digit * 1_000
        } else if weight > 0 {
          value += digit * weight
          // Past the third digit there is nothing to add, and still a separator to remember.
          weight = weight == 1 ? -1 : weight / 10
        }
      default: return nil
      }
    }
    guard hasDigits else { return nil }
    thousandths = isNegative ? -value : value
  }
}
