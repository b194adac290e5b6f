internal import ANCS
internal import Graphics
internal import Octets
internal import Screens
internal import WatchModel

/// The typical updates of the watch's display, and the octets that each takes on the bus.
public struct UpdateWorkload: ~Copyable {
  public enum Update: Int, Sendable {
    case minute, tenMinutes, alert, nextAlert, detail, page

    public var name: StaticString {
      switch self {
      case .minute: "clock, 12:34 to 12:35"
      case .tenMinutes: "clock, 12:39 to 12:40"
      case .alert: "clock to alert"
      case .nextAlert: "alert to alert"
      case .detail: "alert to the whole text"
      case .page: "one line further"
      }
    }
  }

  /// The octets that a driver takes that always sends the whole picture and its window.
  public static var fullFlush: Int { 1_034 }

  private var before = Bitmap()
  private var after = Bitmap()
  private var panel = PanelProbe(verifies: true)

  public init() {}

  /// - Returns: the octets on the wire, including addresses and control octets; nil if the panel shows another picture.
  public mutating func run(_ update: Update) -> Int? {
    Self.draw(update, isAfter: false, into: &before)
    Self.draw(update, isAfter: true, into: &after)
    _ = panel.show(before.octets)
    let octets = panel.show(after.octets, scrolledBy: update == .page ? 16 : 0)
    return panel.shows(after.octets) ? octets : nil
  }

  private static func draw(_ update: Update, isAfter: Bool, into bitmap: inout Bitmap) {
    switch update {
    case .minute: drawClock(minute: isAfter ? 35 : 34, into: &bitmap)
    case .tenMinutes: drawClock(minute: isAfter ? 40 : 39, into: &bitmap)
    case .alert where !isAfter: drawClock(minute: 34, into: &bitmap)
    case .alert: AlertScreen(first).draw(into: &bitmap)
    case .nextAlert: AlertScreen(isAfter ? second : first).draw(into: &bitmap)
    case .detail where !isAfter: AlertScreen(first).draw(into: &bitmap)
    case .detail: DetailScreen(first, topLine: 0).draw(into: &bitmap)
    case .page: DetailScreen(first, topLine: isAfter ? 1 : 0).draw(into: &bitmap)
    }
  }

  private static func drawClock(minute: Int, into bitmap: inout Bitmap) {
    ClockScreen(
      time: TimeOfDay(hour: 12, minute: minute), date: nil, unreadCount: 3, connection: .connected
    ).draw(into: &bitmap)
  }

  private static var first: NotificationText {
    @_lifetime(immortal)
    get {
      text(
        "Messages", "Anna",
        "Are you coming to the station? I have the tickets, we can meet at the corner of the square.")
    }
  }

  private static var second: NotificationText {
    @_lifetime(immortal)
    get { text("Mail", "Invoice 2026-118", "Please find attached what we spoke about on Monday. Kind regards") }
  }

  @_lifetime(immortal)
  private static func text(_ app: StaticString, _ title: StaticString, _ message: StaticString) -> NotificationText {
    let nothing: StaticString = ""
    return NotificationText(
      category: .social, time: TimeOfDay(hour: 12, minute: 34), appName: app.utf8Span, title: title.utf8Span,
      subtitle: nothing.utf8Span, message: message.utf8Span)
  }
}
