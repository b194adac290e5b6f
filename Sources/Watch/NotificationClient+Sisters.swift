internal import GATT
internal import Octets
internal import Screens
internal import Timing

// What is made of what the phone offers beside its notifications.
extension NotificationClient {
  mutating func noteSisterResult(_ result: ProcedureResult, now: Instant) {
    // The host ends the link.
    if result == .timedOut { watch.noteRecovery(.disconnected, .noAnswer, now: now) }
    sisters.handle(result, now: now)
    handleSisterEvents(now: now)
  }

  mutating func handleSisterEvents(now: Instant) {
    while let event = sisters.nextEvent() { handle(event, now: now) }
  }

  private mutating func handle(_ event: SisterEvent, now: Instant) {
    switch event {
    case .read(let characteristic): receiveRead(characteristic, now: now)
    case .found, .unavailable, .subscribed, .written, .refused: break
    }
  }

  private mutating func receiveRead(_ characteristic: SisterCharacteristic, now: Instant) {
    switch characteristic {
    case .deviceName:
      let name = BoundedText<24>(phoneName: sisters.value)
      if !name.isEmpty { phoneName = name }
    case .currentTime, .localTimeInformation, .batteryLevel, .modelNumber, .manufacturerName: break
    }
  }

  /// A value that the phone sent of its own accord.
  mutating func receive(_ value: Span<UInt8>, of characteristic: SisterCharacteristic, now: Instant) {
    switch characteristic {
    case .currentTime, .batteryLevel: break
    case .localTimeInformation, .deviceName, .modelNumber, .manufacturerName: break
    }
  }

  /// What was found of the phone's other services counts no more.
  mutating func sistersGone(now: Instant) {
    phoneName = nil
  }
}
