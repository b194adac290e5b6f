internal import Graphics
internal import Typefaces
internal import WatchModel

// Parts of a row in the direction of the language: the first columns are at the left, and at the right of the mirrored
// screens of a right-to-left language.
extension Rectangle {
  /// The first `width` columns.
  func first(_ width: Int, in language: Language) -> Rectangle {
    language.isRightToLeft ? droppingLeft(self.width - width) : droppingRight(self.width - width)
  }

  /// The last `width` columns.
  func last(_ width: Int, in language: Language) -> Rectangle {
    language.isRightToLeft ? droppingRight(self.width - width) : droppingLeft(self.width - width)
  }

  /// Without the first `width` columns.
  func droppingFirst(_ width: Int, in language: Language) -> Rectangle {
    last(self.width - width, in: language)
  }

  /// Without the last `width` columns.
  func droppingLast(_ width: Int, in language: Language) -> Rectangle {
    first(self.width - width, in: language)
  }
}

extension Bitmap {
  /// The place of lines that begin where the language begins, whatever the direction of their text.
  var beginning: TextStyle.Alignment { language.isRightToLeft ? .trailing : .leading }

  /// The place of lines that end where the language ends.
  var ending: TextStyle.Alignment { language.isRightToLeft ? .left : .trailing }

  /// Draws an icon at the beginning of a row, or behind the first `offset` columns.
  mutating func drawFirst(_ icon: Icon, in row: Rectangle, behind offset: Int = 0, _ ink: Ink = .lit) {
    let place = row.droppingFirst(offset, in: language).first(Icon.side, in: language)
    draw(icon.glyph, x: place.x, y: place.y, ink)
  }
}
