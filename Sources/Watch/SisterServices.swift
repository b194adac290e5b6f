internal import ATT
internal import GATT
internal import Identifiers
internal import Octets
internal import Timing

/// Finds the phone's services beside its notification centre, subscribes to and reads what is wanted of each, and then
/// reads and writes what it is asked to.
///
///     service:  idle → wanted → found          value of it:  owed → there
///                        ↓ ↑ 5 s, 60 s                         ↓ ↑ 5 s, 60 s
///                    unavailable                             refused
///
/// It begins when notifications are subscribed to. One procedure runs at a time, and its owner starts one only when
/// nothing is to be written for the notifications. Nothing is tried for ever: what may pass is tried three times, and a
/// service at which the phone fell silent, which costs the link, is left alone for an hour.
struct SisterServices: ~Copyable {
  enum Progress: Equatable {
    case idle, wanted, found, unavailable
    /// To be looked for again when `retry` is due.
    case postponed
    /// All of it was read on this link, and does not change.
    case known
  }

  enum Work: Equatable {
    case find(SisterService)
    case ask(SisterRequest, SisterCharacteristic)
  }

  /// Something that is to be done without being asked for each time.
  struct Debt {
    var isOwed = false
    /// Whether it waits for `retry`.
    var isPostponed = false
    var refusalCount = 0

    var isDue: Bool { isOwed && !isPostponed }
  }

  struct Place {
    var value: AttributeHandle?
    var configuration: AttributeHandle?
    var subscription = Debt()
    var reading = Debt()
  }

  struct Write {
    let characteristic: SisterCharacteristic
    let octets: [8 of UInt8]
    let count: Int
  }

  /// The longest value that can be written.
  static var writeLimit: Int { 8 }
  /// How long a service is left alone at which the phone fell silent.
  static var silencePause: Interval { .minutes(60) }

  var progress = BySisterService<Progress>(repeating: .idle)
  var failureCounts = BySisterService<Int>(repeating: 0)
  private var silentUntil = BySisterService<Instant?>(repeating: nil)
  var places = BySisterCharacteristic<Place>(repeating: Place())
  var writes = FixedQueue<8, Write>()
  private var events = FixedQueue<16, SisterEvent>()
  /// The search that goes on, one procedure after the other.
  var discovery: ServiceDiscovery?
  var searched: SisterService?
  /// What the procedure under way is for.
  var work: Work?
  /// Whether it belongs to what is gone.
  var isStale = false
  var octets = OctetBuffer<512>()
  var retry = Deadline()

  // MARK: The link

  /// Notifications are subscribed to: what is known of this link is subscribed to and read again, the rest looked for.
  mutating func begin(now: Instant) {
    for index in progress.indices { begin(SisterService.all[index], now: now) }
  }

  private mutating func begin(_ service: SisterService, now: Instant) {
    guard searched != service, !isKnown(service) else { return }
    failureCounts[service.index] = 0
    if let end = silentUntil[service.index], now < end {
      progress[service.index] = .unavailable
      return put(.unavailable(service, .noAnswer))
    }
    guard progress[service.index] == .found else {
      progress[service.index] = .wanted
      return
    }
    for index in places.indices where SisterCharacteristic.all[index].use.service == service {
      owe(SisterCharacteristic.all[index])
    }
  }

  /// Whether there is nothing more to be learnt of it on this link.
  private func isKnown(_ service: SisterService) -> Bool {
    guard service.isConstant, progress[service.index] == .found else { return progress[service.index] == .known }
    for index in places.indices where SisterCharacteristic.all[index].use.service == service {
      if places[index].reading.isOwed { return false }
    }
    return true
  }

  /// The phone changed its services: what was found counts no more. What is under way leads nowhere.
  mutating func end() {
    for index in progress.indices { progress[index] = isKnown(SisterService.all[index]) ? .known : .idle }
    places = .init(repeating: Place())
    writes.removeAll()
    events.removeAll()
    (discovery, searched) = (nil, nil)
    retry.clear()
    isStale = work != nil
  }

  /// The link is gone, and what was under way with it.
  mutating func endLink() {
    end()
    progress = .init(repeating: .idle)
    work = nil
    isStale = false
  }

  /// The phone does not answer any more: what was asked is not asked again for a while.
  mutating func noteSilence(now: Instant) {
    let service: SisterService? =
      switch work {
      case .find(let service): service
      case .ask(_, let characteristic): characteristic.use.service
      case nil: nil
      }
    if let service { silentUntil[service.index] = now + Self.silencePause }
  }

  var deadline: Instant? { retry.instant }

  mutating func handleTimeout(now: Instant) {
    guard retry.expire(at: now) else { return }
    for index in progress.indices where progress[index] == .postponed { progress[index] = .wanted }
    for index in places.indices {
      places[index].subscription.isPostponed = false
      places[index].reading.isPostponed = false
    }
  }

  // MARK: Wishes

  /// Whether the phone has it.
  func offers(_ characteristic: SisterCharacteristic) -> Bool { places[characteristic.index].value != nil }

  /// Reads it once more; false if the phone has no such value.
  mutating func read(_ characteristic: SisterCharacteristic) -> Bool {
    guard offers(characteristic) else { return false }
    places[characteristic.index].reading = Debt(isOwed: true)
    return true
  }

  /// Writes it, behind what waits to be written already; false if the phone has no such value, if eight wait, or if the
  /// value is longer than `writeLimit`.
  mutating func write(_ value: Span<UInt8>, to characteristic: SisterCharacteristic) -> Bool {
    guard offers(characteristic), value.count <= Self.writeLimit else { return false }
    var octets: [8 of UInt8] = .init(repeating: 0)
    for index in value.indices { octets[index] = value[index] }
    return writes.pushLast(Write(characteristic: characteristic, octets: octets, count: value.count)) == nil
  }

  // MARK: What it tells

  /// What happened since the last call; nil when nothing is left. To be taken before the next step.
  mutating func nextEvent() -> SisterEvent? { events.popFirst() }

  /// What was read last, or is to be written.
  var value: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { octets.span }
  }

  /// Whose value has this handle.
  func characteristic(at handle: AttributeHandle) -> SisterCharacteristic? {
    for index in places.indices where places[index].value == handle { return SisterCharacteristic.all[index] }
    return nil
  }

  /// One result yields no more than one service has values, twice.
  mutating func put(_ event: SisterEvent) { _ = events.pushLast(event) }
}
