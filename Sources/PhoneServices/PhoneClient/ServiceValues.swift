internal import AMS
internal import ATT
internal import CurrentTimeService
internal import Features
internal import Octets
internal import Timing

/// Stores the values of the phone's optional services in `PhoneState`, and decides which values are read again: the
/// time, the battery level, and the attributes that the media remote requests.
struct ServiceValues {
  private var time = PhoneTimeReading()
  private var batteryPoll = Deadline()
  /// Whether the battery level must be read regularly, because the phone does not notify it.
  private var isBatteryPolled = false
  /// The phone's name, until the host takes it.
  private var phoneName: BoundedText<24>?

  private static var batteryInterval: Interval { .minutes(10) }

  var deadline: Instant? { Features.hasPhoneDetails ? earliest(time.deadline, batteryPoll.instant) : nil }

  mutating func handleTimeout(
    _ services: inout ServiceSubscriptions, _ phone: inout PhoneState, now: Instant
  ) {
    guard Features.hasPhoneDetails else { return }
    phone.clock.expire(at: now)
    if time.handleTimeout(now: now) {
      _ = services.read(.currentTime)
      _ = services.read(.localTimeInformation)
    }
    // The next read is scheduled now, so that a value that does not come is read again, too.
    if batteryPoll.expire(at: now), services.read(.batteryLevel) { batteryPoll.set(now + Self.batteryInterval) }
  }

  /// The phone changed a service that was found.
  mutating func forget(_ service: PhoneService, _ phone: inout PhoneState, now: Instant) {
    switch service {
    case .genericAccess: phoneName = nil
    case .currentTime: time.endLink()
    case .battery:
      batteryPoll.clear()
      isBatteryPolled = false
    case .media: if Features.hasMusic { phone.media.ended(now: now) }
    case .genericAttribute, .notificationCenter, .deviceInformation: break
    }
  }

  /// The link is gone, and with it the facts that the phone told.
  mutating func endLink(_ phone: inout PhoneState, now: Instant) {
    forget(.media, &phone, now: now)
    guard Features.hasPhoneDetails else { return }
    forget(.genericAccess, &phone, now: now)
    forget(.currentTime, &phone, now: now)
    forget(.battery, &phone, now: now)
    time.forgetLink()
    phone.forgetFacts()
  }

  /// The name that the phone gave itself, once for each reading.
  mutating func takePhoneName() -> BoundedText<24>? {
    defer { phoneName = nil }
    return phoneName
  }

  /// The time in UTC that the phone told, in microseconds since 1970, once for each reading.
  mutating func takeUTC(_ clock: borrowing PhoneClock, now: Instant) -> Int64? {
    Features.hasPhoneDetails ? time.takeUTC(clock, now: now) : nil
  }

  // MARK: Values

  /// Takes a value that the phone sent of its own accord.
  mutating func receive(
    _ value: Span<UInt8>, of characteristic: PhoneCharacteristic, _ services: inout ServiceSubscriptions,
    _ phone: inout PhoneState, now: Instant
  ) {
    switch characteristic {
    case .currentTime:
      let canRead = services.characteristics.offers(.currentTime)
      let outcome = time.receive(currentTime: value, into: &phone.clock, canRead: canRead, now: now)
      follow(outcome, &services, &phone)
    case .batteryLevel: receive(batteryLevel: value, &phone)
    case .entityUpdate: if Features.hasMusic { phone.media.receiveEntityUpdate(value, now: now) }
    case .remoteCommand: if Features.hasMusic { phone.media.receiveRemoteCommands(value) }
    case .serviceChanged, .notificationSource, .controlPoint, .dataSource, .deviceName, .localTimeInformation,
      .modelNumber, .manufacturerName, .entityAttribute:
      break
    }
  }

