internal import ANCS
internal import Octets
internal import PhoneClient
internal import Screens
internal import WatchModel

/// The content of the row of labels on the display.
struct ShownLabels: Equatable {
  /// Whether the row is on the display: no banner covers it, and a panel of 32 rows shows it.
  var isRowShown = false
  /// The phone's actions whose labels are on the display.
  var hasPositive = false
  var hasNegative = false

  /// No labels.
  init() {}

  /// - Parameter isRowShown: whether the display shows the row of the labels.
  init(
    on shown: Shown, _ navigation: borrowing Navigation, isRowShown: Bool, _ phone: borrowing PhoneState,
    _ style: ClockStyle
  ) {
    guard isRowShown else { return }
    let serial: UInt32?
    switch shown.name {
    case .alert, .call, .activeCall: serial = shown.serial
    case .detail where navigation.page.topLine >= navigation.lastTopLine(phone, style):
      serial = navigation.page.readSerial
    case .detail, .clock, .list, .pairing, .status, .menu, .phones, .question, .note, .pairAgain, .mute, .music, .quiet,
      .timer, .stopwatch, .torch, .ring, .alarm, .missedAlarm, .alarms, .editAlarm, .settings,
      .setting, .tutorial:
      serial = nil
    }
    guard let index = serial.flatMap({ phone.session.notifications.index(ofSerial: $0) }) else { return }
    self.isRowShown = true
    hasPositive = phone.session.isLabelled(.positive, at: index)
    hasNegative = phone.session.isLabelled(.negative, at: index)
  }
}
