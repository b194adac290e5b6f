public import AMS
public import ANCS
public import Timing

extension WatchApplication {
  /// As `WatchMachine.perform`.
  public mutating func perform(
    _ action: ActionID, on uid: NotificationUID, serial: UInt32?, now: Instant
  ) -> ActionRefusal? {
    let refusal = client.watch.perform(action, on: uid, serial: serial, now: now)
    settle(now: now)
    return refusal
  }

  /// As `WatchMachine.perform`.
  public mutating func perform(_ command: MusicCommand, now: Instant) -> RemoteCommandRefusal? {
    let refusal = client.watch.perform(command, now: now)
    settle(now: now)
    return refusal
  }
}
