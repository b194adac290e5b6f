internal import ANCS
internal import ATT
internal import BluetoothHost
internal import GATT
internal import Identifiers
internal import Octets
internal import Screens
internal import Timing

/// Leads a secured link to subscribed ANCS characteristics, and back there whenever the phone changes its services.
///
///     idle → exchanging MTU → finding GATT → configuring Service Changed ┐
///      ┌──────────────────────────────────────────────────────────────────┘
///      └→ finding ANCS → configuring Data Source → configuring Notification Source → subscribed
///             ↑ ↓ absent, refused: again after 5 s, 15 s, 60 s …          |
///             └─────────── Service Changed, 100 ms later ─────────────────┘
///
/// From subscribed, silence leads by way of giving up both subscriptions back to configuring them. Of several such
/// services the first that works is taken: one that refuses is passed over for the next.
///
/// iOS often publishes ANCS only after the link is encrypted, and after a first pairing sometimes only on the next
/// link: so it is looked for again, and if it stays away for 60 s the link is ended once.
struct ProviderLink {
  private(set) var stage = Stage.idle
  private(set) var handles: Handles?
  private(set) var serviceChanged: AttributeHandle?
  private(set) var obstacle: Obstacle?
  private var discovery: ServiceDiscovery?
  private var isStarted = false
  private var refusals = 0
  private var absences = 0
  private var retry = Deadline()
  private var patience = Deadline()
  private var hasEndedLink = false
  /// Services that refused to be subscribed to, since all were tried.
  private var refusing = FixedArray<4, AttributeHandle>()
  private var steps = FixedQueue<8, Step>()

  private static let gattService = BluetoothUUID.short(0x1801)
  private static let serviceChangedType = BluetoothUUID.short(0x2A05)
  private static let debounce = Interval.milliseconds(100)
  /// An iPhone may refuse a CCCD write within about 100 ms of encryption.
  private static let refusalPause = Interval.milliseconds(500)
  private static let patienceLimit = Interval.seconds(60)

  var deadline: Instant? { earliest(retry.instant, patience.instant) }

  // MARK: Events

  /// The link is secured.
  mutating func begin(now: Instant) {
    let hadEndedLink = hasEndedLink
    self = ProviderLink()
    hasEndedLink = hadEndedLink
    patience.set(now + Self.patienceLimit)
    move(to: .exchangingMTU)
  }

  /// The link is gone.
  mutating func end() {
    let hadEndedLink = hasEndedLink
    self = ProviderLink()
    hasEndedLink = hadEndedLink
  }

  /// An indication of Service Changed: look again when the phone has finished changing.
  mutating func noteServiceChanged(now: Instant) {
    guard stage != .idle, stage != .exchangingMTU else { return }
    if handles != nil { put(.vanished) }
    handles = nil
    absences = 0
    refusals = 0
    refusing.removeAll()
    obstacle = nil
    wait(for: Self.debounce, now: now)
  }

  /// The phone has been silent for too long: iOS begins to send again when both subscriptions are made anew. That ends
  /// the session, and with it the meaning of every UID. If it cannot be done in 60 s, the link is ended, once.
  ///
  /// - Returns: whether there are subscriptions to renew.
  mutating func renewSubscriptions(now: Instant) -> Bool {
    guard stage == .subscribed else { return false }
    put(.sessionOver)
    patience.set(now + Self.patienceLimit)
    move(to: .pausingNotificationSource)
    return true
  }

  /// Renewing the subscriptions did not help.
  mutating func endLink(_ cause: Recovery.Cause) { put(.disconnect(cause)) }

  mutating func handle(_ event: borrowing ClientEvent) {
    discovery?.handle(event)
  }

  /// The procedure that was started has ended.
  mutating func handle(_ result: ProcedureResult, now: Instant) {
    // The result of a procedure that Service Changed overtook is nobody's.
    guard isStarted else { return }
    isStarted = false
    switch stage {
    case .idle, .subscribed, .waiting: break
    case .exchangingMTU: find(Self.gattService, Self.serviceChangedType, in: .findingGATT)
    case .findingGATT, .findingANCS:
      discovery?.handle(result)
      finishDiscovery(now: now)
    case .configuringServiceChanged: findANCS()
    // Whatever the phone says to that, the subscription comes next.
    case .pausingNotificationSource:
      if handles?.dataSource == nil { configure() } else { move(to: .pausingDataSource) }
    case .pausingDataSource: configure()
    case .configuringDataSource:
      advance(after: result, to: .configuringNotificationSource, now: now)
    case .configuringNotificationSource:
      advance(after: result, to: .subscribed, now: now)
      if stage == .subscribed { finish() }
    }
  }

  mutating func handleTimeout(now: Instant) {
    if retry.expire(at: now), stage == .waiting { findANCS() }
    if patience.expire(at: now), stage != .subscribed, !hasEndedLink {
      hasEndedLink = true
      put(.disconnect(obstacle == .refusal ? .refusal : .absence))
    }
  }

