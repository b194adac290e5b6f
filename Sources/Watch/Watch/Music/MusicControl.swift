internal import AMS
internal import Features
internal import PhoneClient
internal import Screens
internal import Timing

/// Reports changes of the track and the playback, and lets the elapsed time run while it is shown.
struct MusicControl: Sendable {
  /// Texts that belong together arrive one after the other: they are one report.
  private static var gathering: Interval { .milliseconds(100) }
  private static var pause: Interval { .seconds(1) }

  private var tick = Deadline()
  private var report = Deadline()
  private var reportedAt: Instant?

  var deadline: Instant? { earliest(tick.instant, report.instant) }

  /// The track, the playback or the commands have changed. It is reported soon, but at most once a second.
  mutating func noteChange(now: Instant) {
    tick.clear()
    guard !report.isSet else { return }
    let soon = now + Self.gathering
    report.set(reportedAt.map { max(soon, $0 + Self.pause) } ?? soon)
  }

  /// Records a change after its delay, and arranges to be called when the elapsed time on the display changes.
  ///
  /// - Parameter isSeen: whether the music screen is on the display.
  mutating func follow(_ phone: borrowing PhoneState, isSeen: Bool, now: Instant, _ output: inout WatchOutput) {
    guard Features.hasMusic else { return }
    if report.expire(at: now) {
      reportedAt = now
      output.record(.music)
    }
    guard isSeen, let next = phone.media.media.nextSecond(after: now) else { return tick.clear() }
    let isDue = tick.isDue(at: now)
    if isDue || !tick.isSet { tick.set(next) }
    if isDue { output.requestRedraw() }
  }
}
