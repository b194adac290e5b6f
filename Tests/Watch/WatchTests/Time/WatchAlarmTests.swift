import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

@Suite struct WatchAlarmTests {
  /// A watch at 12:00 on Friday, 20 November 2026; without a time, if `isTimeKnown` is false.
  private func harness(
    connected: Bool = true, alerts: AlertSettings = AlertSettings(), isTimeKnown: Bool = true
  ) -> MachineHarness {
    let harness = MachineHarness(connected: connected, alerts: alerts)
    harness.fit { ($0.hasMotor, $0.hasLED) = (true, true) }
    if isTimeKnown { setTime(harness, AlarmTableTests.noon) }
    return harness
  }

  private func setTime(_ harness: MachineHarness, _ minute: Int32) {
    harness.watch.setSystemTime(localMicroseconds: Int64(minute) * 60_000_000, harness.phone, now: harness.now)
    harness.collect()
  }

  private func set(_ harness: MachineHarness, _ minute: Int, _ days: Weekdays = .all, index: Int = 0) throws {
    let time = try #require(TimeOfDay(hour: 12, minute: minute))
    harness.watch.setAlarm(index, to: Alarm(time, days), harness.phone, now: harness.now)
    harness.collect()
  }

  private func reports(_ harness: MachineHarness) -> [AlarmReport.Change] {
    harness.events.compactMap { if case .alarm(let report) = $0 { report.change } else { nil } }
  }

  /// Waits with the time of day running.
  private func wait(_ harness: MachineHarness, _ interval: Interval) {
    harness.wait(interval)
    harness.collect()
  }

  @Test(arguments: [true, false]) func anAlarmRingsWithoutALinkInQuietHoursAndIsStopped(_ isConnected: Bool) throws {
    var settings = AlertSettings()
    settings.quietHours = QuietHours(start: 0, end: 1_439)
    let harness = harness(connected: isConnected, alerts: settings)
    harness.fit { $0.light = .usual }
    try set(harness, 1)
    wait(harness, .seconds(58))
    #expect(harness.screen == .clock)
    wait(harness, .seconds(3))
    #expect(harness.screen == .alarm)
    #expect(harness.watch.lightLevel == .full)
    #expect(harness.watch.front.haptics.pattern == .call)
    wait(harness, .minutes(3))
    #expect(harness.watch.lightLevel == .full)
    #expect(harness.watch.front.haptics.pattern == .call)
    harness.press(.accept)
    #expect(harness.screen == .clock)
    #expect(harness.watch.front.haptics.pattern == nil)
    #expect(reports(harness) == [.set, .ringing, .stopped])
  }

  @Test func aPressOnItsWayDoesNotStopTheAlarm() throws {
    let harness = harness()
    try set(harness, 1)
    wait(harness, .seconds(59))
    setTime(harness, AlarmTableTests.noon + 1)
    #expect(harness.screen == .alarm)
    harness.handle(ButtonEvent(button: .accept, edge: .pressed), now: harness.now)
    harness.handle(ButtonEvent(button: .accept, edge: .released), now: harness.now)
    #expect(harness.screen == .alarm)
    harness.press(.accept)
    #expect(harness.screen == .clock)
  }

  @Test(arguments: [Button.decline, .up, .down, .back])
  func itRingsAgainTenMinutesAfterASnooze(_ button: Button) throws {
    let harness = harness()
    try set(harness, 1, .none)
    wait(harness, .seconds(61))
    harness.press(button)
    #expect(harness.screen == .clock)
    wait(harness, .minutes(9))
    #expect(harness.screen == .clock)
    wait(harness, .seconds(61))
    #expect(harness.screen == .alarm)
    #expect(reports(harness) == [.set, .ringing, .snoozed, .ringing])
  }

  @Test func anAlarmThatNobodyStopsIsReportedAsMissed() throws {
    let harness = harness()
    try set(harness, 1)
    wait(harness, .seconds(61))
    wait(harness, .minutes(5))
    #expect(harness.screen == .missedAlarm)
    #expect(reports(harness).last == .missed)
    let isFelt = harness.watch.isMotorOn
    #expect(!isFelt)
    harness.press(.accept)
    #expect(harness.screen == .clock)
  }

  @Test func aCallStaysOnTopAndTheAlarmRingsOn() throws {
    let harness = harness()
    try set(harness, 1)
    wait(harness, .seconds(40))
    harness.post(1, MachineHarness.Posted(category: 1))
    #expect(harness.screen == .call)
    wait(harness, .seconds(40))
    #expect(harness.screen == .call)
    #expect(reports(harness) == [.set, .ringing])
    harness.remove(1)
    #expect(harness.screen == .alarm)
    #expect(harness.watch.front.haptics.pattern == .call)
    wait(harness, .seconds(1))
    harness.press(.select)
    #expect(reports(harness).last == .stopped)
  }

