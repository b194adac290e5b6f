internal import ANCS
internal import Screens
internal import Timing

// What the watch did because nothing arrived though the link stood.
extension WatchMachine {
  /// Keeps it for the status, dated, and records it.
  mutating func noteRecovery(_ step: Recovery.Step, _ cause: Recovery.Cause, now: Instant) {
    let recovery = Recovery(step, cause, at: now, time: time, date: date)
    recoveries.append(recovery)
    record(.recovery(recovery))
    if screen == .status { needsRedraw = true }
  }
}

extension Recovery.Cause {
  init(_ cause: SilenceRemedy.Cause) {
    switch cause {
    case .noAnswer: self = .noAnswer
    case .silence: self = .silence
    }
  }
}
