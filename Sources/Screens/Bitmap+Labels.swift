internal import Graphics
internal import Octets
internal import Typefaces

/// How a button is worked.
enum ButtonStyle {
  case press
  /// Shown by a sign, if there is room for it.
  case hold
}

/// How wide the labels beside the two buttons are, in pixels: 0 if there is none.
private struct LabelWidths {
  var left: Int
  var right: Int
  let hasSigns: Bool

  static let margin = Layout.gap + 1
  static let signWidth = 8
  /// Both labels and what keeps them apart are as wide as the row.
  private static let available = Layout.width - Layout.gap

  /// The first of these that there is room for: as they are, closer together, without signs, shortened.
  init(positive: ActionLabel, negative: ActionLabel, _ style: ButtonStyle) {
    self.init(positive, negative, Layout.face, hasSigns: style == .hold)
    if fits { return }
    self.init(positive, negative, Layout.condensedFace, hasSigns: style == .hold)
    if fits { return }
    self.init(positive, negative, Layout.condensedFace, hasSigns: false)
    if !fits { shorten() }
  }

  private init(_ positive: ActionLabel, _ negative: ActionLabel, _ face: Unifont, hasSigns: Bool) {
    let rest = 2 * Self.margin + (hasSigns ? Self.signWidth : 0)
    left = positive.isOffered ? Self.width(of: positive, face) + rest : 0
    right = negative.isOffered ? Self.width(of: negative, face) + rest : 0
    self.hasSigns = hasSigns
  }

  private var fits: Bool { left + right <= Self.available }

  /// Takes what there is no room for from the wider one; from both, if both are wider than a half.
  private mutating func shorten() {
    let half = Self.available / 2
    (left, right) = (min(left, max(half, Self.available - right)), min(right, max(half, Self.available - left)))
  }

  private static func width(of label: ActionLabel, _ face: Unifont) -> Int {
    switch label {
    case .none: 0
    case .offered(let text): text.isEmpty ? Icon.side : face.width(of: text)
    }
  }
}

extension Bitmap {
  /// Draws the labels in the bottom row: that of the accept button left, that of the decline button right.
  ///
  /// - Returns: what is left of the row between them, for text that flows beside a label.
  @discardableResult
  mutating func drawLabels(positive: ActionLabel, negative: ActionLabel, _ style: ButtonStyle = .press) -> Rectangle {
    let widths = LabelWidths(positive: positive, negative: negative, style)
    var rest = Layout.bottomRow
    if widths.left > 0 {
      let box = Rectangle(x: rest.x, y: rest.y, width: widths.left, height: rest.height)
      fillRounded(box.box)
      let sign = widths.hasSigns ? drawHoldSign(x: box.x + LabelWidths.margin) : 0
      drawLabel(positive, .tick, in: box.droppingLeft(sign))
      rest = rest.droppingLeft(box.width + 2 * Layout.gap)
    }
    if widths.right > 0 {
      let box = Rectangle(x: rest.maxX - widths.right, y: rest.y, width: widths.right, height: rest.height)
      fillRounded(box.box)
      let sign = widths.hasSigns ? drawHoldSign(x: box.maxX - LabelWidths.signWidth) : 0
      drawLabel(negative, .cross, in: box.droppingRight(sign))
      rest = rest.droppingRight(box.width + 2 * Layout.gap)
    }
    return rest
  }

  private mutating func drawLabel(_ label: ActionLabel, _ icon: Icon, in box: Rectangle) {
    switch label {
    case .none: return
    case .offered(let text):
      let area = box.droppingLeft(LabelWidths.margin).droppingRight(LabelWidths.margin)
      if text.isEmpty {
        draw(icon.glyph, x: area.x + (area.width - Icon.side) / 2, y: area.y, .dark)
      } else {
        drawLine(text, in: area, TextStyle(ink: .dark, alignment: .centered))
      }
    }
  }

  /// - Returns: how many columns it takes.
  private mutating func drawHoldSign(x: Int) -> Int {
    draw(Numerals().glyph(for: .holdSign), x: x, y: Layout.bottomRow.y + 4, .dark)
    return LabelWidths.signWidth
  }
}

extension UTF8Scalar {
  /// An arrow down, as `Numerals` draws it.
  fileprivate static let holdSign = UTF8Scalar(value: 0x2193) ?? .replacement
}
