import Octets
import Testing

@testable import ANCS

@Suite struct CodeCandidatesTests {
  private static let fillers = ["a", "ü", "码", "，", "ก", "😀", "س"]

  /// Returns the position of the first candidate in `text`; nil without one.
  private static func start(_ text: [UInt8]) -> Int? { CodeCandidates.first(in: text.span)?.range.lowerBound }

  /// Texts of up to 100 octets, so that the number crosses the borders of words and vectors.
  @Test(arguments: ["482913", "٤٨٢٩١٣", "۴۸۲۹۱۳", "४८२९१३", "７３９１０２"])
  func aNumberIsFoundAtEachPosition(_ number: String) {
    for filler in Self.fillers {
      for before in 0...40 {
        for after in 0...40 where (before + after) * filler.utf8.count <= 80 {
          let front = String(repeating: filler, count: before) + (before > 0 ? " " : "")
          let text = Array((front + number + " " + String(repeating: filler, count: after)).utf8)
          let found = Self.start(text)
          #expect(found == front.utf8.count, "\(number) between \(before) and \(after) of \(filler)")
        }
      }
    }
  }

  @Test func aTextWithoutDigitsHasNone() {
    for filler in Self.fillers {
      for count in 0...80 {
        let found = Self.start(Array(String(repeating: filler, count: count).utf8))
        #expect(found == nil, "\(count) of \(filler)")
      }
    }
  }

  #if _pointerBitWidth(_64)
    /// Whether an octet may begin a digit of ASCII, Arabic, Devanagari or full width.
    private static func mayBeginDigit(_ octet: UInt8) -> Bool {
      (0x30...0x39).contains(octet) || (0xD8...0xE0).contains(octet) || octet == 0xEF
    }

    @Test func aVectorTestsEachOfItsOctets() {
      for octet in UInt8.min...UInt8.max {
        for place in 0..<OctetVector.count {
          var text = [UInt8](repeating: 0x30, count: 2 * OctetVector.count)
          for index in 0..<OctetVector.count { text[7 + index] = 0x20 }
          text[7 + place] = octet
          let haveNoDigit = OctetVector(text.span, at: 7).haveNoDigit
          #expect(haveNoDigit == !Self.mayBeginDigit(octet), "\(octet) at \(place)")
        }
      }
    }
  #endif
}
