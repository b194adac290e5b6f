/// What kind of notification it is. A value without a name is carried, never refused.
///
/// ANCS specification, "CategoryID Values".
public enum CategoryID: Equatable, Sendable {
  case other
  case incomingCall
  case missedCall
  case voicemail
  case social
  case schedule
  case email
  case news
  case healthAndFitness
  case businessAndFinance
  case location
  case entertainment
  case unknown(UInt8)

  /// A call that is going on: not in Apple's document, sent since iOS 13.
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

  /// The specification's name without its prefix; nil if it has none.
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

  /// Whether it rings or goes on: nobody answers a call without knowing whose it is.
  var isCall: Bool { self == .incomingCall || self == .activeCall }
}
