internal import Features
internal import Graphics
internal import Typefaces
internal import WatchModel

/// The rows of a notification's text below the bar, by the size of its letters. The rows of each size fill the display.
struct BodyLayout {
  let face: TextFace
  let titleFace: TextFace
  let rowHeight: Int
  let rowCount: Int
  /// The row of the labels at the bottom.
  let labelRow: Rectangle

  static let normal = BodyLayout(.normal, title: .normal, rowCount: Layout.rowCount, labelHeight: Layout.rowHeight)
  static let small = BodyLayout(.small, title: .smallTitle, rowCount: 4, labelHeight: 12)
  static let large = BodyLayout(.large, title: .large, rowCount: 2, labelHeight: Layout.rowHeight)

  private init(_ face: TextFace, title: TextFace, rowCount: Int, labelHeight: Int) {
    self.face = face
    titleFace = title
    rowHeight = face.lineHeight
    self.rowCount = rowCount
    labelRow = Rectangle(x: 0, y: Layout.bottomRow.maxY - labelHeight, width: Layout.width, height: labelHeight)
  }

  /// The layout in the wanted size. A text of which the second typeface lacks a character is as large as usual, and so
  /// is a code, which has its own size.
  init(_ text: borrowing NotificationText) {
    switch Features.hasTextSizes ? text.size : .normal {
    case .normal: self = .normal
    case .small: self = Self.canChangeSize(of: text) ? .small : .normal
    case .large: self = Self.canChangeSize(of: text) ? .large : .normal
    }
  }

  private static func canChangeSize(of text: borrowing NotificationText) -> Bool {
    text.code.isEmpty && text.hasText && TextFace.hasLetters(of: text.title) && TextFace.hasLetters(of: text.subtitle)
      && TextFace.hasLetters(of: text.message) && text.positive.hasLetters && text.negative.hasLetters
  }

  /// Row 0 is the one below the bar.
  func row(_ index: Int) -> Rectangle {
    Rectangle(x: 0, y: Layout.rowHeight + index * rowHeight, width: Layout.width, height: rowHeight)
  }
}

extension ActionLabel {
  fileprivate var hasLetters: Bool {
    switch self {
    case .none: true
    case .offered(let text): TextFace.hasLetters(of: text)
    }
  }
}

extension NotificationText {
  /// The height of a line of its text, in pixels.
  public var lineHeight: Int { BodyLayout(self).rowHeight }

  /// Whether each line of its alert and of its page keeps to the rows of 16 pixels.
  public var isInRows: Bool { code.isEmpty && hasText && lineHeight == Layout.rowHeight }

  /// How many lines of its text are seen at a time.
  public var visibleLineCount: Int { BodyLayout(self).rowCount }
}
