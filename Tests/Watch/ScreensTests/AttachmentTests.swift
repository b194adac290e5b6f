import Graphics
import Testing

@testable import Screens

@Suite struct AttachmentTests {
  @Test(arguments: [
    ("", ""), ("hello", "hello"), ("  hello", "  hello"), (" ", " "), ("\u{FFFC}", "Attachment"),
    ("\u{FFFC}\u{FFFC}", "Attachment"), ("\u{FFFC} ", "Attachment"), ("\u{FFFC}caption", "caption"),
    ("\u{FFFC} caption", "caption"), (" \u{FFFC}\u{FFFC}\n\u{A0} caption ", "caption "),
    ("text \u{FFFC}", "text \u{FFFC}"),
  ])
  func captionFollowsTheMarks(_ message: String, _ expected: String) {
    let octets = Array(message.utf8)
    let caption = Attachment.caption(of: octets.span)
    #expect(String(decoding: caption.indices.map { caption[$0] }, as: UTF8.self) == expected)
  }
}
