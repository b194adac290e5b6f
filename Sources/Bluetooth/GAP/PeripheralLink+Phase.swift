internal import HCI
internal import Identifiers
internal import Timing

extension PeripheralLink {
  /// The state of the machine, with the data that belongs to it.
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
      @inline(never)  // Several callers: one copy is smaller.
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
      @inline(never)  // Several callers: one copy is smaller.
      set {
        guard let newValue, case .connected = self else { return }
        self = .connected(newValue)
      }
    }
  }

  /// Advertising, and how long at this pace.
  struct Advertising {
    private let speed: ReconnectionSpeed
    var sequence: AdvertisingSequence
    /// Since when it has had this pace.
    private var paceBegin: Instant
    private var paceDeadline = Deadline()
    private var layoutDeadline = Deadline()

    /// - Parameter start: the time at which to send the first command; nil sends it immediately.
    init(
      _ pace: AdvertisingPace, of speed: ReconnectionSpeed, _ payload: Advertisement.Choice, from start: Instant? = nil,
      now: Instant
    ) {
      self.speed = speed
      sequence = AdvertisingSequence(pace, payload, from: start)
      paceBegin = now
      // The time of fast advertising begins after the pause, so that a long pause does not use it up.
      begin(pace, now: start ?? now)
      if isDiscoverable { layoutDeadline.set(now + PeripheralLink.layoutTime) }
    }

    private mutating func begin(_ pace: AdvertisingPace, now: Instant) {
      paceBegin = now
      paceDeadline.clear()
      if let time = speed.time(of: pace) { paceDeadline.set(now + time) }
    }

    /// Begins the fast time again, if it is fast.
    mutating func renewFastTime(now: Instant) { if sequence.pace == .fast { begin(.fast, now: now) } }

    var isDiscoverable: Bool { sequence.payload != .undiscoverable }

    /// Restarts advertising at the same pace if discoverability changes. A pause that has begun continues.
    mutating func setDiscoverable(_ isDiscoverable: Bool, now: Instant) {
      guard isDiscoverable != self.isDiscoverable else { return }
      restart(sequence.pace, isDiscoverable ? .firstLayout : .undiscoverable)
      layoutDeadline.clear()
      if isDiscoverable { layoutDeadline.set(now + PeripheralLink.layoutTime) }
    }

    /// Restarts advertising with the same pace and data.
    mutating func beginAnew() { restart(sequence.pace, sequence.payload) }

    @inline(never)  // Several callers: one copy is smaller.
    private mutating func restart(_ pace: AdvertisingPace, _ payload: Advertisement.Choice) {
      sequence = AdvertisingSequence(pace, payload, from: sequence.start)
    }

    mutating func nextCommand(_ payloads: borrowing Advertisement, as ownAddress: DeviceAddress?) -> Command? {
      guard let ownAddress else { return nil }
      return sequence.nextCommand(payloads[sequence.payload], as: ownAddress)
    }

    var deadline: Instant? {
      earliest(sequence.deadline, earliest(paceDeadline.instant, layoutDeadline.instant))
    }

    /// Changes to the next pace in time, and while the device is discoverable to the other layout every 5 s.
    mutating func handleTimeout(windowEnd: Instant?, now: Instant) {
      sequence.handleTimeout(now: now)
      if layoutDeadline.expire(at: now) {
        layoutDeadline.set(now + PeripheralLink.layoutTime)
        restart(sequence.pace, sequence.payload.other)
      }
      guard paceDeadline.expire(at: now), !prolongFastTime(windowEnd: windowEnd, now: now) else { return }
      let pace = speed.pace(after: sequence.pace)
      sequence = AdvertisingSequence(pace, sequence.payload)
      begin(pace, now: now)
    }

    /// While the pairing window is open it stays fast, for five minutes at most.
    private mutating func prolongFastTime(windowEnd: Instant?, now: Instant) -> Bool {
      let limit = paceBegin + PeripheralLink.pairingFastTime
      guard sequence.pace == .fast, let windowEnd, now < limit else { return false }
      paceDeadline.set(min(windowEnd, limit))
      return true
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
    /// Whether it is ended because its peer proved nothing in time.
    var isRejected = false
    /// Whether its phone has a bond and may not connect.
    var isUnwanted = false
    var disconnection = Disconnection.none
    var negotiation: ParameterNegotiation
    private var isProbeDue = false
    private var probedAt: Instant
    private var disconnectDeadline = Deadline()

    init(_ connection: LEConnection, for activity: LinkActivity, power: PowerMode, now: Instant) {
      handle = connection.handle
      begin = now
      let timing = ConnectionTiming(
        interval: connection.connectionInterval, latency: connection.peripheralLatency,
        supervisionTimeout: connection.supervisionTimeout)
      negotiation = ParameterNegotiation(timing, for: activity, power: power, now: now)
      probedAt = now
    }

    mutating func encrypt() {
      isEncrypted = true
      wasEncrypted = true
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
      if let parameters = negotiation.takeRequest() { return .requestConnectionParameters(handle, parameters) }
      guard isProbeDue else { return nil }
      isProbeDue = false
      return .send(.readRSSI(handle))
    }

    /// - Parameter heardAt: when the controller's last packet arrived.
    func deadline(heardAt: Instant) -> Instant? {
      earliest(earliest(negotiation.deadline, probeTime(heardAt: heardAt)), disconnectDeadline.instant)
    }

    private func probeTime(heardAt: Instant) -> Instant { max(probedAt, heardAt) + PeripheralLink.probeTime }

    mutating func handleTimeout(heardAt: Instant, now: Instant) {
      negotiation.handleTimeout(now: now)
      if probeTime(heardAt: heardAt) <= now {
        isProbeDue = true
        probedAt = now
      }
      if disconnectDeadline.expire(at: now), case .asked(let reason) = disconnection {
        disconnection = .wanted(reason)
      }
    }
  }
}
