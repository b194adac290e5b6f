// A heart-rate sensor: `heart-rate PORT` uses the controller on that TCP port. Any central may connect. A central that
// subscribes is notified once a second, and one that writes 1 to the control point sets the energy expended to 0.
import ATT
import BluetoothHost
import ControllerSocket
import GAP
import GATT
import HCI
import Octets
import SecurityManager
import Timing

let name: StaticString = "Heart rate"

/// GAP, GATT, and the Heart Rate service 1.0: measurement, sensor location (chest), control point.
func addServices(
  to database: inout AttributeDatabase
) -> (measurement: AttributeHandle, controlPoint: AttributeHandle) {
  database.addGenericAccess(name: name.utf8Span, appearance: 0x0340)
  database.addGenericAttribute()
  database.addService(ServiceType(rawValue: 0x180D))
  let measurement = database.add(Characteristic(AttributeType(rawValue: 0x2A37), .notify, capacity: 4))
  database.add(Characteristic(AttributeType(rawValue: 0x2A38), .read), value: [1].span)
  let controlPoint = database.add(Characteristic(AttributeType(rawValue: 0x2A39), .write, capacity: 1))
  return (measurement, controlPoint)
}

func makeAdvertisement() throws(EncodeError) -> Advertisement {
  var payload = AdvertisingPayload()
  try payload.primary.putFlags(isDiscoverable: true)
  try payload.primary.put(service: .short(0x180D))
  try payload.primary.put(name: BoundedText<16>(name))
  return Advertisement(discoverable: payload, undiscoverable: payload)
}

/// A sensor does not use its central's services.
struct NoClient: AttributeObserver {
  mutating func handle(_ event: borrowing ClientEvent, now: Instant) {}
  mutating func handle(_ result: ProcedureResult, now: Instant) {}
}

func run(port: UInt16) throws {
  var entropy = SystemEntropy()
  var identity = LocalIdentity(randomness: entropy.randomOctets())
  while identity == nil { identity = LocalIdentity(randomness: entropy.randomOctets()) }
  var configuration = HostConfiguration()
  configuration.admission = .anyone
  var database = AttributeDatabase()
  let (measurement, controlPoint) = addServices(to: &database)
  var host = BluetoothHost(
    configuration: configuration, advertisement: try makeAdvertisement(), database: database,
    bonds: BondTable(identity: identity!))
  var transport = Socket(port: port)
  var receiver = H4Receiver<2_200>()
  var observer = NoClient()
  var nextBeat = monotonicTime() + .seconds(1)
  /// The energy expended in kilojoules.
  var energy: UInt8 = 0

  host.prepareKeys(from: &entropy)
  host.start(now: monotonicTime())
  while true {
    let now = monotonicTime()
    try transport.deliverPackets(to: &host, through: &receiver, observer: &observer, now: now)
    host.handleTimeout(now: now, observer: &observer)
    if nextBeat <= now {
      nextBeat = now + .seconds(1)
      energy &+= 1
      // Flags (energy is present), 72 beats per minute, energy expended.
      _ = host.setValue([0x08, 72, energy, 0].span, of: measurement)
      host.notify(measurement)
    }
    while let event = host.nextEvent() {
      if event == .valueWritten(controlPoint), host.value(of: controlPoint).span.isEqual(to: [1].span) { energy = 0 }
      if event == .bondsChanged { host.noteBondsSaved(now: now) }
      // A program that goes on opens the transport again, and calls `start(now:)`.
      if event == .controllerFailed {
        endProgram("the controller failed: \(host.controllerFailure, default: "no reason")")
      }
    }
    try transport.sendPackets(of: &host, now: now)
    if host.needsKeys { host.prepareKeys(from: &entropy) }
    transport.wait(milliseconds: 50)
  }
}

guard CommandLine.arguments.count == 2, let port = UInt16(CommandLine.arguments[1]) else {
  endProgram("usage: heart-rate PORT")
}
do { try run(port: port) } catch { endProgram("the controller is lost: \(error)") }
