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
  var word: StaticString {
    switch self {
    case .other, .unknown: self == .activeCall ? "Call" : "Notification"
    case .incomingCall: "Incoming call"
    case .missedCall: "Missed call"
    case .voicemail: "Voicemail"
    case .social: "Message"
    case .schedule: "Calendar"
    case .email: "E-mail"
    case .news: "News"
    case .healthAndFitness: "Health"
    case .businessAndFinance: "Finance"
    case .location: "Location"
    case .entertainment: "Entertainment"
    }
  }
}
