/// The category of a notification. A value that the specification does not define is kept, never refused.
///
/// ANCS specification, "CategoryID Values".
public enum CategoryID: Equatable, Sendable {
  /// No other category fits.
  case other
  /// A call that rings.
  case incomingCall
  /// A call that was not answered.
  case missedCall
  /// A message on the answering machine.
  case voicemail
  /// A message of a person.
  case social
  /// An entry of the calendar or a reminder.
  case schedule
  /// An e-mail.
  case email
  /// News.
  case news
  /// Health and fitness.
  case healthAndFitness
  /// Business and finance.
  case businessAndFinance
  /// A notification about the phone's location.
  case location
  /// Entertainment.
  case entertainment
  /// A category that the specification does not define, with its number.
  case unknown(UInt8)

  /// An active call. Apple's document does not define it; iPhones send it since iOS 13.
  public static let activeCall = CategoryID.unknown(12)

  public init(rawValue: UInt8) {
    switch rawValue {
    case 0: self = .other
    case 1: self = .incomingCall
    case 2: self = .missedCall
    case 3: self = .voicemail
    case 4: self = .social
    case 5: self = .schedule
    case 6: self = .email
    case 7: self = .news
    case 8: self = .healthAndFitness
    case 9: self = .businessAndFinance
    case 10: self = .location
    case 11: self = .entertainment
    default: self = .unknown(rawValue)
    }
  }

  // Compared by number: the comparison that the compiler writes takes 200 octets.
  public static func == (one: CategoryID, other: CategoryID) -> Bool { one.rawValue == other.rawValue }

  public var rawValue: UInt8 {
    switch self {
    case .other: 0
    case .incomingCall: 1
    case .missedCall: 2
    case .voicemail: 3
    case .social: 4
    case .schedule: 5
    case .email: 6
    case .news: 7
    case .healthAndFitness: 8
    case .businessAndFinance: 9
    case .location: 10
    case .entertainment: 11
    case .unknown(let value): value
    }
  }

  /// The specification's name without its prefix; nil for a value that the specification does not define.
  public var name: StaticString? {
    switch self {
    case .other: "other"
    case .incomingCall: "incomingCall"
    case .missedCall: "missedCall"
    case .voicemail: "voicemail"
    case .social: "social"
    case .schedule: "schedule"
    case .email: "email"
    case .news: "news"
    case .healthAndFitness: "healthAndFitness"
    case .businessAndFinance: "businessAndFinance"
    case .location: "location"
    case .entertainment: "entertainment"
    case .unknown: nil
    }
  }

  /// Whether it rings: such a notification is fetched before all others and never evicted for them.
  public var isIncomingCall: Bool { self == .incomingCall }

  /// Whether it is a ringing or an active call. Its texts are always fetched, because the user must see the caller
  /// before answering.
  var isCall: Bool { self == .incomingCall || self == .activeCall }
}
