internal import LinuxPlatform
internal import Timing
internal import Watch

// Timer and stopwatch.
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
}
