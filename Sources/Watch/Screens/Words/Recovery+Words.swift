internal import Octets
internal import Timing
internal import WatchModel

extension Recovery {
  /// At most 17 characters.
  var words: Phrase {
    switch (cause, step) {
    case (.silence, .renewed): .line(.silenceRenewed)
    case (.silence, .disconnected): .line(.silenceDisconnected)
    case (.noAnswer, .renewed): .line(.noAnswerRenewed)
    case (.noAnswer, .disconnected): .line(.noAnswerDisconnected)
    case (.absence, .renewed): .line(.absenceRenewed)
    case (.absence, .disconnected): .line(.absenceDisconnected)
    case (.refusal, .renewed): .line(.refusalRenewed)
    case (.refusal, .disconnected): .line(.refusalDisconnected)
    }
  }
}

extension BoundedText {
  /// Appends `21 Nov 03:12`, or how long ago it was if the clock was not set.
  mutating func append(_ recovery: Recovery, now: Instant, _ language: Language) {
    guard let time = recovery.time, let date = recovery.date else {
      return append(age: now.since(recovery.at), language)
    }
    append(.dayMonth, date, language)
    append(" ")
    append(time)
  }
}
