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
}
