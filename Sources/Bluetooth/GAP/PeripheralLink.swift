internal import Features
public import HCI
public import Identifiers
internal import Octets
public import Timing

/// The life of the one link that the device serves.
///
///     standby → preparing ⇄ advertising → connected → encrypted
///                   ↑___________________________|_________|
///
/// It advertises whenever no link exists, and it is discoverable only while a new phone may pair. Its owner decides
/// which peer may keep the link. It sends nothing itself: pass it every event of the controller, and after each call
/// poll `nextAction` until it is nil. Core Spec 5.4, Vol 3, Part C, 9.
public struct PeripheralLink: ~Copyable {
  private let inPlace = InPlace()
  /// The life of a link.
  public enum State: Equatable, Sendable {
    /// Nothing is sent.
    case standby
    /// On the way to advertising.
    case preparing(AdvertisingPace)
    /// The host advertises at this pace.
    case advertising(AdvertisingPace)
    /// There is a connection.
    case connected(ConnectionHandle)
    /// Encrypted with a key of ours.
    case encrypted(ConnectionHandle)
  }

  /// An action that the owner must carry out.
  public enum Action: Sendable {
    /// Hand the command to the controller.
    case send(Command)
    /// Ask the phone for another timing, over the signalling channel, and report the result with `parametersAnswered`.
    case requestConnectionParameters(ConnectionHandle, ConnectionParameters)
  }

  /// A change of the link.
  public enum Change: Equatable, Sendable {
    /// A peer has connected.
    case connected(LEConnection)
    /// As `connected`, but the previous link ended without an event of its own: first discard all its state.
    case replaced(by: LEConnection)
    /// The connection is encrypted.
    case encrypted(ConnectionHandle)
    /// Encryption ended, or was begun with a key that is not ours: trust nothing more of this link. Its end follows.
    case encryptionLost(ConnectionHandle)
    /// The connection has ended.
    case disconnected(ConnectionHandle, reason: ErrorCode)
    /// The connection has ended and, like several before it, has carried no data although the phone encrypted it: the
    /// controller is of no use until its next start.
    case disconnectedInSilence(ConnectionHandle)
    /// The controller has refused to advertise several times in a row: it is of no use until its next start.
    case advertisingRefused
  }

  /// How long the device advertises fast at most while the pairing window is open.
  static var pairingFastTime: Interval { .minutes(5) }
  /// How long each layout is advertised while the pairing window is open.
  static var layoutTime: Interval { .seconds(5) }
  static var disconnectPause: Interval { .seconds(1) }
  /// Six refusals to advertise in a row, which take half a minute, show that the controller is at fault.
  private static var noRefusals: FaultSeries { FaultSeries(limit: 6) }
  /// How long after its last packet a command probes the controller during a link, because a failed controller sends no
  /// event. The second makes sure that a test of the phone, which comes every quarter of an hour, replaces a probe.
  static var probeTime: Interval { .seconds(5 * 60 + 1) }

  private let speed: ReconnectionSpeed
  private let power: PowerMode
  private var activity = LinkActivity.idle
  private var payloads: Advertisement
  private var ownAddress: DeviceAddress?
  /// The address that replaces `ownAddress` as soon as no command of the advertising sequence is under way.
  private var nextAddress: DeviceAddress?
  /// The address that the controller advertises with, or last advertised with. A link uses this address.
  public private(set) var advertisedAddress: DeviceAddress?
  /// The address last sent to the controller for advertising. A sequence that was restarted later may use another one.
  private var sentAddress: DeviceAddress?
  /// The advertising command under way. A restarted sequence waits for its answer and ignores it.
  private var sentOpcode: Opcode?
  private(set) var phase = Phase.standby
  private(set) var window = PairingWindow()
  /// Answers that cannot wait. The owner polls after each event, of which none asks for more than two.
  private var answers = FixedQueue<8, Action>()
  private(set) var churn = LinkChurn()
  private(set) var rejections = RejectionPauses()
  private var silence = SilentLinks()
  /// The layout with which discoverable advertising begins next: a stranger who connects before each change must not
  /// keep the other one off the air.
  private var layout = Advertisement.Choice.firstLayout
  private var refusals = noRefusals
  /// When the controller's last packet arrived.
  private var heardAt = Instant.start

  /// A link that advertises with `advertisement`.
  @inline(never)  // Short instructions reach its properties from its own address.
  public init(_ advertisement: Advertisement, speed: ReconnectionSpeed = .balanced, power: PowerMode = .balanced) {
    self.speed = speed
    self.power = power
    payloads = advertisement
  }

  /// The present state.
  public var state: State {
    switch phase {
    case .standby: .standby
    case .advertising(let advertising):
      advertising.sequence.isOn ? .advertising(advertising.sequence.pace) : .preparing(advertising.sequence.pace)
    case .connected(let link): link.isEncrypted ? .encrypted(link.handle) : .connected(link.handle)
    }
  }

