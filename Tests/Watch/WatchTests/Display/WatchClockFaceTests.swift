import Graphics
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

/// The faces of the clock, the seconds and the watch's own battery.
@Suite struct WatchClockFaceTests {
  /// Half a second into a minute, on 20 November 2026.
  private static let local: Int64 = 1_795_132_800_500_000

  private func harness(_ change: (inout ClockStyle) -> Void = { _ in }) -> MachineHarness {
    let harness = MachineHarness()
    harness.fit { change(&$0.clock) }
    harness.watch.setSystemTime(localMicroseconds: Self.local, harness.phone, now: harness.now)
    _ = harness.watch.takeNeedsRedraw()
    harness.collect()
    harness.events = []
    return harness
  }

  /// Whether the picture has changed since the last call.
  private func isDrawn(_ harness: MachineHarness) -> Bool { harness.watch.takeNeedsRedraw() }

  private func picture(_ harness: MachineHarness) -> String {
    harness.watch.draw(harness.phone, into: &harness.bitmap)
    return harness.bitmap.picture()
  }

  @Test func theMenuChoosesOneFaceAfterTheOther() {
    let harness = harness()
    let digital = picture(harness)
    harness.hold(.decline)
    for _ in 0..<MenuItem.face.rawValue { harness.press(.decline) }
    for face in [ClockFace.analog, .large, .digital, .analog] {
      harness.press(.accept)
      #expect(harness.events.contains(.face(face)))
      #expect(harness.watch.clock.style.face == face)
      #expect(harness.watch.navigation.page == .menu(.face), "the menu stays")
      harness.events = []
    }
    harness.hold(.decline)
    #expect(picture(harness) != digital)
  }

  @Test(arguments: [ClockFace.digital, .analog, .large])
  func eachFaceTellsTheChosenQuietFromTheQuietHours(face: ClockFace) {
    func picture(isQuiet: Bool, isQuietNow: Bool) -> String {
      var screen = ClockScreen(
        time: TimeOfDay(hour: 12, minute: 34), date: CalendarDate(year: 2026, month: 11, day: 20), unreadCount: 0,
        connection: .ready, batteryLevel: nil)
      screen.style.face = face
      (screen.isQuiet, screen.isQuietNow) = (isQuiet, isQuietNow)
      var bitmap = Bitmap()
      screen.draw(into: &bitmap)
      return bitmap.picture()
    }
    let none = picture(isQuiet: false, isQuietNow: false)
    let hours = picture(isQuiet: true, isQuietNow: false)
    let chosen = picture(isQuiet: false, isQuietNow: true)
    #expect(Set([none, hours, chosen]).count == 3)
    #expect(picture(isQuiet: true, isQuietNow: true) == chosen)
  }

  @Test func secondsAreDrawnAtTheBeginningOfEach() {
    let harness = harness { $0.showsSeconds = true }
    #expect(harness.watch.clock.second == 0)
    #expect(harness.watch.deadline == harness.now + .milliseconds(500))
    harness.wait(.milliseconds(499))
    #expect(!isDrawn(harness))
    harness.wait(.milliseconds(1))
    #expect(isDrawn(harness) && harness.watch.clock.second == 1)
    harness.wait(.seconds(1))
    #expect(isDrawn(harness) && harness.watch.clock.second == 2)
  }

  @Test func secondsCostNothingWhereTheyAreNotSeen() {
    let harness = harness { $0.showsSeconds = true }
    harness.press(.decline)
    #expect(harness.watch.screen == .status && harness.watch.clock.second == nil)
    harness.press(.decline)
    #expect(harness.watch.screen == .clock && harness.watch.clock.second != nil)
    harness.fit { $0.light = LightTimes(dimAfter: nil, offAfter: .seconds(2)) }
    harness.wait(.seconds(3))
    #expect(harness.watch.lightLevel == .off && harness.watch.clock.second == nil)
  }

  @Test func withoutSecondsTheClockIsDrawnOnceAMinute() {
    let harness = harness()
    harness.wait(.seconds(50))
    #expect(!isDrawn(harness) && harness.watch.clock.second == nil)
  }

  @Test func theChargeOfTheWatchIsShownAndReportedOnce() {
    let harness = harness()
    let without = picture(harness)
    harness.watch.setBatteryLevel(percent: 70)
    harness.watch.setBatteryLevel(percent: 70)
    harness.collect()
    #expect(harness.events == [.battery(70)])
    #expect(isDrawn(harness))
    #expect(picture(harness) != without)
    harness.watch.setBatteryLevel(percent: nil)
    harness.collect()
    #expect(harness.events == [.battery(70), .battery(nil)])
    #expect(picture(harness) == without)
  }

  @Test(arguments: [ClockFace.digital, .analog, .large])
  func aSmallPanelShowsTheTimeInItsRows(face: ClockFace) {
    let harness = harness { $0.face = face }
    harness.fit { $0.hasHalfPanel = true }
    let before = picture(harness).split(separator: "\n")[16..<48]
    harness.watch.setSystemTime(localMicroseconds: Self.local + 3_660_000_000, harness.phone, now: harness.now)
    let after = picture(harness).split(separator: "\n")[16..<48]
    #expect(before != after)
    let below = picture(harness).split(separator: "\n")[48...]
    #expect(face == .digital || below.allSatisfy { !$0.contains("#") }, "nothing of the time is outside of these rows")
  }
}
