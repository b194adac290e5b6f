internal import ATT
internal import Features
internal import GATT
internal import Identifiers
internal import Octets
internal import Timing
internal import WatchModel

/// Finds the services of `PhoneService`, makes the subscriptions and reads of the table, and then the requested reads
/// and writes.
///
///     idle → exchanging MTU → subscribing ──────────────→ subscribed ── silence ──→ renewing
///                               ↑ ↓ absent, refused           │                        │
///                              waiting ←── Service Changed ───┘      subscribing ←─────┘
///
/// One procedure runs at a time. A service that was found is subscribed to and read before the next one is looked for.
/// So the Service Changed characteristic is subscribed to before the notifications are looked for. The optional
/// services follow the notifications in the table, and do not wait for a service that is absent.
struct ServiceSubscriptions: ~Copyable {
  private let inPlace = InPlace()
  private static var changePause: Interval { .milliseconds(100) }

  private(set) var phase = Phase.idle
  private var attempts = SubscriptionAttempts()
  private var services = ServiceStates()
  private var search = ServiceSearch()
  /// The purpose of the procedure under way.
  private(set) var work: Work?
  /// Whether `forget` was called for the service of the running procedure since that procedure began.
  private var isStale = false
  /// Whether the optional services are subscribed to again with the notifications.
  private var isRenewing = false
  /// The instant at which the search for the notification service continues.
  private var retry = Deadline()
  /// The instant at which postponed searches and operations of optional services continue.
  private var optionalRetry = Deadline()
  /// The instant at which the next procedure is tried after one could not be started.
  private var startPause = Deadline()
  private var events = FixedQueue<24, ServiceEvent>()
  private var actions = FixedQueue<16, LinkAction>()

  // Large, and therefore last: short instructions reach the properties before.
  private(set) var characteristics = PhoneCharacteristics()

  /// The cause that prevents the subscription to the notifications.
  var obstacle: SubscriptionAttempts.Obstacle? { attempts.obstacle }

  // MARK: The link

  /// The link is secured.
  mutating func begin(now: Instant) {
    end()
    services.want(.genericAttribute)
    services.want(.notificationCenter)
    for index in PhoneService.optionalIndices { begin(PhoneService(index: index), now: now) }
    attempts.begin(now: now)
    phase = .exchangingMTU
  }

  /// Another phone follows.
  mutating func forgetRemedies() {
    attempts.forgetLinkEnd()
    if Features.hasOptionalServices { services.forgetSilence() }
  }

  /// The link has ended, and with it the running procedure.
  mutating func end() {
    for index in PhoneService.indices {
      services[PhoneService(index: index)] = .idle
      characteristics.forget(PhoneService(index: index))
    }
    characteristics.forgetWrites()
    search.stop()
    (work, isStale, isRenewing) = (nil, false, false)
    attempts.end()
    retry.clear()
    optionalRetry.clear()
    startPause.clear()
    events.removeAll()
    actions.removeAll()
    phase = .idle
  }

  /// An indication of Service Changed. Searches again for the services that may lie in `range`, after a pause in which
  /// the phone finishes its changes. Other services are not changed.
  mutating func noteServiceChanged(in range: HandleRange, now: Instant) {
    guard phase != .idle, phase != .exchangingMTU else { return }
    var isAcceptedChanged = false
    for index in PhoneService.notificationCenter.index..<PhoneService.indices.upperBound {
      let service = PhoneService(index: index)
      guard service.isUsed, !isKnown(service), !services.isSilent(service, at: now),
        services.mayLie(service, in: range)
      else { continue }
      if forget(service) { isAcceptedChanged = true }
      services.forgetFailures(of: service)
      if service == .notificationCenter { attempts.noteServiceChanged(now: now) }
      postpone(service, by: Self.changePause, now: now)
    }
    if isAcceptedChanged { acceptRemainingValues() }
  }

