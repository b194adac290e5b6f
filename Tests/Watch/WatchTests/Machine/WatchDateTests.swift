import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// The harness shows 20 November 2026, 12:34.
@Suite struct WatchDateTests {
  private func posted(_ date: String) -> (day: PostingDay, age: Int?) {
    let harness = MachineHarness()
    let octets = Array(date.utf8)
    let posted = NotificationDate(parsing: octets.span)
    return (harness.watch.clock.day(of: posted) ?? .today, harness.watch.clock.ageInMinutes(of: posted))
  }

  @Test(arguments: [
    ("20261120T123000", PostingDay.today, 4), ("20261119T233000", .yesterday, 784),
    (
      "20261117T123400",
      CalendarDate(year: 2026, month: 11, day: 17).map { .weekday($0.weekday, $0) } ?? .today, 4_320
    ),
    ("", .today, -1), ("garbage", .today, -1),
  ])
  func dayAndAgeFollowFromTheDate(_ date: String, _ day: PostingDay, _ age: Int) {
    #expect(posted(date).day == day)
    #expect(posted(date).age == (age < 0 ? nil : age))
  }

  @Test func tomorrowHasADateAndNoAge() {
    let tomorrow = CalendarDate(year: 2026, month: 11, day: 21)
    #expect(posted("20261121T080000").day == tomorrow.map { .date($0, isThisYear: true) })
    #expect(posted("20261121T080000").age == nil)
  }

  @Test func theListMarksUnreadNotifications() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x01))
    harness.press(.accept)
    let unread = harness.picture
    harness.press(.accept)
    harness.press(.decline)
    #expect(harness.screen == .list)
    #expect(harness.picture != unread, "the mark is gone")
  }

  @Test func theAgesInTheListGrow() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x01, date: "20261120T123400"))
    harness.press(.accept)
    let new = harness.picture
    _ = harness.takeNeedsRedraw()
    harness.setTime(TimeOfDay(hour: 12, minute: 35), CalendarDate(year: 2026, month: 11, day: 20), now: harness.now)
    #expect(harness.takeNeedsRedraw())
    #expect(harness.picture != new)
  }
}
