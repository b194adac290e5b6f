public import ANCS
internal import Identifiers
public import PhoneClient
public import Timing
public import WatchModel

// The state, for the owner.
extension WatchMachine {
  /// Whether the wearer does nothing with the watch: it shows the clock, and no call goes on.
  var isUnused: Bool { screen == .clock && notifications.calls.call == nil }

  /// Whether the wearer waits for the phone: in a pairing, while a call rings, or reading on the lit display.
  var isWaitingForPhone: Bool {
    switch screen {
    case .pairing, .call: true
    case .detail: lightLevel != .off
    case .clock, .list, .alert, .status, .menu, .phones, .question, .note, .pairAgain, .activeCall, .mute, .music,
      .quiet, .timer, .stopwatch, .torch, .ring, .alarm, .missedAlarm, .alarms, .editAlarm, .settings, .setting,
      .tutorial:
      false
    }
  }

  /// The number of notifications that the wearer has not seen.
  public var unreadCount: Int { notifications.alerts.unread.count }

  /// The connection and its fault, as last reported.
  public var connectionState: ConnectionState { link.reportedConnection ?? .starting }
  public var connectionTrouble: LinkTrouble? { link.reportedTrouble }

  /// The next instant at which `handleTimeout` must be called.
  public var deadline: Instant? {
    let news = earliest(notifications.deadline, link.lossDeadline)
    let pages = earliest(earliest(navigation.deadline, music.deadline), earliest(timeDeadline, tools.deadline))
    return earliest(earliest(dialogues.deadline, news), earliest(pages, front.deadline))
  }

  /// When to look at the time again: each minute while the wearer can see it, or while an alarm waits for a time that
  /// is not known. In the dark the alarms and the quiet hours decide: each other wake-up would only cost energy.
  private var timeDeadline: Instant? {
    guard !front.isLit, !tools.isWaitingForTime else { return clock.deadline }
    return clock.deadlineInDarkness(alarm: tools.nextAlarm, notifications.alerts.quietHours)
  }

  /// Whether the owner must set the system's time again.
  func needsSystemTime(at now: Instant) -> Bool { clock.needsSystemTime(at: now) }

  /// Returns alarm 0...4.
  public func alarm(at index: Int) -> Alarm { tools.alarms.alarm(at: index) }

  /// Whether alarms wait for the time, which is not known.
  public var areAlarmsWaiting: Bool { tools.alarms.isWaiting }

  /// The applications that are muted.
  public var mutes: MuteTable { notifications.alerts.mutes }

  /// The wearer's choices and alarms.
  public var choices: WearerRecord {
    WearerRecord(wearer.settings, tools.alarms, navigation.guidance.experience, notifications.vibrations.choices)
  }

  /// Whether the vibration motor must run now, and whether the LED must be lit.
  public var isMotorOn: Bool { front.haptics.isMotorOn }
  public var isLEDLit: Bool { front.haptics.isLEDLit }

  public var lightLevel: LightLevel { front.level }
  /// Whether the display is the torch: it is as bright as the panel can be.
  public var isTorch: Bool { front.isShowing(.torch) }
  /// Whether the whole display is inverted.
  public var isInverted: Bool { front.blink.isInverted }
  /// The first row of the picture that a panel of 32 rows shows; 0 on a panel of 64 rows.
  public var topRow: Int { front.scroll.top }
  /// Whether the picture is a step of a movement that may be left out: the picture before it is sent first.
  public var isMidway: Bool { front.slide.isMidway || front.marquee.offset != nil }

  /// The screen on the display.
  public var screen: ScreenName { current.name }

  /// The notification that the screen shows, or that is selected in the list; nil without one.
  public borrowing func shownNotification(_ phone: borrowing PhoneState) -> NotificationUID? {
    let shown = current
    var serial = shown.serial
    switch shown.name {
    case .alert, .call, .activeCall: break
    case .detail: serial = navigation.page.readSerial
    case .list: serial = navigation.page.selectedSerial
    case .clock, .status, .menu, .phones, .question, .note, .pairing, .pairAgain, .mute, .music, .quiet, .timer,
      .stopwatch, .torch, .ring, .alarm, .missedAlarm, .alarms, .editAlarm, .settings, .setting, .tutorial:
      return nil
    }
    guard let serial, let index = phone.session.notifications.index(ofSerial: serial) else { return nil }
    return phone.session.notifications.notification(at: index).uid
  }

  /// The screen on the display, and its subject.
  private var current: Shown {
    Shown(
      pairing: dialogues.pairing.shown, isPairingOver: dialogues.pairing.isOver, call: notifications.calls.call,
      tool: tools.shown, isToolRinging: tools.isRinging, alert: notifications.alerts.shown,
      below: dialogues.below(navigation.page, in: link.hostState))
  }
}
