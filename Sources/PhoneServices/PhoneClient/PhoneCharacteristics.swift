internal import ATT
internal import Features
internal import GATT
internal import Octets
internal import Timing

/// The characteristics of the phone's services: their handles, and the operations that are pending on them.
///
///     found → pending: unsubscribe, subscribe, read ── refused ──→ postponed
///                  ↑───────────── the row's pauses ───────────────────┘
///
/// `ServiceSubscriptions` says which services may be used, and starts the procedures.
struct PhoneCharacteristics: ~Copyable {
  private let inPlace = InPlace()
  /// The longest value that can be written, in octets.
  static var writeLimit: Int { 8 }
  /// The MTU above which one response holds more octets of a name than are stored.
  private static var nameLimit: Int { 96 }

  private struct Characteristic {
    var value: AttributeHandle?
    var configuration: AttributeHandle?
    var isToBeUnsubscribed = false
    var subscription = PendingOperation()
    var reading = PendingOperation()
  }

  private struct Write {
    let characteristic: PhoneCharacteristic
    let octets: [8 of UInt8]
    let count: Int
  }

  private var table = ByPhoneCharacteristic<Characteristic>(repeating: Characteristic())
  private var writes = FixedQueue<8, Write>()
  private var octets = OctetBuffer<512>()

  // MARK: Handles

  /// The handle of a characteristic's value; nil if the phone does not have it.
  func handle(of characteristic: PhoneCharacteristic) -> AttributeHandle? { table[characteristic.index].value }

  /// Whether the phone has a characteristic.
  func offers(_ characteristic: PhoneCharacteristic) -> Bool { handle(of: characteristic) != nil }

  /// Whether the phone has a characteristic with values that can be subscribed to.
  func offersSubscription(to characteristic: PhoneCharacteristic) -> Bool {
    offers(characteristic) && table[characteristic.index].configuration != nil
  }

  /// The characteristic that may be subscribed to and whose value has this handle.
  func characteristic(at handle: AttributeHandle) -> PhoneCharacteristic? {
    for index in table.indices where table[index].value == handle {
      let characteristic = PhoneCharacteristic(index: index)
      // Other characteristics keep their handles when the services change, and the phone may have reused those.
      if characteristic.row.subscription != nil { return characteristic }
    }
    return nil
  }

  /// The characteristics of a service were found.
  mutating func take(_ found: DiscoveredService, of service: PhoneService) {
    for index in service.characteristics {
      let characteristic = found.characteristics[index - service.characteristics.lowerBound]
      table[index] = Characteristic(
        value: characteristic?.valueHandle, configuration: characteristic?.configurationHandle)
    }
  }

  /// Forgets the characteristics of a service and its pending operations.
  mutating func forget(_ service: PhoneService) {
    for index in service.characteristics { table[index] = Characteristic() }
  }

  mutating func forgetWrites() { writes.removeAll() }

  // MARK: Requests

  /// Makes the subscription and the reading of the table pending. A value that waits to be read is still read.
  mutating func expect(_ characteristic: PhoneCharacteristic) {
    let (row, index) = (characteristic.row, characteristic.index)
    let isSubscribed = row.subscription != nil && offersSubscription(to: characteristic)
    table[index].subscription = PendingOperation(isPending: isSubscribed)
    guard Features.hasPhoneDetails else { return }
    let isToBeRead = row.isRead || table[index].reading.isPending
    table[index].reading = PendingOperation(isPending: isToBeRead && offers(characteristic))
  }

  /// Gives up all subscriptions of a service.
  mutating func unsubscribe(from service: PhoneService) {
    for index in service.characteristics {
      let characteristic = PhoneCharacteristic(index: index)
      table[index].isToBeUnsubscribed =
        characteristic.row.subscription != nil && offersSubscription(to: characteristic)
    }
  }

  /// Reads a value once more; false if the phone has no such value.
  mutating func read(_ characteristic: PhoneCharacteristic) -> Bool {
    guard offers(characteristic) else { return false }
    table[characteristic.index].reading = PendingOperation(isPending: true)
    return true
  }

