import Graphics
import TestSupport
import Testing

@testable import belfry_screens

/// The part of some screens that a panel of 32 rows shows; `DisplayScroll` chooses its first row.
@Suite struct HalfPicturesTests {
  @Test(arguments: [
    ("clock", 16), ("clock", 0), ("clock", 32), ("call", 16), ("call", 32), ("pairing", 16), ("pairing", 32),
    ("menu", 16), ("alert", 0), ("alert", 32), ("clock-analog-half", 16), ("clock-large-half", 16),
    ("mute-vibration", 32), ("list-kept", 16), ("list-kept", 32), ("detail-kept", 32), ("detail-kept-long", 32),
    ("timer-running", 16), ("timer-running", 32), ("timer-over", 16), ("stopwatch-running", 16),
    ("stopwatch-running", 32), ("alarms", 16), ("alarms", 32), ("alarm-hour", 16), ("alarm-hour", 32),
    ("hint-clock", 16), ("hint-clock", 32), ("hint-clock-hold", 32), ("hint-clock-joystick", 32),
    ("hint-clock-analog", 16), ("hint-clock-large", 16), ("hint-list", 16), ("hint-list-hold", 32),
    ("hint-list-joystick", 32), ("hint-menu", 32), ("hint-menu-last", 32), ("hint-status", 32), ("tutorial", 16),
    ("tutorial", 32), ("tutorial-hold", 16), ("tutorial-end", 32), ("alarm-days", 32),
    ("alarm-power", 16), ("alarm", 16), ("alarm", 32), ("alarm-missed", 16),
    ("self-test-pattern-half", 16),
  ])
  func halfLooksLikeItsGoldenPicture(name: String, top: Int) throws {
    let sample = try #require(ScreenSample.all.first { $0.name == name })
    let rows = sample.bitmap().picture().split(separator: "\n")[top..<top + 32]
    let golden = GoldenPicture(name: "../GoldenHalves/\(name)-\(top)")
    let difference = try golden.difference(to: rows.joined(separator: "\n") + "\n")
    #expect(difference == nil, "\(difference ?? "")")
  }
}
