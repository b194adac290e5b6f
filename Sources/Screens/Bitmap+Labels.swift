internal import Graphics
internal import Octets
internal import Typefaces

/// What a button's label looks like.
enum ButtonStyle {
  case press
  /// With the sign for a button that is held.
  case hold
}

/// A label's place in the bottom row.
private struct LabelTab {
  enum Side {
    /// Beside the accept button.
    case left
    /// Beside the decline button.
    case right
  }

  let side: Side
  /// The whole place, and the lit part of it.
  let area: Rectangle
  let box: Rectangle

  /// - Parameter width: at most half the row, so that two labels never meet.
  init(_ side: Side, width: Int) {
    let row = Layout.bottomRow
    let width = min(width, row.width / 2)
    // A full half gives up its innermost column, which is blank in any glyph at a line's end.
    let boxWidth = min(width, row.width / 2 - 1)
    self.side = side
    switch side {
    case .left:
      area = Rectangle(x: row.x, y: row.y, width: width, height: row.height)
      box = Rectangle(x: row.x, y: row.y, width: boxWidth, height: row.height)
    case .right:
      area = Rectangle(x: row.maxX - width, y: row.y, width: width, height: row.height)
      box = Rectangle(x: row.maxX - boxWidth, y: row.y, width: boxWidth, height: row.height)
    }
  }
}

extension Bitmap {
  /// Draws the labels of both buttons in the bottom row.
  ///
  /// - Returns: what is left of the row between them.
  @discardableResult
  mutating func drawLabels(positive: ActionLabel, negative: ActionLabel, _ style: ButtonStyle = .press) -> Rectangle {
    let left = drawLabel(positive, .left, style)
    let right = drawLabel(negative, .right, style)
    return Layout.bottomRow.droppingLeft(left).droppingRight(right)
  }

  /// - Returns: how many columns it took.
  private mutating func drawLabel(_ label: ActionLabel, _ side: LabelTab.Side, _ style: ButtonStyle) -> Int {
    switch label {
    case .none: return 0
    case .offered(let text):
      let signWidth = style == .hold ? Self.holdSignWidth : 0
      let textWidth = text.isEmpty ? Icon.side : Layout.face.width(of: text)
      let margins = 2 * (Layout.gap + 1)
      let tab = LabelTab(side, width: signWidth + textWidth + margins)
      fillRounded(tab.box)
      let inner = drawHoldSign(style, in: tab, margin: min(Layout.gap + 1, (tab.area.width - signWidth) / 4))
      drawLabelText(text, side, in: inner)
      return tab.area.width + Layout.gap
    }
  }

  private mutating func drawLabelText(_ text: Span<UInt8>, _ side: LabelTab.Side, in area: Rectangle) {
    if text.isEmpty {
      let icon = side == .left ? Icon.tick : .cross
      draw(icon.glyph, x: area.x + (area.width - Icon.side) / 2, y: area.y, .dark)
    } else {
      drawText(text, in: area, Layout.face, TextStyle(ink: .dark, alignment: .centered))
    }
  }

  private static let holdSignWidth = 7

  /// Draws the sign at the tab's outer side; what is left is the text's.
  private mutating func drawHoldSign(_ style: ButtonStyle, in tab: LabelTab, margin: Int) -> Rectangle {
    guard style == .hold else { return tab.area }
    let sign = Numerals().glyph(for: .holdSign)
    switch tab.side {
    case .left:
      draw(sign, x: tab.area.x + margin, y: tab.area.y + 4, .dark)
      return tab.area.droppingLeft(Self.holdSignWidth + 1)
    case .right:
      draw(sign, x: tab.area.maxX - margin - 5, y: tab.area.y + 4, .dark)
      return tab.area.droppingRight(Self.holdSignWidth + 1)
    }
  }
}

extension UTF8Scalar {
  /// An arrow down, as `Numerals` draws it.
  fileprivate static let holdSign = UTF8Scalar(value: 0x2193) ?? .replacement
}