  /// Makes both subscriptions again, because the phone has been silent for too long: iOS then begins to send again.
  /// That ends the session, so that every UID becomes invalid. If it does not succeed in 60 s, the link is ended, once.
  ///
  /// - Returns: whether there are subscriptions to renew.
  mutating func renewSubscriptions(now: Instant) -> Bool {
    guard phase == .subscribed else { return false }
    characteristics.unsubscribe(from: .notificationCenter)
    attempts.noteRenewing(now: now)
    put(.renewing)
    (phase, isRenewing) = (.renewing, true)
    return true
  }

  /// Ends the link, because renewing the subscriptions did not help.
  mutating func endLink(_ cause: Recovery.Cause) { put(.disconnect(cause)) }

  /// Forgets a service with its handles. The result of a running procedure for it is ignored.
  ///
  /// - Returns: whether it was found.
  private mutating func forget(_ service: PhoneService) -> Bool {
    let wasFound = services[service] == .found
    if wasFound { put(.forgotten(service)) }
    services[service] = .idle
    characteristics.forget(service)
    if service == .media { characteristics.forgetWrites() }
    if search.service == service { search.stop() }
    if work?.service == service { isStale = true }
    return wasFound
  }

  /// Whether all values of a service were read on this link, and do not change.
  private func isKnown(_ service: PhoneService) -> Bool {
    Features.hasPhoneDetails && service.row.isConstant && services[service] == .found
      && !characteristics.isReading(service)
  }

  var deadline: Instant? {
    earliest(earliest(retry.instant, optionalRetry.instant), earliest(attempts.deadline, startPause.instant))
  }

  mutating func handleTimeout(now: Instant) {
    _ = startPause.expire(at: now)
    if retry.expire(at: now) {
      services[.notificationCenter] = .wanted
      phase = .subscribing
    }
    if Features.hasOptionalServices, optionalRetry.expire(at: now) {
      characteristics.resume()
      services.resumeOptional()
    }
    if let cause = attempts.handleTimeout(now: now) { put(.disconnect(cause)) }
  }

  // MARK: Requests

  /// As `PhoneCharacteristics.read`.
  mutating func read(_ characteristic: PhoneCharacteristic) -> Bool { characteristics.read(characteristic) }

  /// As `PhoneCharacteristics.write`.
  mutating func write(_ value: Span<UInt8>, to characteristic: PhoneCharacteristic) -> Bool {
    characteristics.write(value, to: characteristic)
  }

  /// As `PhoneCharacteristics.cancelWrites`; false if a write to the characteristic is running.
  mutating func cancelWrites(to characteristic: PhoneCharacteristic) -> Bool {
    (isStale || work != .ask(.write, characteristic)) && characteristics.cancelWrites(to: characteristic)
  }

  // MARK: Events and actions

  /// Removes and returns the oldest event. Take all events before the next step.
  mutating func nextEvent() -> ServiceEvent? { events.popFirst() }

  /// Removes and returns the next action for the owner of the link.
  mutating func nextAction() -> LinkAction? { actions.popFirst() }

  /// One result leads to at most two events for each characteristic of the optional services.
  private mutating func put(_ event: ServiceEvent) { _ = events.pushLast(event) }

  private mutating func put(_ action: LinkAction) { _ = actions.pushLast(action) }

  /// Rejects all values, then accepts the values of the services that are found.
  private mutating func acceptRemainingValues() {
    put(.refuseAllValues)
    for index in PhoneService.indices {
      let service = PhoneService(index: index)
      guard services[service] == .found else { continue }
      for index in service.characteristics { acceptValues(of: PhoneCharacteristic(index: index)) }
    }
  }

  private mutating func acceptValues(of characteristic: PhoneCharacteristic) {
    guard characteristic.row.subscription != nil, characteristics.offersSubscription(to: characteristic),
      let value = characteristics.handle(of: characteristic)
    else { return }
    put(.accept(value))
  }

  // MARK: Steps