  @Test func theAlarmRingsOverACallThatTheWearerHasSilenced() throws {
    let harness = harness()
    try set(harness, 1)
    wait(harness, .seconds(40))
    harness.post(1, MachineHarness.Posted(category: 1))
    wait(harness, .seconds(1))
    harness.hold(.decline)
    #expect(harness.watch.front.haptics.pattern == nil)
    wait(harness, .seconds(20))
    #expect(harness.screen == .alarm)
    #expect(harness.watch.front.haptics.pattern == .call)
    harness.press(.accept)
    #expect(reports(harness) == [.set, .ringing, .stopped])
    #expect(harness.screen == .call && harness.performed.isEmpty)
  }

  @Test func theAlarmLiesOverAPairing() throws {
    let harness = harness()
    try set(harness, 1)
    wait(harness, .seconds(50))
    harness.pairingStarted(.compare(pairingCode: 123_456), now: harness.now)
    #expect(harness.screen == .pairing)
    wait(harness, .seconds(11))
    #expect(harness.screen == .alarm)
    harness.press(.accept)
    #expect(harness.screen == .pairing)
    #expect(harness.actions.isEmpty)
  }

  @Test func withoutATimeTheClockShowsThatAlarmsWait() throws {
    let harness = harness(isTimeKnown: false)
    let before = harness.picture
    try set(harness, 30)
    let waiting = harness.picture
    #expect(waiting != before)
    wait(harness, .minutes(45))
    setTime(harness, AlarmTableTests.noon + 31)
    #expect(harness.screen == .alarm)
    setTime(harness, AlarmTableTests.noon + 120)
    #expect(reports(harness) == [.set, .ringing])
  }

  @Test func eachMissedAlarmIsReportedWhenTheTimeArrives() throws {
    let harness = harness(isTimeKnown: false)
    try set(harness, 10, index: 1)
    try set(harness, 20, index: 3)
    wait(harness, .minutes(45))
    setTime(harness, AlarmTableTests.noon + 40)
    #expect(reports(harness) == [.set, .set, .missed, .missed])
    for _ in 0..<2 {
      #expect(harness.screen == .missedAlarm)
      harness.press(.decline)
    }
    #expect(harness.screen == .clock)
  }

  // MARK: A restart

  @Test func aChangeIsStoredAndARestartReportsWhatWasMissed() throws {
    let before = harness()
    try set(before, 1)
    let hasChanged = before.watch.takeHaveChoicesChanged()
    #expect(hasChanged)
    let isStoredAgain = before.watch.takeHaveChoicesChanged()
    #expect(!isStoredAgain)
    let after = harness(isTimeKnown: false)
    let record = output(capacity: WearerRecord.capacity) { (output) in
      #expect(throws: Never.self) { try before.watch.choices.encode(into: &output) }
    }
    after.watch.setChoices(try WearerRecord(decoding: record.span))
    let areWaiting = after.watch.areAlarmsWaiting
    #expect(areWaiting)
    let alarms = (before.watch.alarm(at: 0), after.watch.alarm(at: 0))
    #expect(alarms.0 == alarms.1)
    setTime(after, AlarmTableTests.noon + 30)
    #expect(after.screen == .missedAlarm)
    #expect(reports(after) == [.missed])
    let isStoredAfterwards = after.watch.takeHaveChoicesChanged()
    #expect(isStoredAfterwards)
  }

  @Test func anInterruptedAlarmThatRingsOnceWaitsForTheTimeInTheDark() throws {
    let before = harness()
    try set(before, 1, .none)
    wait(before, .seconds(62))
    #expect(before.screen == .alarm)
    let record = output(capacity: WearerRecord.capacity) { (output) in
      #expect(throws: Never.self) { try before.watch.choices.encode(into: &output) }
    }
    let after = harness(isTimeKnown: false)
    after.fit { $0.light = .usual }
    after.watch.setChoices(try WearerRecord(decoding: record.span))
    after.watch.setSystemTime(localMicroseconds: nil, after.phone, now: after.now)
    let areWaiting = after.watch.areAlarmsWaiting
    #expect(areWaiting)
    after.wait(.seconds(59))
    #expect(after.watch.lightLevel == .off)
    let deadline = after.watch.deadline
    #expect(deadline.map { $0 <= after.now + .minutes(1) } == true)
    setTime(after, AlarmTableTests.noon + 5)
    #expect(after.screen == .alarm)
  }

  // MARK: The menu

  @Test func twoButtonsSetAnAlarm() throws {
    let harness = harness()
    harness.hold(.decline)
    for _ in 0..<MenuItem.alarms.rawValue { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.screen == .alarms)
    harness.press(.decline)
    harness.press(.accept)
    #expect(harness.screen == .editAlarm)
    harness.hold(.accept)
    harness.press(.decline)
    harness.press(.accept)
    harness.press(.decline)
    for _ in 0..<5 { harness.press(.accept) }
    harness.press(.decline)
    for _ in 0..<2 { harness.press(.accept) }
    harness.press(.decline)
    harness.press(.decline)
    #expect(harness.screen == .alarms)
    harness.wait(.seconds(3))
    let time = try #require(TimeOfDay(hour: 6, minute: 15))
    let alarm = harness.watch.alarm(at: 1)
    #expect(alarm == Alarm(time, .mondayToFriday))
    #expect(reports(harness) == [.set])
    harness.hold(.accept)
    harness.wait(.seconds(3))
    let isOn = harness.watch.alarm(at: 1).isOn
    #expect(!isOn)
  }

