import Foundation
import TestSupport
import Testing

@testable import belfry_screens

/// Every sample of every screen, pixel by pixel.
@Suite struct ScreenPicturesTests {
  @Test(arguments: ScreenSample.all.map(\.name))
  func screenLooksLikeItsGoldenPicture(name: String) throws {
    let sample = try #require(ScreenSample.all.first { $0.name == name })
    let difference = try GoldenPicture(name: name).difference(to: sample.bitmap().picture())
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Screens that show texts of the watch, and the languages in which they have a picture. Arabic is mirrored.
  private static let translated = [
    "alarm-days", "alarms", "alert-missed-number", "clock", "clock-analog", "clock-unknown", "list", "menu", "mute",
    "note-forgotten", "pairing", "phones", "question-clear", "quiet", "settings", "setting-configured", "status-lost",
    "status-phone", "timer-running",
  ]
  private static let translations = translated.flatMap { name in
    ["de", "zh-Hans", "ar", "th"].map { "\(name).\($0)" }
  }

  @Test(arguments: translations)
  func screenLooksLikeItsGoldenPictureInTheLanguage(name: String) throws {
    let sample = try #require(ScreenSample.named(name))
    let difference = try GoldenPicture(name: name).difference(to: sample.bitmap().picture())
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func everyGoldenPictureHasItsSample() throws {
    let files = Set(try FileManager.default.contentsOfDirectory(atPath: GoldenPicture.directory.path))
    let samples = Set((ScreenSample.all.map(\.name) + Self.translations).map { $0 + ".txt" })
    guard GoldenPicture.isUpdating else {
      #expect(files == samples)
      return
    }
    for file in files.subtracting(samples) {
      try FileManager.default.removeItem(at: GoldenPicture.directory.appendingPathComponent(file))
    }
  }

  @Test func samplesDifferInName() {
    #expect(Set(ScreenSample.all.map(\.name)).count == ScreenSample.all.count)
  }

  @Test func differenceNamesTheRowAndThePixels() {
    let report = GoldenPicture.compare("..#\n##.\n", "..#\n#.#\n", name: "x")
    #expect(report == "x differs (+ should be dark, - should be lit):\nrow 1: #-+\n")
  }
}
