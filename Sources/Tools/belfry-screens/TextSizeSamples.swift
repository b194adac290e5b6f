import ANCS
import Screens
import WatchModel

/// Notifications in small and in large letters.
extension ScreenSample {
  static let sizes = [
    SampleNotification.message.in(.small).alert("alert-small"),
    SampleNotification.mail.in(.small).alert("alert-small-german"),
    SampleNotification.russian.in(.small).alert("alert-small-russian"),
    SampleNotification.hidden.in(.small).alert("alert-small-hidden"),
    SampleNotification.weChat.in(.small).alert("alert-small-chinese"),
    SampleNotification.mail.in(.small).detail("detail-small"),
    SampleNotification.mail.in(.small).detail("detail-small-end", topLine: 99),
    SampleNotification.long.in(.small).detail("detail-small-page", topLine: 8),
    SampleNotification.message.in(.large).alert("alert-large"),
    SampleNotification.german(positive: nil).in(.large).alert("alert-large-german"),
    SampleNotification.german(positive: "Antworten").in(.large).alert("alert-large-actions"),
    SampleNotification.calendar.in(.large).detail("detail-large"),
    SampleNotification.mail.in(.large).detail("detail-large-end", topLine: 99),
  ]
}

extension SampleNotification {
  fileprivate static func german(positive: String?) -> SampleNotification {
    SampleNotification(
      category: .social, appName: "Nachrichten", title: "Anna Lindqvist", message: "Kommst du zum Essen?",
      positive: positive, negative: "Löschen")
  }

  static let russian = SampleNotification(
    category: .social, appName: "Сообщения", title: "Анна Петрова",
    message: "Мы ещё обедаем сегодня? Жду тебя в полдень на обычном месте, у фонтана.", positive: "", negative: "")
}
