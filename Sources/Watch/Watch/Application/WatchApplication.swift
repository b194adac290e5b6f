internal import ANCS
public import BluetoothHost
internal import Features
internal import GAP
internal import GATT
public import Octets
public import Peripherals
public import PhoneClient
internal import Screens
public import SecurityManager
public import Timing
internal import WatchModel
internal import WatchProfile

/// An action that the watch requests from its owner, or an event that it reports to its owner.
public enum WatchNotice {
  case pairingCode(UInt32)
  /// The same, for a number that the user types on the phone.
  case pairingPasskey(UInt32)
  case pairingEnded(PairingResult)
  case watch(WatchEvent)
  /// `host.bonds` changed: start to save them. When that has ended, call `noteBondsSaved(now:)`.
  case bondsChanged
  /// `host.controllerFailure` says why. Close and re-open the transport, then `start(now:)`.
  case controllerFailed
}

/// The whole watch above its devices: the Bluetooth host, the phone's client and the product's own model, side by side.
///
///     BluetoothHost ── host events ──→ ┌─────────────┐ ── `handle` ──→ WatchMachine
///     BluetoothHost ←── procedures ──  │ PhoneClient │ ── events ───→ WatchMachine
///     BluetoothHost ←──── intents ──── └─────────────┘ ←── intents ── WatchMachine
///
/// Sans I/O, like its parts. After every call send each packet of `nextPacket(into:now:)`, take `nextNotice()` until it
/// is nil, and draw if `takeNeedsRedraw()` says so.
public struct WatchApplication: ~Copyable {
  private let inPlace = InPlace()
  /// The number of notices that were lost because the queue was full.
  public private(set) var lostNoticeCount: UInt32 = 0
  /// The number of calls that left events for the next call to deliver.
  public private(set) var unfinishedDeliveryCount: UInt32 = 0
  /// Whether `bondsChanged` is the next notice. It is not queued: it must not be lost.
  private var haveBondsChanged = false
  private(set) var findings = LinkFindings()
  /// The end of the time in which a disconnected phone may not connect.
  private var holdEnd = Deadline()

  // Large, and therefore last: short instructions reach the properties before.
  private var notices = EventQueue<WatchNotice>()
  public internal(set) var host: BluetoothHost
  public internal(set) var watch: WatchMachine
  public internal(set) var client: PhoneClient
  var listOwner = ListOwner()

  /// Each part is made where it stays: a copy on its way there would take its 50 KiB of stack again.
  ///
  /// - Parameters:
  ///   - name: the advertised name, UTF-8.
  ///   - firmwareRevision: the version that a phone reads; nil: the version of this firmware.
  ///   - holdTime: how long a button is down until it is held.
  public init(
    name: BoundedText<29>, firmwareRevision: BoundedText<40>? = nil, configuration: HostConfiguration,
    bonds: BondTable, holdTime: Interval = ButtonGestures.usualHoldTime, alerts: AlertSettings = AlertSettings()
  ) {
    host = BluetoothHost(
      configuration: configuration, advertisement: Advertisement(watchNamed: name.span),
      database: WatchDatabase.make(
        name: name.span, firmwareRevision: firmwareRevision ?? FirmwareVersion.number, power: configuration.power),
      bonds: bonds)
    client = PhoneClient(isDiscreet: alerts.isDiscreet)
    watch = WatchMachine(holdTime: holdTime, alerts: alerts)
    var configured = WearerSettings()
    configured.setConfigured(name: name)
    watch.configure(configured)
  }

  /// The supervision timeout that the watch requests. A link that ends by it was silent for this time.
  private static var longestSupervision: Interval { .seconds(6) }

  // MARK: In

  /// The controller's transport is open.
  public mutating func start(now: Instant) {
    host.start(now: now)
    deliverPending(now: now)
  }

  /// The controller's transport is lost.
  public mutating func stop(now: Instant) {
    host.stop(now: now)
    deliverPending(now: now)
  }

  /// The transport could not be opened for a while, and the attempts continue: the display lights up and shows it.
  public mutating func noteControllerMissing(now: Instant) {
    findings.noteControllerMissing()
    watch.showStatus(now: now)
    deliverPending(now: now)
  }

