public import HCI
public import Identifiers
internal import Octets
public import Timing

/// The life of the one link that the watch serves.
///
///     standby → preparing ⇄ advertising → connected → encrypted
///                   ↑___________________________|_________|
///
/// It advertises whenever there is no link, lets a new phone pair only in a window of time, and shows those out that
/// do not encrypt. It sends nothing itself: give it every event of the controller, and after each call poll
/// `nextAction` until it is nil. Core Spec 5.4, Vol 3, Part C, 9.
public struct PeripheralLink: ~Copyable {
  public enum State: Equatable, Sendable {
    case standby
    /// On the way to advertising.
    case preparing(AdvertisingPace)
    case advertising(AdvertisingPace)
    case connected(ConnectionHandle)
    /// Encrypted with a key of ours.
    case encrypted(ConnectionHandle)
  }

  /// What the owner is to do.
  public enum Action: Sendable {
    /// Hand the command to the controller.
    case send(Command)
    /// Ask the phone for another timing, over the signalling channel, and tell what came of it by
    /// `parametersAnswered`.
    case requestConnectionParameters(ConnectionHandle, ConnectionParameters)
    /// Begin with the controller from scratch: it makes links and carries nothing over them.
    case restartController
  }

  /// What has become of the link.
  public enum Change: Equatable, Sendable {
    case connected(LEConnection)
    /// As `connected`, but the link there was is over, though nobody said so: forget all of it first.
    case replaced(by: LEConnection)
    case encrypted(ConnectionHandle)
    /// Encryption ended, or was begun with a key that is not ours: trust nothing more of this link. Its end follows.
    case encryptionLost(ConnectionHandle)
    case disconnected(ConnectionHandle, reason: ErrorCode)
  }

  /// How long the watch advertises fast for a phone it has lost.
  static var fastTime: Interval { .seconds(30) }
  /// How long it does at most while the pairing window is open.
  static var pairingFastTime: Interval { .minutes(5) }
  /// How long a link may stay unencrypted while no pairing is allowed.
  static var strangerTime: Interval { .seconds(30) }
  /// How long a pairing under way keeps the link beyond that: two of its own timeouts.
  static var pairingTime: Interval { .seconds(60) }
  static var disconnectPause: Interval { .seconds(1) }
  /// How often the controller is asked for something while a link is up: one that has died with it tells nothing.
  static var probeTime: Interval { .minutes(5) }

  private let payload: AdvertisingPayload
  private var ownAddress: DeviceAddress?
  /// What takes its place as soon as no command of the advertising sequence is under way.
  private var nextAddress: DeviceAddress?
  /// The address that the controller advertises, or last advertised, with: that of the link, if there is one.
  public private(set) var advertisedAddress: DeviceAddress?
  /// What the controller was last told to advertise with; a sequence that has begun anew since may want another.
  private var sentAddress: DeviceAddress?
  /// The advertising command under way. A sequence that begins anew waits for its answer, which is not meant for it.
  private var sentOpcode: Opcode?
  var phase = Phase.standby
  var window = PairingWindow()
  /// Answers that cannot wait. The owner polls after each event, of which none asks for more than two.
  private var answers = FixedQueue<8, Action>()
  var churn = LinkChurn()
  private var silence = SilentLinks()
  private var isControllerDeaf = false

  public init(payload: AdvertisingPayload) { self.payload = payload }

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

  /// Goes by another random address from now on; a link that there is keeps the one it began with.
  public mutating func changeAddress(to address: DeviceAddress) {
    nextAddress = address
    takeNextAddress()
  }

  /// Only between sequences: so what is advertised is known whenever a link begins.
  private mutating func takeNextAddress() {
    guard let nextAddress, let advertising = phase.advertising, advertising.sequence.isOn else { return }
    ownAddress = nextAddress
    self.nextAddress = nil
    phase.advertising?.sequence = AdvertisingSequence(advertising.sequence.pace)
  }

  /// Forgets the link: for a controller that is gone. The pairing window stays as it is.
  public mutating func stop() {
    phase = .standby
    sentOpcode = nil
    answers.removeAll()
    silence.linkEnded()
    isControllerDeaf = false
  }

