internal import Graphics
internal import Octets
internal import WatchModel

/// The mark that stands for an attachment in front of a message: U+FFFC OBJECT REPLACEMENT CHARACTER.
enum Attachment {
  /// Returns the caption behind the marks of attachments, without leading spaces, or *Attachment* without a caption.
  /// A message without attachments is returned unchanged.
  @_lifetime(copy message)
  static func caption(of message: Span<UInt8>, _ language: Language = .english) -> Span<UInt8> {
    var rest = message
    var hasMark = false
    var caption = message
    while let scalar = UTF8Scalar(decoding: &rest), isMark(scalar) || isSpace(scalar) {
      if isMark(scalar) { hasMark = true }
      caption = rest
    }
    guard hasMark else { return message }
    return caption.isEmpty ? Phrase.kind(.attachment).text(in: language).utf8Span : caption
  }

  private static func isMark(_ scalar: UTF8Scalar) -> Bool { scalar.value == 0xFFFC }

  private static func isSpace(_ scalar: UTF8Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20, 0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
