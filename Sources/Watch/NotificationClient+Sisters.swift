internal import CurrentTimeService
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
    case .refused(.currentTime, .read, let refusal): settleTime(mayPass: refusal.mayPass, now: now)
    case .refused(.batteryLevel, .subscribe, _):
      isBatteryPolled = true
      batteryPoll.set(now + Self.batteryInterval)
    case .found(.media): noteMediaFound(now: now)
    case .unavailable(.media, _): watch.musicEnded(now: now)
    case .subscribed(.entityUpdate): watch.musicSubscribed(now: now)
    case .written(let characteristic): noteWritten(characteristic, nil, now: now)
    case .refused(let characteristic, .write, let refusal): noteWritten(characteristic, refusal, now: now)
    case .refused(.entityAttribute, .read, _): watch.musicReadFailed()
    case .found, .unavailable, .subscribed, .refused: break
    }
  }

  private mutating func receiveRead(_ characteristic: SisterCharacteristic, now: Instant) {
    switch characteristic {
    case .deviceName:
      let name = BoundedText<24>(phoneName: sisters.value)
      if !name.isEmpty { phoneName = name }
    case .currentTime:
      isTimeUnreadable = false
      note(timekeeper.phone.receive(currentTime: sisters.value, now: now), now: now)
    case .localTimeInformation: noteZone(timekeeper.phone.receive(localTimeInformation: sisters.value), now: now)
    case .batteryLevel:
      watch.receive(batteryLevel: sisters.value)
      if isBatteryPolled { batteryPoll.set(now + Self.batteryInterval) }
    case .modelNumber: watch.setPhone(model: BoundedText(phoneName: sisters.value))
    case .manufacturerName: watch.setPhone(manufacturer: BoundedText(phoneName: sisters.value))
    case .entityAttribute: watch.receiveEntityAttribute(sisters.value, now: now)
    case .entityUpdate, .remoteCommand: break
    }
  }

  /// A value that the phone sent of its own accord.
  mutating func receive(_ value: Span<UInt8>, of characteristic: SisterCharacteristic, now: Instant) {
    switch characteristic {
    case .currentTime: note(timekeeper.phone.receive(currentTime: value, now: now), now: now)
    case .batteryLevel: watch.receive(batteryLevel: value)
    case .entityUpdate: watch.receiveEntityUpdate(value, now: now)
    case .remoteCommand: watch.receiveRemoteCommands(value, now: now)
    case .localTimeInformation, .deviceName, .modelNumber, .manufacturerName, .entityAttribute: break
    }
  }

  /// What was found of the phone's other services counts no more.
  ///
  /// - Parameter isLinkLost: whether nothing that the phone said of itself holds any longer.
  mutating func sistersGone(isLinkLost: Bool, now: Instant) {
    phoneName = nil
    batteryPoll.clear()
    isBatteryPolled = false
    timekeeper.endLink()
    if isLinkLost { watch.forgetPhoneFacts() }
    watch.musicEnded(now: now)
  }
}
