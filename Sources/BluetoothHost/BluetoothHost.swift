public import ATT
internal import Cryptography
internal import GAP
public import GATT
public import HCI
public import Identifiers
internal import L2CAP
internal import Octets
public import Peripherals
public import SecurityManager
public import Timing

/// One controller and the one link it serves: the machines of HCI, L2CAP, ATT, GATT, SMP and GAP, composed.
///
/// Sans I/O: packets come in by `handle(packet:now:observer:)`, go out by `nextPacket(into:now:)`, and `deadline` says
/// when `handleTimeout(now:observer:)` wants to be called. After each of these take `nextEvent()` until it is nil, and
/// call `prepareKeys(from:)` when there is nothing else to do.
public struct BluetoothHost: ~Copyable {
  var controller = Controller()
  var link: PeripheralLink
  var channels: LinkChannels
  var responder: PairingResponder
  public internal(set) var bonds: BondTable
  let configuration: HostConfiguration
  let databaseHash: Value128
  var connection: ConnectionHandle?
  /// Who is at the other end, if its address resolved to a bond or it has just bonded.
  public internal(set) var peerIdentity: DeviceAddress?
  var isSecured = false
  /// The pairing window opens by itself once, when the watch starts without a bond.
  var hasOpenedFirstWindow = false
  /// Whether a refused Pairing Request of this link was told of.
  var hasReportedRefusal = false
  var pendingDisconnect: PendingDisconnect?
  /// Whether private addresses are in use: by choice, or because the controller does not bear the promised address.
  var isPrivate = false
  /// Whether advertising waits for a private address.
  var awaitsAddress = false
  var addressing = PrivateAddressing()
  var visit = Visit.welcome
  /// When the link began.
  var linkBegin = Instant.start
  /// Whether the phone asked on this link for a key that we do not have.
  var hasRefusedKey = false
  var mismatches = MismatchFinder()
  var heldPhones = HeldPhones()
  var replacement: Replacement?
  public internal(set) var state = HostState.off
  /// Why the controller was given up last.
  public internal(set) var controllerFailure: ControllerFailure?
  private var events = FixedQueue<24, HostEvent>()
  /// Events that nobody took in time.
  public private(set) var lostEventCount: UInt32 = 0

  /// - Parameter bonds: as loaded, or new with an identity made from random octets.
  @inline(__always)  // Where it is to be: else it would be made on the stack, and again on that of its owner.
  public init(configuration: HostConfiguration, bonds: BondTable) {
    self.configuration = configuration
    self.bonds = bonds
    link = PeripheralLink(
      payload: AdvertisingPayload(layout: configuration.advertisingLayout, name: configuration.name.span))
    responder = PairingResponder(
      identity: bonds.identity,
      policy: PairingPolicy(hasRoomForBond: bonds.hasRoom, security: configuration.security))
    channels = LinkChannels(receiveMTU: configuration.receiveMTU, information: configuration.deviceInformation)
    databaseHash = Self.computeDatabaseHash()
    channels.server.setDatabaseHash(databaseHash.octets)
  }

  /// AES-CMAC with the key 0 over the server's attributes. Core Spec 5.4, Vol 3, Part G, 7.3.1.
  private static func computeDatabaseHash() -> Value128 {
    var message = OctetBuffer<256>()
    message.append { output in
      do throws(EncodeError) {
        try GATTServer.putDatabaseHashMessage(into: &output)
      } catch {
        // The message's length is known when the server is compiled, and smaller than the buffer.
        preconditionFailure()
      }
    }
    var code = AESCMAC(key: .init(repeating: 0))
    code.update(message.span)
    return Value128(octets: code.finalize())
  }

  // MARK: Life

  /// The transport is open: brings the controller up. From any state.
  public mutating func start(now: Instant) {
    endLink(reason: .connectionTerminatedByLocalHost, now: now)
    link.stop()
    controller.start(knownAddress: bonds.promisedPublicAddress)
    setState(.starting)
  }

  /// The transport is lost.
  public mutating func stop(now: Instant) {
    endLink(reason: .connectionTimeout, now: now)
    link.stop()
    controller.stop()
    setState(.off)
  }

  /// Whether the controller has been brought up, and has not failed since.
  public var isControllerReady: Bool { controller.state == .running }

  /// When `handleTimeout(now:observer:)` wants to be called; nil: never.
  public var deadline: Instant? {
    let own = earliest(link.deadline, addressDeadline)
    let instant = earliest(earliest(controller.deadline, responder.deadline), own)
    guard connection != nil else { return instant }
    return earliest(
      earliest(instant, visit.deadline), earliest(channels.deadline, pendingDisconnect?.deadline))
  }

  public mutating func handleTimeout<Observer: AttributeObserver & ~Copyable>(now: Instant, observer: inout Observer) {
    refreshPolicy(now: now)
    if let event = controller.handleTimeout(now: now) { handle(event, now: now) }
    link.handleTimeout(now: now)
    changeAddress(now: now)
    responder.handleTimeout(now: now)
    if connection != nil {
      endVisit(now: now)
      handle(channels.handleTimeout(now: now), now: now)
      channels.reportResult(to: &observer, now: now)
      if let pendingDisconnect, pendingDisconnect.deadline <= now { endLinkIfAsked(now: now) }
    }
    settle(now: now)
  }

  /// Takes one HCI packet, type octet first.
  public mutating func handle<Observer: AttributeObserver & ~Copyable>(
    packet: Span<UInt8>, now: Instant, observer: inout Observer
  ) {
    guard packet.count > 0 else { return }
    refreshPolicy(now: now)
    switch PacketIndicator(rawValue: packet[0]) {
    case .event:
      if let event = controller.handle(event: packet) { handle(event, now: now) }
    case .aclData:
      receive(aclData: packet, now: now, observer: &observer)
    case .command, .synchronousData, .isochronousData, nil: break
    }
    settle(now: now)
  }

