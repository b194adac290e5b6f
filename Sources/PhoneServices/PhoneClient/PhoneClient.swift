public import AMS
public import ANCS
internal import ATT
public import BluetoothHost
internal import Features
public import GATT
internal import Octets
public import Timing
public import WatchModel

/// The client of one phone: finds its services, subscribes to them, and keeps what they send.
///
///     GATT values ──→ PhoneClient ──→ `nextEvent`, and `phone`, which the watch borrows
///     `perform`, `read`, `send` … ──→ PhoneClient ──→ GATT procedures of the host
///
/// It does not know screens and buttons. One value serves all phones and links.
public struct PhoneClient: AttributeObserver, ~Copyable {
  private let inPlace = InPlace()
  private var services = ServiceSubscriptions()
  private var values = ServiceValues()
  private var newBond = NewBond()
  /// The number of Control Point writes since the last procedure for the other services.
  private var commandCount = 0
  /// The owner of the procedure that is under way.
  private var running: Part?

  // Large, and therefore last: short instructions reach the properties before.
  /// The phone's data: its notifications, media, clock and facts.
  public private(set) var phone = PhoneState()

  private static let commandLimit = 4

  private enum Part {
    case services
    /// A write to the Control Point.
    case session
  }

  /// - Parameter isDiscreet: whether the phone is asked for no more than the application of a notification at first.
  public init(isDiscreet: Bool) { phone.session.isDiscreet = isDiscreet }

  /// The same for the notifications that come from now on.
  public mutating func setIsDiscreet(_ isDiscreet: Bool) { phone.session.isDiscreet = isDiscreet }

  /// As `PhoneState.setHistory`.
  public mutating func setHistory(_ time: Interval?, now: Instant) { phone.setHistory(time, now: now) }

  /// As `PhoneState.clearHistory`.
  public mutating func clearHistory() { phone.clearHistory() }

  /// As `PhoneState.removeLeftovers`.
  public mutating func removeLeftovers() { phone.removeLeftovers() }

  /// The state of the subscription, on a secured link.
  public var connection: ConnectionState {
    switch services.phase {
    case .idle: .encrypted
    case .subscribed, .renewing: .ready
    case .exchangingMTU: .discovering
    // A search that is repeated changes nothing for the wearer.
    case .waiting, .subscribing: services.obstacle == nil ? .discovering : .noNotifications
    }
  }

  /// The reason why notifications do not arrive on a secured link; nil if they can arrive.
  public var trouble: LinkTrouble? {
    switch services.obstacle {
    case .absence: .noService
    case .refusal: .notSubscribed
    case nil: nil
    }
  }

  // MARK: The link

  /// The link is secured.
  ///
  /// - Parameter isAnotherPhone: as `BluetoothHost.isAnotherPhone`: remedies that were tried with the last phone do not
  ///   count.
  public mutating func begin(isAnotherPhone: Bool, now: Instant) {
    if isAnotherPhone {
      services.forgetRemedies()
      phone.beginAnother()
    }
    services.begin(now: now)
  }

  /// The link has ended.
  ///
  /// - Parameter silence: for how long the phone may have been out of reach before.
  public mutating func end(silentFor silence: Interval = .zero, now: Instant) {
    services.end()
    if Features.hasMusic, silence > .zero { phone.media.linkTimedOut(now: now) }
    values.endLink(&phone, now: now)
    newBond.end()
    running = nil
    phone.sessionEnded(silentFor: silence, now: now)
  }

  /// The phone was bonded on this link. Call it at most once for each link.
  public mutating func noteBonded(now: Instant) {
    newBond.begin(now: now)
    phone.session.noteBonded(now: now)
  }

  /// Whether the phone has sent nothing since it was bonded on this link, so that the next link may bring more.
  public var isFirstLinkSilent: Bool { newBond.isDue }

  /// Ends a first link that is silent: call it at a moment at which that does not disturb the wearer.
  public mutating func endSilentFirstLink() {
    newBond.end()
    services.endLink(.silence)
  }

  public var deadline: Instant? {
    earliest(earliest(services.deadline, values.deadline), earliest(phone.deadline, newBond.deadline))
  }

  public mutating func handleTimeout(now: Instant) {
    services.handleTimeout(now: now)
    values.handleTimeout(&services, &phone, now: now)
    phone.handleTimeout(now: now)
    newBond.handleTimeout(now: now)
    followRemedy(now: now)
  }

