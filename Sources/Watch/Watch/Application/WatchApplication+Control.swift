public import AMS
public import ANCS
internal import PhoneClient
public import Timing
public import WatchModel

// The requests of other programs.
extension WatchApplication {
  /// Performs an action for another program, if a button could perform it, too. Its result comes as an event.
  ///
  /// - Parameter serial: if given, the serial number of the notification, because a UID may recur in the next session.
  /// - Returns: nil, or why it was not queued.
  public mutating func perform(
    _ action: ActionID, on uid: NotificationUID, serial: UInt32?, now: Instant
  ) -> ActionRefusal? {
    let refusal = client.perform(action, on: uid, serial: serial)
    if refusal == nil { watch.noteOrdered(action, on: uid, client.phone, now: now) }
    deliverPending(now: now)
    return refusal
  }

  /// Sends a command to the player, as its button would. Its result comes as an event.
  ///
  /// - Returns: nil, or why it was not queued.
  public mutating func perform(_ command: MusicCommand, now: Instant) -> RemoteCommandRefusal? {
    if let refusal = command.refusal(client.phone.media) { return refusal }
    guard let meaning = command.meaning(client.phone.media) else { return .notOffered }
    let refusal = client.send(meaning, now: now)
    deliverPending(now: now)
    return refusal
  }

  /// Sets alarm 0...4 for another program. An alarm that rings or is snoozed ends.
  ///
  /// - Returns: false if there is no such alarm.
  public mutating func setAlarm(_ index: Int, to alarm: Alarm, now: Instant) -> Bool {
    guard (0..<AlarmTable.count).contains(index) else { return false }
    watch.setAlarm(index, to: alarm, client.phone, now: now)
    deliverPending(now: now)
    return true
  }

  /// Sets the system's local time, in microseconds since 1970; nil while the system's clock is not set. Call it at the
  /// start, and whenever `needsSystemTime(at:)` is true.
  public mutating func setSystemTime(localMicroseconds time: Int64?, now: Instant) {
    watch.setSystemTime(localMicroseconds: time, client.phone, now: now)
    deliverPending(now: now)
  }

  /// Whether `setSystemTime` must be called again, before anything else at that time: a minute has passed.
  public func needsSystemTime(at now: Instant) -> Bool { watch.needsSystemTime(at: now) }

  /// Returns the time in UTC that the phone sent, in microseconds since 1970, once for each reading: for the system's
  /// clock.
  public mutating func takePhoneUTC(now: Instant) -> Int64? { client.takePhoneUTC(now: now) }
}
