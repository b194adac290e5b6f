internal import Features
internal import Graphics
internal import Peripherals
internal import Screens
internal import Timing
internal import WatchModel

/// The functions that need no phone: timer, stopwatch and alarms.
///
/// Owns their machines, and lets the time on the display run while it is seen. A watch without these functions leaves
/// the machines in their first state.
struct WristTools {
  private var timer = CountdownTimer()
  private var stopwatch = Stopwatch()
  private(set) var alarms = AlarmClock()
  private var tick = Deadline()

  /// The screen that covers the page: an alarm that rings, the end of the timer, a missed alarm; nil without one.
  var shown: ScreenName? {
    guard Features.hasTimeTools else { return nil }
    return alarms.isRinging ? .alarm : timer.isOver ? .ring : alarms.isMissedShown ? .missedAlarm : nil
  }

  /// Whether an alarm or the end of the timer rings.
  var isRinging: Bool { Features.hasTimeTools && (alarms.isRinging || timer.isRinging) }

  /// Returns whether this screen rings, with the motor and the LED: the display stays lit.
  func rings(on name: ScreenName) -> Bool {
    Features.hasTimeTools && (name == .alarm || (name == .ring && timer.isRinging))
  }

  /// Handles a gesture on a screen of its own.
  ///
  /// - Returns: whether the wearer leaves the screen.
  mutating func handle(
    _ gesture: ButtonGesture, on name: ScreenName, now: Instant, _ output: inout WatchOutput
  ) -> Bool {
    guard Features.hasTimeTools else { return true }
    tick.clear()
    switch name {
    case .timer: return timer.handle(gesture, now: now, &output)
    case .stopwatch: return stopwatch.handle(gesture, now: now, &output)
    case .ring:
      timer.acknowledge(&output)
      return false
    case .alarm, .missedAlarm:
      alarms.handle(gesture, now: now, &output)
      return false
    case .alarms, .editAlarm, .settings, .setting, .torch, .clock, .alert, .list, .detail, .call, .pairing, .status,
      .menu, .phones, .question, .note, .pairAgain, .activeCall, .mute, .music, .quiet, .tutorial:
      return true
    }
  }

  // MARK: Time

  var deadline: Instant? {
    guard Features.hasTimeTools else { return nil }
    return earliest(alarms.deadline, earliest(timer.deadline, tick.instant))
  }

  /// The local minute since 1970 in which an alarm rings next; nil without one.
  var nextAlarm: Int32? { Features.hasTimeTools ? alarms.next : nil }

  /// Whether an alarm is set, but the time is not known.
  var isWaitingForTime: Bool { Features.hasTimeTools && alarms.isWaiting }

  /// - Parameters:
  ///   - isUnderCall: whether a call is on the display, which covers an alarm that rings.
  ///   - isRingShown: whether the end of the timer is on the display, not covered by a call, an alarm or a pairing.
  mutating func expire(isUnderCall: Bool, isRingShown: Bool, now: Instant, _ output: inout WatchOutput) {
    guard Features.hasTimeTools else { return }
    alarms.expire(isCovered: isUnderCall, now: now, &output)
    if timer.expire(isCovered: !isRingShown, now: now, &output) { output.requestRedraw() }
  }

  /// Follows the local time, in minutes since 1970; nil if it is not known.
  mutating func followTime(_ minute: Int32?, now: Instant, _ output: inout WatchOutput) {
    guard Features.hasTimeTools else { return }
    alarms.follow(minute, now: now, &output)
  }

  /// Sets alarm 0...4.
  mutating func setAlarm(_ index: Int, to alarm: Alarm, now: Instant, _ output: inout WatchOutput) {
    guard Features.hasTimeTools else { return }
    alarms.set(index, to: alarm, now: now, &output)
  }

  mutating func changeAlarm(
    _ index: Int, _ field: AlarmField, isBackward: Bool, now: Instant, _ output: inout WatchOutput
  ) {
    guard Features.hasTimeTools else { return }
    alarms.change(index, field, isBackward: isBackward, now: now, &output)
  }

  /// Sets the alarms that were stored.
  mutating func restore(_ alarms: AlarmClock) { if Features.hasTimeTools { self.alarms = alarms } }

  /// Whether the alarms have changed since the last call, so that the owner must store them.
  mutating func takeHaveAlarmsChanged() -> Bool { Features.hasTimeTools && alarms.takeHasChanged() }

  /// Lets the time run.
  ///
  /// - Parameter name: the screen on the display; nil if the display is off.
  mutating func follow(_ name: ScreenName?, now: Instant, _ output: inout WatchOutput) {
    guard Features.hasTimeTools else { return }
    let next =
      name == .timer ? timer.nextChange(after: now) : name == .stopwatch ? stopwatch.nextChange(after: now) : nil
    guard let next else { return tick.clear() }
    let isDue = tick.isDue(at: now)
    if isDue || !tick.isSet { tick.set(next) }
    if isDue { output.requestRedraw() }
  }

  // MARK: The picture

  @inline(never)
  borrowing func drawAlarm(_ style: ClockStyle, into bitmap: inout Bitmap) {
    guard Features.hasTimeTools else { return }
    AlarmScreen(alarms.shownAlarm, isMissed: !alarms.isRinging, style).draw(into: &bitmap)
  }

  @inline(never)
  borrowing func drawAlarms(selected row: Int, _ style: ClockStyle, into bitmap: inout Bitmap) {
    guard Features.hasTimeTools else { return }
    let list = AlarmsScreen(count: AlarmTable.count, selected: row)
    list.draw(into: &bitmap)
    for index in list.visible { list.draw(alarms.alarm(at: index), at: index, style, into: &bitmap) }
  }

  @inline(never)
  borrowing func drawAlarm(_ index: Int, _ field: AlarmField, _ style: ClockStyle, into bitmap: inout Bitmap) {
    guard Features.hasTimeTools else { return }
    EditAlarmScreen(index, alarms.alarm(at: index), field, style).draw(into: &bitmap)
  }

  borrowing func drawTimer(now: Instant, into bitmap: inout Bitmap) {
    guard Features.hasTimeTools else { return }
    CountingScreen(.timer, timer.screenState, timer.time(at: now)).draw(into: &bitmap)
  }

  borrowing func drawStopwatch(now: Instant, into bitmap: inout Bitmap) {
    guard Features.hasTimeTools else { return }
    CountingScreen(.stopwatch, stopwatch.screenState, stopwatch.time(at: now)).draw(into: &bitmap)
  }
}
