import Foundation
import LinuxSupport
import Octets
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct JSONLineTests {
  private func text(_ octets: [UInt8]) -> String {
    var line = JSONLine()
    line.begin("x", at: .start)
    line.field("text", text: octets.span)
    line.end()
    return line.span.string
  }

  private func parse(_ line: String) throws -> [String: Any] {
    #expect(line.hasSuffix("}\n") && line.filter { $0 == "\n" }.count == 1)
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func timeIsInSecondsWithMilliseconds() {
    for (time, expected) in [
      (0, "0.000"), (999, "0.000"), (1_000, "0.001"), (412_700, "0.412"), (61_050_000, "61.050"),
      (100 * 86_400 * 1_000_000, "8640000.000"),
    ] as [(UInt64, String)] {
      var line = JSONLine()
      line.begin("state", at: Instant(microseconds: time))
      line.end()
      #expect(line.span.string == "{\"t\":\(expected),\"type\":\"state\"}\n")
    }
  }

  @Test func charactersThatJSONForbidsAreEscaped() throws {
    #expect(
      text(Array("a\"b\\c\n\r\t\u{1}\u{1F}\u{7F}/é漢😀".utf8)).hasSuffix(
        "\"text\":\"a\\\"b\\\\c\\n\\r\\t\\u0001\\u001f\\u007f/é漢😀\"}\n"))
    let all = String(String.UnicodeScalarView((0..<0x300).compactMap { Unicode.Scalar($0) }))
    #expect(try parse(text(Array(all.utf8)))["text"] as? String == all)
  }

  @Test func controlsOfATerminalAreEscaped() {
    #expect(text(Array("\u{80}\u{9B}2J\u{9F}\u{A0}".utf8)).hasSuffix("\"text\":\"\\u0080\\u009b2J\\u009f\u{A0}\"}\n"))
  }

  @Test func marksThatReorderALineAreEscaped() throws {
    let marks = [0x061C, 0x200E, 0x200F] + Array(0x2028...0x202E) + Array(0x2066...0x2069) as [UInt32]
    for mark in marks {
      let sent = try #require(Unicode.Scalar(mark).map(String.init))
      let line = text(Array(sent.utf8))
      #expect(line.hasSuffix("\"text\":\"\\u\(sent == "\u{61C}" ? "0" : "")\(String(mark, radix: 16))\"}\n"))
      #expect(try parse(line)["text"] as? String == sent)
    }
    #expect(text(Array("\u{200D}\u{2027}\u{202F}\u{2065}\u{206A}".utf8)).contains("\\u") == false)
  }

  @Test func invalidUTF8IsReplaced() throws {
    #expect(try parse(text([0x61, 0xFF, 0x62, 0xE4, 0xBD]))["text"] as? String == "a\u{FFFD}b\u{FFFD}")
  }

  @Test func longTextIsCutBetweenCharacters() throws {
    for filler in ["é", "漢", "😀", "\u{1}", "\"", "x"] {
      let long = String(repeating: filler, count: 9_000)
      let line = text(Array(long.utf8))
      let object = try parse(line)
      #expect(object["truncated"] as? Bool == true)
      let kept = try #require(object["text"] as? String)
      #expect(kept.allSatisfy { String($0) == filler } || filler == "\u{1}")
      #expect(line.utf8.count <= JSONLine.capacity && line.utf8.count > JSONLine.capacity - 40)
    }
  }

  @Test func fieldThatDoesNotFitIsLeftOutAndTheRestStays() throws {
    var line = JSONLine()
    line.begin("x", at: .start)
    let long = [UInt8](repeating: 0x78, count: 8_100)
    line.field("text", text: long.span)
    line.field("left-out-because-it-is-much-too-long-for-what-is-left-of-the-line") { (output) throws(EncodeError) in
      try output.put(decimal: 1)
    }
    line.beginArray("an-array-that-cannot-begin-either-because-there-is-no-room")
    line.element { (output) throws(EncodeError) in try output.put(text: "a") }
    line.endArray()
    line.end()
    let object = try parse(line.span.string)
    #expect(Set(object.keys) == ["t", "type", "text", "truncated"])
  }

  @Test func fullArrayIsStillEnded() throws {
    var line = JSONLine()
    line.begin("x", at: .start)
    line.beginArray("array")
    for _ in 0..<2_000 { line.element { (output) throws(EncodeError) in try output.put(text: "12345") } }
    line.end()
    let object = try parse(line.span.string)
    #expect((object["array"] as? [String])?.count ?? 0 > 900)
    #expect(object["truncated"] as? Bool == true)
  }

  @Test func randomTextIsAlwaysValid() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<25 {
      _ = try parse(text(generator.octets(Int.random(in: 0...3_000, using: &generator))))
    }
  }
}
