internal import LinuxPlatform
internal import Octets
internal import Timing
internal import Watch
internal import WatchModel

// Timer, stopwatch, alarms and settings.
extension EventLog {
  mutating func write(_ report: TimerReport, at now: Instant) {
    begin("timer", at: now)
    switch report {
    case .started(let seconds):
      field("state", "started")
      field("seconds", number: seconds)
    case .paused(let seconds):
      field("state", "paused")
      field("seconds", number: seconds)
    case .over: field("state", "over")
    case .ended: field("state", "ended")
    }
    end()
  }

  mutating func write(_ report: StopwatchReport, at now: Instant) {
    begin("stopwatch", at: now)
    switch report {
    case .started: field("state", "started")
    case .stopped(let seconds):
      field("state", "stopped")
      field("seconds", number: seconds)
    case .reset: field("state", "reset")
    }
    end()
  }

  mutating func write(_ report: SettingReport, at now: Instant) {
    begin("setting", at: now)
    put(report)
    end()
  }

  mutating func write(_ report: AlarmReport, at now: Instant) {
    begin("alarm", at: now)
    field("state", report.change.name)
    field("alarm", number: UInt32(report.index) + 1)
    put(report.alarm)
    end()
  }
}

extension JSONFields where Self: ~Copyable {
  /// The time, the days and whether it is on.
  fileprivate mutating func put(_ alarm: Alarm) {
    var time = OctetBuffer<8>()
    // A time has five octets.
    time.append { output in try? alarm.time.put(into: &output) }
    field("time", text: time.span)
    let days = alarm.weekdays.name
    field("days", text: days.span)
    field("on", flag: alarm.isOn)
  }
}

extension Alarm {
  /// Writes `07:00 mon,tue on`.
  @_lifetime(output: copy output)
  func putText(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try time.put(into: &output)
    try output.put(text: " ")
    try output.put(weekdays.name.span)
    try output.put(text: isOn ? " on" : " off")
  }
}

extension TimeOfDay {
  /// Writes `07:00`.
  @_lifetime(output: copy output)
  fileprivate func put(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(decimal: UInt32(truncatingIfNeeded: hour), minimumDigits: 2)
    try output.put(text: ":")
    try output.put(decimal: UInt32(truncatingIfNeeded: minute), minimumDigits: 2)
  }
}

extension Weekdays {
  /// The name in events and requests: `once`, or the days in their order, as `mon,wed`.
  var name: BoundedText<32> {
    guard !isEmpty else { return BoundedText("once") }
    var text = BoundedText<32>()
    for value in 0..<7 {
      guard let day = CalendarDate.Weekday(rawValue: value), contains(day) else { continue }
      if !text.isEmpty { text.append(repairing: ("," as StaticString).utf8Span) }
      text.append(repairing: day.eventName.utf8Span)
    }
    return text
  }
}

extension CalendarDate.Weekday {
  fileprivate var eventName: StaticString {
    switch self {
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    case .sunday: "sun"
    }
  }
}
