internal import Identifiers
internal import Screens

/// Where the user has gone. Calls, alerts, pairings and advice lie over it.
enum Page: Equatable, Sendable {
  case clock
  case list(selected: Selection)
  case detail(serial: UInt32, topLine: Int, origin: Origin)
  case status(topLine: Int, origin: Origin)
  case menu(MenuItem)
  case phones(PhonesScreen.Purpose, row: Int)
  case question(QuestionScreen.Question, DeviceAddress)
  /// Its phone is `WatchMachine.notedPhone`: it may exist no longer.
  case note(NoteScreen.Note, topLine: Int)
  /// For how long to mute the application of a notification; `origin` is that of its page if it was read, nil if it was
  /// selected in the list.
  case mute(serial: UInt32, row: Int, origin: Origin?)
  case music(MusicMode)

  /// A notification in the list: by its number, or by its place once it is gone.
  struct Selection: Equatable, Sendable {
    var serial: UInt32?
    var index: Int
  }

  /// Where back leads.
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
    }
  }
}