  private mutating func receive<Observer: AttributeObserver & ~Copyable>(
    aclData packet: Span<UInt8>, now: Instant, observer: inout Observer
  ) {
    guard let fragment = controller.handle(aclData: packet), fragment.connectionHandle == connection else { return }
    link.noteData()
    guard pendingDisconnect == nil, controller.isOpen(fragment.connectionHandle) else { return }
    handle(channels.receive(fragment, responder: &responder, observer: &observer, now: now), now: now)
  }

  private mutating func handle(_ outcome: LinkChannels.Outcome, now: Instant) {
    switch outcome {
    case .none: break
    case .parametersAnswered(let answer): link.parametersAnswered(answer, now: now)
    case .configurationChanged(let isDatabaseKnown): storeConfiguration(isDatabaseKnown: isDatabaseKnown)
    case .disconnect: disconnect(.remoteUserTerminatedConnection, now: now)
    }
  }

  /// The next packet for the controller, type octet first.
  ///
  /// - Parameter output: room for at least 261 octets.
  /// - Returns: false if there is nothing to send now.
  public mutating func nextPacket(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    if controller.nextCommandPacket(into: &output, now: now) { return true }
    guard let connection, controller.isOpen(connection) else { return false }
    channels.prepareFrame(responder: &responder, now: now)
    // The last key of a pairing that leaves may be what makes the bond.
    settle(now: now)
    guard !channels.isFrameSent else {
      endLinkIfAsked(now: now)
      return controller.nextCommandPacket(into: &output, now: now)
    }
    guard
      let count = controller.encodeFragment(
        of: channels.frame.span, from: channels.sentCount, on: connection, into: &output)
    else { return false }
    channels.noteSent(count)
    return true
  }

  /// Sends the wish to disconnect, once everything that had to be said was said or the time for it is over.
  private mutating func endLinkIfAsked(now: Instant) {
    guard let pendingDisconnect else { return }
    self.pendingDisconnect = nil
    link.disconnect(pendingDisconnect.reason)
    drainLinkActions(now: now)
  }

  /// What happened since the last call; nil when nothing is left.
  public mutating func nextEvent() -> HostEvent? { events.popFirst() }

  // MARK: Wishes of the product

  /// The user compared the codes; or, with false, wants no passkey to be typed.
  public mutating func answerPairing(_ doCodesMatch: Bool, now: Instant) {
    responder.handle(doCodesMatch ? .userConfirmed : .userRejected, now: now)
    settle(now: now)
  }

  /// Ends the link, after what is queued was sent. What still comes over it is not heard.
  public mutating func disconnect(now: Instant) { disconnect(.remoteUserTerminatedConnection, now: now) }

  mutating func disconnect(_ reason: HCI.ErrorCode, now: Instant) {
    guard connection != nil, pendingDisconnect == nil else { return }
    pendingDisconnect = PendingDisconnect(reason: reason, deadline: now + PendingDisconnect.patience)
  }

  /// Starts a procedure of the GATT client; false if one is running or the link is not secured.
  public mutating func start(_ procedure: Procedure) -> Bool {
    isSecured && channels.client.start(procedure)
  }

  /// Writes a value with response; false if a procedure is running, the link is not secured, or the value is too long.
  public mutating func startWrite(to handle: AttributeHandle, value: Span<UInt8>) -> Bool {
    isSecured && channels.client.startWrite(to: handle, value: value)
  }

  /// Whether a procedure may be started now.
  public var isClientIdle: Bool { isSecured && !channels.client.isBusy }

  /// The advertised name, UTF-8.
  public var name: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { configuration.name.span }
  }

  /// The address that the watch advertises with; the static random one until the controller has told its own.
  public var ownAddress: DeviceAddress { link.advertisedAddress ?? responder.identity.address }

  /// The effective ATT MTU of the link.
  public var mtu: Int { channels.bearer.mtu }

  /// Lets notifications and indications of `handle` through to the observer; false if there are too many such handles.
  public mutating func acceptValues(from handle: AttributeHandle) -> Bool {
    channels.client.acceptValues(from: handle)
  }

  /// The charge of the watch's battery, 0...100: what the phone reads, and is notified of if it subscribed.
  public mutating func setBatteryLevel(percent: UInt8) { channels.server.setBatteryLevel(percent: percent) }

  public mutating func refuseAllValues() { channels.client.refuseAllValues() }

  /// Makes the key pair for the next pairing, if there is none: tens of milliseconds on ARMv6, for an idle moment. And
  /// the next private address.
  public mutating func prepareKeys<Source: EntropySource & ~Copyable>(from entropy: inout Source) {
    prepareAddress(from: &entropy)
    guard responder.needsPreparation else { return }
    responder.prepare(randomness: entropy.randomOctets())
  }

  public var needsKeys: Bool { responder.needsPreparation }

  // MARK: Shared by the parts

  mutating func post(_ event: HostEvent) {
    if events.pushLast(event) != nil { lostEventCount &+= 1 }
  }

  mutating func setState(_ newState: HostState) {
    guard newState != state else { return }
    state = newState
    post(.stateChanged(newState))
  }
}

/// A link that is to end as soon as everything that had to be said was said.
struct PendingDisconnect {
  /// How long the phone may take to receive it.
  static var patience: Interval { .seconds(2) }

  let reason: HCI.ErrorCode
  let deadline: Instant
}