  /// Queues a value to be written; false if the phone has no such characteristic, if eight values are queued, or if the
  /// value is longer than `writeLimit`.
  mutating func write(_ value: Span<UInt8>, to characteristic: PhoneCharacteristic) -> Bool {
    guard offers(characteristic), value.count <= Self.writeLimit else { return false }
    var octets: [8 of UInt8] = .init(repeating: 0)
    for index in value.indices { octets[index] = value[index] }
    return writes.pushLast(Write(characteristic: characteristic, octets: octets, count: value.count)) == nil
  }

  /// Removes the values that are queued for a characteristic; false if no value is queued.
  mutating func cancelWrites(to characteristic: PhoneCharacteristic) -> Bool {
    let count = writes.count
    for _ in 0..<count {
      guard let write = writes.popFirst() else { break }
      // There is room, because a value was removed.
      if write.characteristic != characteristic { _ = writes.pushLast(write) }
    }
    return writes.count < count
  }

  /// Whether a subscription of the service is still to be given up.
  func isUnsubscribing(from service: PhoneService) -> Bool {
    for index in service.characteristics where table[index].isToBeUnsubscribed { return true }
    return false
  }

  /// Whether a value of the service is still to be read.
  func isReading(_ service: PhoneService) -> Bool {
    for index in service.characteristics where table[index].reading.isPending { return true }
    return false
  }

  // MARK: Operations

  /// The value of the last read, or of the next write.
  var value: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { octets.span }
  }

  /// The characteristic that is written next, with `value`, and its handle.
  mutating func beginWrite() -> (PhoneCharacteristic, AttributeHandle)? {
    guard let write = writes.first, let handle = handle(of: write.characteristic) else { return nil }
    octets.removeAll()
    // Eight octets fit.
    for index in 0..<write.count { try? octets.put(write.octets[index]) }
    return (write.characteristic, handle)
  }

  /// The next operation that the table or the client asks for.
  ///
  /// - Parameter mtu: with a large one, one response holds more than is kept of a name.
  mutating func beginOperation(mtu: Int) -> (CharacteristicRequest, PhoneCharacteristic, Procedure)? {
    for index in table.indices {
      guard let value = table[index].value else { continue }
      let characteristic = PhoneCharacteristic(index: index)
      if let (request, procedure) = configuration(of: characteristic) { return (request, characteristic, procedure) }
      guard Features.hasOptionalServices, table[index].reading.isDue else { continue }
      octets.removeAll()
      let isOne = characteristic == .deviceName && mtu > Self.nameLimit
      return (.read, characteristic, isOne ? .readValue(value) : .readLongValue(value))
    }
    return nil
  }

  private func configuration(of characteristic: PhoneCharacteristic) -> (CharacteristicRequest, Procedure)? {
    guard let configuration = table[characteristic.index].configuration else { return nil }
    if table[characteristic.index].isToBeUnsubscribed { return (.unsubscribe, .configure(configuration, .nothing)) }
    let row = characteristic.row
    guard table[characteristic.index].subscription.isDue, let subscription = row.subscription else { return nil }
    if let first = row.follows, table[first.index].subscription.isPending { return nil }
    return (.subscribe, .configure(configuration, subscription))
  }

  /// Takes a part of the value that is being read.
  mutating func append(_ part: Span<UInt8>, at offset: Int) {
    guard offset == octets.count else { return }
    // The part is cut to the free capacity, so that it always fits.
    try? octets.put(part.extracting(first: min(part.count, octets.freeCapacity)))
  }

  /// Takes the result of an operation.
  ///
  /// - Returns: the pause before the operation is tried again; nil if it is not tried again.
  mutating func finish(
    _ request: CharacteristicRequest, _ characteristic: PhoneCharacteristic, _ refusal: CharacteristicRefusal?
  ) -> Interval? {
    let schedule = characteristic.row.service.row.retry
    switch request {
    case .unsubscribe: table[characteristic.index].isToBeUnsubscribed = false
    case .subscribe: return table[characteristic.index].subscription.finish(refusal, schedule)
    case .read: return table[characteristic.index].reading.finish(refusal, schedule)
    case .write: _ = writes.popFirst()
    }
    return nil
  }

  /// Makes the postponed operations due again, after the pause.
  mutating func resume() {
    for index in table.indices {
      table[index].subscription.resume()
      table[index].reading.resume()
    }
  }
}
