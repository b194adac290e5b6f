import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// Ends that the wearer has chosen by the clock, when the local time jumps.
@Suite struct ClockJumpTests {
  private static let again = AlertDecision(.normal, .snoozed)
  private static let minute: Int64 = 60_000_000
  /// 23:30 on 20 November 2026.
  private static let evening: Int64 = 1_795_217_400_000_000

  private func harness() -> MachineHarness {
    let harness = MachineHarness()
    set(harness, Self.evening)
    return harness
  }

  private func set(_ harness: MachineHarness, _ local: Int64?) {
    harness.watch.setSystemTime(localMicroseconds: local, harness.phone, now: harness.now)
  }

  /// Sets the clock `minutes` forward from the time that it shows.
  private func jump(_ harness: MachineHarness, by minutes: Int, since start: Instant) {
    let passed = Int64(bitPattern: harness.now.since(start).microseconds)
    set(harness, Self.evening + passed + Int64(minutes) * Self.minute)
  }

  private func begin(_ duration: QuietDuration, _ harness: MachineHarness) {
    harness.hold(.decline)
    for _ in 0..<MenuItem.quiet.rawValue { harness.press(.decline) }
    harness.press(.accept)
    for _ in 0..<(duration == .hour ? 0 : 1) { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.events.contains(.quiet(duration)))
  }

  /// Chooses a row of the mute page for the newest notification.
  private func chooseMute(_ row: Int, _ harness: MachineHarness) {
    harness.post(1, .init())
    harness.press(.back)
    harness.press(.accept)
    harness.hold(.accept)
    for _ in 0..<row { harness.press(.decline) }
    harness.press(.accept)
    harness.hold(.decline)
    #expect(harness.screen == .clock)
  }

  /// Returns how many minutes pass, to the minute, until `condition` holds; nil after three days.
  private func minutes(_ harness: MachineHarness, until condition: () -> Bool) -> Int? {
    for minutes in 0..<4_320 {
      if condition() { return minutes }
      harness.wait(.minutes(1))
    }
    return nil
  }

  private func isNear(_ minutes: Int?, _ expected: Int) -> Bool { minutes.map { abs($0 - expected) <= 1 } ?? false }

  /// From 23:30 to 7:00 are 450 minutes. A clock that was wrong by days counts by its time of day.
  @Test(arguments: [(0, 450), (60, 390), (-60, 510), (-540, 990), (4_380, 390), (-4_320, 450), (5_520, 690)])
  func quietUntilMorningEndsByTheClock(jumped: Int, expected: Int) {
    let harness = harness()
    let start = harness.now
    begin(.morning, harness)
    jump(harness, by: jumped, since: start)
    #expect(isNear(minutes(harness) { harness.events.contains(.quiet(nil)) }, expected))
  }

  @Test func anHourOfQuietStaysAnHour() {
    let harness = harness()
    let start = harness.now
    begin(.hour, harness)
    jump(harness, by: 120, since: start)
    #expect(isNear(minutes(harness) { harness.events.contains(.quiet(nil)) }, 60))
  }

  /// Flown to the east, the watch is in the next day.
  @Test func aMuteForTodayEndsAtMidnight() {
    let harness = harness()
    let start = harness.now
    chooseMute(1, harness)
    jump(harness, by: -120, since: start)
    harness.wait(.minutes(148))
    harness.post(2, .init())
    #expect(harness.decisions.last == AlertDecision(.none, .muted))
    jump(harness, by: 60, since: start)
    harness.wait(.seconds(1))
    harness.post(3, .init())
    #expect(harness.decisions.last == AlertDecision(.normal, .new))
  }

  @Test func aSnoozeTillTomorrowEndsInTheMorning() {
    let harness = harness()
    let start = harness.now
    chooseMute(5, harness)
    jump(harness, by: 90, since: start)
    #expect(isNear(minutes(harness) { harness.decisions.last == Self.again }, 360))
  }

  /// Without a time, a night is eight hours long. The phone's time, when it comes, changes nothing about that.
  @Test func aNightWithoutTimeKeepsItsLength() {
    let harness = harness()
    set(harness, nil)
    begin(.morning, harness)
    set(harness, Self.evening)
    #expect(isNear(minutes(harness) { harness.events.contains(.quiet(nil)) }, 480))
  }

  @Test func smallCorrectionsOfTheClockMoveNothing() {
    let harness = harness()
    let start = harness.now
    begin(.morning, harness)
    let end = harness.watch.notifications.alerts.quietNow.deadline
    set(harness, Self.evening + Int64(bitPattern: harness.now.since(start).microseconds) + 20_000_000)
    #expect(harness.watch.notifications.alerts.quietNow.deadline == end)
  }

  /// Both are chosen in one minute, and end in the same one.
  @Test func tillTomorrowAlertsAfterTheQuietNight() {
    let harness = MachineHarness()
    set(harness, Self.evening + 5_000_000)
    chooseMute(5, harness)
    harness.wait(.seconds(6))
    begin(.morning, harness)
    #expect(harness.watch.clock.time == TimeOfDay(hour: 23, minute: 30))
    harness.wait(.minutes(7 * 60 + 30))
    #expect(harness.events.contains(.quiet(nil)))
    #expect(harness.decisions.last == Self.again)
  }
}
