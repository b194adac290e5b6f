import ANCS
import Foundation
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

  /// The language of the watch's own texts: the tag in the environment variable `LANGUAGE`, else English.
  static let language: Language = {
    let tag = ProcessInfo.processInfo.environment["LANGUAGE"]
    return (UInt8.min...UInt8.max).lazy.compactMap { Language(rawValue: $0) }.first { $0.tag.description == tag }
      ?? .english
  }()

  static func named(_ name: String) -> ScreenSample? { all.first { $0.name == name } }

  func bitmap() -> Bitmap {
    var bitmap = Bitmap()
    bitmap.language = Self.language
    draw(&bitmap)
    return bitmap
  }
}
