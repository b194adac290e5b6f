import BluetoothHost
import Testing
import Timing
import WatchModel

@testable import PhoneSupport
@testable import Watch

/// The number of wake-ups of an idle watch: its deadlines in an hour, with a clock that the test sets.
@Suite struct WatchIdleTests {
  /// The deadlines in an hour of a watch that has been idle for ten minutes, in seconds.
  private func deadlines(of harness: ApplicationHarness) -> [Int] {
    tellTime(to: harness)
    _ = run(harness, for: .minutes(10))
    return run(harness, for: .minutes(60))
  }

  private func run(_ harness: ApplicationHarness, for time: Interval) -> [Int] {
    let (start, end) = (harness.now, harness.now + time)
    var found: [Int] = []
    while let deadline = harness.application.deadline, deadline <= end, found.count < 10_000 {
      harness.now = max(harness.now, deadline)
      harness.handleTimeout()
      if harness.application.needsSystemTime(at: harness.now) { tellTime(to: harness) }
      found.append(Int(harness.now.since(start).wholeSeconds))
    }
    harness.now = end
    return found
  }

  /// Sets the time as the program does, once a minute. The first minute starts seven seconds after the harness.
  private func tellTime(to harness: ApplicationHarness) {
    let local = Int64(bitPattern: harness.now.microseconds) - 107_000_000 + 1_795_000_020_000_000
    harness.application.setSystemTime(localMicroseconds: local, now: harness.now)
  }

  /// Sixty minutes; every five minutes, a check of the controller. The check of the phone every fifteen minutes takes
  /// no time here, because it happens in the same turns.
  @Test func aConnectedWatchWakesForTheMinuteAndItsWatchdogs() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.answerCommands()
    harness.connect()
    let found = deadlines(of: harness)
    #expect(found.count == 60 + 12, "\(found)")
  }

  /// Four looks at the time; every five minutes, a check of the controller.
  @Test func aDarkWatchWakesForTheQuarterAndItsWatchdogs() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.fit { $0.light = .usual }
    harness.answerCommands()
    harness.connect()
    let found = deadlines(of: harness)
    #expect(found.count == 4 + 12, "\(found)")
  }

  /// It is 11:06:53.
  @Test func aDarkWatchWakesForAnAlarmAndForTheQuietHours() throws {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.fit { $0.light = .usual }
    harness.answerCommands()
    harness.connect()
    tellTime(to: harness)
    let settings: [(WearerSetting, UInt16)] = [(.quietFrom, 11 * 60 + 41), (.quietUntil, 11 * 60 + 50), (.quiet, 1)]
    for (setting, value) in settings {
      let isValid = harness.application.change(.choose(setting, value), now: harness.now)
      #expect(isValid)
    }
    let time = try #require(TimeOfDay(hour: 12, minute: 3))
    let isSet = harness.application.setAlarm(0, to: Alarm(time, .all), now: harness.now)
    #expect(isSet)
    let found = Set(run(harness, for: .minutes(60)))
    #expect(found.isSuperset(of: [2_047, 2_587, 3_367]), "\(found.sorted())")
    #expect(found.isDisjoint(with: [2_107, 2_647, 3_307]))
    #expect(harness.application.watch.screen == .alarm)
  }

  /// Sixty minutes; every five minutes, a check of the advertising; once, the change to slower advertising.
  @Test func aWatchThatIsAloneWakesForTheMinuteAndItsAdvertising() {
    let found = deadlines(of: ApplicationHarness.started(bonds: Sample.bonds()))
    #expect(found.count == 60 + 12 + 1, "\(found)")
  }
}
