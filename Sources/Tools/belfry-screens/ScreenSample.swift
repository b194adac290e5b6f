import ANCS
import Graphics
import Identifiers
import Screens
import Timing
import WatchModel

/// A screen with sample content. The golden pictures of the tests are made from the same samples.
struct ScreenSample: Sendable {
  /// Also the name of its file.
  let name: String
  private let draw: @Sendable (inout Bitmap) -> Void

  init(_ name: String, _ draw: @escaping @Sendable (inout Bitmap) -> Void) {
    self.name = name
    self.draw = draw
  }

  static func named(_ name: String) -> ScreenSample? { all.first { $0.name == name } }

  func bitmap() -> Bitmap {
    var bitmap = Bitmap()
    draw(&bitmap)
    return bitmap
  }
}

/// A notification for a sample.
struct SampleNotification: Sendable {
  var category: CategoryID
  var time = TimeOfDay(hour: 23, minute: 12)
  var appName = ""
  var title = ""
  var subtitle = ""
  var message = ""
  var positive: String?
  var negative: String?
  var code = ""
  var end = MessageEnd.whole
  /// The size of the whole message in octets, if only a part of it is present.
  var wholeSize: Int?
  var day = PostingDay.today
  var ageInMinutes: Int?
  var isUnread = false
  var size = TextSize.normal

  /// Passes the texts to `body`.
  func withText(_ body: (NotificationText) -> Void) {
    let (app, title) = (Array(appName.utf8), Array(title.utf8))
    let (subtitle, message) = (Array(subtitle.utf8), Array(message.utf8))
    let (accept, decline) = (Array((positive ?? "").utf8), Array((negative ?? "").utf8))
    let code = Array(code.utf8)
    var plain = NotificationText(
      category: category, time: time, appName: app.span, title: title.span, subtitle: subtitle.span,
      message: message.span)
    plain.day = day
    plain.ageInMinutes = ageInMinutes
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
