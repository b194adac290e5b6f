public import Graphics
internal import Octets
internal import Typefaces

/// A call: who it is, as large as fits, and the labels of both buttons.
public struct CallScreen: ~Escapable {
  private let text: NotificationText

  @_lifetime(copy text)
  public init(_ text: NotificationText) {
    self.text = text
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    bitmap.drawBar(text.category.icon, text.source)
    bitmap.drawLarge(text.headline)
    bitmap.drawLabels(positive: text.positive, negative: text.negative)
  }
}
