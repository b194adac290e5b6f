internal import ANCS
internal import ATT
public import BluetoothHost
public import GATT
internal import Octets
internal import Screens
public import Timing

/// The watch as the reader of the phone's attributes: joins the GATT client of the host to the ANCS session.
public struct NotificationClient: AttributeObserver, ~Copyable {
  public internal(set) var watch: WatchMachine
  var provider = ProviderLink()
  var sisters = SisterServices()
  /// What the phone calls itself, until the host was told.
  var phoneName: BoundedText<24>?
  var timekeeper = Timekeeper()
  /// Whether the phone's time can only be waited for.
  var isTimeUnreadable = false
  var batteryPoll = Deadline()
  var isBatteryPolled = false
  /// Commands written since something was last asked of the sister services.
  private var commandCount = 0
  private static let commandLimit = 4
  /// Whose procedure is under way.
  private var running: Part?

  private enum Part {
    case provider, sisters
    /// A write to the Control Point.
    case session
  }

  /// - Parameter holdTime: how long a button is down until it is held.
  init(holdTime: Interval, alerts: AlertSettings) { watch = WatchMachine(holdTime: holdTime, alerts: alerts) }

  /// How far the way to the notifications is, on a secured link.
  var connection: ConnectionState {
    switch provider.stage {
    case .idle: .encrypted
    case .subscribed, .pausingNotificationSource, .pausingDataSource: .ready
    case .waiting: .noNotifications
    case .exchangingMTU, .findingGATT, .configuringServiceChanged, .findingANCS, .configuringDataSource,
      .configuringNotificationSource:
      .discovering
    }
  }

  /// What keeps notifications from arriving on a secured link.
  var trouble: LinkTrouble? {
    switch provider.obstacle {
    case .absence: .noService
    case .refusal: .notSubscribed
    case nil: nil
    }
  }

  public var deadline: Instant? {
    let links = earliest(earliest(provider.deadline, sisters.deadline), watch.deadline)
    return earliest(links, earliest(timekeeper.deadline, batteryPoll.instant))
  }

  public mutating func handleTimeout(now: Instant) {
    provider.handleTimeout(now: now)
    sisters.handleTimeout(now: now)
    handleTimeTimeout(now: now)
    watch.handleTimeout(now: now)
    switch watch.session.takeRemedy() {
    case .subscribeAnew(let cause):
      if provider.renewSubscriptions(now: now) { watch.noteRecovery(.renewed, Recovery.Cause(cause), now: now) }
    case .endLink(let cause): provider.endLink(Recovery.Cause(cause))
    case nil: break
    }
  }

  public mutating func handle(_ event: borrowing ClientEvent, now: Instant) {
    switch event {
    case .notification(let handle, let value):
      if handle == provider.handles?.dataSource {
        watch.receiveDataSource(value, now: now)
      } else if handle == provider.handles?.notificationSource {
        watch.receiveNotificationSource(value, now: now)
      } else if let characteristic = sisters.characteristic(at: handle) {
        receive(value, of: characteristic, now: now)
      }
    case .indication(let handle, _):
      if handle == provider.serviceChanged { provider.noteServiceChanged(now: now) }
    case .none, .services, .characteristics, .descriptors, .value:
      if running == .sisters { sisters.handle(event) } else { provider.handle(event) }
    }
  }

  public mutating func handle(_ result: ProcedureResult, now: Instant) {
    defer { running = nil }
    switch running {
    case .session: noteWritten(result, now: now)
    case .sisters: noteSisterResult(result, now: now)
    case .provider, nil: provider.handle(result, now: now)
    }
  }