  /// Stops advertising and ends the link, before the program ends: turn until `isPoweredOff`, in bounded time.
  public mutating func powerOff() { host.powerOff() }

  public var isPoweredOff: Bool { host.isPoweredOff }

  /// Takes one HCI packet, type octet first.
  public mutating func handle(packet: Span<UInt8>, now: Instant) {
    host.handle(packet: packet, now: now, observer: &client)
    deliverPhoneEvents(now: now)
    deliverPending(now: now)
  }

  public mutating func handle(_ event: ButtonEvent, now: Instant) {
    watch.handle(event, client.phone, now: now)
    deliverPending(now: now)
  }

  /// The bonds are saved as they were at the last `bondsChanged`, or could not be saved.
  public mutating func noteBondsSaved(now: Instant) {
    host.noteBondsSaved(now: now)
    deliverPending(now: now)
  }

  /// The charge of the watch's battery, 0...100, for the clock and for the phone; nil without a gauge.
  public mutating func setBatteryLevel(percent: UInt8?, now: Instant) {
    let percent = percent.map { min($0, 100) }
    watch.setBatteryLevel(percent: percent)
    if let percent {
      let level: [1 of UInt8] = [percent]
      if host.setValue(level.span, of: WatchDatabase.batteryLevel) { host.notify(WatchDatabase.batteryLevel) }
    }
    deliverPending(now: now)
  }

  /// When `handleTimeout(now:)` wants to be called; nil: never.
  public var deadline: Instant? {
    let own = earliest(holdEnd.instant, findings.deadline)
    return earliest(earliest(host.deadline, client.deadline), earliest(watch.deadline, own))
  }

  public mutating func handleTimeout(now: Instant) {
    host.handleTimeout(now: now, observer: &client)
    client.handleTimeout(now: now)
    watch.handleMinute(client.phone, now: now)
    deliverPhoneEvents(now: now)
    watch.handleTimeout(client.phone, now: now)
    _ = holdEnd.expire(at: now)
    findings.handleTimeout(bondCount: host.bondCount, now: now)
    deliverPending(now: now)
  }

  /// Makes the key pair for the next pairing if it is missing. Call this in an idle moment.
  public mutating func prepareKeys<Source: EntropySource & ~Copyable>(from entropy: inout Source) {
    host.prepareKeys(from: &entropy)
  }

  /// Whether `prepareKeys` must be called before the next pairing.
  public var needsKeys: Bool { host.needsKeys }

  // MARK: Out

  /// Writes the next packet for the controller, type octet first; false if no packet is pending.
  @_lifetime(output: copy output)
  public mutating func nextPacket(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    if host.nextPacket(into: &output, now: now) { return true }
    // A part of the watch may have waited until the last packet had left.
    deliverPending(now: now)
    return host.nextPacket(into: &output, now: now)
  }

  /// The next notice since the last call; nil if no notice is left. `bondsChanged` comes first.
  public mutating func nextNotice() -> WatchNotice? {
    if haveBondsChanged {
      haveBondsChanged = false
      return .bondsChanged
    }
    return notices.popFirst()
  }

  /// Whether the screen changed since the last call.
  public mutating func takeNeedsRedraw() -> Bool { watch.takeNeedsRedraw() }

  // MARK: Between

  /// Delivers pending events and intents until none is left, in this order: events of the host, intents of the watch,
  /// the next step of the client and its events, the state of the link, records of the watch.
  ///
  /// A round needs another only if an intent or a step changed the host. After sixteen rounds the rest waits for the
  /// next call, and the call is counted.
  mutating func deliverPending(now: Instant) {
    for _ in 0..<16 {
      var isQuiet = true
      while let event = host.nextEvent() {
        handle(event, now: now)
        isQuiet = false
      }
      if performActions(now: now) { isQuiet = false }
      if client.isFirstLinkSilent, watch.isUnused { client.endSilentFirstLink() }
      client.drive(&host, now: now)
      deliverPhoneEvents(now: now)
      noteConnection(in: host.state, now: now)
      while let event = watch.nextEvent() {
        post(.watch(event))
        isQuiet = false
      }
      if isQuiet { return setActivity(now: now) }
    }
    unfinishedDeliveryCount &+= 1
  }

