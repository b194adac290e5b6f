import Octets
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct AlarmTableTests {
  /// Local minutes since 1970 of Friday, 20 November 2026, at 12:00.
  static let noon = Int32(20_777 * 1_440 + 720)

  private func table(_ alarm: Alarm, at minute: Int32 = noon) -> AlarmTable {
    var table = AlarmTable()
    _ = table.advance(to: minute, uptime: 0)
    table.set(0, to: alarm, uptime: 0)
    return table
  }

  private func alarm(_ hour: Int, _ minute: Int, _ days: Weekdays = .none) throws -> Alarm {
    Alarm(try #require(TimeOfDay(hour: hour, minute: minute)), days)
  }

  @Test func anAlarmRingsInItsMinuteAndOnceOnly() throws {
    var table = table(try alarm(12, 2))
    #expect(table.next == Self.noon + 2)
    let due1 = table.advance(to: Self.noon + 1, uptime: 1)
    #expect(due1.ringing.isEmpty)
    let due2 = table.advance(to: Self.noon + 2, uptime: 2)
    #expect(due2.ringing.contains(0))
    #expect(!table[0].isOn)
    #expect(table.next == nil)
    let due3 = table.advance(to: Self.noon + 2, uptime: 2)
    #expect(due3.ringing.isEmpty)
  }

  @Test func weekdaysAreKept() throws {
    // The day is a Friday.
    let table = table(try alarm(12, 2, .weekend))
    #expect(table.next == Self.noon + 1_440 + 2)
    #expect(try alarm(12, 2, Weekdays(.friday)).nextDue(after: Self.noon + 2) == Self.noon + 2 + 7 * 1_440)
    #expect(try alarm(12, 2, .mondayToFriday).nextDue(after: Self.noon + 2) == Self.noon + 2 + 3 * 1_440)
    #expect(try alarm(11, 0, .all).latestDue(after: 0, upTo: Self.noon) == Self.noon - 60)
    #expect(try alarm(13, 0, Weekdays(.friday)).latestDue(after: 0, upTo: Self.noon) == Self.noon - 7 * 1_440 + 60)
  }

  @Test func aJumpForwardReportsAMissedAlarmOnce() throws {
    var table = table(try alarm(12, 30, .all))
    let due = table.advance(to: Self.noon + 60, uptime: 1)
    #expect(due.missed.contains(0) && due.ringing.isEmpty)
    let due4 = table.advance(to: Self.noon, uptime: 2)
    #expect(due4.missed.isEmpty)
    let again = table.advance(to: Self.noon + 60, uptime: 3)
    #expect(again.missed.isEmpty && again.ringing.isEmpty)
    #expect(table[0].isOn)
  }

  @Test(arguments: [Weekdays.none, .all]) func anAlarmThatAWrongTimeHasMissedRingsAtItsOwn(_ days: Weekdays) throws {
    var table = table(try alarm(12, 30, days))
    let wrong = table.advance(to: Self.noon + 120, uptime: 1)
    #expect(wrong.missed.contains(0))
    let right = table.advance(to: Self.noon, uptime: 2)
    #expect(right.missed.isEmpty && right.ringing.isEmpty)
    #expect(table[0].isOn && table.next == Self.noon + 30)
    let due = table.advance(to: Self.noon + 30, uptime: 32)
    #expect(due.ringing.contains(0) && due.missed.isEmpty)
    let later = table.advance(to: Self.noon + 31, uptime: 33)
    #expect(later.ringing.isEmpty && table[0].isOn == (days == .all))
  }

  @Test func anAlarmThatWasTurnedOffAfterAWrongTimeStaysOff() throws {
    var off = try alarm(12, 30)
    var table = table(off)
    _ = table.advance(to: Self.noon + 120, uptime: 1)
    off.isOn = false
    table.set(0, to: off, uptime: 1)
    _ = table.advance(to: Self.noon, uptime: 2)
    let due = table.advance(to: Self.noon + 30, uptime: 32)
    #expect(due.ringing.isEmpty && !table[0].isOn)
  }

  @Test func anAlarmThatIsFourMinutesLateStillRings() throws {
    for (late, rings) in [(Int32(4), true), (5, false)] {
      var table = table(try alarm(12, 30, .all))
      let due = table.advance(to: Self.noon + 30 + late, uptime: 1)
      #expect(due.ringing.contains(0) == rings)
      #expect(due.missed.contains(0) != rings)
    }
  }

  @Test func aJumpBackRingsAgainOnlyOnAnotherDay() throws {
    var table = table(try alarm(12, 2, .all))
    let due5 = table.advance(to: Self.noon + 2, uptime: 0)
    #expect(due5.ringing.contains(0))
    _ = table.advance(to: Self.noon, uptime: 1)
    for minute in 1...3 {
      let due6 = table.advance(to: Self.noon + Int32(minute), uptime: 1)
      #expect(due6.ringing.isEmpty)
    }
    let due7 = table.advance(to: Self.noon + 2 + 1_440, uptime: 2)
    #expect(due7.ringing.contains(0))
  }

  @Test func anAlarmThatWasSetAfterAJumpBackRings() throws {
    var table = table(try alarm(20, 0, .all))
    _ = table.advance(to: Self.noon - 120, uptime: 0)
    table.set(1, to: try alarm(11, 0), uptime: 0)
    let due8 = table.advance(to: Self.noon - 60, uptime: 60)
    #expect(due8.ringing.contains(1))
  }

  @Test func withoutATimeAlarmsWaitAndMissOnlyWhatCameAfterTheyWereSet() throws {
    var table = AlarmTable()
    #expect(!table.isWaiting)
    table.set(0, to: try alarm(11, 0, .all), uptime: 10)
    table.set(1, to: try alarm(11, 0, .all), uptime: 100)
    #expect(table.isWaiting && table.next == nil)
    let due = table.advance(to: Self.noon, uptime: 110)
    #expect(due.missed.contains(0))
    #expect(!due.missed.contains(1) && due.ringing.isEmpty)
    #expect(!table.isWaiting)
  }

  @Test func aTimeOutsideOfTheCalendarIsIgnored() throws {
    var table = table(try alarm(12, 2, .all))
    for minute in [Int32.min, -1, 100_000_001, Int32.max] {
      let due = table.advance(to: minute, uptime: .max)
      #expect(due.ringing.isEmpty && due.missed.isEmpty)
    }
    #expect(table.next == Self.noon + 2)
  }

  @Test func theChoicesOfDaysFormACircle() {
    var days = Weekdays.none
    for _ in 0..<11 {
      #expect(days.next().next(isBackward: true) == days)
      days = days.next()
    }
    #expect(days == .none)
    #expect(Weekdays(.monday).union(Weekdays(.sunday)).next() == .none)
  }
}
