internal import Graphics
internal import Typefaces

/// One line of a notification's body.
struct BodyLine: ~Escapable {
  /// The line, as part of its paragraph.
  let part: TextPart
  /// Whether it belongs to the title.
  let isTitle: Bool
  let isMessage: Bool

  @_lifetime(copy part)
  init(_ part: TextPart, isTitle: Bool, isMessage: Bool) {
    self.part = part
    self.isTitle = isTitle
    self.isMessage = isMessage
  }
}

/// The lines of title, subtitle and message, one after the other; each begins on a line of its own.
struct BodyLines: ~Escapable {
  private enum Paragraph {
    case title
    case subtitle
    case message
  }

  private let text: NotificationText
  private var paragraph: Paragraph
  private var lines: TextLines<TextFace>
  private let layout: BodyLayout

  @_lifetime(copy text)
  init(_ text: NotificationText, _ layout: BodyLayout) {
    self.layout = layout
    self.text = text
    paragraph = .title
    lines = TextLines(text.title, layout.titleFace)
  }

  /// Takes the next line of at most `width` pixels; nil at the end.
  @_lifetime(copy self)
  @_lifetime(self: copy self)
  mutating func next(width: Int = Layout.width) -> BodyLine? {
    while true {
      if let line = lines.next(width: width) {
        return BodyLine(lines.part(line), isTitle: paragraph == .title, isMessage: paragraph == .message)
      }
      guard skipParagraph() else { return nil }
    }
  }

  /// Goes on with what follows; false at the end.
  @inline(never)  // Several callers: one copy is smaller.
  @_lifetime(self: copy self)
  mutating func skipParagraph() -> Bool {
    switch paragraph {
    case .title: paragraph = .subtitle
    case .subtitle: paragraph = .message
    case .message: return false
    }
    lines = TextLines(span(of: paragraph), layout.face)
    return true
  }

  @_lifetime(copy self)
  private func span(of paragraph: Paragraph) -> Span<UInt8> {
    switch paragraph {
    case .title: text.title
    case .subtitle: text.subtitle
    case .message: text.message
    }
  }
}
