import Screens
import WatchModel

/// The faces of the clock.
extension ScreenSample {
  static let faces = [
    face("clock-watch-battery") { $0.watchBatteryLevel = 60 },
    face("clock-watch-battery-quiet") {
      $0.watchBatteryLevel = 8
      $0.isQuiet = true
      $0.unreadCount = 120
    },
    face("clock-alarm") { $0.alarms = .set },
    face("clock-alarm-waiting") {
      ($0.time, $0.date, $0.alarms) = (nil, nil, .waiting)
    },
    face("clock-alarm-crowded") {
      $0.watchBatteryLevel = 8
      $0.isQuiet = true
      $0.alarms = .set
      $0.unreadCount = 120
    },
    face("clock-analog-alarm") {
      $0.style.face = .analog
      $0.isQuiet = true
      $0.alarms = .set
      $0.unreadCount = 12
    },
    face("clock-twelve") { $0.style.hasTwelveHours = true },
    face("clock-twelve-seconds") {
      $0.time = TimeOfDay(hour: 0, minute: 58)
      $0.second = 7
      $0.style.hasTwelveHours = true
      $0.style.dateOrder = .monthDay
    },
    face("clock-seconds") {
      $0.second = 59
      $0.style.dateOrder = .yearMonthDay
    },
    face("clock-analog") {
      $0.style.face = .analog
      $0.watchBatteryLevel = 60
    },
    face("clock-analog-seconds") {
      $0.style.face = .analog
      $0.style.showsWeekday = false
      $0.time = TimeOfDay(hour: 10, minute: 9)
      $0.second = 36
      $0.isQuiet = true
    },
    face("clock-analog-half") {
      $0.style.face = .analog
      $0.isHalf = true
    },
    face("clock-analog-unknown") {
      $0.style.face = .analog
      $0.time = nil
      $0.date = nil
    },
    face("clock-large") {
      $0.style.face = .large
      $0.watchBatteryLevel = 60
    },
    face("clock-large-twelve") {
      $0.style.face = .large
      $0.style.hasTwelveHours = true
      $0.time = TimeOfDay(hour: 16, minute: 58)
      $0.second = 30
    },
    face("clock-large-digits") {
      $0.style.face = .large
      $0.time = TimeOfDay(hour: 7, minute: 46)
    },
    face("clock-large-half") {
      $0.style.face = .large
      $0.isHalf = true
    },
    face("clock-large-unknown") {
      $0.style.face = .large
      $0.time = nil
      $0.date = nil
    },
    ScreenSample("menu-face") { MenuScreen(selected: .face, face: .analog).draw(into: &$0) },
  ]

  /// The clock of a connected watch, changed by `change`.
  private static func face(_ name: String, _ change: @escaping @Sendable (inout ClockScreen) -> Void) -> ScreenSample {
    ScreenSample(name) {
      var clock = ClockScreen(
        time: TimeOfDay(hour: 23, minute: 12), date: CalendarDate(year: 2026, month: 11, day: 20), unreadCount: 3,
        connection: .ready, batteryLevel: 76)
      change(&clock)
      clock.draw(into: &$0)
    }
  }
}
