internal import HCI
internal import Identifiers
internal import Timing

extension PeripheralLink {
  /// Where the machine is, with what it knows there.
  enum Phase {
    case standby
    case advertising(Advertising)
    case connected(Link)

    /// Setting it changes what is known, never the phase.
    var advertising: Advertising? {
      get {
        guard case .advertising(let advertising) = self else { return nil }
        return advertising
      }
      set {
        guard let newValue, case .advertising = self else { return }
        self = .advertising(newValue)
      }
    }

    /// Setting it changes what is known, never the phase.
    var link: Link? {
      get {
        guard case .connected(let link) = self else { return nil }
        return link
      }
      set {
        guard let newValue, case .connected = self else { return }
        self = .connected(newValue)
      }
    }
  }

  /// Advertising, and how long at this pace.
  struct Advertising {
    var sequence: AdvertisingSequence
    /// Since when it has been fast.
    private var fastBegin: Instant
    private var fastDeadline = Deadline()

    /// - Parameter start: when to send the first command; nil: at once.
    init(_ pace: AdvertisingPace, from start: Instant? = nil, now: Instant) {
      sequence = AdvertisingSequence(pace, from: start)
      fastBegin = now
      if pace == .fast { fastDeadline.set(now + PeripheralLink.fastTime) }
    }

    /// Begins the fast time anew, if it is fast.
    mutating func renewFastTime(now: Instant) {
      guard fastDeadline.isSet else { return }
      fastBegin = now
      fastDeadline.set(now + PeripheralLink.fastTime)
    }

    mutating func nextCommand(_ payload: AdvertisingPayload, as ownAddress: DeviceAddress?) -> Command? {
      guard let ownAddress else { return nil }
      return sequence.nextCommand(payload, as: ownAddress)
    }

    var deadline: Instant? { earliest(sequence.deadline, fastDeadline.instant) }

    /// Whether it is time to advertise slowly. While the pairing window is open it is not, for five minutes at most.
    mutating func handleTimeout(windowEnd: Instant?, now: Instant) -> Bool {
      sequence.handleTimeout(now: now)
      guard fastDeadline.expire(at: now) else { return false }
      let limit = fastBegin + PeripheralLink.pairingFastTime
      guard let windowEnd, now < limit else { return true }
      fastDeadline.set(min(windowEnd, limit))
      return false
    }
  }

  /// The link there is.
  struct Link {
    enum Disconnection: Equatable {
      case none
      case wanted(ErrorCode)
      case asked(ErrorCode)
    }

    let handle: ConnectionHandle
    let begin: Instant
    var isEncrypted = false
    /// Whether it ever was.
    private(set) var wasEncrypted = false
    var disconnection = Disconnection.none
    private var hasPairingStarted = false
    var negotiation: ParameterNegotiation
    private var isProbeDue = false
    private var probeDeadline = Deadline()
    /// When the link ends if it is not encrypted.
    private var strangerDeadline = Deadline()
    private var disconnectDeadline = Deadline()

    init(_ connection: LEConnection, now: Instant) {
      handle = connection.handle
      begin = now
      let isSatisfied = ConnectionParameterPolicy.isSatisfied(
        interval: connection.connectionInterval, latency: connection.peripheralLatency,
        supervisionTimeout: connection.supervisionTimeout)
      negotiation = ParameterNegotiation(isSatisfied: isSatisfied, now: now)
      strangerDeadline.set(now + PeripheralLink.strangerTime)
      probeDeadline.set(now + PeripheralLink.probeTime)
    }

    mutating func encrypt() {
      isEncrypted = true
      wasEncrypted = true
      strangerDeadline.clear()
    }

    mutating func pairingStarted(now: Instant) {
      guard !hasPairingStarted, let stranger = strangerDeadline.instant else { return }
      hasPairingStarted = true
      strangerDeadline.set(max(stranger, now + PeripheralLink.pairingTime))
    }

    /// The pairing window was closed early: a stranger that is not pairing has no more time than any other.
    mutating func endPatience(now: Instant) {
      guard strangerDeadline.isSet, !hasPairingStarted else { return }
      strangerDeadline.set(max(begin + PeripheralLink.strangerTime, now))
    }

    /// The controller refused to end the link: ask again after a pause.
    mutating func disconnectFailed(now: Instant) {
      guard case .asked = disconnection else { return }
      disconnectDeadline.set(now + PeripheralLink.disconnectPause)
    }

    mutating func nextAction() -> Action? {
      if case .wanted(let reason) = disconnection {
        disconnection = .asked(reason)
        return .send(.disconnect(handle, reason: reason))
      }
      guard disconnection == .none else { return nil }
      if negotiation.takeRequest() {
        return .requestConnectionParameters(handle, ConnectionParameterPolicy.preferred)
      }
      guard isProbeDue else { return nil }
      isProbeDue = false
      return .send(.readRSSI(handle))
    }

    var deadline: Instant? {
      earliest(
        earliest(negotiation.deadline, probeDeadline.instant),
        earliest(strangerDeadline.instant, disconnectDeadline.instant))
    }

    mutating func handleTimeout(windowEnd: Instant?, now: Instant) {
      negotiation.handleTimeout(now: now)
      if probeDeadline.expire(at: now) {
        isProbeDue = true
        probeDeadline.set(now + PeripheralLink.probeTime)
      }
      if disconnectDeadline.expire(at: now), case .asked(let reason) = disconnection {
        disconnection = .wanted(reason)
      }
      guard strangerDeadline.expire(at: now) else { return }
      if let windowEnd {
        strangerDeadline.set(windowEnd)
      } else if disconnection == .none {
        disconnection = .wanted(.remoteUserTerminatedConnection)
      }
    }
  }
}
