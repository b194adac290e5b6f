import Octets
import Testing

@Suite struct UTF8ScalarTests {
  /// Decodes like the standard library, which is independent of this code.
  @Test(arguments: [
    "plain", "déjà vu", "微信消息", "👨‍👩‍👧", "\u{0}\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}",
  ])
  func wellFormedTextIsKept(_ text: String) {
    let octets = Array(text.utf8)
    #expect(repaired(octets) == text)
  }

  /// - Conformance: ANCS | text that is no text
  @Test(
    arguments: [
      [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5], [0x80], [0xFF, 0x41],
      [0xE4, 0xBD], [0xF0, 0x9F, 0x98], [0xE4, 0xBD, 0x41], [0x41, 0xC3], [0xF0, 0x80, 0x80, 0x41],
    ] as [[UInt8]])
  func illFormedPartsBecomeTheReplacementCharacter(_ octets: [UInt8]) {
    #expect(repaired(octets) == String(decoding: octets, as: UTF8.self))
  }

  private func repaired(_ octets: [UInt8]) -> String {
    let text = BoundedText<256>(repairing: octets.span)
    var copy: [UInt8] = []
    for index in 0..<text.count { copy.append(text.span[index]) }
    return String(decoding: copy, as: UTF8.self)
  }
}
