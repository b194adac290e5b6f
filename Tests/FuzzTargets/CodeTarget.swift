import ANCS
import TestSupport

/// The search for one-time codes in any octets. A result is 4 to 12 letters, digits and dashes, and its digits occur in
/// that order in one of the texts.
///
/// Input: ` | isCut: 1 | title and message, separated by 0 | `.
public enum CodeTarget: FuzzTarget {
  public static var sources: [String] { ["ANCS/Code", "ANCS/OneTimeCode"] }

  public static var seeds: [[UInt8]] {
    [
      "Your code is 482 913", "G-482913 is your code", "【微信】验证码482913", "رمز: ٤٨٢٩١٣", "TAN 7KQ9TZ, 5 EUR",
      "Code: 482-913 12:30", "कोड ४८२९", "order 1234 https://a.b/1234",
    ].map { [0] + Array("Title".utf8) + [0] + Array($0.utf8) }
  }

  public static func run(_ input: FuzzInput) {
    let isCut = input.flag()
    let parts = input.rest.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map(Array.init)
    let (title, message) = (parts.first ?? [], parts.count > 1 ? parts[1] : [])
    let search = CodeSearch(title: title.span, subtitle: [UInt8]().span, message: message.span, isCut: isCut)
    guard let code = search.code else { return }
    let octets = code.span.list
    require((4...OneTimeCode.capacity).contains(octets.count), "a code has 4 octets at least, and at most its capacity")
    require(octets.allSatisfy(isAllowed), "a code consists of letters, digits and dashes")
    require(search.mentionsCode, "a code is found only if the text mentions one")
    let wanted = octets.filter(isDigit)
    require(!wanted.isEmpty && [title, message].contains { holds(digits(of: $0), wanted) }, "a code is in the texts")
  }

  private static func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

  private static func isAllowed(_ octet: UInt8) -> Bool {
    isDigit(octet) || octet == 0x2D || (0x41...0x5A).contains(octet & 0xDF)
  }

  private static func digits(of text: [UInt8]) -> [UInt8] {
    String(decoding: text, as: UTF8.self).unicodeScalars.compactMap { scalar in
      scalar.properties.numericType == .decimal ? scalar.properties.numericValue.map { 0x30 + UInt8($0) } : nil
    }
  }

  private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.indices.contains { text[$0...].starts(with: part) }
  }
}
