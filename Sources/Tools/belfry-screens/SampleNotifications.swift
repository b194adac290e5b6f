import ANCS
import Screens
import WatchModel

/// The notifications that the samples show.
extension SampleNotification {
  static let weChat = SampleNotification(
    category: .social, appName: "微信", title: "李晓明",
    message: "今天晚上一起吃饭吗？我们七点在老地方见，别忘了带伞，可能会下雨。", negative: "清除")
  static let message = SampleNotification(
    category: .social, appName: "Messages", title: "Anna Lindqvist",
    message: "Are we still on for lunch? The usual place at noon.", negative: "Clear")
  static let vietnamese = SampleNotification(
    category: .social, appName: "Zalo", title: "Nguyễn Thị Hường",
    message: "Chị ơi, chiều nay mấy giờ mình gặp nhau ở quán cà phê Đường Sách?", negative: "Xoá")
  static let mail = SampleNotification(
    category: .email, time: TimeOfDay(hour: 8, minute: 5), appName: "Mail", title: "Jörg Müller-Lüdenscheidt",
    subtitle: "Straßenbauarbeiten ab Montag",
    message: """
      Sehr geehrte Damen und Herren,
      ab Montag wird die Größe der Fußgängerzone überprüft. Rückfragen bitte an https://example.org/straßenbauamt.
      """,
    positive: "Antworten", negative: "Löschen")
  static let attachment = SampleNotification(
    category: .social, appName: "Messages", title: "Mai", message: "\u{FFFC}", negative: "Clear")
  static let caption = SampleNotification(
    category: .social, appName: "Messages", title: "Mai", message: "\u{FFFC}  the view from here", negative: "Clear")
  static let mailShort = SampleNotification(
    category: .email, appName: "Mail", title: "Anna Lindqvist", subtitle: "Lunch on Friday, and what came of it",
    message: "Shall we meet at noon?", negative: "Clear")
  static let calendar = SampleNotification(
    category: .schedule, time: TimeOfDay(hour: 9, minute: 45), appName: "Calendar", title: "Dentist",
    message: "In 15 minutes", negative: "Clear")
  static let arabicTitle = SampleNotification(
    category: .social, appName: "واتساب", title: "ليلى حداد وسامي النجار", message: "مرحبا")
  static let hidden = SampleNotification(category: .social, appName: "Signal", negative: "Clear")
  static let early = SampleNotification(category: .social, time: nil)
  static let emoji = SampleNotification(
    category: .other, appName: "Home", title: "Front door 🔔",
    message: "e\u{301} rang ☎\u{FE0F} at the door — très bientôt…", negative: "")
  static let code = SampleNotification(
    category: .social, appName: "Messages", title: "+1 415 555 0136", message: "482913 is your ACME verification code.",
    code: "482913")
  static let longCode = SampleNotification(
    category: .social, appName: "Messages", title: "ACME", message: "ACME-12345 is your code.", negative: "Clear",
    code: "ACME-12345")
  static let long = SampleNotification(
    category: .email, appName: "Mail", title: "Minutes of the meeting",
    message: String(repeating: "It was decided that nothing is decided before the next meeting. ", count: 6),
    end: .more, wholeSize: 1_900)
  static let cut = SampleNotification(
    category: .email, appName: "Mail", title: "Minutes of the meeting",
    message: String(repeating: "It was decided that nothing is decided before the next meeting. ", count: 6),
    negative: "Clear", end: .cut)
  static let missed = SampleNotification(category: .missedCall, appName: "Phone", title: "Mum", message: "Missed call")
  static let unread = SampleNotification(
    category: .social, appName: "Messages", title: "Mai", message: "Call me back", ageInMinutes: 5, isUnread: true)
  static let yesterday = SampleNotification(
    category: .social, appName: "微信", title: "李晓明", message: "明天见", negative: "清除", day: .yesterday,
    ageInMinutes: 1_980, isUnread: true)
  static let lastWeek = SampleNotification(
    category: .email, appName: "Mail", title: "Jörg Müller", message: "Bis morgen!", negative: "Löschen",
    day: CalendarDate(year: 2026, month: 11, day: 17).map { .weekday($0.weekday, $0) } ?? .today, ageInMinutes: 4_400)
  static let lastYear = SampleNotification(
    category: .email, appName: "Mail", title: "Minutes of the meeting", message: "Nothing was decided.",
    day: CalendarDate(year: 2025, month: 12, day: 28).map { .date($0, isThisYear: false) } ?? .today,
    ageInMinutes: 460_000)
  static let kept = SampleNotification(
    category: .social, appName: "Messages", title: "Mai", message: "See you!", ageInMinutes: 42, isKept: true)
  static let keptLong = SampleNotification(
    category: .email, appName: "Mail", title: "Minutes of the meeting",
    message: "It was decided that nothing is decided before the next meeting.", ageInMinutes: 55, isKept: true)
  static let call = SampleNotification(
    category: .incomingCall, appName: "Phone", title: "\u{2068}Mum\u{2069}", message: "Incoming call",
    positive: "Accept", negative: "Decline")
  static let callMobile = SampleNotification(
    category: .incomingCall, appName: "Phone", title: "Praxis Dr. Übelacker", subtitle: "mobile",
    message: "Incoming call", positive: "Accept", negative: "Decline")
  static let missedNumber = SampleNotification(
    category: .missedCall, appName: "Phone", title: "+84 24 3825 1234", subtitle: "mobile", message: "Missed call",
    positive: "Dial", negative: "Clear", day: .yesterday)
  static let callChinese = SampleNotification(
    category: .incomingCall, appName: "电话", title: "王小明", positive: "接听", negative: "拒绝")
  static let callGerman = SampleNotification(
    category: .incomingCall, appName: "Telefon", title: "Praxis Dr. Übelacker",
    positive: "Annehmen", negative: "Ablehnen")
  static let callLong = SampleNotification(
    category: .incomingCall, appName: "WhatsApp", title: "Maximiliane Freifrau von Hohenstein-Waldburg",
    positive: "Accept", negative: "Decline")
  static let callActive = SampleNotification(
    category: .activeCall, appName: "Phone", title: "+84 24 3825", negative: "End call")
  static let callUnknown = SampleNotification(category: .incomingCall, time: nil, positive: "", negative: "")
}
