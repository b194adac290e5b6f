internal import ANCS
internal import Timing

/// Decides what is made of a new notification: a function of what is known of it, without a memory of its own.
///
/// An event of the Notification Source is enough for most decisions. Where the texts could change one, it is put off
/// until they are there.
struct AlertPolicy: Equatable, Sendable {
  /// How long after the subscription the phone is believed that something was there before: some versions of iOS go on
  /// saying so of what is new.
  static var replayTime: Interval { .seconds(10) }
  /// What was there before and is older, by its date, is no news.
  static var staleAge: Interval { .minutes(120) }

  /// What is known from the event.
  struct Circumstances: Equatable, Sendable {
    var category = CategoryID.other
    var flags = EventFlags(rawValue: 0)
    /// How long ago the subscriptions were made when it came.
    var sinceSubscribed = Interval.zero
    /// Whether a call was declined here a moment ago.
    var followsDecline = false
    var isQuietTime = false
    /// Whether calls are quiet then, too.
    var areCallsQuiet = false
    /// Whether its texts could change the decision: there are rules, mutes, or something that it may repeat.
    var dependsOnTexts = false
  }

  /// What is known from the texts; as it begins, nothing is.
  struct Texts: Equatable, Sendable {
    /// By its date; nil if either that or the time of day is not known.
    var age: Interval?
    var isRepeated = false
    var isMuted = false
    var rule: AlertRule.Effect?
  }

  /// - Parameter texts: nil as long as they may come.
  /// - Returns: nil if it is to be asked again when the texts are there, or are not to be had.
  static func judge(_ known: Circumstances, _ texts: Texts?) -> AlertDecision? {
    if let decision = judgeByEvent(known) { return decision }
    let isDoubtful = known.flags.contains(.preExisting)
    guard let texts else { return known.dependsOnTexts || isDoubtful ? nil : judgeByImportance(known) }
    if texts.isRepeated { return AlertDecision(.none, .repeated) }
    if isDoubtful {
      guard let age = texts.age else { return AlertDecision(.none, .preExisting) }
      if age > staleAge { return AlertDecision(.none, .stale) }
    }
    switch texts.rule {
    case .alert: return AlertDecision(.strong, .rule)
    case .mute: return AlertDecision(.none, .rule)
    case .show, nil: return texts.isMuted ? AlertDecision(.none, .muted) : judgeByImportance(known)
    }
  }

  /// What no text can change.
  private static func judgeByEvent(_ known: Circumstances) -> AlertDecision? {
    switch known.category {
    case .incomingCall: return judgeCall(known)
    case .activeCall: return AlertDecision(.none, .activeCall)
    case .missedCall where known.followsDecline: return AlertDecision(.none, .declinedHere)
    case .other, .missedCall, .voicemail, .social, .schedule, .email, .news, .healthAndFitness, .businessAndFinance,
      .location, .entertainment, .unknown:
      break
    }
    if known.flags.contains(.preExisting), known.sinceSubscribed < replayTime {
      return AlertDecision(.none, .preExisting)
    }
    return known.flags.contains(.silent) ? AlertDecision(.none, .silent) : nil
  }

  /// A call that was there before the session rings on.
  private static func judgeCall(_ known: Circumstances) -> AlertDecision {
    if known.flags.contains(.silent) { return AlertDecision(.none, .silent) }
    if known.isQuietTime, known.areCallsQuiet { return AlertDecision(.none, .quietHours) }
    return AlertDecision(.strong, .call)
  }

  private static func judgeByImportance(_ known: Circumstances) -> AlertDecision {
    if known.isQuietTime { return AlertDecision(.none, .quietHours) }
    return known.flags.contains(.important) ? AlertDecision(.strong, .important) : AlertDecision(.normal, .new)
  }
}
