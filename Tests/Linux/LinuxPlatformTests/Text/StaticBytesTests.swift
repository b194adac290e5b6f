import LinuxSupport
import TestSupport
import Testing

@testable import LinuxPlatform

@Suite struct StaticBytesTests {
  @Test func partsAreTaken() {
    let text = StaticBytes("tcp:[::1]:9000" as StaticString)
    #expect(text.dropping(prefix: "tcp:")?.string == "[::1]:9000")
    #expect(text.dropping(prefix: "tcp:[::1]:9000")?.string == nil)
    #expect(text.dropping(prefix: "unix:")?.string == nil)
    #expect(text.split(atLast: UInt8(ascii: ":"))?.head.string == "tcp:[::1]")
    #expect(text.split(atLast: UInt8(ascii: ":"))?.tail.string == "9000")
    #expect(text.split(atLast: UInt8(ascii: "@")) == nil)
    #expect(StaticBytes().string == "")
  }

  @Test func numbersAreWholeAndInRange() {
    for (text, number) in [
      ("0", 0), ("4294967295", 4_294_967_295), ("0x3C", 0x3C), ("0xffffffff", 0xFFFF_FFFF), ("007", 7),
    ] as [(String, UInt32)] {
      #expect(StaticBytes(text).span.number == number)
    }
    for text in ["", "0x", "4294967296", "99999999999", "-1", "+1", " 1", "1 ", "1a", "0xG", "0x100000000", "é"] {
      #expect(StaticBytes(text).span.number == nil)
    }
  }

  @Test func wellFormedTextIsRecognised() {
    for text in ["", "a", "é漢😀", "\u{FFFD}"] { #expect(StaticBytes(text).span.isUTF8 == true) }
    for octets in [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xEF, 0xBF]] as [[UInt8]] {
      #expect(octets.span.isUTF8 == false)
    }
  }
}
