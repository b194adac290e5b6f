internal import ATT
internal import Timing

/// How far the client has got with each service of the table.
///
///     idle → wanted → found
///              ↓ ↑ the row's pauses
///          postponed, unavailable
struct ServiceStates {
  enum Progress: Equatable {
    case idle, wanted, found, unavailable
    /// It is looked for again after a pause.
    case postponed
  }

  private struct State {
    var progress = Progress.idle
    var failureCount = 0
    /// Its handles, if it was found.
    var range: HandleRange?
    /// The end of the hour after the phone fell silent.
    var silentUntil: Instant?
  }

  /// How long an optional service is left alone after the phone fell silent.
  private static var silencePause: Interval { .minutes(60) }

  private var states = ByPhoneService<State>(repeating: State())

  subscript(service: PhoneService) -> Progress {
    get { states[service.index].progress }
    set { states[service.index].progress = newValue }
  }

  /// The first service of the table that waits for a search.
  var firstWanted: PhoneService? {
    for index in states.indices where states[index].progress == .wanted { return PhoneService(index: index) }
    return nil
  }

  /// A service is looked for, as if it had never been missing.
  mutating func want(_ service: PhoneService) {
    states[service.index].progress = .wanted
    forgetFailures(of: service)
  }

  /// Whether a service lies in a range, or may appear in it.
  func mayLie(_ service: PhoneService, in range: HandleRange) -> Bool {
    guard self[service] == .found else { return range.count >= service.row.leastHandles }
    return states[service.index].range?.overlaps(range) ?? true
  }

  mutating func noteFound(_ service: PhoneService, in range: HandleRange) {
    states[service.index].progress = .found
    states[service.index].range = range
    states[service.index].failureCount = 0
  }

  /// The next failure of a service is the first one.
  mutating func forgetFailures(of service: PhoneService) { states[service.index].failureCount = 0 }

  /// A service was not found.
  ///
  /// - Returns: the pause before it is looked for again; nil if it is not.
  mutating func noteFailure(of service: PhoneService, _ refusal: CharacteristicRefusal) -> Interval? {
    states[service.index].failureCount += 1
    guard service.row.need == .essential || refusal.mayPass else { return nil }
    return service.row.retry.pause(after: states[service.index].failureCount)
  }

  /// Sets the postponed optional services to `wanted` again, when the pause after a failure has ended.
  mutating func resumeOptional() {
    for index in PhoneService.optionalIndices where states[index].progress == .postponed {
      states[index].progress = .wanted
    }
  }

  /// The phone fell silent at a service.
  mutating func noteSilence(at service: PhoneService, now: Instant) {
    states[service.index].silentUntil = now + Self.silencePause
  }

  /// Another phone follows.
  mutating func forgetSilence() { for index in states.indices { states[index].silentUntil = nil } }

  /// Whether the phone fell silent at a service less than an hour ago.
  func isSilent(_ service: PhoneService, at now: Instant) -> Bool {
    states[service.index].silentUntil.map { now < $0 } ?? false
  }
}