  private mutating func noteWritten(_ result: ProcedureResult, now: Instant) {
    switch result {
    case .success: watch.writeCompleted(attError: nil, now: now)
    case .refused(let code): watch.writeCompleted(attError: code.rawValue, now: now)
    case .timedOut:
      // The host ends the link.
      watch.noteRecovery(.disconnected, .noAnswer, now: now)
      watch.writeCompleted(attError: ErrorCode.unlikelyError.rawValue, now: now)
    case .invalidResponse: watch.writeCompleted(attError: ErrorCode.unlikelyError.rawValue, now: now)
    }
  }

  mutating func begin(now: Instant) { provider.begin(now: now) }

  mutating func end(now: Instant) {
    provider.end()
    sisters.endLink()
    sistersGone(isLinkLost: true, now: now)
    isTimeUnreadable = false
    running = nil
    watch.sessionEnded(now: now)
  }

  /// Does what is next: a step towards the subscription, or the session's next command.
  mutating func drive(_ host: inout BluetoothHost, now: Instant) {
    while let step = provider.nextStep(mayStart: host.isClientIdle) { take(step, host: &host, now: now) }
    writeCommand(to: &host, now: now)
    askSisters(of: &host, now: now)
  }

  private mutating func take(_ step: ProviderLink.Step, host: inout BluetoothHost, now: Instant) {
    switch step {
    case .start(let procedure):
      if host.start(procedure) { running = .provider } else { provider.noteNotStarted(now: now) }
    case .accept(let handle): _ = host.acceptValues(from: handle)
    case .serviceFound(let hasControlPoint, let hasDataSource):
      watch.serviceFound(hasControlPoint: hasControlPoint, hasDataSource: hasDataSource, now: now)
    case .subscribed:
      watch.subscribed(now: now)
      sisters.begin(now: now)
    case .vanished:
      sisters.end()
      sistersGone(isLinkLost: false, now: now)
      host.refuseAllValues()
      if let serviceChanged = provider.serviceChanged { _ = host.acceptValues(from: serviceChanged) }
      watch.sessionEnded(now: now)
    case .sessionOver: watch.sessionEnded(now: now)
    case .disconnect(let cause):
      watch.noteRecovery(.disconnected, cause, now: now)
      host.disconnect(now: now)
    }
  }

  private mutating func writeCommand(to host: inout BluetoothHost, now: Instant) {
    guard provider.stage == .subscribed, host.isClientIdle,
      let controlPoint = provider.handles?.controlPoint
    else { return }
    var command = OctetBuffer<514>()
    Self.put(&command, limit: host.mtu - 3, from: &watch, now: now)
    guard !command.isEmpty else { return }
    guard host.startWrite(to: controlPoint, value: command.span) else { return }
    running = .session
    commandCount += 1
  }

  /// Asks the sister services something while nothing is to be written for the notifications. While an answer of theirs
  /// is awaited only a user's wish goes between, and once in a while something else, so that a storm does not starve
  /// it.
  private mutating func askSisters(of host: inout BluetoothHost, now: Instant) {
    if let phoneName { host.setPhoneName(phoneName.span) }
    phoneName = nil
    handleSisterEvents(now: now)
    askMusic(now: now)
    guard provider.stage == .subscribed, host.isClientIdle else { return }
    let isUrgentOnly = watch.session.isAsking && commandCount < Self.commandLimit
    guard let step = sisters.nextStep(isUrgentOnly: isUrgentOnly, mtu: host.mtu) else { return }
    let isStarted: Bool
    switch step {
    case .start(let procedure): isStarted = host.start(procedure)
    case .subscribe(let value, let procedure): isStarted = host.acceptValues(from: value) && host.start(procedure)
    case .write(let handle): isStarted = host.startWrite(to: handle, value: sisters.value)
    }
    if isStarted { (running, commandCount) = (.sisters, 0) } else { sisters.noteNotStarted() }
  }

  private static func put(
    _ command: inout OctetBuffer<514>, limit: Int, from watch: inout WatchMachine, now: Instant
  ) {
    command.append(atMost: limit) { output in _ = watch.nextCommand(into: &output, now: now) }
  }
}
