public import ATT
internal import Cryptography
internal import Features
public import GAP
public import GATT
internal import HCI
public import Identifiers
internal import L2CAP
public import Octets
public import Peripherals
public import SecurityManager
public import Timing

/// One controller and the one link it serves: the machines of HCI, L2CAP, ATT, GATT, SMP and GAP, composed.
///
/// It does no I/O itself: `handle(packet:now:observer:)` takes received packets, `nextPacket(into:now:)` returns
/// packets to send, and `deadline` is the time at which to call `handleTimeout(now:observer:)`. After each of these
/// call `nextEvent()` until it is nil, and call `prepareKeys(from:)` while nothing else is pending.
public struct BluetoothHost: ~Copyable {
  private let inPlace = InPlace()
  private(set) var configuration: HostConfiguration
  private(set) var controller = Controller()
  private(set) var link: PeripheralLink
  private(set) var trust: LinkTrust
  private(set) var phones: BondedPhones
  private(set) var report = HostReport()
  private(set) var poweringOff = PoweringOff()
  private(set) var addressing: OwnAddressing
  private(set) var channels: LinkChannels  // Large, and therefore last: short instructions reach the others.

  /// - Parameters:
  ///   - configuration: the behaviour of the host.
  ///   - advertisement: the data that the device advertises until a central connects.
  ///   - database: the services that the host offers.
  ///   - bonds: as loaded, or new with an identity made from random octets.
  @inline(__always)  // Inlined so that the host is built in its final place and not copied from the stack.
  public init(
    configuration: HostConfiguration, advertisement: Advertisement, database: consuming AttributeDatabase,
    bonds: BondTable
  ) {
    self.configuration = configuration
    addressing = OwnAddressing(choice: configuration.privateAddress)
    phones = BondedPhones(bonds: bonds)
    link = PeripheralLink(
      configuration.admitted(advertisement), speed: configuration.reconnection, power: configuration.power)
    trust = LinkTrust(configuration, bonds: bonds)
    channels = LinkChannels(receiveMTU: configuration.receiveMTU, database: database)
  }

  // MARK: Life

  /// The transport is open: brings the controller up. From any state.
  public mutating func start(now: Instant) {
    endLink(reason: .connectionTerminatedByLocalHost, now: now)
    link.stop()
    poweringOff = PoweringOff()
    controller.start(knownAddress: phones.bonds.promisedPublicAddress)
    report.setState(.starting)
  }

  /// The controller is ready.
  private mutating func beginAdvertising(now: Instant) {
    addressing.identify(publicAddress: controller.information.publicAddress, phones: &phones, report: &report)
    trust.setIdentity(addressing.identityToSend(phones.bonds.identity))
    if configuration.admission == .bonded, phones.takeFirstWindow() {
      link.openPairingWindow(for: configuration.pairingWindow, now: now)
    }
    addressing.start(&link, phones: &phones, now: now)
    report.setState(.advertising)
  }

  /// The transport is lost.
  public mutating func stop(now: Instant) {
    endLink(reason: .connectionTimeout, now: now)
    link.stop()
    controller.stop()
    report.setState(.off)
  }

  /// Handles all deadlines that have passed. Call it at `deadline`.
  public mutating func handleTimeout<Observer: AttributeObserver & ~Copyable>(now: Instant, observer: inout Observer) {
    guard !poweringOff.isActive else { return poweringOff.handleTimeout(of: &controller, now: now) }
    refreshPolicy(now: now)
    if let event = controller.handleTimeout(now: now) { handle(event, now: now) }
    link.handleTimeout(now: now)
    trust.handleTimeout(now: now)
    phones.handleTimeout(now: now, report: &report)
    if trust.session.connection != nil {
      if trust.endAdmission(now: now) { link.reject() }
      handle(channels.handleTimeout(now: now), now: now)
      channels.reportResult(to: &observer, now: now)
      if let deadline = trust.session.deadline, deadline <= now { endLinkIfAsked(now: now) }
    }
    settle(now: now)
  }

  // MARK: Packets

  /// Takes one HCI packet, type octet first.
  public mutating func handle<Observer: AttributeObserver & ~Copyable>(
    packet: Span<UInt8>, now: Instant, observer: inout Observer
  ) {
    guard packet.count > 0 else { return }
    link.noteController(now: now)
    refreshPolicy(now: now)
    switch PacketIndicator(rawValue: packet[0]) {
    case .event:
      if let event = controller.handle(event: packet) { handle(event, now: now) }
      while let early = controller.takeEarlyData() { receive(aclData: early.span, now: now, observer: &observer) }
    case .aclData: receive(aclData: packet, now: now, observer: &observer)
    case .command, .synchronousData, .isochronousData, nil: break
    }
    settle(now: now)
  }