  // MARK: Steps

  /// The next thing to do; nil when there is nothing, or a procedure is under way.
  ///
  /// - Parameter mayStart: whether the GATT client is free.
  mutating func nextStep(mayStart: Bool) -> Step? {
    if let step = steps.popFirst() { return step }
    guard mayStart, !isStarted, let procedure = nextProcedure() else { return nil }
    isStarted = true
    return .start(procedure)
  }

  /// The procedure that `nextStep(mayStart:)` gave could not be started: it is looked for again a little later.
  mutating func noteNotStarted(now: Instant) { wait(for: .seconds(5), now: now) }

  private mutating func nextProcedure() -> Procedure? {
    switch stage {
    case .idle, .subscribed, .waiting: return nil
    case .exchangingMTU: return .exchangeMTU
    case .findingGATT, .findingANCS: return discovery?.nextProcedure()
    case .configuringServiceChanged(let configuration): return .configure(configuration, .indications)
    case .pausingNotificationSource: return handles.map { .configure($0.notificationSourceConfiguration, .nothing) }
    case .pausingDataSource: return handles?.dataSourceConfiguration.map { .configure($0, .nothing) }
    case .configuringDataSource: return handles?.dataSourceConfiguration.map { .configure($0, .notifications) }
    case .configuringNotificationSource:
      return handles.map { .configure($0.notificationSourceConfiguration, .notifications) }
    }
  }

  /// The steps of one event are six at most, and all are taken before the next procedure starts.
  private mutating func put(_ step: Step) { _ = steps.pushLast(step) }

  private mutating func move(to stage: Stage) {
    self.stage = stage
    isStarted = false
  }

  private mutating func wait(for interval: Interval, now: Instant) {
    move(to: .waiting)
    discovery = nil
    retry.set(now + interval)
  }

  private mutating func find(_ service: BluetoothUUID, _ characteristic: BluetoothUUID, in stage: Stage) {
    var characteristics = FixedArray<4, BluetoothUUID>()
    characteristics.append(characteristic)
    discovery = ServiceDiscovery(service: service, characteristics: characteristics)
    move(to: stage)
  }

  private mutating func findANCS() {
    var characteristics = FixedArray<4, BluetoothUUID>()
    characteristics.append(NotificationCenterService.notificationSource)
    characteristics.append(NotificationCenterService.controlPoint)
    characteristics.append(NotificationCenterService.dataSource)
    discovery = ServiceDiscovery(
      service: NotificationCenterService.uuid, characteristics: characteristics, skipping: refusing)
    move(to: .findingANCS)
  }

  private mutating func finishDiscovery(now: Instant) {
    guard let outcome = discovery?.outcome else { return }
    discovery = nil
    if stage == .findingGATT { return finishGATT(outcome) }
    guard case .found(let service) = outcome, let handles = Handles(service) else { return noteAbsence(now: now) }
    self.handles = handles
    absences = 0
    put(.accept(handles.notificationSource))
    if let dataSource = handles.dataSource { put(.accept(dataSource)) }
    configure()
  }

  /// A session begins: the Data Source is subscribed to first, because events may come the instant the other one is.
  private mutating func configure() {
    put(
      .serviceFound(hasControlPoint: handles?.controlPoint != nil, hasDataSource: handles?.dataSource != nil))
    move(to: handles?.dataSource == nil ? .configuringNotificationSource : .configuringDataSource)
  }

  private mutating func finishGATT(_ outcome: DiscoveryOutcome) {
    guard case .found(let service) = outcome, let found = service.characteristics.first ?? nil,
      let configuration = found.configurationHandle
    else { return findANCS() }
    serviceChanged = found.valueHandle
    put(.accept(found.valueHandle))
    move(to: .configuringServiceChanged(configuration))
  }

  private mutating func noteAbsence(now: Instant) {
    guard refusing.isEmpty else {
      // All there are refuse: the first has its turn again.
      refusing.removeAll()
      return wait(for: .seconds(60), now: now)
    }
    absences += 1
    obstacle = .absence
    wait(for: absences == 1 ? .seconds(5) : absences == 2 ? .seconds(15) : .seconds(60), now: now)
  }

  private mutating func advance(after result: ProcedureResult, to next: Stage, now: Instant) {
    guard result != .success else { return move(to: next) }
    refusals += 1
    obstacle = refusals > 1 ? .refusal : nil
    let service = handles?.service
    if handles != nil { put(.vanished) }
    handles = nil
    guard refusals > 3, let service else { return wait(for: Self.refusalPause, now: now) }
    if refusing.pushLast(service) == nil { findANCS() } else { wait(for: .seconds(60), now: now) }
  }

  private mutating func finish() {
    refusals = 0
    refusing.removeAll()
    obstacle = nil
    hasEndedLink = false
    patience.clear()
    put(.subscribed)
  }
}
