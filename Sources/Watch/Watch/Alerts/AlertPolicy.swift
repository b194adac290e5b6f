internal import ANCS
internal import Timing

/// Decides how a new notification is announced. The decision depends only on the arguments: the type has no memory.
///
/// An event of the Notification Source is enough for most decisions. If the texts could change a decision, it is
/// postponed until they have arrived.
struct AlertPolicy: Equatable, Sendable {
  /// How long after the subscription the watch believes the flag `preExisting`. The time is short because some versions
  /// of iOS go on setting it for new notifications.
  static var replayTime: Interval { .seconds(10) }
  /// A notification that existed before the session is not announced if it is older than this, by its date.
  static var staleAge: Interval { .minutes(120) }

  /// The facts that the event gives.
  struct Circumstances: Equatable, Sendable {
    var category = CategoryID.other
    var flags = EventFlags(rawValue: 0)
    /// The time between the subscriptions and the event.
    var sinceSubscribed = Interval.zero
    /// Whether the session began a short time after the one before it ended.
    var followsGap = false
    /// Whether a call was declined here a moment ago.
    var followsDecline = false
    var isQuietTime = false
    /// Whether calls are silent during the quiet time, too.
    var areCallsQuiet = false
    /// Whether its texts could change the decision: there are rules, mutes, or something that it may repeat.
    var dependsOnTexts = false

    /// Whether the watch believes that the notification existed before the session.
    var isReplayed: Bool { flags.contains(.preExisting) && sinceSubscribed < replayTime }
    /// Whether it may still be new to the watch, because the phone may have posted it between the two sessions.
    var isReplayedAfterGap: Bool { isReplayed && followsGap }
  }

  /// The facts that the texts give; a new value has no facts.
  struct Texts: Equatable, Sendable {
    /// By its date; nil if either that or the time of day is not known.
    var age: Interval?
    /// Whether the phone posted it between the sessions, by its date.
    var isFromGap = false
    var isRepeated = false
    var isMuted = false
    var rule: AlertRule.Effect?
  }

  /// - Parameter texts: nil as long as texts may still arrive.
  /// - Returns: nil if the decision needs the texts. Ask again when they have arrived, or when they will not arrive.
  static func judge(_ known: Circumstances, _ texts: Texts?) -> AlertDecision? {
    if let decision = judgeByEvent(known) { return decision }
    let isDoubtful = known.flags.contains(.preExisting)
    guard let texts else { return known.dependsOnTexts || isDoubtful ? nil : judgeByImportance(known) }
    if texts.isRepeated { return AlertDecision(.none, .repeated) }
    if known.isReplayed {
      if !texts.isFromGap { return AlertDecision(.none, .preExisting) }
      if known.flags.contains(.silent) { return AlertDecision(.none, .silent) }
    } else if isDoubtful {
      guard let age = texts.age else { return AlertDecision(.none, .preExisting) }
      if age > staleAge { return AlertDecision(.none, .stale) }
    }
    switch texts.rule {
    case .alert: return AlertDecision(.strong, .rule)
    case .mute: return AlertDecision(.none, .rule)
    case .show, nil: return texts.isMuted ? AlertDecision(.none, .muted) : judgeByImportance(known)
    }
  }

  /// Decides how a notification whose snooze has ended is announced.
  ///
  /// - Parameter rule: the effect of the rule that applies to it, if there is one.
  static func judgeAgain(_ rule: AlertRule.Effect?, isMuted: Bool, isQuietTime: Bool) -> AlertDecision {
    switch rule {
    case .alert: return AlertDecision(.strong, .rule)
    case .mute: return AlertDecision(.none, .rule)
    case .show, nil: break
    }
    if isMuted { return AlertDecision(.none, .muted) }
    return isQuietTime ? AlertDecision(.none, .quietHours) : AlertDecision(.normal, .snoozed)
  }

  /// Returns the decision in the cases that no text can change; nil in all others.
  private static func judgeByEvent(_ known: Circumstances) -> AlertDecision? {
    switch known.category {
    case .incomingCall: return judgeCall(known)
    case .activeCall: return AlertDecision(.none, .activeCall)
    case .missedCall where known.followsDecline: return AlertDecision(.none, .declinedHere)
    case .other, .missedCall, .voicemail, .social, .schedule, .email, .news, .healthAndFitness, .businessAndFinance,
      .location, .entertainment, .unknown:
      break
    }
    if known.isReplayed { return known.followsGap ? nil : AlertDecision(.none, .preExisting) }
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