  /// Begins to advertise: for a controller that is ready.
  public mutating func start(as ownAddress: DeviceAddress, now: Instant) {
    self.ownAddress = ownAddress
    nextAddress = nil
    advertisedAddress = ownAddress
    sentOpcode = nil
    answers.removeAll()
    advertise(after: .zero, now: now)
  }

  /// Uses another address from now on; a link that there is keeps the one it began with.
  public mutating func changeAddress(to address: DeviceAddress) {
    nextAddress = address
    takeNextAddress()
  }

  /// Advertises other data from now on. Only while the link is discoverable, the phones that look for it see the
  /// difference immediately; else the data is sent when advertising begins again.
  public mutating func setAdvertisement(_ advertisement: Advertisement) {
    payloads = advertisement
    if phase.advertising?.isDiscoverable == true { phase.advertising?.beginAnew() }
  }

  /// Only between sequences, so that the advertised data is known when a link begins.
  @inline(never)  // Several callers: one copy is smaller.
  private mutating func takeNextAddress() {
    guard let nextAddress, let sequence = phase.advertising?.sequence, sequence.isOn || !sequence.hasBegun
    else { return }
    ownAddress = nextAddress
    self.nextAddress = nil
    if sequence.isOn { phase.advertising?.beginAnew() }
  }

  /// Whether the controller advertises, as far as it has answered.
  public var isAdvertising: Bool { phase.advertising?.sequence.isOn == true }

  /// Whether an LE Set Advertising Enable was sent and not answered.
  public var isEnablePending: Bool { sentOpcode == .leSetAdvertisingEnable }

  /// Resets the link, after the controller was lost. The pairing window stays as it is.
  public mutating func stop() {
    phase = .standby
    sentOpcode = nil
    answers.removeAll()
    silence.linkEnded()
  }

  /// Ends a link whose peer proved nothing in time. Such a link does not delay the next one.
  public mutating func reject() {
    guard let link = phase.link, !link.isRejected else { return }
    phase.link?.isRejected = true
    disconnect(.remoteUserTerminatedConnection)
    // If the controller does not answer this command, its timeout reports the failure.
    if silence.linkRejected() { answer(.readBDADDR) }
  }

  /// Notes that the phone of the link is bonded but may not connect. Its link will end, and it will connect again.
  public mutating func notePhoneUnwanted() { phase.link?.isUnwanted = true }

  /// Another phone may connect from now on: it does not wait for the sake of those that might not.
  public mutating func expectPhone(now: Instant) {
    rejections = RejectionPauses()
    guard case .advertising(let advertising) = phase else { return }
    if advertising.sequence.pace != .fast || advertising.sequence.start != nil { advertise(now: now) }
  }

  /// Asks for the end of the link, if there is one, telling the phone `reason` (0x05, 0x13, 0x14, 0x15, 0x1A, 0x29 or
  /// 0x3B).
  public mutating func disconnect(_ reason: ErrorCode) {
    guard let link = phase.link, link.disconnection == .none else { return }
    phase.link?.disconnection = .wanted(reason)
  }

  /// Returns the next action; nil if no action is pending.
  public mutating func nextAction() -> Action? {
    if let answer = answers.popFirst() { return answer }
    if sentOpcode == nil, let command = nextAdvertisingCommand() { return .send(command) }
    return phase.link?.nextAction()
  }

  private mutating func nextAdvertisingCommand() -> Command? {
    guard let command = phase.advertising?.nextCommand(payloads, as: ownAddress) else { return nil }
    sentOpcode = command.opcode
    switch command {
    case .leSetRandomAddress: sentAddress = ownAddress
    case .leSetAdvertisingParameters where ownAddress?.kind == .public: sentAddress = ownAddress
    default: break
    }
    return command
  }

  mutating func answer(_ command: Command) { _ = answers.pushLast(.send(command)) }
}

// The pairing window.
extension PeripheralLink {
  /// Lets a new phone pair for `length` from now on: at start without bonds, and whenever the user asks.
  public mutating func openPairingWindow(for length: Interval, now: Instant) {
    window.open(for: length, now: now)
    guard case .advertising(let advertising) = phase else { return }
    if advertising.sequence.pace != .fast || advertising.sequence.start != nil { return advertise(now: now) }
    phase.advertising?.renewFastTime(now: now)
    refreshDiscoverability(now: now)
  }

  /// Closes the pairing window: no new phone may pair.
  public mutating func closePairingWindow(now: Instant) {
    window.close()
    refreshDiscoverability(now: now)
  }

  /// Whether a new phone may pair.
  public func isPairingWindowOpen(at now: Instant) -> Bool { window.isOpen(at: now) }

  /// The time at which the window closes; nil if it is closed.
  public func pairingWindowEnd(at now: Instant) -> Instant? { window.end(now: now) }

