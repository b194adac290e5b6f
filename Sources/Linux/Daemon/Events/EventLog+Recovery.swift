internal import LinuxPlatform
internal import Octets
internal import Screens
internal import Timing
internal import WatchModel

// Losses, and the watch's reactions to silence, as lines of `--events`.
extension EventLog {
  mutating func write(_ losses: Losses, at now: Instant) {
    begin("losses", at: now)
    field("evicted", number: losses[.evicted])
    field("incomplete", number: losses[.incomplete])
    field("malformed", number: losses[.malformed])
    field("untold", number: losses[.untold])
    end()
  }

  mutating func write(_ recovery: Recovery, at now: Instant) {
    begin("recovery", at: now)
    field("step", recovery.step.name)
    field("cause", recovery.cause.name)
    if let date = recovery.date, let time = recovery.time { write(date, time) }
    end()
  }

  /// `2026-11-21T03:12`, by the watch's clock.
  private mutating func write(_ date: CalendarDate, _ time: TimeOfDay) {
    var octets = OctetBuffer<16>()
    // The form has 16 octets.
    octets.append { output in try? Self.put(date, time, into: &output) }
    field("date", text: octets.span)
  }

  @_lifetime(output: copy output)
  private static func put(
    _ date: CalendarDate, _ time: TimeOfDay, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) {
    try output.put(decimal: UInt32(clamping: date.year), minimumDigits: 4)
    try output.put(text: "-")
    try output.put(decimal: UInt32(clamping: date.month), minimumDigits: 2)
    try output.put(text: "-")
    try output.put(decimal: UInt32(clamping: date.day), minimumDigits: 2)
    try output.put(text: "T")
    try output.put(decimal: UInt32(clamping: time.hour), minimumDigits: 2)
    try output.put(text: ":")
    try output.put(decimal: UInt32(clamping: time.minute), minimumDigits: 2)
  }
}

extension Recovery.Step {
  /// The name in the event stream.
  fileprivate var name: StaticString {
    switch self {
    case .renewed: "renewed"
    case .disconnected: "disconnected"
    }
  }
}

extension Recovery.Cause {
  /// The name in the event stream.
  fileprivate var name: StaticString {
    switch self {
    case .silence: "silence"
    case .noAnswer: "noAnswer"
    case .absence: "absence"
    case .refusal: "refusal"
    }
  }
}
