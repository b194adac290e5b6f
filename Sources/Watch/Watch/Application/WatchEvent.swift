public import AMS
public import ANCS
public import CurrentTimeService
public import Identifiers
public import PhoneClient
internal import Screens
public import WatchModel

/// Something to record, in the order in which it happened.
public enum WatchEvent: Equatable, Sendable {
  /// The state of the connection, and why nothing arrives; nil if no reason is known.
  case connection(ConnectionState, LinkTrouble?)
  case notificationAdded(NotificationUID)
  case notificationModified(NotificationUID)
  /// The phone has removed it; it stays in the list for a while if it is kept.
  case notificationRemoved(NotificationUID, isKept: Bool)
  /// Its texts have arrived, as far as the phone has sent them.
  case notificationContent(NotificationUID)
  case action(NotificationUID, ActionID, ActionResult)
  /// The action was not even queued.
  case actionRefused(NotificationUID, ActionID, ActionRefusal)
  /// The wearer has silenced the watch about a call; the phone rings on.
  case callSilenced(NotificationUID)
  /// More was lost: all of it since the start.
  case losses(Losses)
  /// The watch has done something because nothing arrived.
  case recovery(Recovery)
  case screen(ScreenName)
  /// The code or the question on this screen accepts the buttons from now on.
  case promptOpened(ScreenName)
  /// The brightness of the display has changed.
  case light(LightLevel)
  /// How a new notification is announced, and why.
  case alert(NotificationUID, AlertDecision)
  /// The wearer has snoozed a notification.
  case snoozed(NotificationUID, SnoozeDuration)
  /// The wearer has chosen a vibration pattern for a notification's application; nil: the configuration's pattern.
  case vibration(NotificationUID, VibrationPattern?)
  /// The wearer has chosen a quiet time; nil: it has ended.
  case quiet(QuietDuration?)
  /// The list is being cleared, or has been.
  case clearing(ClearingReport)
  case timer(TimerReport)
  case stopwatch(StopwatchReport)
  case alarm(AlarmReport)
  /// The time has changed.
  case time(TimeReport)
  /// The watch does not believe the phone's time.
  case timeRefused(TimeRefusal)
  /// The phone's facts about itself have changed.
  case phone(PhoneFacts)
  /// The charge of the watch's battery is new; nil: its gauge is gone.
  case battery(UInt8?)
  /// The wearer has chosen another face of the clock.
  case face(ClockFace)
  /// A setting has another value.
  case setting(SettingReport)
  /// The track or the playback state of the phone has changed.
  case music
  case musicCommand(RemoteCommandID, RemoteCommandResult)
  /// The command was not even sent.
  case musicRefused(MusicCommand, RemoteCommandRefusal)
}

/// Something that the watch wants done.
public enum WatchAction: Equatable, Sendable {
  /// The user has compared the codes.
  case confirmPairing(Bool)
  /// The user has decided whether the phone that is pairing may replace the bond of the phone that it claims to be.
  case answerClaim(Bool)
  case openPairingWindow
  case closePairingWindow
  /// The bond that was offered may go when a new phone has paired.
  case acceptReplacement
  /// End the link, so that another phone can connect.
  case disconnect
  case forgetPhone(DeviceAddress)
  /// Let only this phone connect; nil: any that is bonded.
  case choosePhone(DeviceAddress?)
  /// Queue an action. `Session.refusal` was nil.
  case perform(ActionID, NotificationUID)
  /// Fetch the texts of a notification of which only the application is known.
  case fetchContent(NotificationUID)
  /// Remove the notifications from the list that the phone has removed.
  case clearHistory
  /// The wearer reads a message; `wantsMore`: the end of the fetched part is near.
  case read(serial: UInt32, wantsMore: Bool)
  /// The wearer left the page of the message.
  case endReading
  /// Send a command to the player. `MediaRemote.refusal` was nil.
  case sendToPlayer(RemoteCommandID)
  /// The name, the privacy, the history or the pairing window has another value.
  case applySetting(WearerSetting)
}

/// The kind of screen on the display.
public enum ScreenName: UInt8, Equatable, Sendable {
  case clock, alert, list, detail, call, pairing, status, menu, phones, question, note, pairAgain, activeCall, mute,
    music, quiet, timer, stopwatch, torch
  /// The timer has run out.
  case ring
  /// An alarm rings.
  case alarm
  /// An alarm was missed.
  case missedAlarm
  /// The list of alarms, and one of them while it is changed.
  case alarms, editAlarm
  /// The settings, and the values of one of them.
  case settings, setting
  case tutorial

  /// As the event stream calls it.
  public var name: StaticString {
    switch self {
    case .clock: "clock"
    case .alert: "alert"
    case .list: "list"
    case .detail: "detail"
    case .call: "call"
    case .pairing: "pairing"
    case .status: "status"
    case .menu: "menu"
    case .phones: "phones"
    case .question: "question"
    case .note: "note"
    case .pairAgain: "pairAgain"
    case .activeCall: "activeCall"
    case .mute: "mute"
    case .music: "music"
    case .quiet: "quiet"
    case .timer: "timer"
    case .stopwatch: "stopwatch"
    case .torch: "torch"
    case .ring: "ring"
    case .alarm: "alarm"
    case .missedAlarm: "missedAlarm"
    case .alarms: "alarms"
    case .editAlarm: "editAlarm"
    case .settings: "settings"
    case .setting: "setting"
    case .tutorial: "tutorial"
    }
  }

  /// Whether it may appear just before the wearer presses a button, so that the press would be taken for an answer.
  var needsReadingFirst: Bool {
    switch self {
    case .alert, .call, .pairing, .question, .pairAgain, .activeCall, .ring, .alarm, .missedAlarm, .tutorial: true
    case .clock, .list, .detail, .status, .menu, .phones, .note, .mute, .music, .quiet, .timer, .stopwatch, .torch,
      .alarms, .editAlarm, .settings, .setting:
      false
    }
  }
}
