import BluetoothHost
import Core
import GATT
import HCI
import Octets
import Peripherals
import SecurityManager
import TestSupport
import Timing

/// A failure of a device, as its own type of error.
struct DeviceFailure: Error {}

/// What the devices of a core see and say: theirs is to be moved into the core.
final class Surroundings {
  var controller = FakeController()
  /// What the controller sends next.
  var incoming: [[UInt8]] = []
  var isTransportFailing = false
  /// How many packets the transport takes before it says that it is full.
  var transportRoom = Int.max
  var messages: [[UInt8]] = []
  var isPanelFailing = false
  var presses: [ButtonEvent] = []
  var records: [RecordCopy: [UInt8]] = [:]
  var isStorageFailing = false
  var saveCount = 0
}

struct FakeTransport: HCITransport, ~Copyable {
  let surroundings: Surroundings

  func receive(into buffer: inout OutputSpan<UInt8>) throws(DeviceFailure) -> Int {
    guard !surroundings.isTransportFailing else { throw DeviceFailure() }
    guard !surroundings.incoming.isEmpty else { return 0 }
    let packet = surroundings.incoming.removeFirst()
    for octet in packet { buffer.append(octet) }
    return packet.count
  }

  func send(_ packet: Span<UInt8>) throws(DeviceFailure) -> Bool {
    guard !surroundings.isTransportFailing else { throw DeviceFailure() }
    guard surroundings.transportRoom > 0 else { return false }
    surroundings.transportRoom -= 1
    var octets: [UInt8] = []
    for index in packet.indices { octets.append(packet[index]) }
    if octets[0] == 0x01 { surroundings.incoming += surroundings.controller.answer(Array(octets)) }
    return true
  }
}

struct FakeBus: I2CController, ~Copyable {
  let surroundings: Surroundings

  func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(DeviceFailure) {
    guard !surroundings.isPanelFailing else { throw DeviceFailure() }
    var message: [UInt8] = []
    for index in octets.indices { message.append(octets[index]) }
    surroundings.messages.append(message)
  }
}

struct FakeButtons: ButtonInput, ~Copyable {
  let surroundings: Surroundings

  func nextEvent() throws(DeviceFailure) -> ButtonEvent? {
    surroundings.presses.isEmpty ? nil : surroundings.presses.removeFirst()
  }
}

struct FakeStorage: BondStorage, ~Copyable {
  let surroundings: Surroundings

  func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(DeviceFailure) {
    for octet in surroundings.records[copy] ?? [] { record.append(octet) }
  }

  func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(DeviceFailure) {
    guard !surroundings.isStorageFailing else { throw DeviceFailure() }
    surroundings.saveCount += 1
    var octets: [UInt8] = []
    for index in record.indices { octets.append(record[index]) }
    surroundings.records[copy] = octets
  }

  func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(DeviceFailure) {
    surroundings.records[copy] = nil
  }
}

typealias TestedCore = WatchCore<FakeTransport, FakeBus, FakeButtons, SeededEntropy, FakeStorage>

extension WatchCore
where
  Transport == FakeTransport, Bus == FakeBus, Buttons == FakeButtons, Entropy == SeededEntropy,
  Storage == FakeStorage
{
  init(in surroundings: Surroundings) throws(DeviceFailure) {
    var entropy = SeededEntropy()
    var store = BondStore(in: FakeStorage(surroundings: surroundings))
    let bonds = try Self.loadBonds(from: &store, entropy: &entropy)
    self.init(
      configuration: HostConfiguration(
        name: BoundedText("Belfry"),
        deviceInformation: DeviceInformation(name: BoundedText("Belfry"), firmwareRevision: "0.1.0"),
        pairingWindow: .seconds(120), security: .secureConnections),
      bonds: bonds, store: store, transport: FakeTransport(surroundings: surroundings),
      bus: FakeBus(surroundings: surroundings), panel: I2CAddress(rawValue: 0x3C)!,
      buttons: FakeButtons(surroundings: surroundings), entropy: entropy)
  }

  /// Turns until the controller has nothing to say and the panel is up to date.
  mutating func settle(now: Instant) {
    repeat { turn(now: now) } while hasWork || !transport.surroundings.incoming.isEmpty
  }
}
