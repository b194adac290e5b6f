internal import Graphics
internal import Octets
internal import Typefaces

/// How a button is worked.
enum ButtonStyle {
  case press
  /// Shown by a sign, if there is room for it.
  case hold
}

/// The widths of the labels beside the two buttons, in pixels: 0 for a button without a label.
private struct LabelWidths {
  var left: Int
  var right: Int
  let hasSigns: Bool

  static let margin = Layout.gap + 1
  static let signWidth = 8
  /// Both labels and what keeps them apart are as wide as the row.
  private static let available = Layout.width - Layout.gap

  /// The first of these that there is room for: as they are, closer together, without signs, shortened.
  init(positive: ActionLabel, negative: ActionLabel, _ style: ButtonStyle, isSmall: Bool) {
    self.init(positive, negative, isSmall ? .small : Layout.face, hasSigns: style == .hold)
    if fits { return }
    self.init(positive, negative, isSmall ? .small : Layout.condensedFace, hasSigns: style == .hold)
    if fits { return }
    self.init(positive, negative, isSmall ? .small : Layout.condensedFace, hasSigns: false)
    if !fits { shorten() }
  }

  private init(_ positive: ActionLabel, _ negative: ActionLabel, _ face: TextFace, hasSigns: Bool) {
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

  private static func width(of label: ActionLabel, _ face: TextFace) -> Int {
    switch label {
    case .none: 0
    case .offered(let text): text.isEmpty ? Icon.side : face.width(of: text)
    }
  }
}

extension Bitmap {
  /// Draws the labels in the bottom row: the accept button's label left, the decline button's label right.
  ///
  /// - Returns: what is left of the row between them, for text that flows beside a label.
  @discardableResult
  mutating func drawLabels(
    positive: ActionLabel, negative: ActionLabel, _ style: ButtonStyle = .press, in row: Rectangle = Layout.bottomRow
  ) -> Rectangle {
    let isSmall = row.height < Layout.rowHeight
    let widths = LabelWidths(positive: positive, negative: negative, style, isSmall: isSmall)
    // The sign stands in the middle of the box.
    let signY = row.maxY - (isSmall ? 10 : 12)
    var rest = row
    if widths.left > 0 {
      let box = Rectangle(x: rest.x, y: rest.y, width: widths.left, height: rest.height)
      fillRounded(box.box)
      let sign = widths.hasSigns ? drawHoldSign(x: box.x + LabelWidths.margin, y: signY) : 0
      drawLabel(positive, .tick, in: box.droppingLeft(sign))
      rest = rest.droppingLeft(box.width + 2 * Layout.gap)
    }
    if widths.right > 0 {
      let box = Rectangle(x: rest.maxX - widths.right, y: rest.y, width: widths.right, height: rest.height)
      fillRounded(box.box)
      let sign = widths.hasSigns ? drawHoldSign(x: box.maxX - LabelWidths.signWidth, y: signY) : 0
      drawLabel(negative, .cross, in: box.droppingRight(sign))
      rest = rest.droppingRight(box.width + 2 * Layout.gap)
    }
    return rest
  }

  /// Draws, in place of the labels, that the buttons do not answer yet.
  mutating func drawPause() {
    drawLine(.line(.readFirst), in: Layout.bottomRow, TextStyle(alignment: .centered))
  }

  private mutating func drawLabel(_ label: ActionLabel, _ icon: Icon, in box: Rectangle) {
    switch label {
    case .none: return
    case .offered(let text):
      let area = box.droppingLeft(LabelWidths.margin).droppingRight(LabelWidths.margin)
      if text.isEmpty {
        // The sign itself has no more than ten rows.
        let clip = area.box
        draw(
          icon.glyph, x: area.x + (area.width - Icon.side) / 2, y: area.y - (Icon.side - area.height) / 2, .dark,
          clip: clip)
      } else {
        let style = TextStyle(ink: .dark, alignment: .centered)
        if area.height < Layout.rowHeight {
          drawText(text, in: area, TextFace.small, style)
        } else {
          drawLine(text, in: area, style)
        }
      }
    }
  }

  /// Draws the sign for a button that is held.
  ///
  /// - Returns: how many columns it takes.
  @discardableResult
  mutating func drawHoldSign(x: Int, y: Int) -> Int {
    draw(TextFace.numerals.glyph(for: .holdSign), x: x, y: y, .dark)
    return LabelWidths.signWidth
  }
}

extension UTF8Scalar {
  /// An arrow down, as `Numerals` draws it.
  fileprivate static let holdSign = UTF8Scalar(value: 0x2193) ?? .replacement
}
