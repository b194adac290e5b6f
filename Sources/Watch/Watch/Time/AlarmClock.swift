internal import Octets
internal import Peripherals
internal import Screens
internal import Timing
public import WatchModel

/// A change of an alarm.
public struct AlarmReport: Equatable, Sendable {
  public enum Change: UInt8, Equatable, Sendable {
    /// The wearer or a program has set it.
    case set
    case ringing
    /// It rings again after ten minutes.
    case snoozed
    case stopped
    /// It was not stopped for five minutes, or the time had passed when it became known.
    case missed

    /// As the event stream calls it.
    public var name: StaticString {
      switch self {
      case .set: "set"
      case .ringing: "ringing"
      case .snoozed: "snoozed"
      case .stopped: "stopped"
      case .missed: "missed"
      }
    }
  }

  /// 0...4.
  public let index: UInt8
  public let change: Change
  public let alarm: Alarm

  public init(index: UInt8, _ change: Change, _ alarm: Alarm) {
    self.index = index
    self.change = change
    self.alarm = alarm
  }
}

/// Rings at the times of the alarms.
///
///     idle ── due ──→ ringing ⇄ snoozed
///                        └─ stopped, or five minutes ──→ idle
///
/// Alarms that become due while another one rings or is snoozed join it. A restart interrupts: when the time is known,
/// the alarms ring again if they began a short time ago; else they were missed.
struct AlarmClock: Sendable {
  private enum State {
    case idle
    case ringing(until: Instant)
    case snoozed(until: Instant)
    case interrupted
  }

  private static var ringTime: Interval { .minutes(5) }
  private static var snoozeTime: Interval { .minutes(10) }
  /// How long after its time an alarm that a restart has interrupted rings again.
  private static var longestInterruptionMinutes: Int32 { 15 }
  /// How long after the last change on the watch an alarm is set: a wearer changes several values in a row.
  private static var editTime: Interval { .seconds(3) }

  private var table = AlarmTable()
  private var state = State.idle
  /// The alarms that ring or are snoozed.
  private var active = AlarmSet()
  /// The alarms that were missed, and not acknowledged.
  private var missed = AlarmSet()
  private var draft: (index: Int, alarm: Alarm)?
  private var draftEnd = Deadline()
  private var hasChanged = false

  /// Whether the alarm covers the page and rings.
  var isRinging: Bool { if case .ringing = state { true } else { false } }
  /// Whether a missed alarm is waiting for the wearer.
  var isMissedShown: Bool { !missed.isEmpty }
  /// Whether an alarm is on or snoozed.
  var isSet: Bool { table.isAnyOn || !active.isEmpty }
  /// Whether alarms wait for the time, which is not known.
  var isWaiting: Bool { if case .interrupted = state { true } else { table.isWaiting } }
  /// The local minute since 1970 in which an alarm rings next; nil if no alarm is on, or if the time is not known.
  var next: Int32? { table.next }

  /// Returns alarm 0...4, also if its change on the watch was not taken over yet.
  func alarm(at index: Int) -> Alarm {
    if let draft, draft.index == index { return draft.alarm }
    return table[index]
  }

  /// The alarm that is on the display.
  var shownAlarm: Alarm { table[(isRinging ? active.first : missed.first) ?? 0] }

  // MARK: The wearer

  /// Handles a gesture on the screen of an alarm that rings or was missed.
  mutating func handle(_ gesture: ButtonGesture, now: Instant, _ output: inout WatchOutput) {
    guard isRinging else { return acknowledge() }
    switch gesture.button {
    case .accept, .select: finish(.stopped, &output)
    case .decline, .up, .down, .back:
      // A change from before the ring does not end the snooze.
      if let draft, active.contains(draft.index) { store(draft.index, draft.alarm, now: now, &output) }
      state = .snoozed(until: now + Self.snoozeTime)
      report(.snoozed, active, &output)
    }
  }

