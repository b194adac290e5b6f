internal import AMS
internal import ANCS
internal import Features
internal import PhoneClient
internal import Screens

// Requests to the phone that it may refuse.
extension WatchOutput {
  /// Requests an action on a notification, or records why it cannot be queued.
  ///
  /// - Returns: the banner for a refusal; nil if it was requested.
  mutating func order(_ action: ActionID, onSerial serial: UInt32, _ phone: borrowing PhoneState) -> Banner? {
    guard let index = phone.session.notifications.index(ofSerial: serial) else { return .gone }
    let notification = phone.session.notifications.notification(at: index)
    if notification.isLive { return order(action, on: notification.uid, phone).map { Banner($0) } }
    record(.actionRefused(notification.uid, action, .notReady))
    return Banner(ActionRefusal.notReady)
  }

  /// - Returns: why it cannot be queued; nil if it was requested.
  mutating func order(_ action: ActionID, on uid: NotificationUID, _ phone: borrowing PhoneState) -> ActionRefusal? {
    let refusal = phone.session.refusal(of: action, on: uid)
    if let refusal { record(.actionRefused(uid, action, refusal)) } else { request(.perform(action, uid)) }
    return refusal
  }

  /// Requests a command to the player, or records why it cannot be sent.
  ///
  /// - Returns: the banner for a refusal; nil if it was requested.
  mutating func order(_ command: MusicCommand, _ phone: borrowing PhoneState) -> Banner? {
    guard Features.hasMusic else { return nil }
    if let refusal = command.refusal(phone.media) {
      record(.musicRefused(command, refusal))
      return Banner(refusal)
    }
    if let meaning = command.meaning(phone.media) { request(.sendToPlayer(meaning)) }
    return nil
  }
}
