import Graphics
import Octets
import Testing
import Timing
import Typefaces
import WatchModel

@testable import Screens

/// The line of the status page that says when the phone last sent something.
@Suite struct LastEventTests {
  private static let languages = (UInt8.min...UInt8.max).compactMap { Language(rawValue: $0) }

  @Test(arguments: languages) func theLineFits(_ language: Language) {
    for age in [Interval.seconds(0), .minutes(59), .minutes(47 * 60), .minutes(99 * 1_440)] {
      var text = ShortText()
      text.append(lastEvent: age, language)
      let width = TextFace.condensed.width(of: text.span)
      #expect(width <= 128, "\(language): \(age.wholeSeconds) s")
    }
  }
}
