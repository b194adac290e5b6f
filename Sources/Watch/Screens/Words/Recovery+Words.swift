internal import Octets
internal import Timing
internal import WatchModel

extension Recovery {
  /// At most 17 characters.
  var words: Phrase {
    switch (cause, step) {
    case (.silence, .renewed): .fact(.silenceRenewed)
    case (.silence, .disconnected): .fact(.silenceDisconnected)
    case (.noAnswer, .renewed): .fact(.noAnswerRenewed)
    case (.noAnswer, .disconnected): .fact(.noAnswerDisconnected)
    case (.absence, .renewed): .fact(.absenceRenewed)
    case (.absence, .disconnected): .fact(.absenceDisconnected)
    case (.refusal, .renewed): .fact(.refusalRenewed)
    case (.refusal, .disconnected): .fact(.refusalDisconnected)
    }
  }
}

extension BoundedText {
  /// Appends `21 Nov 03:12`, or how long ago it was if the clock was not set.
  mutating func append(_ recovery: Recovery, now: Instant, _ style: ClockStyle) {
    guard let time = recovery.time, let date = recovery.date else {
      return append(age: now.since(recovery.at), style.language)
    }
    append(.dayMonth, date, style.language)
    append(" ")
    append(time, style)
  }
}
