internal import Octets
internal import Timing
internal import WatchModel

extension Recovery {
  /// At most 17 characters.
  var words: StaticString {
    switch (cause, step) {
    case (.silence, .renewed): "No data: renewed"
    case (.silence, .disconnected): "No data: link cut"
    case (.noAnswer, .renewed): "No echo: renewed"
    case (.noAnswer, .disconnected): "No echo: link cut"
    case (.absence, .renewed): "Absence: renewed"
    case (.absence, .disconnected): "Absence: link cut"
    case (.refusal, .renewed): "Refusal: renewed"
    case (.refusal, .disconnected): "Refusal: link cut"
    }
  }
}

extension BoundedText {
  /// Appends `21 Nov 03:12`, or how long ago it was if the clock was not set.
  mutating func append(_ recovery: Recovery, now: Instant) {
    guard let time = recovery.time, let date = recovery.date else { return append(age: now.since(recovery.at)) }
    append(date.day)
    append(" ")
    append(date.monthAbbreviation)
    append(" ")
    append(time)
  }
}
