internal import AMS
internal import ANCS
internal import Identifiers
internal import Screens
internal import WatchModel

/// The result of a gesture on a page: the page that follows, and the request to the rest of the watch.
struct PageStep {
  /// Nil: the page stays.
  var page: Page?
  var intent: PageIntent?
  /// The phone that the note on `page` is about.
  var notedPhone: DeviceAddress?

  static var stay: PageStep { PageStep() }

  static func go(_ page: Page, asking intent: PageIntent? = nil) -> PageStep { PageStep(page: page, intent: intent) }

  static func ask(_ intent: PageIntent?) -> PageStep { PageStep(intent: intent) }

  static func note(
    _ note: NoteScreen.Note, about phone: DeviceAddress? = nil, asking intent: PageIntent? = nil
  ) -> PageStep {
    PageStep(page: .note(note, topLine: 0), intent: intent, notedPhone: phone)
  }
}

/// A request of a button, on a page or an alert, to the rest of the watch.
enum PageIntent: Equatable {
  /// Opens the page of a notification, or shows its call again.
  case open(serial: UInt32, from: Page.Origin)
  case perform(ActionID, serial: UInt32)
  /// Mutes or unmutes the application of a notification.
  case mute(MuteChoice, serial: UInt32)
  case play(MusicCommand)
  /// Chooses the next face of the clock.
  case changeFace
  case changeSettings(SettingRequest)
  case setQuiet(QuietChoice)
  /// Changes a value of alarm 0...4 by a step.
  case changeAlarm(Int, AlarmField, isBackward: Bool)
  /// Clears the notifications with serial numbers below this one.
  case clearAll(below: UInt32)
  /// Asks the owner of the watch.
  case request(WatchAction)
}

/// Facts on which the buttons of a page depend, besides the phone's state.
struct PageFacts {
  /// The last line with which the page may begin.
  let lastTopLine: Int
  /// Whether the application of the page's notification is muted.
  let isMuted: Bool
  /// Whether a phone is connected.
  let hasLink: Bool
  /// How many notifications can be cleared.
  var clearableCount = 0
  /// The serial numbers of all notifications are smaller.
  var serialLimit: UInt32 = 0
  /// Whether the wearer has chosen *Quiet now*.
  var isQuietNow = false
  /// The row of the present choice on the page of a setting. On the page *Settings* it is about the selected setting.
  var chosenRow = 0
  var labels = ShownLabels()
  /// Whether the wearer wants hints, so that the uses of the buttons count.
  var areHintsOn = false
  /// Whether the watch has the buttons *up* and *down*.
  var hasJoystick = false
  /// How many lines of a notification are seen at a time.
  var visibleLineCount = DetailScreen.visibleLineCount
}
