internal import Graphics
internal import Typefaces

/// The grid that all screens share: a bar, and three rows of text below it. The bottom row is where labels stand beside
/// their buttons.
enum Layout {
  static let width = 128
  static let rowHeight = 16
  /// Rows below the bar.
  static let rowCount = 3
  /// Between a text and what stands beside it.
  static let gap = 2

  static let face = TextFace.normal
  static let condensedFace = TextFace.condensed

  static let bar = Rectangle(x: 0, y: 0, width: width, height: rowHeight)

  /// How high whatever is lit as a whole is: a dark line keeps the bar apart from what is below it, and the labels from
  /// what is above them.
  static let boxHeight = rowHeight - 1

  /// Row 0 is the one below the bar.
  static func row(_ index: Int) -> Rectangle {
    Rectangle(x: 0, y: (index + 1) * rowHeight, width: width, height: rowHeight)
  }

  static let bottomRow = row(rowCount - 1)
}

extension Rectangle {
  /// Without its topmost row of pixels.
  var box: Rectangle { Rectangle(x: x, y: y + 1, width: width, height: height - 1) }

  /// Without the `width` leftmost columns.
  func droppingLeft(_ width: Int) -> Rectangle {
    Rectangle(x: x + width, y: y, width: self.width - width, height: height)
  }

  /// Without the `width` rightmost columns.
  func droppingRight(_ width: Int) -> Rectangle {
    Rectangle(x: x, y: y, width: self.width - width, height: height)
  }
}
