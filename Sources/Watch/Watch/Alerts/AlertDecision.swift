/// How a new notification is announced.
public enum AlertStrength: UInt8, Equatable, Sendable {
  /// The notification is only listed.
  case none
  /// The notification opens on the display by itself.
  case normal
  /// The notification opens on the display, and the display blinks.
  case strong

  /// Its name in the event stream.
  public var name: StaticString {
    switch self {
    case .none: "none"
    case .normal: "normal"
    case .strong: "strong"
    }
  }
}

/// The reason for the strength of an alert.
public enum AlertReason: UInt8, Equatable, Sendable {
  /// It is new, and nothing else applies.
  case new
  /// The phone marked it as important.
  case important
  /// A call that rings.
  case call
  /// A call that goes on.
  case activeCall
  /// Delivered silently on the phone: by a Focus, or by what the user chose there.
  case silent
  /// It was there before the session began.
  case preExisting
  /// The phone marked it as old, and its date is more than two hours ago.
  case stale
  /// The same was announced in an earlier session.
  case repeated
  /// The missed call that follows from declining one on the watch.
  case declinedHere
  case quietHours
  /// Its application is muted.
  case muted
  /// A rule of the configuration decided.
  case rule
  /// The wearer had snoozed it until now.
  case snoozed

  /// Its name in the event stream.
  public var name: StaticString {
    switch self {
    case .new: "new"
    case .important: "important"
    case .call: "call"
    case .activeCall: "activeCall"
    case .silent: "silent"
    case .preExisting: "preExisting"
    case .stale: "stale"
    case .repeated: "repeated"
    case .declinedHere: "declinedHere"
    case .quietHours: "quietHours"
    case .muted: "muted"
    case .rule: "rule"
    case .snoozed: "snoozed"
    }
  }

  /// Whether the user has probably seen it already, or can see it now: such a notification is not counted as unread.
  var isNoNews: Bool {
    switch self {
    case .call, .activeCall, .preExisting, .stale, .repeated, .declinedHere: true
    case .new, .important, .silent, .quietHours, .muted, .rule, .snoozed: false
    }
  }
}

/// How a notification is announced, and why.
public struct AlertDecision: Equatable, Sendable {
  public let strength: AlertStrength
  public let reason: AlertReason

  public init(_ strength: AlertStrength, _ reason: AlertReason) {
    self.strength = strength
    self.reason = reason
  }
}
