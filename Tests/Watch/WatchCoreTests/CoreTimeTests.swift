import Testing
import Timing
import Watch
import WatchCore
import WatchModel

/// The board's clock may be set at any moment. Without a phone, the alarms go by it.
@Suite struct CoreTimeTests {
  private let bench = Bench()
  private let start = Instant.start + .seconds(1)
  private static let minute: Int64 = 60_000_000
  /// 07:00 on a day.
  private static let seven: Int64 = (20_000 * 1_440 + 420) * minute

  /// A dark watch with an alarm at seven, at a quarter to seven of a board's clock.
  private func core() throws -> TestedCore {
    var core = try TestedCore(in: bench)
    bench.localMicroseconds = Self.seven - 16 * Self.minute
    core.start(now: start)
    let time = try #require(TimeOfDay(hour: 7, minute: 0))
    bench.program = { [bench] watch, now in
      bench.program = nil
      _ = watch.setAlarm(0, to: Alarm(time, .all), now: now)
    }
    core.settle(now: start)
    core.settle(now: start + .seconds(20))
    bench.localMicroseconds = Self.seven - 11 * Self.minute
    core.settle(now: start + .minutes(5))
    return core
  }

  @Test func anAlarmRingsInItsMinute() throws {
    var core = try core()
    let deadline = core.deadline
    #expect(deadline.map { $0 > start + .minutes(7) } == true, "it is dark")
    bench.localMicroseconds = Self.seven
    core.settle(now: start + .minutes(16))
    let screen = core.application.watch.screen
    #expect(screen == .alarm)
  }

  @Test func aClockThatWasSetBackInTheDarkLetsTheAlarmRingAtItsTrueTime() throws {
    var core = try core()
    bench.localMicroseconds = Self.seven - 120 * Self.minute
    core.settle(now: start + .minutes(16))
    let early = core.application.watch.screen
    #expect(early != .alarm)
    bench.localMicroseconds = Self.seven
    core.settle(now: start + .minutes(136))
    let screen = core.application.watch.screen
    #expect(screen == .alarm)
  }
}
