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
  @TaskLocal static var language =
    ProcessInfo.processInfo.environment["LANGUAGE"].flatMap { Language(tag: $0) } ?? .english

  /// The style of the watch's own texts.
  static var style: ClockStyle {
    var style = ClockStyle()
    style.language = language
    return style
  }

  /// The sample with a name, or in another language: `menu.de`.
  static func named(_ name: String) -> ScreenSample? {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard let sample = all.first(where: { $0.name == parts.first.map(String.init) }) else { return nil }
    guard parts.count == 2 else { return sample }
    return Language(tag: String(parts[1])).map { sample.translated(to: $0) }
  }

  private func translated(to language: Language) -> ScreenSample {
    ScreenSample("\(name).\(language.tag)") { bitmap in
      bitmap.language = language
      Self.$language.withValue(language) { draw(&bitmap) }
    }
  }

  func draw(over bitmap: inout Bitmap) { draw(&bitmap) }

  func bitmap() -> Bitmap {
    var bitmap = Bitmap()
    bitmap.language = Self.language
    draw(&bitmap)
    return bitmap
  }
}

extension Language {
  /// The language with a tag; nil if no language has it.
  init?(tag: String) {
    let languages = (UInt8.min...UInt8.max).lazy.compactMap { Language(rawValue: $0) }
    guard let language = languages.first(where: { $0.tag.description == tag }) else { return nil }
    self = language
  }
}
