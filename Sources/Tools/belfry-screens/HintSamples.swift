import Graphics
import Screens
import WatchModel

/// The hints for a new wearer, and the tutorial.
extension ScreenSample {
  private static let clockPress = HintRow(.press, left: .title(.inbox), right: .menu(.status))
  private static let clockHold = HintRow(.hold, left: .menu(.music), right: .button(.menu))
  private static let clockJoystick = HintRow(.joystick, left: .title(.inbox), right: .menu(.status))
  private static let listPress = HintRow(.press, left: .button(.open), right: .button(.next))
  private static let listHold = HintRow(.hold, left: .button(.mute), right: .button(.back))
  private static let menuPress = HintRow(.press, left: .button(.choose), right: .button(.next))
  private static let menuLast = HintRow(.press, left: .button(.choose), right: .button(.back))
  private static let statusPress = HintRow(.press, left: .button(.more), right: .button(.back))
  private static let scroll = HintRow(.joystick, left: .button(.scroll), right: nil)

  static let hints = [
    clock("hint-clock", clockPress),
    clock("hint-clock-one", HintRow(.press, left: nil, right: .menu(.status))),
    clock("hint-clock-hold", clockHold),
    clock("hint-clock-joystick", clockJoystick),
    clock("hint-clock-analog", clockPress, .analog),
    clock("hint-clock-large", clockHold, .large),
    list("hint-list", of: [.weChat, .message, .mail, .vietnamese, .calendar], selected: 0, hints: listPress),
    list("hint-list-hold", of: [.weChat, .message, .mail, .vietnamese, .calendar], selected: 3, hints: listHold),
    list("hint-list-joystick", of: [.weChat, .message, .mail, .vietnamese, .calendar], selected: 1, hints: scroll),
    menu("hint-menu", .phones, menuPress),
    menu("hint-menu-last", .tutorial, menuLast),
    ScreenSample("hint-status") { bitmap in
      status("", .advertising, .noPhone, isPhoneHere: false).draw(over: &bitmap)
      statusPress.draw(into: &bitmap)
    },
  ]

  static let tutorials = [
    tutorial("tutorial", .accept), tutorial("tutorial-decline", .decline), tutorial("tutorial-hold", .hold),
    tutorial("tutorial-display", .display), tutorial("tutorial-joystick", .joystick, hasJoystick: true),
    tutorial("tutorial-end", .menu),
  ]

  private static func clock(_ name: String, _ hints: HintRow, _ face: ClockFace = .digital) -> ScreenSample {
    ScreenSample(name) {
      var clock = ClockScreen(
        time: TimeOfDay(hour: 23, minute: 12), date: CalendarDate(year: 2026, month: 11, day: 20), unreadCount: 3,
        connection: .ready, batteryLevel: 76)
      clock.style.face = face
      clock.hints = hints
      clock.draw(into: &$0)
    }
  }

  private static func menu(_ name: String, _ item: MenuItem, _ hints: HintRow) -> ScreenSample {
    ScreenSample(name) {
      MenuScreen(selected: item, hasHints: true).draw(into: &$0)
      hints.draw(into: &$0)
    }
  }

  private static func tutorial(_ name: String, _ page: TutorialPage, hasJoystick: Bool = false) -> ScreenSample {
    ScreenSample(name) { TutorialScreen(page, hasJoystick: hasJoystick).draw(into: &$0) }
  }
}