  private mutating func followRemedy(now: Instant) {
    switch phone.session.takeRemedy() {
    case .subscribeAnew(let cause):
      if services.renewSubscriptions(now: now) {
        phone.put(.recovery(.renewed, Recovery.Cause(cause)))
      }
    case .endLink(let cause): services.endLink(Recovery.Cause(cause))
    case nil: break
    }
  }

  // MARK: Values from the phone

  public mutating func handle(_ event: borrowing ClientEvent, now: Instant) {
    switch event {
    case .notification(let handle, let value): receive(value, from: handle, now: now)
    case .indication(let handle, let value):
      if handle == services.characteristics.handle(of: .serviceChanged) {
        services.noteServiceChanged(in: HandleRange(serviceChanged: value) ?? .all, now: now)
        handleEvents(now: now)
      }
    case .none, .services, .characteristics, .descriptors, .value: services.handle(event)
    }
  }

  private mutating func receive(_ value: Span<UInt8>, from handle: AttributeHandle, now: Instant) {
    if handle == services.characteristics.handle(of: .dataSource) {
      phone.session.receiveDataSource(value, now: now)
    } else if handle == services.characteristics.handle(of: .notificationSource) {
      phone.receiveNotificationSource(value, now: now)
    } else if Features.hasOptionalServices, let characteristic = services.characteristics.characteristic(at: handle) {
      values.receive(value, of: characteristic, &services, &phone, now: now)
    }
  }

  public mutating func handle(_ result: ProcedureResult, now: Instant) {
    let ended = running
    running = nil
    if ended == .session { return noteWritten(result, now: now) }
    // The host ends the link.
    if result == .timedOut, services.isUsingOptionalService { phone.put(.recovery(.disconnected, .noAnswer)) }
    services.handle(result, now: now)
    handleEvents(now: now)
  }

  private mutating func noteWritten(_ result: ProcedureResult, now: Instant) {
    switch result {
    case .success: phone.session.writeCompleted(attError: nil, now: now)
    case .refused(let code): phone.session.writeCompleted(attError: code.rawValue, now: now)
    case .timedOut:
      // The host ends the link.
      phone.put(.recovery(.disconnected, .noAnswer))
      phone.session.writeCompleted(attError: ErrorCode.unlikelyError.rawValue, now: now)
    case .invalidResponse:
      phone.session.writeCompleted(attError: ErrorCode.unlikelyError.rawValue, now: now)
    }
    followRemedy(now: now)
  }

  private mutating func handleEvents(now: Instant) {
    while let event = services.nextEvent() { handle(event, now: now) }
  }

  private mutating func handle(_ event: ServiceEvent, now: Instant) {
    switch event {
    case .found(.notificationCenter):
      phone.serviceFound(
        hasControlPoint: services.characteristics.offers(.controlPoint),
        hasDataSource: services.characteristics.offersSubscription(to: .dataSource), now: now)
    case .found(.media):
      guard Features.hasMusic else { return }
      phone.media.serviceFound(
        hasRemoteCommand: services.characteristics.offers(.remoteCommand),
        hasEntityUpdate: services.characteristics.offers(.entityUpdate),
        hasEntityAttribute: services.characteristics.offers(.entityAttribute), now: now)
    case .unavailable(.media, _): if Features.hasMusic { phone.media.ended(now: now) }
    case .subscribed(.notificationSource): phone.subscribed(now: now)
    case .subscribed(.entityUpdate): if Features.hasMusic { phone.media.subscribed(now: now) }
    case .read(let characteristic):
      if Features.hasOptionalServices { values.receiveRead(characteristic, &services, &phone, now: now) }
    case .written: if Features.hasMusic { phone.media.written(.success, now: now) }
    case .refused(let characteristic, let request, let refusal):
      guard Features.hasOptionalServices else { return }
      values.handleRefusal(of: request, characteristic, refusal, &services, &phone, now: now)
    // A phone that has fallen silent is tested every quarter of an hour.
    case .renewing: phone.sessionEnded(silentFor: .minutes(20), now: now)
    case .forgotten(.notificationCenter): phone.sessionEnded(now: now)
    case .forgotten(let service): if Features.hasOptionalServices { values.forget(service, &phone, now: now) }
    case .found, .unavailable, .subscribed: break
    }
  }

