package import LinuxPlatform
internal import Octets
package import Peripherals
internal import SecurityManager
package import Timing
internal import WatchModel

// The start of a run, and the user's inputs: together with a capture, everything that a replay needs.
extension EventLog {
  /// Writes the version, the start time and the number of bonds.
  mutating func writeStart(_ bonds: BondTable, _ clock: Clock, at now: Instant) {
    guard isEnabled else { return }
    begin("start", at: now)
    field("version", text: FirmwareVersion.number.span)
    let milliseconds = UInt64(bitPattern: clock.wallMicrosecondsAtStart) / 1_000
    field("unixTime") { (output) throws(EncodeError) in
      try output.put(decimal: UInt32(truncatingIfNeeded: milliseconds / 1_000))
      try output.put(text: ".")
      try output.put(decimal: UInt32(truncatingIfNeeded: milliseconds % 1_000), minimumDigits: 3)
    }
    field("bonds", number: UInt32(truncatingIfNeeded: bonds.count))
    end()
  }

  package mutating func write(_ event: ButtonEvent, at now: Instant) {
    guard isEnabled else { return }
    begin("button", at: now)
    field("button", event.button.name)
    field("edge", event.edge == .pressed ? "pressed" : "released")
    end()
  }
}
