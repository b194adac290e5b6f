import ANCS
import Graphics
import Identifiers
import Screens
import Timing
import WatchModel

/// A screen with sample content. The golden pictures of the tests are made from the same samples.
struct ScreenSample: Sendable {
  /// Also the name of its file.
  let name: String
  private let draw: @Sendable (inout Bitmap) -> Void

  init(_ name: String, _ draw: @escaping @Sendable (inout Bitmap) -> Void) {
    self.name = name
    self.draw = draw
  }

  static func named(_ name: String) -> ScreenSample? { all.first { $0.name == name } }

  func bitmap() -> Bitmap {
    var bitmap = Bitmap()
    draw(&bitmap)
    return bitmap
  }
}