  // MARK: Events

  /// As `PhoneState.nextEvent`.
  public mutating func nextEvent() -> PhoneEvent? {
    phone.nextEvent()
  }

  // MARK: Commands

  /// As `PhoneState.perform`.
  public mutating func perform(
    _ action: ActionID, on uid: NotificationUID, serial: UInt32? = nil
  ) -> ActionRefusal? {
    phone.perform(action, on: uid, serial: serial)
  }

  /// As `Session.allowContent`.
  public mutating func fetchContent(of uid: NotificationUID) { phone.session.allowContent(of: uid) }

  /// The wearer reads the message of the notification with that serial number.
  ///
  /// - Parameter wantsMore: whether the end of the fetched part is near.
  public mutating func read(_ serial: UInt32, wantsMore: Bool) {
    phone.session.beginReading(serial)
    phone.session.readOn(wantsMore: wantsMore)
  }

  /// As `Session.endReading`.
  public mutating func endReading() { phone.session.endReading() }

  /// As `MediaRemote.send`.
  public mutating func send(_ command: RemoteCommandID, now: Instant) -> RemoteCommandRefusal? {
    Features.hasMusic ? phone.media.send(command, now: now) : .notReady
  }

  // MARK: Steps

  /// Takes the next step: towards the subscription, the session's next command, or a procedure of the other services.
  public mutating func drive(_ host: inout BluetoothHost, now: Instant) {
    handleEvents(now: now)
    newBond.follow(phone.session.state, lastEventAt: phone.lastEventAt, now: now)
    while let action = services.nextAction() { perform(action, on: &host, now: now) }
    if Features.hasPhoneDetails, let name = values.takePhoneName() { host.setPhoneName(name.span, now: now) }
    writeCommand(to: &host, now: now)
    values.askMusic(&services, &phone.media, now: now)
    startProcedure(on: &host, now: now)
  }

  private mutating func perform(_ action: LinkAction, on host: inout BluetoothHost, now: Instant) {
    switch action {
    case .accept(let handle): _ = host.acceptValues(from: handle)
    case .refuseAllValues: host.refuseAllValues()
    case .disconnect(let cause):
      phone.put(.recovery(.disconnected, cause))
      host.disconnect(now: now)
    }
  }

  private mutating func writeCommand(to host: inout BluetoothHost, now: Instant) {
    guard services.phase == .subscribed, host.isClientIdle, phone.session.mayHaveCommand,
      let controlPoint = services.characteristics.handle(of: .controlPoint)
    else { return }
    var command = OctetBuffer<514>()
    Self.put(&command, limit: host.mtu - 3, from: &phone.session, now: now)
    guard !command.isEmpty else { return }
    guard host.startWrite(to: controlPoint, value: command.span) else { return }
    running = .session
    commandCount += 1
  }

  private static func put(
    _ command: inout OctetBuffer<514>, limit: Int, from session: inout NotificationSession,
    now: Instant
  ) {
    command.append(atMost: limit) { output in _ = session.nextCommand(into: &output, now: now) }
  }

  /// Starts a procedure for the services when no command waits for the Control Point. While the session awaits the
  /// answer to a command, only a value that the user wants written goes between. After four commands any procedure may,
  /// so that many notifications do not keep the other services waiting.
  private mutating func startProcedure(on host: inout BluetoothHost, now: Instant) {
    guard host.isClientIdle else { return }
    let isUrgentOnly = phone.session.isAsking && commandCount < Self.commandLimit
    guard let step = services.nextStep(isUrgentOnly: isUrgentOnly, mtu: host.mtu) else { return }
    let isStarted =
      switch step {
      case .start(let procedure): host.start(procedure)
      case .write(let handle): host.startWrite(to: handle, value: services.characteristics.value)
      }
    guard isStarted else { return services.noteNotStarted(now: now) }
    (running, commandCount) = (.services, 0)
  }

  // MARK: The time

  /// The time in UTC that the phone sent, in microseconds since 1970, once for each reading: for the system's clock.
  public mutating func takePhoneUTC(now: Instant) -> Int64? {
    values.takeUTC(phone.clock, now: now)
  }
}

extension Recovery.Cause {
  fileprivate init(_ cause: SilenceRemedy.Cause) {
    switch cause {
    case .noAnswer: self = .noAnswer
    case .silence: self = .silence
    }
  }
}
