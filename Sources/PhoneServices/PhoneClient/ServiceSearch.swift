internal import ATT
internal import GATT
internal import Identifiers
internal import Octets

/// The search for one service of the table, one procedure after the other.
struct ServiceSearch {
  private var discovery: ServiceDiscovery?
  /// The service that is looked for; nil without a search.
  private(set) var service: PhoneService?

  /// - Parameter skipped: the first handles of instances that are passed over.
  mutating func begin(_ service: PhoneService, skipping skipped: FixedArray<4, AttributeHandle>) {
    var wanted = FixedArray<4, BluetoothUUID>()
    for index in service.characteristics { wanted.append(PhoneCharacteristic(index: index).row.uuid) }
    discovery = ServiceDiscovery(service: service.row.uuid, characteristics: wanted, skipping: skipped)
    self.service = service
  }

  mutating func stop() { (discovery, service) = (nil, nil) }

  mutating func nextProcedure() -> Procedure? { discovery?.nextProcedure() }

  mutating func handle(_ event: borrowing ClientEvent) { discovery?.handle(event) }

  /// The last procedure has ended.
  ///
  /// - Returns: the outcome when the search has ended; nil while it continues.
  mutating func handle(_ result: ProcedureResult) -> DiscoveryOutcome? {
    discovery?.handle(result)
    guard let outcome = discovery?.outcome else { return nil }
    stop()
    return outcome
  }
}
