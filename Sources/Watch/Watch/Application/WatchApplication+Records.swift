public import Octets
public import Peripherals
public import Timing

// The side records, for the program that stores them.
extension WatchApplication {
  /// Whether a record that is to outlive a restart has changed since the last call: store it if this is true.
  public mutating func takeHasChanged(_ record: SideRecord) -> Bool {
    switch record {
    case .mutes: watch.takeHaveMutesChanged()
    case .choices: watch.takeHaveChoicesChanged()
    }
  }

  /// Writes a record as its type decodes it.
  @_lifetime(output: copy output)
  public func encode(_ record: SideRecord, into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    switch record {
    case .mutes: try watch.mutes.encode(into: &output)
    case .choices: try watch.choices.encode(into: &output)
    }
  }

  /// Sets the wearer's choices that were stored, and applies them. Call it before `start`.
  public mutating func setChoices(_ choices: WearerRecord, now: Instant) {
    watch.setChoices(choices)
    performActions(now: now)
  }
}