  private mutating func receive<Observer: AttributeObserver & ~Copyable>(
    aclData packet: Span<UInt8>, now: Instant, observer: inout Observer
  ) {
    guard let fragment = controller.handle(aclData: packet), fragment.connectionHandle == trust.session.connection
    else { return }
    link.noteData()
    guard !trust.session.isDisconnecting, !poweringOff.isActive, controller.isOpen(fragment.connectionHandle)
    else { return }
    handle(channels.receive(fragment, trust: &trust, observer: &observer, now: now), now: now)
  }

  private mutating func handle(_ outcome: LinkChannels.Outcome, now: Instant) {
    switch outcome {
    case .none: break
    case .parametersAnswered(let answer): link.parametersAnswered(answer, now: now)
    case .serverChanged(let changes):
      channels.note(changes, of: trust.session, phones: &phones, report: &report, now: now)
    case .securityRefused: trust.requestEncryption()
    case .disconnect: trust.disconnect(.remoteUserTerminatedConnection, now: now)
    }
  }

  /// Appends the next packet for the controller, type octet first; false if there is nothing to send now.
  ///
  /// - Precondition: `output` has room for `Command.maximumPacketCount` octets. ACL data uses up to `packetCapacity`.
  @inline(never)  // It needs 20 kB of stack: inlined, its caller would keep them during other calls.
  public mutating func nextPacket(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    if controller.nextCommandPacket(into: &output, now: now) { return true }
    guard let connection = trust.session.connection, controller.isOpen(connection), !awaitsSaving,
      !poweringOff.isActive
    else { return false }
    channels.prepareFrame(trust: &trust, now: now)
    // The last key of a pairing may complete the bond. It is sent when the bond is saved.
    settle(now: now)
    guard !awaitsSaving else { return controller.nextCommandPacket(into: &output, now: now) }
    guard !channels.isFrameSent else {
      endLinkIfAsked(now: now)
      return controller.nextCommandPacket(into: &output, now: now)
    }
    return channels.encodeFragment(on: connection, of: &controller, into: &output)
  }

  /// Asks the controller to disconnect, once all pending PDUs were sent or the time to send them has passed.
  private mutating func endLinkIfAsked(now: Instant) {
    guard let reason = trust.takeDisconnection() else { return }
    link.disconnect(reason)
    drainLinkActions()
  }

  /// Returns the oldest event that was not taken yet; nil if the queue is empty.
  public mutating func nextEvent() -> HostEvent? { report.nextEvent() }

  // MARK: Events of the controller

  private mutating func handle(_ event: ControllerEvent, now: Instant) {
    guard !poweringOff.isActive else { return poweringOff.handle(event, on: &controller) }
    switch event {
    case .ready: beginAdvertising(now: now)
    case .failed(let failure):
      endLink(reason: .connectionTimeout, now: now)
      link.stop()
      report.controllerFailed(failure)
    case .longTermKeyRequest(let request): controller.enqueue(trust.answer(request, phones: phones))
    case .encryptionChange(let change, let isKeyOurs):
      trust.handle(change, isKeyOurs: isKeyOurs, phones: &phones, report: &report, now: now)
    case .encryptionKeyRefreshComplete(let refresh, let isKeyOurs):
      trust.handle(refresh, isKeyOurs: isKeyOurs, phones: &phones, report: &report, now: now)
    // The link machine alone handles these, or they are of no interest.
    case .connected, .connectionFailed, .disconnected, .connectionUpdateComplete, .remoteConnectionParameterRequest,
      .commandSucceeded, .commandFailed, .dataBufferOverflow, .rssi, .dataLengthChange, .phyUpdateComplete,
      .remoteVersionInformation, .remoteFeatures, .authenticatedPayloadTimeoutExpired:
      break
    }
    if let change = link.handle(event, now: now) { handle(change, now: now) }
  }

  private mutating func handle(_ change: PeripheralLink.Change, now: Instant) {
    switch change {
    case .connected(let complete): beginLink(complete, now: now)
    case .replaced(by: let complete):
      endLink(reason: .connectionTimeout, now: now)
      beginLink(complete, now: now)
    case .encrypted: break
    case .encryptionLost: trust.distrust()
    case .disconnected(_, let reason):
      endLink(reason: reason, now: now)
      report.setState(.advertising)
    case .disconnectedInSilence, .advertisingRefused:
      handle(controller.noteUseless(change == .advertisingRefused ? .advertisingRefused : .noData), now: now)
    }
  }

