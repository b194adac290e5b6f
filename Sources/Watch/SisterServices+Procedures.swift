internal import ATT
internal import GATT
internal import Identifiers
internal import Octets
internal import Timing

// One procedure after the other.
extension SisterServices {
  /// More than a name that is kept needs, whatever has to be left out of it.
  private static var nameLimit: Int { 96 }

  /// What to start next; nil while a procedure runs, and when there is nothing to do.
  ///
  /// - Parameters:
  ///   - isUrgentOnly: whether only a user's wish, something to be written, may begin.
  ///   - mtu: with a large one, one response holds more than is kept of a name.
  mutating func nextStep(isUrgentOnly: Bool, mtu: Int) -> SisterStep? {
    guard work == nil else { return nil }
    if let write = writes.first, let handle = places[write.characteristic.index].value {
      work = .ask(.write, write.characteristic)
      octets.removeAll()
      // Eight octets fit.
      for index in 0..<write.count { try? octets.put(write.octets[index]) }
      return .write(handle)
    }
    guard !isUrgentOnly else { return nil }
    return searchOn() ?? beginOwed(mtu: mtu) ?? beginSearch()
  }

  /// The procedure could not be started: the link is about to end.
  mutating func noteNotStarted() { endLink() }

  private mutating func searchOn() -> SisterStep? {
    guard let searched, let procedure = discovery?.nextProcedure() else { return nil }
    work = .find(searched)
    return .start(procedure)
  }

  private mutating func beginSearch() -> SisterStep? {
    for index in progress.indices where progress[index] == .wanted {
      let service = SisterService.all[index]
      var wanted = FixedArray<4, BluetoothUUID>()
      for index in places.indices where SisterCharacteristic.all[index].use.service == service {
        wanted.append(SisterCharacteristic.all[index].use.uuid)
      }
      discovery = ServiceDiscovery(service: service.uuid, characteristics: wanted)
      searched = service
      return searchOn()
    }
    return nil
  }

  private mutating func beginOwed(mtu: Int) -> SisterStep? {
    for index in places.indices {
      let characteristic = SisterCharacteristic.all[index]
      guard let value = places[index].value else { continue }
      if places[index].subscription.isDue, let configuration = places[index].configuration {
        work = .ask(.subscribe, characteristic)
        return .subscribe(value, .configure(configuration, .notifications))
      }
      if places[index].reading.isDue {
        work = .ask(.read, characteristic)
        octets.removeAll()
        let isOne = characteristic == .deviceName && mtu > Self.nameLimit
        return .start(isOne ? .readValue(value) : .readLongValue(value))
      }
    }
    return nil
  }

  mutating func handle(_ event: borrowing ClientEvent) {
    guard !isStale else { return }
    discovery?.handle(event)
    guard case .ask(.read, _) = work, case .value(let offset, let part) = copy event, offset == octets.count else {
      return
    }
    // As much as is free always fits.
    try? octets.put(part.extracting(first: min(part.count, octets.freeCapacity)))
  }

  /// The procedure that was started last has ended.
  mutating func handle(_ result: ProcedureResult, now: Instant) {
    if result == .timedOut { noteSilence(now: now) }
    let ended = work
    work = nil
    guard !isStale else {
      isStale = false
      return
    }
    switch ended {
    case .find(let service):
      discovery?.handle(result)
      finishSearch(for: service, now: now)
    case .ask(let request, let characteristic):
      finish(request, characteristic, SisterRefusal(result), now: now)
    case nil: break
    }
  }

  // MARK: Searches

  private mutating func finishSearch(for service: SisterService, now: Instant) {
    guard let outcome = discovery?.outcome else { return }
    (discovery, searched) = (nil, nil)
    switch outcome {
    case .absent: give(up: service, .absent)
    case .failed(let result):
      guard let refusal = SisterRefusal(result) else { return }
      failureCounts[service.index] += 1
      guard refusal.mayPass, postpone(after: failureCounts[service.index], now: now) else {
        return give(up: service, refusal)
      }
      progress[service.index] = .postponed
    case .found(let found):
      progress[service.index] = .found
      put(.found(service))
      take(found, of: service)
    }
  }

  private mutating func give(up service: SisterService, _ refusal: SisterRefusal) {
    progress[service.index] = .unavailable
    put(.unavailable(service, refusal))
  }

  private mutating func take(_ found: DiscoveredService, of service: SisterService) {
    var position = 0
    for index in places.indices where SisterCharacteristic.all[index].use.service == service {
      let characteristic = position < found.characteristics.count ? found.characteristics[position] : nil
      position += 1
      places[index] = Place(value: characteristic?.valueHandle, configuration: characteristic?.configurationHandle)
      owe(SisterCharacteristic.all[index])
    }
  }

  /// What is done with a value without being asked for is to be done.
  mutating func owe(_ characteristic: SisterCharacteristic) {
    let (use, index) = (characteristic.use, characteristic.index)
    places[index].subscription = Debt()
    places[index].reading = Debt()
    guard offers(characteristic) else {
      if use.isSubscribed { put(.refused(characteristic, .subscribe, .absent)) }
      if use.isRead { put(.refused(characteristic, .read, .absent)) }
      return
    }
    places[index].reading.isOwed = use.isRead
    places[index].subscription.isOwed = use.isSubscribed && places[index].configuration != nil
    if use.isSubscribed, places[index].configuration == nil {
      put(.refused(characteristic, .subscribe, .notSubscribable))
    }
  }

  // MARK: Values

  private mutating func finish(
    _ request: SisterRequest, _ characteristic: SisterCharacteristic, _ refusal: SisterRefusal?, now: Instant
  ) {
    let index = characteristic.index
    switch request {
    case .subscribe:
      let (debt, isLater) = settled(places[index].subscription, refusal, now: now)
      places[index].subscription = debt
      if isLater { return }
    case .read:
      let (debt, isLater) = settled(places[index].reading, refusal, now: now)
      places[index].reading = debt
      if isLater { return }
    case .write: _ = writes.popFirst()
    }
    if let refusal { return put(.refused(characteristic, request, refusal)) }
    switch request {
    case .subscribe: put(.subscribed(characteristic))
    case .read: put(.read(characteristic))
    case .write: put(.written(characteristic))
    }
  }

  /// What is owed after a try, and whether it is to be tried again later.
  private mutating func settled(_ debt: Debt, _ refusal: SisterRefusal?, now: Instant) -> (Debt, isLater: Bool) {
    guard let refusal, refusal.mayPass, postpone(after: debt.refusalCount + 1, now: now) else { return (Debt(), false) }
    return (Debt(isOwed: true, isPostponed: true, refusalCount: debt.refusalCount + 1), true)
  }

  /// Sees to another try later; false if there were enough.
  private mutating func postpone(after failureCount: Int, now: Instant) -> Bool {
    guard failureCount < 3 else { return false }
    let due = now + (failureCount == 1 ? .seconds(5) : .seconds(60))
    retry.set(earliest(retry.instant, due) ?? due)
    return true
  }
}
