import ANCS
import ATT
import BluetoothHost
import GATT
import Identifiers
import Octets
import Timing

/// A session with room for 32 notifications, 32 names of applications, and 4,088 octets of the message that is read.
typealias PhoneSession = Session<33, 33_792, 32, 5_632, 8_192>

/// The client of one iPhone: finds the notification service, subscribes to it, and prints what the phone shows.
///
///     off → exchangingMTU → discovering → subscribing(0) → subscribing(1) → ready
struct NotificationLogger: AttributeObserver, ~Copyable {
  private enum Stage {
    case off, exchangingMTU, discovering
    /// The number of the characteristic, in the order of `characteristics`.
    case subscribing(Int)
    case ready
  }

  private var session = PhoneSession()
  private var discovery = Self.makeDiscovery()
  private var service: DiscoveredService?
  private var stage = Stage.off

  /// The Data Source comes first, so that no reply is lost.
  private static func makeDiscovery() -> ServiceDiscovery {
    var characteristics = FixedArray<4, BluetoothUUID>()
    characteristics.append(NotificationCenterService.dataSource)
    characteristics.append(NotificationCenterService.notificationSource)
    characteristics.append(NotificationCenterService.controlPoint)
    return ServiceDiscovery(service: NotificationCenterService.uuid, characteristics: characteristics)
  }

  // MARK: The link

  /// The link is encrypted with the key of a bond.
  mutating func begin() {
    discovery = Self.makeDiscovery()
    stage = .exchangingMTU
  }

  /// The link is gone.
  mutating func end(now: Instant) {
    stage = .off
    session.ended(now: now)
  }

  mutating func handleTimeout(now: Instant) { session.handleTimeout(now: now) }

  // MARK: The phone's values and answers

  mutating func handle(_ event: borrowing ClientEvent, now: Instant) {
    if case .discovering = stage { discovery.handle(event) }
    guard case .notification(let handle, let value) = copy event else { return }
    if handle == valueHandle(of: 0) { session.receiveDataSource(value, now: now) }
    if handle == valueHandle(of: 1) { session.receiveNotificationSource(value, now: now) }
  }

  mutating func handle(_ result: ProcedureResult, now: Instant) {
    if case .subscribing = stage, result != .success {
      print("the phone refuses the subscription")
      stage = .off
      return
    }
    switch stage {
    case .off: break
    case .exchangingMTU: stage = .discovering
    case .discovering:
      discovery.handle(result)
      noteDiscovery(now: now)
    case .subscribing(0): stage = .subscribing(1)
    case .subscribing:
      session.subscribed(now: now)
      stage = .ready
      print("ready")
    case .ready: session.writeCompleted(attError: result.attError, now: now)
    }
  }

  private mutating func noteDiscovery(now: Instant) {
    switch discovery.outcome {
    case nil: break
    case .found(let found):
      service = found
      session.serviceFound(hasControlPoint: found.characteristics[2] != nil, hasDataSource: true, now: now)
      stage = .subscribing(0)
    case .absent, .failed:
      print("the phone offers no notifications")
      stage = .off
    }
  }

  private func valueHandle(of characteristic: Int) -> AttributeHandle? {
    service?.characteristics[characteristic]?.valueHandle
  }

  // MARK: Requests to the phone

  /// Starts the next procedure, if none is running.
  mutating func drive(_ host: inout BluetoothHost, now: Instant) {
    guard host.isClientIdle else { return }
    switch stage {
    case .off: break
    case .exchangingMTU: _ = host.start(.exchangeMTU)
    case .discovering: if let procedure = discovery.nextProcedure() { _ = host.start(procedure) }
    case .subscribing(let index):
      guard let source = service?.characteristics[index], let descriptor = source.configurationHandle else {
        stage = .off
        return
      }
      _ = host.acceptValues(from: source.valueHandle)
      _ = host.start(.configure(descriptor, .notifications))
    case .ready: writeCommand(to: &host, now: now)
    }
    // Renewing the subscription is left out: a new link does the same.
    if session.takeRemedy() != nil { host.disconnect(now: now) }
  }

  private mutating func writeCommand(to host: inout BluetoothHost, now: Instant) {
    guard let controlPoint = valueHandle(of: 2) else { return }
    var command = OctetBuffer<514>()
    Self.put(&command, limit: host.mtu - 3, from: &session, now: now)
    if !command.isEmpty { _ = host.startWrite(to: controlPoint, value: command.span) }
  }

  private static func put(
    _ command: inout OctetBuffer<514>, limit: Int, from session: inout PhoneSession, now: Instant
  ) {
    command.append(atMost: limit) { output in _ = session.nextCommand(into: &output, now: now) }
  }

  // MARK: The log

  /// Prints what has happened since the last call.
  mutating func printEvents() {
    while let event = session.nextEvent() {
      switch event {
      case .content(let uid): if let index = session.notifications.index(of: uid) { printNotification(at: index) }
      case .removed(let uid, _): print("removed \(uid.rawValue)")
      case .unauthorized: print("allow notifications in the phone's Bluetooth settings")
      case .authorized, .added, .modified, .evicted, .excerpt, .read, .attributes, .actionEnded: break
      }
    }
  }

  private func printNotification(at index: Int) {
    let notification = session.notifications.notification(at: index)
    let app = String(session[appNameAt: index])
    let title = String(session.notifications[.title, at: index])
    let message = String(session.notifications[.message, at: index])
    print("notification \(notification.uid.rawValue) \(notification.category): \(app): \(title): \(message)")
  }
}

extension ProcedureResult {
  /// The error of a write for the session; nil if it succeeded.
  fileprivate var attError: UInt8? {
    switch self {
    case .success: nil
    case .refused(let code): code.rawValue
    case .invalidResponse, .timedOut: ErrorCode.unlikelyError.rawValue
    }
  }
}

extension String {
  /// The text without what a terminal obeys, because anyone who can send the user a message chooses it.
  fileprivate init(_ utf8: Span<UInt8>) {
    let text = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    self.init(
      String.UnicodeScalarView(
        text.unicodeScalars.map { UTF8Scalar(value: $0.value)?.isSteering == false ? $0 : "\u{FFFD}" }))
  }
}
