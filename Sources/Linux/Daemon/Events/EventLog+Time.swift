internal import CurrentTimeService
internal import LinuxPlatform
internal import Octets
internal import PhoneClient
internal import Screens
internal import Timing
internal import Watch
internal import WatchModel

// The time and the phone's facts, as lines of `--events`.
extension EventLog {
  mutating func write(_ report: TimeReport, at now: Instant) {
    begin("time", at: now)
    field("source", report.source.name)
    if let time = report.time { write(time) }
    if let minutes = report.utcOffsetMinutes { field("utcOffset", minutes) }
    end()
  }

  mutating func write(_ refusal: TimeRefusal, at now: Instant) {
    begin("time", at: now)
    field("refused", refusal.name)
    end()
  }

  mutating func write(_ outcome: SystemClock.Outcome, at now: Instant) {
    begin("time", at: now)
    field("systemClock", outcome == .set ? "set" : "refused")
    end()
  }

  mutating func write(_ facts: PhoneFacts, at now: Instant) {
    begin("phone", at: now)
    if let level = facts.batteryLevel { field("battery", number: UInt32(level)) }
    if !facts.model.isEmpty { field("model", text: facts.model.span) }
    if !facts.manufacturer.isEmpty { field("manufacturer", text: facts.manufacturer.span) }
    end()
  }

  mutating func writeBattery(_ percent: UInt8?, at now: Instant) {
    begin("battery", at: now)
    if let percent { field("percent", number: UInt32(percent)) }
    end()
  }

  mutating func write(_ face: ClockFace, at now: Instant) {
    begin("face", at: now)
    field("face", face.name)
    end()
  }

  /// `2026-11-21T03:12:05`
  private mutating func write(_ time: CivilTime) {
    var octets = OctetBuffer<24>()
    // The form has 19 octets.
    octets.append { output in try? Self.put(time, into: &output) }
    field("local", text: octets.span)
  }

  @_lifetime(output: copy output)
  private static func put(_ time: CivilTime, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    try output.put(decimal: UInt32(clamping: time.date.year), minimumDigits: 4)
    let rest: [5 of Int] = [time.date.month, time.date.day, time.hour, time.minute, time.second]
    for index in 0..<5 {
      try output.put(text: index < 2 ? "-" : index == 2 ? "T" : ":")
      try output.put(decimal: UInt32(clamping: rest[index]), minimumDigits: 2)
    }
  }

  /// A signed number.
  private mutating func field(_ name: StaticString, _ value: Int) {
    field(name) { (output) throws(EncodeError) in
      if value < 0 { try output.put(text: "-") }
      try output.put(decimal: UInt32(value.magnitude), minimumDigits: 1)
    }
  }
}

extension TimeRefusal {
  /// The name in the event stream.
  fileprivate var name: StaticString {
    switch self {
    case .length: "length"
    case .unset: "unset"
    case .impossible: "impossible"
    case .implausible: "implausible"
    case .unsteady: "unsteady"
    }
  }
}