  /// Restarts advertising if the window was opened or closed after advertising began.
  private mutating func refreshDiscoverability(now: Instant) {
    phase.advertising?.setDiscoverable(window.isOpen(at: now), now: now)
  }
}

// Time.
extension PeripheralLink {
  /// When `handleTimeout` has something to do.
  public var deadline: Instant? {
    switch phase {
    case .standby: nil
    case .advertising(let advertising):
      earliest(advertising.deadline, advertising.isDiscoverable ? window.deadline : nil)
    case .connected(let link): link.deadline(heardAt: heardAt)
    }
  }

  /// Handles all deadlines that have passed. Call it at `deadline`.
  public mutating func handleTimeout(now: Instant) {
    phase.link?.handleTimeout(heardAt: heardAt, now: now)
    phase.advertising?.handleTimeout(windowEnd: window.end(now: now), now: now)
    refreshDiscoverability(now: now)
  }
}

// Reports from the owner about the link.
extension PeripheralLink {
  /// A packet of the controller has arrived, so it works.
  public mutating func noteController(now: Instant) { heardAt = now }

  /// Data of the phone came over the link.
  public mutating func noteData() { silence.noteData() }

  /// Notes what the link is used for: its timing follows.
  public mutating func setActivity(_ activity: LinkActivity, now: Instant) {
    guard activity != self.activity else { return }
    self.activity = activity
    phase.link?.negotiation.note(activity, now: now)
  }

  /// Handles the result of the last `requestConnectionParameters`.
  public mutating func parametersAnswered(_ answer: ConnectionParameterAnswer, now: Instant) {
    phase.link?.negotiation.note(answer, now: now)
  }
}

// Reports of the controller about the link.
extension PeripheralLink {
  mutating func noteDisconnectFailed(now: Instant) { phase.link?.disconnectFailed(now: now) }

  mutating func noteEncryption(isOn: Bool) {
    if isOn { phase.link?.encrypt() } else { phase.link?.isEncrypted = false }
  }

  mutating func note(_ timing: ConnectionTiming, now: Instant) { phase.link?.negotiation.note(timing, now: now) }
}

// Between links.
extension PeripheralLink {
  /// Restarts advertising: immediately and fast if the pairing window is open or few links were short or rejected.
  mutating func advertise(now: Instant) {
    let pause = max(churn.pause(at: now), rejections.pause(at: now))
    advertise(after: window.isOpen(at: now) ? .zero : pause, now: now)
  }

  private mutating func advertise(after pause: Interval, now: Instant) {
    silence.linkEnded()
    if let nextAddress { ownAddress = nextAddress }
    nextAddress = nil
    let isDiscoverable = window.isOpen(at: now)
    let payload = isDiscoverable ? layout : .undiscoverable
    if isDiscoverable { layout = layout.other }
    phase = .advertising(
      Advertising(
        churn.isChurning(at: now) && !isDiscoverable ? speed.lastPace : .fast, of: speed, payload,
        from: pause == .zero ? nil : now + pause, now: now))
  }

  /// The link has ended: updates the pauses and the pace for the next one.
  ///
  /// - Returns: whether the controller carries no data any more.
  @discardableResult
  mutating func noteEnd(of link: Link, now: Instant) -> Bool {
    guard !link.isUnwanted else {
      if !window.isOpen(at: now) { rejections.phoneRejected(now: now) }
      return false
    }
    if link.wasEncrypted { rejections = RejectionPauses() }
    churn.linkEnded(begunAt: link.begin, wasEncrypted: link.wasEncrypted, isRejected: link.isRejected, now: now)
    let isLong = now.since(link.begin) >= LinkChurn.shortTime
    return link.wasEncrypted && isLong && silence.encryptedLinkEnded()
  }

  mutating func connect(_ connection: LEConnection, now: Instant) {
    silence.linkBegan()
    phase = .connected(Link(connection, for: activity, power: power, now: now))
  }

  /// A connection was begun and not completed. Some controllers stop advertising with it.
  mutating func connectionFailed(now: Instant) {
    guard case .advertising = phase else { return }
    churn.connectionFailed(now: now)
    advertise(now: now)
  }

  mutating func advance(_ opcode: Opcode, _ status: ErrorCode, now: Instant) -> Change? {
    if opcode == sentOpcode { sentOpcode = nil }
    guard let ownAddress else { return nil }
    let isRefused = phase.advertising?.sequence.handle(opcode, status, as: ownAddress, now: now) == true
    if Features.hasAdvertisingRecovery, isAdvertising { refusals = Self.noRefusals }
    if status == .success {
      let isSet = opcode == .leSetRandomAddress || opcode == .leSetAdvertisingParameters && sentAddress?.kind == .public
      if isSet { advertisedAddress = sentAddress }
    }
    takeNextAddress()
    return Features.hasAdvertisingRecovery && isRefused && refusals.add() ? .advertisingRefused : nil
  }
}
