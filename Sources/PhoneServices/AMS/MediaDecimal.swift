/// A decimal number as a phone writes it: `151.634`, or in many languages `151,634`.
///
/// A number has an optional sign, digits, and at most one separator. An exponent, a word (`nan`), a second separator,
/// an empty text and a number beyond ±2,000,000 are rejected. Digits after the third decimal place are dropped.
public struct MediaDecimal: Equatable, Sendable {
  /// The number multiplied by 1,000.
  public let thousandths: Int32

  /// Creates a number from its thousandths.
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
          // After the third decimal place no digit counts; -1 records that the separator was seen.
          weight = weight == 1 ? -1 : weight / 10
        }
      default: return nil
      }
    }
    guard hasDigits else { return nil }
    thousandths = isNegative ? -value : value
  }
}
