internal import ATT
internal import GATT
internal import Identifiers
internal import Octets

/// Reads what the phone calls itself, its Device Name, once on each link.
///
///     idle → finding → reading → done          any state ── link ended ──→ idle
///
/// Nothing waits for it: it begins when notifications are subscribed, and its procedures are started only while nothing
/// is asked of the notification service. Core Spec 5.4, Vol 3, Part C, 12.1.
struct PhoneNameReader: ~Copyable {
  private enum Stage {
    case idle
    case finding
    case reading(AttributeHandle)
    case done
  }

  private static let service = BluetoothUUID.short(0x1800)
  private static let deviceName = BluetoothUUID.short(0x2A00)
  /// More than a name that is kept needs, whatever has to be left out of it.
  static let limit = 96

  private var stage = Stage.idle
  private var discovery: ServiceDiscovery?
  private var isStarted = false
  private var octets = OctetBuffer<96>()
  private var isRead = false

  /// The link is ready for it. Only the first time on a link begins.
  mutating func begin() {
    guard case .idle = stage else { return }
    var characteristics = FixedArray<4, BluetoothUUID>()
    characteristics.append(Self.deviceName)
    discovery = ServiceDiscovery(service: Self.service, characteristics: characteristics)
    stage = .finding
  }

  /// The phone changed its services: what was found may be elsewhere. What is under way leads nowhere.
  mutating func abandon() {
    guard case .idle = stage else {
      stage = .done
      discovery = nil
      return
    }
  }

  /// The link is gone.
  mutating func end() { self = PhoneNameReader() }

  /// What to start next; nil while a procedure runs, and when there is nothing more to do.
  ///
  /// - Parameter mtu: with a large one, one response holds more than is kept.
  mutating func nextProcedure(mtu: Int) -> Procedure? {
    guard !isStarted else { return nil }
    let procedure: Procedure? =
      switch stage {
      case .idle, .done: nil
      case .finding: discovery?.nextProcedure()
      case .reading(let handle): mtu > Self.limit ? .readValue(handle) : .readLongValue(handle)
      }
    isStarted = procedure != nil
    return procedure
  }

  /// The procedure could not be started after all.
  mutating func noteNotStarted() {
    isStarted = false
    abandon()
  }

  mutating func handle(_ event: borrowing ClientEvent) {
    discovery?.handle(event)
    guard case .reading = stage, case .value(let offset, let part) = copy event, offset == octets.count else { return }
    let fitting = part.extracting(first: min(part.count, octets.freeCapacity))
    // As much as is free always fits.
    try? octets.put(fitting)
  }

  /// The procedure that was started last has ended.
  mutating func handle(_ result: ProcedureResult) {
    isStarted = false
    switch stage {
    case .idle, .done: break
    case .finding:
      discovery?.handle(result)
      finishDiscovery()
    case .reading:
      stage = .done
      isRead = result == .success
    }
  }

  /// The name, once after it was read.
  mutating func takeName() -> BoundedText<24>? {
    guard isRead else { return nil }
    isRead = false
    let name = BoundedText<24>(phoneName: octets.span)
    return name.isEmpty ? nil : name
  }

  private mutating func finishDiscovery() {
    guard let outcome = discovery?.outcome else { return }
    discovery = nil
    stage = .done
    guard case .found(let service) = outcome, let found = service.characteristics.first ?? nil else { return }
    octets.removeAll()
    stage = .reading(found.valueHandle)
  }
}
