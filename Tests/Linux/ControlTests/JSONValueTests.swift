import Foundation
import Octets
import TestSupport
import Testing

@testable import Control

@Suite struct JSONValueTests {
  /// The value and its length in octets; nil if it was refused.
  private func read(_ octets: [UInt8]) -> (value: JSONValue, count: Int)? {
    var rest = octets.span
    guard let value = try? rest.takeJSONValue() else { return nil }
    return (value, octets.count - rest.count)
  }

  private func read(_ text: String) -> JSONValue? { read(Array(text.utf8))?.value }

  private func text(_ literal: String) -> JSONValue { .text(BoundedText(repairing: Array(literal.utf8).span)) }

  @Test func valuesAreRead() {
    #expect(read("7") == .number(7) && read(" \t\r0") == .number(0) && read("4294967295") == .number(.max))
    #expect(read("true") == .flag(true) && read("false") == .flag(false) && read("null") == .null)
    #expect(read("\"\"") == text("") && read("\"negative\"") == text("negative"))
  }

  @Test func numbersThatAreNotWholeHaveNoValue() {
    for number in ["-1", "-0", "0.5", "1e3", "1E+3", "2e-1", "4294967296", "99999999999999999999"] {
      #expect(read(number) == .number(nil), "\(number)")
    }
  }

  @Test func escapesAreResolved() {
    #expect(read(#""\"\\\/\b\f\n\r\t""#) == text("\"\\/\u{8}\u{C}\n\r\t"))
    #expect(read(#""\u0041\u00e9\u6F22\ud83d\ude00""#) == text("Aé漢😀"))
    #expect(read("\"é漢😀\u{FFFD}\"") == text("é漢😀\u{FFFD}"))
  }

  @Test func longTextIsCutAndRead() throws {
    let long = Array("\"\(String(repeating: "é", count: 100))\"".utf8)
    let found = try #require(read(long))
    #expect(found.count == long.count)
    guard case .text(let text) = found.value else { throw CancellationError() }
    #expect(text.isTruncated && text.count == 128)
  }

  @Test(
    arguments: [
      "", "{", "[1]", "tru", "nul", "-", "01x", "1.", "1e", "1e+", ".5", "+1", "\"", "\"\\", "\"\\x\"", "\"\\u12\"",
      "\"\\u12g4\"", "\"\\ud83d\"", "\"\\ud83d\\u0041\"", "\"\\ude00\"", "\"a\nb\"", "\"a\u{0}b\"", "'a'", "NaN",
    ])
  func invalidValuesAreRefused(_ text: String) {
    #expect(read(text) == nil)
  }

  @Test func leadingZeroesAreRefused() { #expect(read("00") == nil && read("01") == nil) }

  @Test(arguments: [
    [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0xEF, 0xBF],
  ])
  func illFormedTextIsRefused(_ octets: [UInt8]) {
    #expect(read([0x22] + octets + [0x22]) == nil)
  }

  @Test func valuesOfAnotherReaderAreTheSame() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let scalars = (0..<Int.random(in: 0..<12, using: &generator)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0..<0x11_0000, using: &generator))
      }
      let original = String(String.UnicodeScalarView(scalars))
      let encoded = try JSONEncoder().encode(original)
      #expect(read([UInt8](encoded))?.value == text(original))
    }
  }
}