  private mutating func beginLink(_ connection: LEConnection, now: Instant) {
    channels.reset()
    trust.linkBegan(connection, at: ownAddress, phones: phones, now: now)
    refreshPolicy(now: now)
    trust.admit(phones: &phones, now: now)
    report.setState(.connected)
  }

  /// Removes all state of the link, if there is a link. The caller sets the next state of the host.
  private mutating func endLink(reason: HCI.ErrorCode, now: Instant) {
    guard trust.session.connection != nil else { return }
    trust.linkEnded(reason: reason, phones: &phones, report: &report, now: now)
    channels.reset()
  }

  // MARK: The state that the machines share

  /// Lets every machine finish its reaction to an input, and updates the state that the machines share.
  @inline(never)  // Several callers: one copy is smaller.
  private mutating func settle(now: Instant) {
    guard !poweringOff.isActive else { return }
    trust.drainActions(phones: &phones, report: &report, now: now)
    carryOut(trust.takeConsequences(), now: now)
    refreshPolicy(now: now)
    if trust.isPhoneUnwanted { link.notePhoneUnwanted() }
    addressing.refresh(&link, phones: &phones, now: now)
    drainLinkActions()
  }

  private mutating func carryOut(_ consequences: LinkTrust.Consequences, now: Instant) {
    if consequences.closesWindow { link.closePairingWindow(now: now) }
    if consequences.isSecured { channels.linkSecured(trust.session, phones: &phones, now: now) }
    if consequences.savesBonds { phones.save(report: &report) }
    if consequences.usesLocalKey { addressing.forgetNextKey() }
  }

  private mutating func refreshPolicy(now: Instant) {
    trust.refreshPolicy(isWindowOpen: link.isPairingWindowOpen(at: now), phones: &phones, now: now)
    channels.setSecurity(trust.bearerSecurity)
  }

  private mutating func drainLinkActions() {
    channels.carryOutActions(of: &link, during: trust.session.connection, on: &controller)
  }

  // MARK: Pairing

  /// Lets a new phone pair for the configured time. If that is zero, the window closes and the link stays.
  ///
  /// A secured link ends. Until the window closes, bonded phones are rejected unless they pair again. Earlier failures
  /// delay no pairing. A phone without a bond is asked to pair. `replacementOffered` follows if the table is full.
  public mutating func openPairingWindow(now: Instant) {
    link.openPairingWindow(for: configuration.pairingWindow, now: now)
    trust.forgiveFailures()
    refreshPolicy(now: now)
    guard trust.isWindowOpen || !Features.hasZeroPairingWindow else { return settle(now: now) }
    phones.offerReplacement(isPairing: trust.isPairing, report: &report)
    trust.makeWay(now: now)
    settle(now: now)
  }

  /// Sets how long the window stays open, from the next opening on.
  public mutating func setPairingWindow(_ length: Interval) { configuration.pairingWindow = length }

  /// Advertises other data, as another name: now if the pairing window is open, else within five minutes.
  public mutating func setAdvertisement(_ advertisement: Advertisement, now: Instant) {
    link.setAdvertisement(configuration.admitted(advertisement))
    drainLinkActions()
  }

  /// Closes the pairing window: no new phone may pair.
  public mutating func closePairingWindow(now: Instant) {
    link.closePairingWindow(now: now)
    settle(now: now)
  }

  /// The user agrees to replace the bond that was offered. It is replaced when the new one is committed, not before.
  public mutating func acceptReplacement(now: Instant) {
    phones.acceptReplacement()
    settle(now: now)
  }

  /// Takes the user's answer: true if both devices show the same code; false if not, or to reject a passkey.
  public mutating func answerPairing(isConfirmed: Bool, now: Instant) {
    trust.answerPairing(isConfirmed: isConfirmed, now: now)
    settle(now: now)
  }

  /// The user's answer to `identityClaimed`: whether the new phone may replace the bond with the one it says it is.
  public mutating func answerClaim(isAllowed: Bool, now: Instant) {
    trust.answerClaim(isAllowed: isAllowed, now: now)
    settle(now: now)
  }

