internal import ANCS
internal import PhoneClient
internal import Screens
internal import WatchModel

extension Language {
  /// The language of the labels of a notification whose texts have come; nil if they do not tell it.
  init?(ofLabelsIn event: SessionEvent, _ phone: borrowing PhoneState) {
    switch event {
    case .attributes(let uid), .content(let uid):
      guard let index = phone.session.notifications.index(of: uid) else { return nil }
      let language =
        Language(ofLabel: phone.session.notifications[.negativeActionLabel, at: index])
        ?? Language(ofLabel: phone.session.notifications[.positiveActionLabel, at: index])
        ?? Language(ofLabel: phone.session[appNameAt: index])
      guard let language else { return nil }
      self = language
    case .authorized, .unauthorized, .added, .modified, .removed, .evicted, .excerpt, .read, .actionEnded: return nil
    }
  }
}
