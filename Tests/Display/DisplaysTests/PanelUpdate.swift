import ANCS
import Graphics
import Octets
import Peripherals
import Screens
import TestSupport
import Typefaces
import WatchModel

@testable import Displays

/// Two consecutive pictures on the display.
struct PanelUpdate {
  /// The name of the update in the budget.
  let name: String
  let title: String
  /// The target for the same update on pictures with glyphs of the same size, and the minimum that was possible there,
  /// in octets. Nil for the watch's own screens.
  let aim: (octets: Int, bound: Int)?
  let before: [UInt8]
  let after: [UInt8]
  /// The number of rows by which the picture moves up.
  var rows = 0

  /// The number of octets of the picture that differ.
  var changed: Int { zip(before, after).count { $0 != $1 } }

  /// The contents of the RAM that show `after` if the start line moves by `rows`.
  var moved: [UInt8] {
    var moved = PanelPicture()
    moved.copy(after.span, movedDownBy: rows & 63)
    return before.indices.map { moved.span[$0] }
  }

  /// The number of octets of the RAM that differ then.
  var changedBehindStartLine: Int { zip(before, moved).count { $0 != $1 } }

  /// The lower bound: the octets that differ, one address, one message, and the start line if it moves.
  var bound: Int { rows == 0 ? changed + 7 : min(changed + 7, changedBehindStartLine + 8) }

  /// The octets that the driver sends for the update.
  func cost() throws -> Int {
    var panel = SSD1306(on: FakeI2CController(), at: I2CAddress(rawValue: 0x3C)!)
    for (picture, rows) in [(before, 0), (after, rows)] {
      panel.bus.removeTransfers()
      panel.show(picture.span, scrolledBy: rows)
      while try panel.sendNext() {}
    }
    return panel.bus.wireOctetCount
  }
}

extension PanelUpdate {
  static var all: [PanelUpdate] { references + screens }

  /// Updates with digits of 16 by 32 pixels, and with text 16 pixels high.
  private static var references: [PanelUpdate] {
    let (first, second) = (notification("Anna", latin), notification("Invoice 2026-118", mail))
    return [
      PanelUpdate(name: "1a", title: "12:34 to 12:35", aim: (62, 51), before: digits("12:34"), after: digits("12:35")),
      PanelUpdate(name: "1b", title: "12:39 to 12:40", aim: (109, 67), before: digits("12:39"), after: digits("12:40")),
      PanelUpdate(name: "2a", title: "clock to notification", aim: (928, 682), before: digits("12:34"), after: first),
      PanelUpdate(name: "2b", title: "notification to notification", aim: (866, 484), before: first, after: second),
      scroll("3a", by: 1, latin, aim: (96, 26)),
      scroll("3b", by: 8, latin, aim: (108, 62)),
      scroll("3c", by: 16, latin, aim: (219, 123)),
      scroll("3d", by: 1, latin, hasBar: true, aim: (377, 303)),
      scroll("3e", by: 8, latin, hasBar: true, aim: (378, 334)),
      scroll("3f", by: 8, han, aim: (126, 108)),
      scroll("3g", by: 1, han, aim: (113, 45)),
      // The width that the lines must have had for which there are targets.
      scroll("3f-7", by: 8, han, width: 112, aim: (126, 108)),
      scroll("3g-7", by: 1, han, width: 112, aim: (113, 45)),
    ]
  }

  private static func scroll(
    _ name: String, by rows: Int, _ text: StaticString, width: Int = 128, hasBar: Bool = false, aim: (Int, Int)
  ) -> PanelUpdate {
    let isChinese = name.hasPrefix("3f") || name.hasPrefix("3g")
    let what = isChinese ? "Chinese, \(width / 16) glyphs wide" : hasBar ? "Latin under a bar" : "Latin"
    return PanelUpdate(
      name: name, title: "\(rows) px up, \(what)", aim: aim, before: page(text, at: -9, width, hasBar: hasBar),
      after: page(text, at: -9 - rows, width, hasBar: hasBar), rows: rows)
  }

