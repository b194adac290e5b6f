internal import Identifiers
internal import Screens
internal import WatchModel

/// The page that the wearer opened. Calls, alerts, pairings and advice cover it.
enum Page: Equatable, Sendable {
  case clock
  case list(selected: Selection)
  case detail(serial: UInt32, topLine: Int, origin: Origin)
  case status(topLine: Int, origin: Origin)
  case menu(MenuItem)
  case phones(PhonesScreen.Purpose, row: Int)
  case question(QuestionScreen.Question, DeviceAddress)
  /// `Navigation.notedPhone` is the phone that it is about.
  case note(NoteScreen.Note, topLine: Int)
  /// For how long to mute the application of a notification. `origin` is the origin of the notification's page if the
  /// notification was read; nil if it was selected in the list.
  case mute(serial: UInt32, row: Int, origin: Origin?)
  case music(MusicMode)
  /// For how long to be quiet from now on.
  case quiet(row: Int)
  /// Whether to clear the notifications with serial numbers below this one: those before the question.
  case clearing(below: UInt32)
  case timer
  case stopwatch
  /// All pixels are lit.
  case torch
  /// The list of alarms.
  case alarms(row: Int)
  /// One alarm while it is changed.
  case editAlarm(Int, AlarmField)
  case settings(row: Int)
  /// The values of one setting.
  case setting(WearerSetting, row: Int)
  /// Whether to give all settings the values of the configuration.
  case resettingSettings
  case tutorial(TutorialPage)

  /// A notification in the list: by its number, or by its place once it is gone.
  struct Selection: Equatable, Sendable {
    var serial: UInt32?
    var index: Int
  }

  /// The page to which *back* leads.
  enum Origin: UInt8, Sendable {
    case clock, list, menu, music
  }

  var name: ScreenName {
    switch self {
    case .clock: .clock
    case .list: .list
    case .detail: .detail
    case .status: .status
    case .menu: .menu
    case .phones: .phones
    case .question: .question
    case .note: .note
    case .mute: .mute
    case .music: .music
    case .quiet: .quiet
    case .clearing: .question
    case .timer: .timer
    case .stopwatch: .stopwatch
    case .torch: .torch
    case .alarms: .alarms
    case .editAlarm: .editAlarm
    case .settings: .settings
    case .setting: .setting
    case .resettingSettings: .question
    case .tutorial: .tutorial
    }
  }

  /// The notification whose page it is; nil for other pages.
  var readSerial: UInt32? {
    if case .detail(let serial, _, _) = self { serial } else { nil }
  }

  /// The notification that is selected in the list; nil for other pages.
  var selectedSerial: UInt32? {
    if case .list(let selection) = self { selection.serial } else { nil }
  }

  /// The line with which its text begins.
  var topLine: Int {
    switch self {
    case .detail(_, let topLine, _), .status(let topLine, _), .note(_, let topLine): topLine
    case .clock, .list, .menu, .phones, .question, .mute, .music, .quiet, .clearing, .timer, .stopwatch,
      .torch, .alarms, .editAlarm, .settings, .setting, .resettingSettings, .tutorial:
      0
    }
  }

  /// The area in which its text moves; nil if the text does not move.
  var movingArea: MovingArea? {
    switch self {
    case .detail, .note: .body
    case .status: .belowStepIcons
    case .clock, .list, .menu, .phones, .question, .mute, .music, .quiet, .clearing, .timer, .stopwatch,
      .torch, .alarms, .editAlarm, .settings, .setting, .resettingSettings, .tutorial:
      nil
    }
  }

  /// The row below the bar in which the selection is; nil if nothing is selected.
  func selectedRow(notificationCount: Int, phoneCount: Int, hasHints: Bool) -> Int? {
    switch self {
    case .list(let selection): ListScreen.row(of: selection.index, count: notificationCount, hasHints: hasHints)
    case .menu(let item): ListScreen.row(of: item.row, count: MenuItem.count, hasHints: hasHints)
    case .phones(let purpose, let row): ListScreen.row(of: row, count: purpose.rowCount(for: phoneCount))
    // Only whether it is the first matters; so the longer of the two lists of choices stands for both.
    case .mute(_, let row, _): ListScreen.row(of: row, count: MuteChoice.count(isMuted: false))
    case .quiet(let row): row
    case .alarms(let row): ListScreen.row(of: row, count: AlarmTable.count)
    case .settings(let row): ListScreen.row(of: row, count: SettingsScreen.rowCount)
    case .setting(let setting, let row): ListScreen.row(of: row, count: setting.offeredCount + 1)
    case .editAlarm(_, let field): field == .days ? 1 : 0
    case .clock, .detail, .status, .question, .note, .music, .clearing, .timer, .stopwatch, .torch, .resettingSettings,
      .tutorial:
      nil
    }
  }
}

extension PhonesScreen.Purpose {
  /// The number of rows for `count` phones. In the list for choosing, row 0 stands for any phone.
  func rowCount(for count: Int) -> Int {
    switch self {
    case .choose: count + 1
    case .forget: count
    }
  }

  /// The phone of a row; nil for the row that stands for any.
  func phone(inRow row: Int, of phones: borrowing PhoneList) -> DeviceAddress? {
    let index = self == .choose ? row - 1 : row
    return (0..<phones.count).contains(index) ? phones[index].identity : nil
  }

  /// The item of the menu that leads to this list.
  var menuItem: MenuItem {
    switch self {
    case .choose: .phones
    case .forget: .forgetPhone
    }
  }
}
