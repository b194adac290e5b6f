public import AMS
public import ANCS
public import CurrentTimeService
public import Identifiers
public import Screens

/// Something to record, in the order in which it happened.
public enum WatchEvent: Equatable, Sendable {
  /// How the watch stands with the phone, and why nothing arrives, if something keeps it from arriving.
  case connection(ConnectionState, LinkTrouble?)
  case notificationAdded(NotificationUID)
  case notificationModified(NotificationUID)
  case notificationRemoved(NotificationUID)
  /// Its texts are there, as far as they are to be had.
  case notificationContent(NotificationUID)
  case action(NotificationUID, ActionID, ActionResult)
  /// The action was not even queued.
  case actionRefused(NotificationUID, ActionID, ActionRefusal)
  /// More was lost: all of it since the start.
  case losses(Losses)
  /// The watch has done something because nothing arrived.
  case recovery(Recovery)
  case screen(ScreenName)
  /// The glass shines otherwise.
  case light(LightLevel)
  /// How a new notification is made known, and why so.
  case alert(NotificationUID, AlertDecision)
  /// The time is another than it was.
  case time(TimeReport)
  /// What the phone says of the time is not believed.
  case timeRefused(TimeRefusal)
  /// What the phone tells of itself is new.
  case phone(PhoneFacts)
  /// What the phone plays, or how, is another.
  case music
  case musicCommand(RemoteCommandID, RemoteCommandResult)
  /// The command was not even sent.
  case musicRefused(MusicCommand, RemoteCommandRefusal)
}

/// Something that the watch wants done.
public enum WatchAction: Equatable, Sendable {
  /// The user has compared the codes.
  case confirmPairing(Bool)
  case openPairingWindow
  case closePairingWindow
  /// The bond that was offered may go when a new phone has paired.
  case acceptReplacement
  /// End the link, so that another phone can have the watch.
  case disconnect
  case forgetPhone(DeviceAddress)
  /// Let only this phone connect; nil: any that is bonded.
  case choosePhone(DeviceAddress?)
}

/// What kind of screen is on the glass.
public enum ScreenName: UInt8, Equatable, Sendable {
  case clock, alert, list, detail, call, pairing, status, menu, phones, question, note, pairAgain, activeCall, mute,
    music

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
    }
  }

  /// Whether it may come up while a finger is on its way to a button, to be taken for an answer.
  var needsReadingFirst: Bool {
    switch self {
    case .alert, .call, .pairing, .question, .pairAgain, .activeCall: true
    case .clock, .list, .detail, .status, .menu, .phones, .note, .mute, .music: false
    }
  }
}