  /// Takes a value that was read.
  mutating func receiveRead(
    _ characteristic: PhoneCharacteristic, _ services: inout ServiceSubscriptions, _ phone: inout PhoneState,
    now: Instant
  ) {
    switch characteristic {
    case .deviceName:
      let name = BoundedText<24>(phoneName: services.characteristics.value)
      if !name.isEmpty { phoneName = name }
    case .currentTime:
      time.noteReadable()
      let canRead = services.characteristics.offers(.currentTime)
      let outcome = time.receive(
        currentTime: services.characteristics.value, into: &phone.clock, canRead: canRead, now: now)
      follow(outcome, &services, &phone)
    case .localTimeInformation:
      if let refusal = phone.clock.receive(localTimeInformation: services.characteristics.value) {
        phone.put(.timeRefused(refusal))
      }
      phone.put(.timeHeard)
    case .batteryLevel:
      receive(batteryLevel: services.characteristics.value, &phone)
      if isBatteryPolled { batteryPoll.set(now + Self.batteryInterval) }
    case .modelNumber:
      var facts = phone.facts
      facts.model = BoundedText(phoneName: services.characteristics.value)
      phone.change(to: facts)
    case .manufacturerName:
      var facts = phone.facts
      facts.manufacturer = BoundedText(phoneName: services.characteristics.value)
      phone.change(to: facts)
    case .entityAttribute:
      if Features.hasMusic { phone.media.receiveEntityAttribute(services.characteristics.value, now: now) }
    case .serviceChanged, .notificationSource, .controlPoint, .dataSource, .entityUpdate, .remoteCommand: break
    }
  }

  private func receive(batteryLevel value: Span<UInt8>, _ phone: inout PhoneState) {
    var facts = phone.facts
    if facts.receive(batteryLevel: value) { phone.change(to: facts) }
  }

  private func follow(
    _ outcome: PhoneTimeReading.Outcome, _ services: inout ServiceSubscriptions, _ phone: inout PhoneState
  ) {
    switch outcome {
    case .taken: break
    // The clock may have been set because the zone changed.
    case .set: _ = services.read(.localTimeInformation)
    case .doubted: _ = services.read(.currentTime)
    case .refused(let refusal): phone.put(.timeRefused(refusal))
    case .nothing: return
    }
    phone.put(.timeHeard)
  }

  // MARK: Refusals

  mutating func handleRefusal(
    of request: CharacteristicRequest, _ characteristic: PhoneCharacteristic, _ refusal: CharacteristicRefusal,
    _ services: inout ServiceSubscriptions, _ phone: inout PhoneState, now: Instant
  ) {
    switch (request, characteristic) {
    case (.read, .currentTime):
      follow(time.noteUnreadable(&phone.clock, mayPass: refusal.mayPass, now: now), &services, &phone)
    case (.subscribe, .batteryLevel):
      isBatteryPolled = true
      batteryPoll.set(now + Self.batteryInterval)
    case (.read, .entityAttribute): if Features.hasMusic { phone.media.readFailed() }
    case (.write, _):
      guard Features.hasMusic else { return }
      if case .refused(let code) = refusal {
        phone.media.written(.refused(MediaError(rawValue: code.rawValue)), now: now)
      } else {
        phone.media.written(.failed, now: now)
      }
    case (.read, _), (.subscribe, _), (.unsubscribe, _): break
    }
  }

  // MARK: The player

  /// Takes the media remote's next requests: at most a read and a write.
  func askMusic(_ services: inout ServiceSubscriptions, _ media: inout MediaRemote, now: Instant) {
    guard Features.hasMusic else { return }
    // The player must not execute a command whose timeout was reported.
    if media.isWritingAbandonedCommand, services.cancelWrites(to: .remoteCommand) { media.written(.failed, now: now) }
    for _ in 0..<2 {
      var value = OctetBuffer<8>()
      guard let request = Self.nextRequest(of: &media, into: &value, now: now) else { return }
      switch request {
      case .write(let characteristic):
        if !services.write(value.span, to: PhoneCharacteristic(characteristic)) { media.written(.failed, now: now) }
      case .readEntityAttribute:
        if !services.read(.entityAttribute) { media.readFailed() }
      }
    }
  }

  private static func nextRequest(
    of media: inout MediaRemote, into value: inout OctetBuffer<8>, now: Instant
  ) -> MediaRequest? {
    var request: MediaRequest?
    value.append { output in request = media.nextRequest(into: &output, now: now) }
    return request
  }
}