  /// Notes whether anything waits for the phone, so that the timing of the link fits. A link that is not encrypted yet
  /// counts as busy: the services are looked for next.
  private mutating func setActivity(now: Instant) {
    let isFetching = client.phone.session.isAsking || (host.state == .encrypted && !host.isClientIdle)
    let isBusy = isFetching || host.state == .connected || watch.isWaitingForPhone
    host.setActivity(isBusy ? .busy : .idle, now: now)
  }

  /// Delivers the client's events to the watch, and the watch's intents after each of them.
  private mutating func deliverPhoneEvents(now: Instant) {
    guard var event = client.nextEvent() else { return }
    watch.followConnection(client.phone, now: now)
    while true {
      watch.handle(event, client.phone, now: now)
      performActions(now: now)
      guard let next = client.nextEvent() else { break }
      event = next
    }
    watch.update(client.phone, now: now)
  }

  /// Carries out what the watch wants done.
  ///
  /// - Returns: whether there was anything to do.
  @inline(never)  // Several callers: one copy is smaller.
  @discardableResult
  mutating func performActions(now: Instant) -> Bool {
    var wasAny = false
    while let action = watch.nextAction() {
      perform(action, now: now)
      wasAny = true
    }
    return wasAny
  }

  private mutating func handle(_ event: HostEvent, now: Instant) {
    switch event {
    case .stateChanged(let state): note(state, now: now)
    case .secured:
      endMismatch(now: now)
      updateIdentity()
      noteListOwner()
      client.begin(isAnotherPhone: host.isAnotherPhone, now: now)
    case .linkLost(let reason): endLink(afterTimeout: reason.isSupervisionTimeout, now: now)
    case .pairingCode(let pairingCode):
      watch.handle(.pairingStarted(.compare(pairingCode: pairingCode)), client.phone, now: now)
      post(.pairingCode(pairingCode))
    case .pairingPasskey(let passkey):
      watch.handle(.pairingStarted(.enterOnPhone(passkey: passkey)), client.phone, now: now)
      post(.pairingPasskey(passkey))
    case .pairingEnded(let result):
      if case .bonded = result, host.peerIdentity != nil { client.noteBonded(now: now) }  // Its link may have ended.
      watch.handle(.pairingEnded(result.failure), client.phone, now: now)
      post(.pairingEnded(result))
    case .pairingRefused(let failure):
      noteRefusedPairing(PairingFailureExplanation(failure), now: now)
      post(.pairingEnded(.failed(failure)))
    case .identityClaimed(let phone): watch.handle(.identityClaimed(phone), client.phone, now: now)
    case .bondMismatch(let mismatch): begin(mismatch, now: now)
    case .replacementOffered(let phone): watch.offerReplacement(of: phone, client.phone, now: now)
    case .bondsChanged:
      haveBondsChanged = true
      updateIdentity()
      emptyListOfForgottenPhone()
    case .phoneNamed: updateIdentity()
    // The phone can write only the features that it supports.
    case .valueWritten: break
    case .controllerFailed:
      findings.noteControllerFailure()
      post(.controllerFailed)
    }
  }

  private mutating func endLink(afterTimeout hasTimedOut: Bool, now: Instant) {
    client.end(silentFor: hasTimedOut ? Self.longestSupervision : .zero, now: now)
    deliverPhoneEvents(now: now)
    updateIdentity()
    emptyListOfForgottenPhone()
    watch.linkChanged(to: .disconnected, trouble: trouble(in: host.state, now: now), client.phone, now: now)
  }

  /// Reports each state that the host has entered, also a state that it has already left.
  private mutating func note(_ state: HostState, now: Instant) {
    if state == .advertising { findings.noteAdvertising() }
    updateIdentity()
    noteConnection(in: state, now: now)
  }

