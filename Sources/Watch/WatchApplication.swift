internal import ANCS
public import BluetoothHost
internal import Octets
public import Peripherals
internal import Screens
public import Timing

public import struct SecurityManager.BondTable

/// What the watch wants its surroundings to do or to tell.
public enum WatchNotice {
  case pairingCode(UInt32)
  /// The same, for a number that the user types on the phone.
  case pairingPasskey(UInt32)
  case pairingEnded(PairingResult)
  case watch(WatchEvent)
  /// `host.bonds` changed: store them.
  case bondsChanged
  /// `host.controllerFailure` says why. Close and re-open the transport, then `start(now:)`.
  case controllerFailed
}

/// The whole watch above its devices: the Bluetooth host, the notification client and the product's own model, joined.
///
/// Sans I/O, like its parts. After every call send each packet of `nextPacket(into:now:)`, take `nextNotice()` until it
/// is nil, and draw if `takeNeedsRedraw()` says so.
public struct WatchApplication: ~Copyable {
  public internal(set) var host: BluetoothHost
  public internal(set) var client: NotificationClient
  private var notices = EventQueue<WatchNotice>()
  /// Notices that nobody took in time.
  public private(set) var lostNoticeCount: UInt32 = 0
  /// Whether `bondsChanged` is the next notice. It is not queued: it must not be lost.
  public private(set) var haveBondsChanged = false
  var hasAdvertised = false
  /// Whether the controller was given up, and has not worked since.
  var hasControllerFailed = false
  /// What was found of bonds that do not match, until one is proved to.
  var mismatch: BondMismatch?
  /// When the phone that was sent away is let in again.
  private var holdEnd = Deadline()

  /// Each part is made where it stays: a copy on its way there would take its 50 KiB of stack again.
  ///
  /// - Parameter holdTime: how long a button is down until it is held.
  public init(
    configuration: HostConfiguration, bonds: BondTable, holdTime: Interval = .milliseconds(800),
    alerts: AlertSettings = AlertSettings()
  ) {
    host = BluetoothHost(configuration: configuration, bonds: bonds)
    client = NotificationClient(holdTime: holdTime, alerts: alerts)
  }

  // MARK: In

  /// The controller's transport is open.
  public mutating func start(now: Instant) {
    host.start(now: now)
    settle(now: now)
  }

  /// The controller's transport is lost.
  public mutating func stop(now: Instant) {
    host.stop(now: now)
    settle(now: now)
  }

  /// Takes one HCI packet, type octet first.
  public mutating func handle(packet: Span<UInt8>, now: Instant) {
    host.handle(packet: packet, now: now, observer: &client)
    settle(now: now)
  }

  public mutating func handle(_ event: ButtonEvent, now: Instant) {
    client.watch.handle(event, now: now)
    settle(now: now)
  }

  /// The charge of the watch's battery, 0...100, for the phone to show.
  public mutating func setBatteryLevel(percent: UInt8, now: Instant) {
    host.setBatteryLevel(percent: percent)
    settle(now: now)
  }

  /// When `handleTimeout(now:)` wants to be called; nil: never.
  public var deadline: Instant? { earliest(earliest(host.deadline, client.deadline), holdEnd.instant) }

  public mutating func handleTimeout(now: Instant) {
    host.handleTimeout(now: now, observer: &client)
    client.handleTimeout(now: now)
    _ = holdEnd.expire(at: now)
    settle(now: now)
  }

  /// Makes the key pair for the next pairing, if there is none: for an idle moment.
  public mutating func prepareKeys<Source: EntropySource & ~Copyable>(from entropy: inout Source) {
    host.prepareKeys(from: &entropy)
  }

  // MARK: Out

  /// The next packet for the controller, type octet first; false if there is none now.
  @_lifetime(output: copy output)
  public mutating func nextPacket(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    if host.nextPacket(into: &output, now: now) { return true }
    // What left last may have been what somebody waited for.
    settle(now: now)
    return host.nextPacket(into: &output, now: now)
  }

  /// What happened since the last call; nil when nothing is left. Bonds are to be stored before they are told of.
  public mutating func nextNotice() -> WatchNotice? {
    if haveBondsChanged {
      haveBondsChanged = false
      return .bondsChanged
    }
    return notices.popFirst()
  }