  /// Updates between the watch's own screens, in sequence.
  private static var screens: [PanelUpdate] {
    let (first, second) = (alert("Messages", "Anna", latin), alert("Mail", "Invoice 2026-118", mail))
    let (list, next) = (detail(latin, topLine: 0), detail(latin, topLine: 1))
    return [
      PanelUpdate(name: "minute", title: "our clock, 12:34 to 12:35", aim: nil, before: clock(34), after: clock(35)),
      PanelUpdate(name: "ten", title: "our clock, 12:39 to 12:40", aim: nil, before: clock(39), after: clock(40)),
      PanelUpdate(name: "alert", title: "our clock to our alert", aim: nil, before: clock(34), after: first),
      PanelUpdate(name: "next", title: "our alert to the next", aim: nil, before: first, after: second),
      PanelUpdate(name: "line", title: "our text, one line on", aim: nil, before: list, after: next, rows: 16),
    ]
  }

  // MARK: Pictures

  private static let latin: StaticString =
    "Are you coming to the station? I have the tickets, we can meet at the corner of the square, where the trams stop. Call me when you are there."
  private static let mail: StaticString =
    "Please find attached what we spoke about on Monday. Kind regards to all of you, and see you in spring."
  private static let han: StaticString = "今晚七点一起吃饭吗？我们在老地方等你，记得带上上次借的那本书，还有给孩子们的礼物。如果下雨就去旁边的茶馆，到了给我打电话。"

  private static func octets(_ draw: (inout Bitmap) -> Void) -> [UInt8] {
    var bitmap = Bitmap()
    draw(&bitmap)
    return bitmap.octets.indices.map { bitmap.octets[$0] }
  }

  private static func digits(_ time: StaticString) -> [UInt8] {
    octets {
      $0.drawText(
        time, in: Rectangle(x: 0, y: 16, width: 128, height: 32), Unifont(),
        TextStyle(alignment: .centered, scale: 2))
    }
  }

  /// A page of text with its first line at row `y`, or below a title bar.
  private static func page(_ text: StaticString, at y: Int, _ width: Int, hasBar: Bool) -> [UInt8] {
    octets { bitmap in
      var lines = TextLines(text.utf8Span, Unifont())
      var y = y + (hasBar ? 16 : 0)
      while let line = lines.next(width: width), y < 64 {
        let shown = text.utf8Span.extracting(line.start..<line.end)
        bitmap.drawText(shown, in: Rectangle(x: 0, y: y, width: 128, height: 16), Unifont())
        y += 16
      }
      if hasBar { drawBar("Messages", into: &bitmap) }
    }
  }

  private static func notification(_ title: StaticString, _ text: StaticString) -> [UInt8] {
    octets { bitmap in
      drawBar(title, into: &bitmap)
      var lines = TextLines(text.utf8Span, Unifont())
      for row in 1...3 {
        guard let line = lines.next(width: 128) else { return }
        let shown = text.utf8Span.extracting(line.start..<line.end)
        bitmap.drawText(shown, in: Rectangle(x: 0, y: 16 * row, width: 128, height: 16), Unifont())
      }
    }
  }

  private static func drawBar(_ title: StaticString, into bitmap: inout Bitmap) {
    let bar = Rectangle(x: 0, y: 0, width: 128, height: 16)
    bitmap.fill(bar)
    bitmap.drawText(title, in: bar, Unifont(), TextStyle(ink: .dark))
  }

  // MARK: Screens

  private static func clock(_ minute: Int) -> [UInt8] {
    octets {
      ClockScreen(time: TimeOfDay(hour: 12, minute: minute), date: nil, unreadCount: 3, connection: .connected)
        .draw(into: &$0)
    }
  }

  private static func alert(_ app: StaticString, _ title: StaticString, _ message: StaticString) -> [UInt8] {
    octets { AlertScreen(text(app, title, message)).draw(into: &$0) }
  }

  private static func detail(_ message: StaticString, topLine: Int) -> [UInt8] {
    octets { DetailScreen(text("Messages", "Anna", message), topLine: topLine).draw(into: &$0) }
  }

  @_lifetime(immortal)
  private static func text(
    _ app: StaticString, _ title: StaticString, _ message: StaticString
  ) -> NotificationText {
    let nothing: StaticString = ""
    return NotificationText(
      category: .social, time: TimeOfDay(hour: 12, minute: 34), appName: app.utf8Span, title: title.utf8Span,
      subtitle: nothing.utf8Span, message: message.utf8Span)
  }
}