  /// Makes the key pair for the next pairing, unless it exists, and the random values for the next private address and
  /// the next bond. Call it while nothing else is pending, because it takes tens of milliseconds on ARMv6.
  public mutating func prepareKeys<Source: EntropySource & ~Copyable>(from entropy: inout Source) {
    if addressing.needsRandomness {
      addressing.prepare(key: entropy.randomOctets(), randomness: entropy.randomOctets())
      trust.setIdentity(addressing.identityToSend(phones.bonds.identity))
    }
    guard trust.needsKeys else { return }
    trust.prepareKeys(randomness: entropy.randomOctets())
  }

  /// Reports that the bonds of the last `bondsChanged` are saved, or could not be saved.
  ///
  /// Call it in bounded time after each `bondsChanged`: until then the phone that has just paired gets no answers.
  public mutating func noteBondsSaved(now: Instant) {
    guard let saved = phones.saved() else { return }
    trust.bondSaved(saved, phones: phones, report: &report)
    settle(now: now)
  }

  // MARK: Several phones

  /// Lets only this phone connect, immediately even if the user had disconnected it; nil lets any bonded phone connect.
  /// The link of another phone ends.
  ///
  /// A phone that pairs later becomes the selected one if there is one. A phone without a bond changes nothing.
  public mutating func selectPhone(_ identity: DeviceAddress?, now: Instant) {
    guard phones.select(identity, report: &report) else { return }
    link.expectPhone(now: now)
    trust.rejectUnlessWelcome(phones: &phones, now: now)
    settle(now: now)
  }

  /// Stores the name of the connected phone: UTF-8, cut if it does not fit. Without a secured link this has no effect.
  public mutating func setPhoneName(_ name: Span<UInt8>, now: Instant) {
    guard trust.session.isSecured, let identity = trust.session.peerIdentity,
      phones.setName(BoundedText(repairing: name), of: identity, now: now)
    else { return }
    report.post(.phoneNamed)
  }

  /// Ends the link, and holds its phone off for `holdTime` or until it is selected.
  public mutating func disconnectPhone(now: Instant) {
    if let identity = trust.session.peerIdentity { phones.hold(identity, until: now + Self.holdTime) }
    disconnect(now: now)
    settle(now: now)
  }

  /// Deletes the bond of a phone. Its link, if it has one, ends. The phone must also forget the device to pair again.
  public mutating func forgetPhone(_ identity: DeviceAddress, now: Instant) {
    guard phones.forget(identity, report: &report) else { return }
    trust.forget(identity, now: now)
    settle(now: now)
  }

  // MARK: The link

  /// Ends the link after all pending PDUs were sent. PDUs that arrive after that are ignored.
  public mutating func disconnect(now: Instant) { trust.disconnect(.remoteUserTerminatedConnection, now: now) }

  /// Notes what the link is used for: the device asks the phone for a timing that fits.
  public mutating func setActivity(_ activity: LinkActivity, now: Instant) { link.setActivity(activity, now: now) }

  /// Starts a procedure of the GATT client; false if one is running or the link is not secured.
  public mutating func start(_ procedure: Procedure) -> Bool { trust.session.isUsable && channels.start(procedure) }

  /// Writes a value with response; false if a procedure is running, the link is not secured, or the value is too long.
  public mutating func startWrite(to handle: AttributeHandle, value: Span<UInt8>) -> Bool {
    trust.session.isUsable && channels.startWrite(to: handle, value: value)
  }

  /// Lets notifications and indications of `handle` through to the observer; false if there are too many such handles.
  public mutating func acceptValues(from handle: AttributeHandle) -> Bool { channels.acceptValues(from: handle) }

  /// Returns the value at `handle` of our server, as a peer reads it; empty if the attribute does not exist.
  public mutating func value(of handle: AttributeHandle) -> OctetBuffer<64> { channels.value(of: handle) }

  /// Replaces a characteristic's value in our server. Returns whether it changed, as `GATTServer.setValue(_:of:)` does.
  public mutating func setValue(_ value: Span<UInt8>, of handle: AttributeHandle) -> Bool {
    channels.setValue(value, of: handle)
  }

  /// Sends a peer that has subscribed the value at `handle` of our server, in a notification or an indication.
  public mutating func notify(_ handle: AttributeHandle) { channels.notify(handle) }

  /// Lets no notification or indication through to the observer any more.
  public mutating func refuseAllValues() { channels.refuseAllValues() }

  // MARK: The end of the program

  /// Stops advertising and ends the link with reason 0x15. Deliver packets until `isPoweredOff`, in bounded time.
  ///
  /// From now on nothing is reported.
  public mutating func powerOff() {
    guard !poweringOff.isActive else { return }
    poweringOff.begin(trust.session.connection, link, on: &controller)
    link.stop()
  }
}