  @Test func sixButtonsSetAnAlarm() throws {
    let harness = harness()
    harness.hold(.decline)
    for _ in 0..<MenuItem.alarms.rawValue { harness.press(.down) }
    harness.press(.select)
    for _ in 0..<6 { harness.press(.down) }
    harness.press(.select)
    harness.press(.up)
    harness.press(.select)
    harness.press(.select)
    harness.press(.down)
    harness.press(.back)
    harness.press(.back)
    harness.press(.back)
    #expect(harness.screen == .clock)
    harness.wait(.seconds(3))
    let time = try #require(TimeOfDay(hour: 8, minute: 9))
    let alarm = harness.watch.alarm(at: 4)
    #expect(alarm == Alarm(time))
  }

  @Test func anAlarmThatIsTurnedOffAndOnAgainIsNotSnoozedAnyMore() throws {
    let harness = harness()
    try set(harness, 1)
    wait(harness, .seconds(61))
    #expect(harness.screen == .alarm)
    harness.press(.decline)
    #expect(reports(harness).last == .snoozed)
    harness.hold(.decline)
    while harness.watch.navigation.page != .menu(.alarms) { harness.press(.decline) }
    harness.press(.accept)
    harness.hold(.accept)
    harness.hold(.accept)
    wait(harness, .seconds(4))
    #expect(reports(harness).last == .set)
    wait(harness, .minutes(12))
    #expect(harness.screen == .clock)
    #expect(reports(harness).last == .set)
  }

  // The same for an alarm that rings once: it is off when it is snoozed, and the list shows it as off.
  @Test func aSnoozedAlarmThatRingsOnceIsEndedByTurningItOnAndOff() throws {
    let harness = harness()
    try set(harness, 1, .none)
    wait(harness, .seconds(61))
    harness.press(.decline)
    harness.hold(.decline)
    while harness.watch.navigation.page != .menu(.alarms) { harness.press(.decline) }
    harness.press(.accept)
    harness.hold(.accept)
    harness.hold(.accept)
    #expect(!harness.watch.alarm(at: 0).isOn)
    wait(harness, .minutes(12))
    #expect(harness.screen == .clock)
  }

  @Test func anAlarmThatIsTurnedOnASecondBeforeItsTimeRings() throws {
    let harness = harness()
    harness.watch.setAlarm(
      0, to: Alarm(try #require(TimeOfDay(hour: 12, minute: 1)), .none, isOn: false), harness.phone,
      now: harness.now)
    harness.hold(.decline)
    while harness.watch.navigation.page != .menu(.alarms) { harness.press(.decline) }
    harness.press(.accept)
    let start = Instant(microseconds: 1_000_000)
    harness.wait(Interval(microseconds: 58_000_000 - harness.now.since(start).microseconds))
    harness.hold(.accept)
    #expect(harness.watch.alarm(at: 0).isOn && reports(harness) == [.set])
    wait(harness, .seconds(3))
    #expect(harness.screen == .alarm)
    #expect(reports(harness) == [.set, .set, .ringing])
  }

  /// A watch whose alarm rings every day at 12:01, and was changed to Mon-Fri a second before. Today is Friday.
  private func harnessWithLateChange() throws -> MachineHarness {
    let harness = harness()
    try set(harness, 1)
    harness.hold(.decline)
    while harness.watch.navigation.page != .menu(.alarms) { harness.press(.decline) }
    harness.press(.accept)
    harness.press(.accept)
    for _ in 0..<3 { harness.press(.decline) }
    #expect(harness.watch.navigation.page == .editAlarm(0, .days))
    // The harness began at 12:00:00, one second after its start: see `harness()`.
    let start = Instant(microseconds: 1_000_000)
    harness.wait(Interval(microseconds: 58_000_000 - harness.now.since(start).microseconds))
    harness.press(.accept)
    return harness
  }

  @Test func anAlarmRingsOnAlthoughItWasChangedASecondBefore() throws {
    let harness = try harnessWithLateChange()
    harness.wait(.seconds(5))
    #expect(harness.screen == .alarm)
  }

  @Test(arguments: [1, 5]) func anAlarmThatWasChangedASecondBeforeCanBeSnoozed(_ seconds: UInt32) throws {
    let harness = try harnessWithLateChange()
    wait(harness, .seconds(1 + seconds))
    #expect(harness.screen == .alarm)
    harness.press(.decline)
    wait(harness, .seconds(4))
    #expect(harness.screen != .alarm && reports(harness).contains(.snoozed))
    let weekdays = harness.watch.alarm(at: 0).weekdays
    #expect(weekdays == .mondayToFriday)
    wait(harness, .minutes(11))
    #expect(harness.screen == .alarm)
  }
}