  private mutating func perform(_ action: WatchAction, now: Instant) {
    switch action {
    case .confirmPairing(let doCodesMatch): host.answerPairing(isConfirmed: doCodesMatch, now: now)
    case .answerClaim(let isAllowed): host.answerClaim(isAllowed: isAllowed, now: now)
    case .openPairingWindow: openPairingWindow(now: now)
    case .closePairingWindow: host.closePairingWindow(now: now)
    case .acceptReplacement: host.acceptReplacement(now: now)
    case .disconnect:
      guard Features.hasPhonePages else { return }
      host.disconnectPhone(now: now)
      holdEnd.set(now + BluetoothHost.holdTime)
    case .forgetPhone(let phone):
      guard Features.hasPhonePages else { return }
      if findings.mismatch == .unknownThere(phone) { endMismatch(now: now) }
      client.clearHistory()
      host.forgetPhone(phone, now: now)
    case .choosePhone(let phone): if Features.hasPhonePages { choose(phone, now: now) }
    // Neither is refused, because the watch has checked that before.
    case .perform(let action, let uid): _ = client.perform(action, on: uid)
    case .sendToPlayer(let command): _ = client.send(command, now: now)
    case .fetchContent(let uid): client.fetchContent(of: uid)
    case .clearHistory: if Features.hasClearAll { client.clearHistory() }
    case .read(let serial, let wantsMore): client.read(serial, wantsMore: wantsMore)
    case .endReading: client.endReading()
    case .applySetting(let setting): if Features.hasChangingSettings { apply(setting, now: now) }
    }
  }

  // MARK: Bonds that do not match

  private mutating func begin(_ mismatch: BondMismatch, now: Instant) {
    let isNew = findings.mismatch != mismatch
    findings.note(mismatch, now: now)
    if isNew, host.bondCount == 0 { watch.handle(.bondMismatchFound, client.phone, now: now) }
  }

  /// Handles a phone that was not allowed to pair. A watch without a bond shows the failure immediately. A watch with a
  /// bond explains it on the status screen.
  private mutating func noteRefusedPairing(_ failure: PairingFailureExplanation?, now: Instant) {
    if host.bondCount == 0 { return watch.handle(.pairingEnded(failure), client.phone, now: now) }
    if host.state != .encrypted { findings.notePairingRefused(now: now) }
  }

  private mutating func endMismatch(now: Instant) {
    findings.endMismatch()
    watch.handle(.bondMismatchEnded, client.phone, now: now)
  }

  /// The window is also how a lost bond is healed. A phone that the watch forgot is a stranger from now on; a phone
  /// that forgot the watch stays in the table until it pairs again.
  private mutating func openPairingWindow(now: Instant) {
    findings.notePairingWindow()
    if findings.mismatch == .unknownHere { endMismatch(now: now) }
    host.openPairingWindow(now: now)
  }

  @inline(never)  // Several callers: one copy is smaller.
  private mutating func post(_ notice: WatchNotice) {
    guard notices.pushLast(notice) != nil else { return }
    lostNoticeCount &+= 1
    watch.noteLostEvent()
  }
}

extension PairingResult {
  /// The explanation for the user; nil if the pairing has created a bond.
  fileprivate var failure: PairingFailureExplanation? {
    switch self {
    case .bonded: nil
    case .failed(let failure): PairingFailureExplanation(failure)
    }
  }
}

extension PairingFailureExplanation {
  init(_ failure: PairingFailure) {
    switch failure {
    case .refusedByUs(let reason): self.init(reason)
    case .refusedByPeer: self = .refused
    case .timeout: self = .timedOut
    case .noRoom: self = .noRoom
    case .encryptionFailed, .disconnected, .weakerThanBond: self = .other
    }
  }

  private init(_ reason: PairingFailedReason) {
    switch reason {
    case .pairingNotSupported: self = .windowClosed
    // The two sides computed different values.
    case .confirmValueFailed, .dhKeyCheckFailed: self = .mismatch
    case .numericComparisonFailed, .passkeyEntryFailed: self = .refused
    case .oobNotAvailable, .authenticationRequirements, .encryptionKeySize, .commandNotSupported, .unspecifiedReason,
      .repeatedAttempts, .invalidParameters:
      self = .other
    }
  }
}
