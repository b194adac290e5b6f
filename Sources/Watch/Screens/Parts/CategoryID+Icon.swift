internal import ANCS
internal import Typefaces

extension CategoryID {
  var icon: Icon {
    switch self {
    case .other, .unknown: self == .activeCall ? .activeCall : .other
    case .incomingCall: .incomingCall
    case .missedCall: .missedCall
    case .voicemail: .voicemail
    case .social: .social
    case .schedule: .schedule
    case .email: .email
    case .news: .news
    case .healthAndFitness: .healthAndFitness
    case .businessAndFinance: .businessAndFinance
    case .location: .location
    case .entertainment: .entertainment
    }
  }

  /// The word for the category. It is shown until the phone has sent texts, and when the texts are hidden.
  var word: Phrase {
    switch self {
    case .other, .unknown: self == .activeCall ? .kind(.call) : .kind(.notification)
    case .incomingCall: .kind(.incomingCall)
    case .missedCall: .kind(.missedCall)
    case .voicemail: .kind(.voicemail)
    case .social: .kind(.message)
    case .schedule: .kind(.calendar)
    case .email: .kind(.email)
    case .news: .kind(.news)
    case .healthAndFitness: .kind(.health)
    case .businessAndFinance: .kind(.finance)
    case .location: .kind(.location)
    case .entertainment: .kind(.entertainment)
    }
  }
}
