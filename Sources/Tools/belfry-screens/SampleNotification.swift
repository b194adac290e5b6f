import ANCS
import Graphics
import Screens
import Timing
import WatchModel

/// A notification for a sample.
struct SampleNotification: Sendable {
  private(set) var category: CategoryID
  private(set) var time = TimeOfDay(hour: 23, minute: 12)
  private(set) var appName = ""
  private(set) var title = ""
  private(set) var subtitle = ""
  private(set) var message = ""
  private(set) var positive: String?
  private(set) var negative: String?
  private(set) var code = ""
  private(set) var end = MessageEnd.whole
  /// The size of the whole message in octets, if only a part of it is present.
  private(set) var wholeSize: Int?
  private(set) var day = PostingDay.today
  private(set) var ageInMinutes: Int?
  private(set) var isUnread = false
  private(set) var isKept = false
  private(set) var size = TextSize.normal

  /// The same notification in letters of another size.
  func `in`(_ size: TextSize) -> SampleNotification {
    var notification = self
    notification.size = size
    return notification
  }

  /// Passes the texts to `body`.
  func withText(_ body: (NotificationText) -> Void) {
    let (app, title) = (Array(appName.utf8), Array(title.utf8))
    let (subtitle, message) = (Array(subtitle.utf8), Array(message.utf8))
    let (accept, decline) = (Array((positive ?? "").utf8), Array((negative ?? "").utf8))
    let code = Array(code.utf8)
    var plain = NotificationText(
      category: category, time: time, appName: app.span, title: title.span, subtitle: subtitle.span,
      message: message.span, style: ScreenSample.style)
    plain.day = day
    plain.ageInMinutes = ageInMinutes
    plain.isKept = isKept
    plain.size = size
    let text = plain.bringing(code.span, end: end, wholeSize: end == .whole ? message.count : wholeSize)
    switch (positive, negative) {
    case (nil, nil): body(text)
    case (_?, nil): body(text.offering(positive: .offered(accept.span), negative: .none))
    case (nil, _?): body(text.offering(positive: .none, negative: .offered(decline.span)))
    case (_?, _?): body(text.offering(positive: .offered(accept.span), negative: .offered(decline.span)))
    }
  }

  func alert(_ name: String) -> ScreenSample {
    ScreenSample(name) { bitmap in withText { AlertScreen($0).draw(into: &bitmap) } }
  }

  func detail(_ name: String, topLine: Int = 0) -> ScreenSample {
    ScreenSample(name) { bitmap in withText { DetailScreen($0, topLine: topLine).draw(into: &bitmap) } }
  }

  func call(
    _ name: String, _ ringing: CallScreen.Ringing? = nil, duration: Interval? = nil, runningBy offset: Int? = nil
  ) -> ScreenSample {
    let ringing = ringing ?? (category == .incomingCall ? .audible : nil)
    return ScreenSample(name) { bitmap in
      withText { CallScreen($0, ringing, duration: duration, runningBy: offset).draw(into: &bitmap) }
    }
  }
}