  /// The next procedure; nil while one runs, and when there is nothing to do.
  ///
  /// - Parameters:
  ///   - isUrgentOnly: whether only a value to be written, which the user asked for, may begin.
  ///   - mtu: with a large one, one response holds more than is kept of a name.
  mutating func nextStep(isUrgentOnly: Bool, mtu: Int) -> ServiceStep? {
    guard work == nil, !startPause.isSet else { return nil }
    switch phase {
    case .idle: return nil
    case .exchangingMTU: return start(.exchangeMTU, for: .exchangeMTU)
    case .subscribing, .waiting, .renewing, .subscribed: break
    }
    if Features.hasMusic, let (characteristic, handle) = characteristics.beginWrite() {
      work = .ask(.write, characteristic)
      return .write(handle)
    }
    if isUrgentOnly { return nil }
    return continueSearch() ?? beginOperation(mtu: mtu) ?? beginSearch()
  }

  /// The procedure could not be started: the link is about to end.
  mutating func noteNotStarted(now: Instant) {
    work = nil
    search.stop()
    startPause.set(now + .seconds(5))
  }

  private mutating func start(_ procedure: Procedure, for work: Work) -> ServiceStep {
    self.work = work
    return .start(procedure)
  }

  private mutating func continueSearch() -> ServiceStep? {
    guard let service = search.service, let procedure = search.nextProcedure() else { return nil }
    return start(procedure, for: .find(service))
  }

  private mutating func beginSearch() -> ServiceStep? {
    guard let service = services.firstWanted else { return nil }
    search.begin(service, skipping: service.row.need == .essential ? attempts.refusingInstances : FixedArray())
    return continueSearch()
  }

  private mutating func beginOperation(mtu: Int) -> ServiceStep? {
    guard let (request, characteristic, procedure) = characteristics.beginOperation(mtu: mtu) else { return nil }
    return start(procedure, for: .ask(request, characteristic))
  }

  // MARK: Results

  mutating func handle(_ event: borrowing ClientEvent) {
    guard !isStale else { return }
    search.handle(event)
    if Features.hasOptionalServices, case .ask(.read, _) = work, case .value(let offset, let part) = copy event {
      characteristics.append(part, at: offset)
    }
  }

  /// The last started procedure has ended.
  mutating func handle(_ result: ProcedureResult, now: Instant) {
    guard let ended = work else { return }
    if result == .timedOut, isUsingOptionalService { services.noteSilence(at: ended.service, now: now) }
    work = nil
    guard !isStale else {
      isStale = false
      return
    }
    switch ended {
    case .exchangeMTU: phase = .subscribing
    case .find(let service):
      if let outcome = search.handle(result) { finishSearch(for: service, outcome, now: now) }
    case .ask(let request, let characteristic):
      finish(request, characteristic, CharacteristicRefusal(result), now: now)
    }
  }

  // MARK: Searches

  private mutating func finishSearch(for service: PhoneService, _ outcome: DiscoveryOutcome, now: Instant) {
    switch outcome {
    case .found(let found): take(found, of: service, now: now)
    case .absent: noteFailure(of: service, .absent, now: now)
    case .failed(let result): noteFailure(of: service, CharacteristicRefusal(result) ?? .absent, now: now)
    }
  }

  private mutating func take(_ found: DiscoveredService, of service: PhoneService, now: Instant) {
    let isEssential = service.row.need == .essential
    // An instance that cannot be subscribed to counts as absent.
    if isEssential, found.characteristics[0]?.configurationHandle == nil {
      return noteFailure(of: service, .absent, now: now)
    }
    if isEssential { attempts.noteFound(at: found.range.first) }
    services.noteFound(service, in: found.range)
    characteristics.take(found, of: service)
    for index in service.characteristics { acceptValues(of: PhoneCharacteristic(index: index)) }
    put(.found(service))
    expect(service)
  }

