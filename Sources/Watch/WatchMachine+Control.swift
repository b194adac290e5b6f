public import ANCS
public import Screens
public import Timing

// What other programs may ask.
extension WatchMachine {
  /// How the watch stands with the phone, as it was last told.
  public var connectionState: ConnectionState { reportedConnection ?? .starting }
  /// Why nothing arrives, as it was last told.
  public var connectionTrouble: LinkTrouble? { reportedTrouble }

  /// A program wants an action performed: what a button may do, and no more. Its result comes as an event.
  ///
  /// - Parameter serial: if given, which notification is meant. A UID is used again by the next session.
  /// - Returns: nil, or why it was not queued.
  public mutating func perform(
    _ action: ActionID, on uid: NotificationUID, serial: UInt32?, now: Instant
  ) -> ActionRefusal? {
    let index = session.notifications.index(of: uid)
    if let serial, let index, session.notifications.notification(at: index).serial != serial {
      return .unknownNotification
    }
    if let refusal = session.perform(action, on: uid) { return refusal }
    // The call on the glass: as if its button had been pressed.
    if calls.call?.uid == uid { calls.choose(action, on: uid, now: now) }
    needsRedraw = true
    settle(now: now)
    return nil
  }
}
