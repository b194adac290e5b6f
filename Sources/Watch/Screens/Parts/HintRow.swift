public import Graphics
internal import Octets
internal import Typefaces

/// The functions of the buttons in the bottom row of a screen, for a wearer who does not know them yet.
///
/// The functions of *accept* and *decline* stand in boxes at their places, as all labels do. The functions of *up* and
/// *down* stand beside triangles.
public struct HintRow: Equatable, Sendable {
  public enum Gesture: UInt8, Equatable, Sendable {
    /// *Accept* at the left and *decline* at the right, pressed.
    case press
    /// The same, held.
    case hold
    /// *Up* at the left and *down* at the right; without a text at the right, both at the left.
    case joystick
  }

  public let gesture: Gesture
  package let left: Phrase?
  package let right: Phrase?

  package init(_ gesture: Gesture, left: Phrase?, right: Phrase?) {
    self.gesture = gesture
    self.left = left
    self.right = right
  }

  /// Draws the row over the bottom row of a screen.
  public func draw(into bitmap: inout Bitmap) {
    bitmap.fill(Layout.bottomRow, .dark)
    switch gesture {
    case .press: drawLabels(.press, into: &bitmap)
    case .hold: drawLabels(.hold, into: &bitmap)
    case .joystick: drawJoystick(into: &bitmap)
    }
  }

  private func drawLabels(_ style: ButtonStyle, into bitmap: inout Bitmap) {
    switch (left.map { bitmap.words($0) }, right.map { bitmap.words($0) }) {
    case (let left?, let right?):
      bitmap.drawLabels(positive: .offered(left.utf8Span), negative: .offered(right.utf8Span), style)
    case (let left?, nil): bitmap.drawLabels(positive: .offered(left.utf8Span), negative: .none, style)
    case (nil, let right?): bitmap.drawLabels(positive: .none, negative: .offered(right.utf8Span), style)
    case (nil, nil): break
    }
  }

  private func drawJoystick(into bitmap: inout Bitmap) {
    let row = Layout.bottomRow
    guard let left else { return }
    guard let right else {
      bitmap.drawTriangle(isUp: true, x: 0, y: row.y + 6)
      bitmap.drawTriangle(isUp: false, x: Self.signWidth, y: row.y + 6)
      return bitmap.drawLine(left, in: row.droppingLeft(2 * Self.signWidth), Self.besideSign)
    }
    let words = bitmap.words(right).utf8Span
    let width = min(row.width - Self.signWidth, Layout.condensedFace.width(of: words) + Self.signWidth)
    bitmap.drawTriangle(isUp: true, x: 0, y: row.y + 6)
    bitmap.drawLine(left, in: row.droppingRight(width + Layout.gap).droppingLeft(Self.signWidth), Self.besideSign)
    bitmap.drawTriangle(isUp: false, x: row.maxX - width, y: row.y + 6)
    bitmap.drawLine(right, in: row.droppingLeft(row.width - width + Self.signWidth), Self.besideSign)
  }

  /// In all languages, because the triangles stand at the left in all.
  private static var besideSign: TextStyle { TextStyle(alignment: .left) }
  /// The width of a triangle and the gap after it.
  private static var signWidth: Int { 10 }
}

extension Bitmap {
  /// Draws a triangle of 7 by 4 pixels: the sign of the buttons *up* and *down*.
  fileprivate mutating func drawTriangle(isUp: Bool, x: Int, y: Int) {
    for line in 0..<4 {
      let width = isUp ? 1 + 2 * line : 7 - 2 * line
      fill(Rectangle(x: x + (7 - width) / 2, y: y + line, width: width, height: 1))
    }
  }
}