  private mutating func acknowledge() {
    if let index = missed.first { missed.remove(index) }
    hasChanged = true
  }

  /// Changes a value of an alarm by one step. Another time or day turns the alarm on.
  mutating func change(
    _ index: Int, _ field: AlarmField, isBackward: Bool, now: Instant, _ output: inout WatchOutput
  ) {
    if draft?.index != index { commitDraft(now: now, &output) }
    draft = (index, alarm(at: index).changed(field, isBackward: isBackward))
    draftEnd.set(now + Self.editTime)
    output.requestRedraw()
  }

  private mutating func commitDraft(now: Instant, _ output: inout WatchOutput) {
    guard let draft else { return }
    self.draft = nil
    draftEnd.clear()
    let isSnoozed = active.contains(draft.index) && !isRinging
    if draft.alarm != table[draft.index] || isSnoozed { set(draft.index, to: draft.alarm, now: now, &output) }
  }

  /// Sets an alarm. It does not ring, and is not snoozed any more.
  mutating func set(_ index: Int, to alarm: Alarm, now: Instant, _ output: inout WatchOutput) {
    active.remove(index)
    if active.isEmpty { state = .idle }
    store(index, alarm, now: now, &output)
  }

  /// Sets an alarm. If it rings or is snoozed, it stays so.
  private mutating func store(_ index: Int, _ alarm: Alarm, now: Instant, _ output: inout WatchOutput) {
    if draft?.index == index {
      draft = nil
      draftEnd.clear()
    }
    table.set(index, to: alarm, uptime: Self.uptime(now))
    var set = AlarmSet()
    set.insert(index)
    report(.set, set, &output)
    output.requestRedraw()
  }

  // MARK: Time

  var deadline: Instant? {
    switch state {
    case .idle, .interrupted: draftEnd.instant
    case .ringing(let until), .snoozed(let until): earliest(until, draftEnd.instant)
    }
  }

  /// - Parameter isCovered: whether a call covers the alarm: then it rings on afterwards.
  mutating func expire(isCovered: Bool, now: Instant, _ output: inout WatchOutput) {
    if draftEnd.isDue(at: now) {
      // An alarm that rings was not stopped, although it was changed shortly before.
      if isRinging, let draft, active.contains(draft.index) {
        draftEnd.set(now + Self.editTime)
      } else {
        commitDraft(now: now, &output)
      }
    }
    switch state {
    case .ringing where isCovered: state = .ringing(until: now + Self.ringTime)
    case .ringing(let until) where until <= now:
      missed.formUnion(active)
      finish(.missed, &output)
    case .snoozed(let until) where until <= now: ring(now: now, &output)
    case .idle, .ringing, .snoozed, .interrupted: break
    }
  }

  /// Follows the local time, in minutes since 1970; nil if it is not known.
  mutating func follow(_ minute: Int32?, now: Instant, _ output: inout WatchOutput) {
    guard let minute else {
      if isSet { output.requestRedraw() }
      return table.loseTime()
    }
    if isWaiting { output.requestRedraw() }
    if case .interrupted = state { goOn(at: minute, now: now, &output) }
    if (table.minutesSinceHandled(at: minute) ?? 0) > 0 { commitDraftInTime(now: now, &output) }
    let due = table.advance(to: minute, uptime: Self.uptime(now))
    if due.needsSaving || due.isAnyOnAgain { hasChanged = true }
    if due.isAnyOnAgain { output.requestRedraw() }
    if !due.missed.isEmpty {
      missed.formUnion(due.missed)
      report(.missed, due.missed, &output)
      output.requestRedraw()
    }
    guard !due.ringing.isEmpty else { return }
    active.formUnion(due.ringing)
    ring(now: now, &output)
  }