  /// A service was not found.
  private mutating func noteFailure(of service: PhoneService, _ refusal: CharacteristicRefusal, now: Instant) {
    if service.row.need == .essential, let pause = attempts.noteAbsent() {
      return postpone(service, by: pause, now: now)
    }
    guard let pause = services.noteFailure(of: service, refusal) else {
      services[service] = .unavailable
      return put(.unavailable(service, refusal))
    }
    postpone(service, by: pause, now: now)
  }

  private mutating func postpone(_ service: PhoneService, by pause: Interval, now: Instant) {
    services[service] = .postponed
    if Features.hasOptionalServices, service.row.need != .essential { return setOptionalRetry(now + pause) }
    phase = .waiting
    retry.set(now + pause)
  }

  private mutating func setOptionalRetry(_ due: Instant) {
    optionalRetry.set(earliest(optionalRetry.instant, due) ?? due)
  }

  /// Makes the subscriptions and readings of the table pending, and reports those that are not possible.
  private mutating func expect(_ service: PhoneService) {
    for index in service.characteristics {
      let characteristic = PhoneCharacteristic(index: index)
      let row = characteristic.row
      characteristics.expect(characteristic)
      let isAbsent = !characteristics.offers(characteristic)
      if row.subscription != nil, !characteristics.offersSubscription(to: characteristic) {
        put(.refused(characteristic, .subscribe, isAbsent ? .absent : .notSubscribable))
      }
      if row.isRead, isAbsent { put(.refused(characteristic, .read, .absent)) }
    }
  }

  // MARK: Operations

  private mutating func finish(
    _ request: CharacteristicRequest, _ characteristic: PhoneCharacteristic, _ refusal: CharacteristicRefusal?,
    now: Instant
  ) {
    if request == .subscribe, refusal != nil, characteristic.row.service.row.need == .essential {
      return noteRefusedSubscription(now: now)
    }
    if let pause = characteristics.finish(request, characteristic, refusal) { return setOptionalRetry(now + pause) }
    if request == .unsubscribe { return finishUnsubscription(from: characteristic.row.service) }
    if let refusal { return put(.refused(characteristic, request, refusal)) }
    switch request {
    case .subscribe: noteSubscribed(to: characteristic, now: now)
    case .read: put(.read(characteristic))
    case .write: put(.written(characteristic))
    case .unsubscribe: break
    }
  }

  /// Subscribes again when all subscriptions have been given up, even if the phone refused that.
  private mutating func finishUnsubscription(from service: PhoneService) {
    guard !characteristics.isUnsubscribing(from: service) else { return }
    put(.found(service))
    expect(service)
    phase = .subscribing
  }

  private mutating func noteRefusedSubscription(now: Instant) {
    let pause = attempts.noteRefused()
    if forget(.notificationCenter) { acceptRemainingValues() }
    guard let pause else {
      services[.notificationCenter] = .wanted
      return
    }
    postpone(.notificationCenter, by: pause, now: now)
  }

  private mutating func noteSubscribed(to characteristic: PhoneCharacteristic, now: Instant) {
    put(.subscribed(characteristic))
    guard characteristic == .notificationSource else { return }
    attempts.noteSubscribed()
    phase = .subscribed
    for index in PhoneService.optionalIndices {
      let service = PhoneService(index: index)
      if isRenewing || services[service] == .unavailable { begin(service, now: now) }
    }
    isRenewing = false
  }

  /// Looks for an optional service, or subscribes to it and reads it again if it was found before.
  private mutating func begin(_ service: PhoneService, now: Instant) {
    guard service.isUsed, search.service != service, !isKnown(service) else { return }
    services.forgetFailures(of: service)
    if services.isSilent(service, at: now) {
      guard services[service] != .unavailable else { return }
      services[service] = .unavailable
      return put(.unavailable(service, .noAnswer))
    }
    if services[service] == .found { expect(service) } else { services[service] = .wanted }
  }
}