  /// Asks for the end of the link, if there is one, telling the phone `reason` (0x05, 0x13, 0x14, 0x15, 0x1A, 0x29 or
  /// 0x3B).
  public mutating func disconnect(_ reason: ErrorCode) {
    guard let link = phase.link, link.disconnection == .none else { return }
    phase.link?.disconnection = .wanted(reason)
  }

  /// What to do next; nil if there is nothing.
  public mutating func nextAction() -> Action? {
    if isControllerDeaf {
      isControllerDeaf = false
      return .restartController
    }
    if let answer = answers.popFirst() { return answer }
    if sentOpcode == nil, let command = phase.advertising?.nextCommand(payload, as: ownAddress) {
      sentOpcode = command.opcode
      if case .leSetRandomAddress(let address) = command { sentAddress = address }
      return .send(command)
    }
    return phase.link?.nextAction()
  }

  mutating func answer(_ command: Command) { _ = answers.pushLast(.send(command)) }
}

// The pairing window.
extension PeripheralLink {
  /// Lets a new phone pair for `length` from now on: at start if there is no bond, and whenever the user asks.
  public mutating func openPairingWindow(for length: Interval, now: Instant) {
    window.open(for: length, now: now)
    guard case .advertising(let advertising) = phase else { return }
    if advertising.sequence.pace == .slow { advertise(now: now) } else { phase.advertising?.renewFastTime(now: now) }
  }

  public mutating func closePairingWindow(now: Instant) {
    window.close()
    phase.link?.endPatience(now: now)
  }

  public func isPairingWindowOpen(at now: Instant) -> Bool { window.isOpen(at: now) }

  /// Keeps the link of a phone that has begun to pair long enough for the end of it; once for each link.
  public mutating func pairingStarted(now: Instant) { phase.link?.pairingStarted(now: now) }
}

// Time.
extension PeripheralLink {
  /// When `handleTimeout` has something to do.
  public var deadline: Instant? {
    switch phase {
    case .standby: nil
    case .advertising(let advertising): advertising.deadline
    case .connected(let link): earliest(link.deadline, silence.deadline)
    }
  }

  public mutating func handleTimeout(now: Instant) {
    switch silence.handleTimeout(now: now) {
    case .none: break
    case .silent: disconnect(.remoteUserTerminatedConnection)
    case .deaf: isControllerDeaf = true
    }
    phase.link?.handleTimeout(windowEnd: window.end(now: now), now: now)
    guard var advertising = phase.advertising else { return }
    if advertising.handleTimeout(windowEnd: window.end(now: now), now: now) {
      advertising = Advertising(.slow, now: now)
    }
    phase = .advertising(advertising)
  }
}

// What its owner sees of the link.
extension PeripheralLink {
  /// Data of the phone came over the link.
  public mutating func noteData() { silence.noteData() }

  /// What became of the last `requestConnectionParameters`.
  public mutating func parametersAnswered(_ answer: ConnectionParameterAnswer, now: Instant) {
    phase.link?.negotiation.note(answer, now: now)
  }
}

// Between links.
extension PeripheralLink {
  /// Turns advertising on afresh: at once and fast, unless a phone comes and goes and no other is expected.
  mutating func advertise(now: Instant) {
    advertise(after: window.isOpen(at: now) ? .zero : churn.pause(at: now), now: now)
  }

  private mutating func advertise(after pause: Interval, now: Instant) {
    silence.linkEnded()
    if let nextAddress { ownAddress = nextAddress }
    nextAddress = nil
    let pace: AdvertisingPace = churn.isChurning(at: now) && !window.isOpen(at: now) ? .slow : .fast
    phase = .advertising(Advertising(pace, from: pause == .zero ? nil : now + pause, now: now))
  }

  mutating func connect(_ connection: LEConnection, now: Instant) {
    churn.linkBegan(now: now)
    silence.linkBegan(now: now)
    phase = .connected(Link(connection, now: now))
  }

  mutating func advance(_ opcode: Opcode, _ status: ErrorCode, now: Instant) {
    if opcode == sentOpcode { sentOpcode = nil }
    guard let ownAddress else { return }
    phase.advertising?.sequence.handle(opcode, status, as: ownAddress, now: now)
    if opcode == .leSetRandomAddress, status == .success { advertisedAddress = sentAddress }
    takeNextAddress()
  }
}