  /// Takes over another time of an alarm, or that it is on, before the minute in which it may ring. The other changes
  /// wait for the wearer's last press, so that an alarm of which only the days change rings.
  private mutating func commitDraftInTime(now: Instant, _ output: inout WatchOutput) {
    guard let draft, draft.alarm.isOn, !active.contains(draft.index) else { return }
    let stored = table[draft.index]
    if !stored.isOn || stored.minute != draft.alarm.minute { commitDraft(now: now, &output) }
  }

  /// The time is known for the first time after a restart that interrupted alarms.
  private mutating func goOn(at minute: Int32, now: Instant, _ output: inout WatchOutput) {
    let passed = table.minutesSinceHandled(at: minute) ?? 0
    if (0..<Self.longestInterruptionMinutes).contains(passed) { return ring(now: now, &output) }
    missed.formUnion(active)
    finish(.missed, &output)
  }

  private mutating func ring(now: Instant, _ output: inout WatchOutput) {
    state = .ringing(until: now + Self.ringTime)
    report(.ringing, active, &output)
    output.requestRedraw()
  }

  private mutating func finish(_ change: AlarmReport.Change, _ output: inout WatchOutput) {
    state = .idle
    report(change, active, &output)
    active = AlarmSet()
    output.requestRedraw()
  }

  private mutating func report(_ change: AlarmReport.Change, _ alarms: AlarmSet, _ output: inout WatchOutput) {
    hasChanged = true
    for index in 0..<AlarmTable.count where alarms.contains(index) {
      output.record(.alarm(AlarmReport(index: UInt8(truncatingIfNeeded: index), change, table[index])))
    }
  }

  /// The minutes since the start.
  private static func uptime(_ now: Instant) -> Int32 {
    Int32(truncatingIfNeeded: min(now.microseconds / 60_000_000, 100_000_000))
  }

  // MARK: The record

  /// Whether the record has changed since the last call.
  mutating func takeHasChanged() -> Bool {
    let result = hasChanged
    hasChanged = false
    return result
  }

  /// The length of the record: the table, a bit for each alarm that rings or is snoozed, and one for each that was
  /// missed.
  static var recordLength: Int { AlarmTable.recordLength + 2 }

  @_lifetime(output: copy output)
  func encode(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try table.encode(into: &output)
    try output.put(active.bits)
    try output.put(missed.bits)
  }

  init() {}

  /// - Throws: unless `record` is whole and all its values are in their ranges.
  init(decoding record: Span<UInt8>) throws(DecodeError) {
    var rest = record
    table = try AlarmTable(decoding: &rest)
    let (active, missed) = (AlarmSet(bits: try rest.takeUInt8()), AlarmSet(bits: try rest.takeUInt8()))
    guard let active, let missed, rest.isEmpty else { throw .invalidValue }
    self.active = active
    self.missed = missed
    state = active.isEmpty ? .idle : .interrupted
  }
}

extension Alarm {
  /// The alarm with one value changed by a step. Another time or day turns it on.
  func changed(_ field: AlarmField, isBackward: Bool) -> Alarm {
    var alarm = self
    let (hour, tens, ones) = (minute / 60, minute % 60 / 10, minute % 10)
    switch field {
    case .hour: alarm = at(Self.step(hour, of: 24, isBackward), tens, ones)
    case .tens: alarm = at(hour, Self.step(tens, of: 6, isBackward), ones)
    case .ones: alarm = at(hour, tens, Self.step(ones, of: 10, isBackward))
    case .days: alarm.weekdays = weekdays.next(isBackward: isBackward)
    case .power:
      alarm.isOn.toggle()
      return alarm
    }
    alarm.isOn = true
    return alarm
  }

  private func at(_ hour: UInt16, _ tens: UInt16, _ ones: UInt16) -> Alarm {
    Alarm(minute: hour * 60 + tens * 10 + ones, weekdays: weekdays, isOn: isOn) ?? self
  }

  private static func step(_ value: UInt16, of count: UInt16, _ isBackward: Bool) -> UInt16 {
    (value + (isBackward ? count - 1 : 1)) % count
  }
}