  /// Whether the screen changed since the last call.
  public mutating func takeNeedsRedraw() -> Bool { client.watch.takeNeedsRedraw() }

  // MARK: Between

  /// Carries what one part says to the others until all are quiet.
  ///
  /// Each round either moves something or is the last. What is left after the last one waits for the next call.
  mutating func settle(now: Instant) {
    for _ in 0..<16 {
      var isQuiet = true
      while let event = host.nextEvent() {
        handle(event, now: now)
        isQuiet = false
      }
      while let action = client.watch.nextAction() {
        perform(action, now: now)
        isQuiet = false
      }
      client.drive(&host, now: now)
      noteConnection(in: host.state, now: now)
      while let event = client.watch.nextEvent() {
        post(.watch(event))
        isQuiet = false
      }
      if isQuiet { return }
    }
  }

  private mutating func handle(_ event: HostEvent, now: Instant) {
    switch event {
    case .stateChanged(let state): note(state, now: now)
    case .secured:
      endMismatch(now: now)
      updateIdentity()
      client.begin(now: now)
    case .linkLost:
      client.end(now: now)
      updateIdentity()
      client.watch.linkChanged(to: .disconnected, trouble: trouble(in: host.state, now: now), now: now)
    case .pairingCode(let code):
      client.watch.pairingStarted(.compare(code: code), now: now)
      post(.pairingCode(code))
    case .pairingPasskey(let passkey):
      client.watch.pairingStarted(.enterOnPhone(passkey: passkey), now: now)
      post(.pairingPasskey(passkey))
    case .pairingEnded(let result):
      client.watch.pairingEnded(result.failure, now: now)
      post(.pairingEnded(result))
    case .bondMismatch(let mismatch): begin(mismatch, now: now)
    case .replacementOffered(let phone): client.watch.offerReplacement(of: phone, now: now)
    case .bondsChanged:
      haveBondsChanged = true
      updateIdentity()
    case .controllerFailed:
      hasControllerFailed = true
      post(.controllerFailed)
    }
  }

  /// Tells of each state that the host went through, also of those that it has left already.
  private mutating func note(_ state: HostState, now: Instant) {
    if state == .advertising {
      hasAdvertised = true
      hasControllerFailed = false
    }
    updateIdentity()
    noteConnection(in: state, now: now)
  }

  private mutating func noteConnection(in state: HostState, now: Instant) {
    client.watch.linkChanged(
      to: connection(in: state, now: now), trouble: trouble(in: state, now: now), now: now)
  }

  private mutating func perform(_ action: WatchAction, now: Instant) {
    switch action {
    case .confirmPairing(let doCodesMatch): host.answerPairing(doCodesMatch, now: now)
    case .openPairingWindow: openPairingWindow(now: now)
    case .closePairingWindow: host.closePairingWindow(now: now)
    case .acceptReplacement: host.acceptReplacement(now: now)
    case .disconnect:
      host.disconnectPhone(now: now)
      holdEnd.set(now + BluetoothHost.holdTime)
    case .forgetPhone(let phone):
      if mismatch == .unknownThere(phone) { endMismatch(now: now) }
      host.forgetPhone(phone, now: now)
    case .choosePhone(let phone): host.selectPhone(phone, now: now)
    }
  }

  private mutating func post(_ notice: WatchNotice) {
    guard notices.pushLast(notice) != nil else { return }
    lostNoticeCount &+= 1
    client.watch.noteUntold()
  }
}

extension PairingResult {
  /// What the user is told; nil if there is a bond.
  fileprivate var failure: PairingFailure? {
    switch self {
    case .bonded: nil
    case .failed(.timeout): .timedOut
    case .failed(.refusedByUs(code: 0x05)): .windowClosed
    // Confirm value, DHKey check: the two sides did not compute the same.
    case .failed(.refusedByUs(code: 0x04)), .failed(.refusedByUs(code: 0x0B)): .mismatch
    case .failed(.refusedByUs(code: 0x0C)), .failed(.refusedByUs(code: 0x01)), .failed(.refusedByPeer): .refused
    case .failed(.noRoom): .noRoom
    case .failed: .other
    }
  }
}
