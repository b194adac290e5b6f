internal import LinuxPlatform
internal import SecurityManager
internal import Timing

extension EventLog {
  /// Whether the bonds, which have changed, are where a loss of power does not reach them.
  mutating func write(_ bonds: BondTable, areSaved: Bool, at now: Instant) {
    guard isEnabled else { return }
    begin("bonds", at: now)
    field("count", number: UInt32(truncatingIfNeeded: bonds.count))
    field("result", areSaved ? "saved" : "failed")
    end()
  }

  /// Writes a change of the process that writes the files.
  mutating func write(_ change: SavingHelperChange, at now: Instant) {
    guard isEnabled else { return }
    begin("saving", at: now)
    field("state", change == .lost ? "lost" : "restarted")
    end()
  }
}
