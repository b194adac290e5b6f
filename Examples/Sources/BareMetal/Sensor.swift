// A battery sensor without a heap and without an operating system: the skeleton of a port. The board implements
// CBoard.h, and calls `belfry_example_run` when its UART runs. `make bare-metal` builds this as Embedded Swift, and the
// compiler refuses every allocation.
internal import ATT
internal import BluetoothHost
internal import CBoard
internal import GAP
internal import GATT
internal import HCI
internal import Identifiers
internal import Octets
internal import Peripherals
internal import SecurityManager
internal import Timing

/// The sensor has no interest in the services of its central.
struct NoClient: AttributeObserver {
  mutating func handle(_ event: borrowing ClientEvent, now: Instant) {}
  mutating func handle(_ result: ProcedureResult, now: Instant) {}
}

/// The Battery service, 1.0. The level is in percent.
func makeDatabase(level: UInt8) -> AttributeDatabase {
  var database = AttributeDatabase()
  database.addGenericAccess(name: ("Battery" as StaticString).utf8Span, appearance: 0)
  database.addGenericAttribute()
  database.addService(ServiceType(rawValue: 0x180F))
  // Not `[level].span`, which would be an array on a heap.
  let value: [1 of UInt8] = [level]
  database.add(Characteristic(AttributeType(rawValue: 0x2A19), .read), value: value.span)
  return database
}

func makePayload() -> AdvertisingPayload {
  var payload = AdvertisingPayload()
  // These take 16 of 31 octets, so that no call throws.
  try? payload.primary.putFlags(isDiscoverable: true)
  try? payload.primary.put(service: .short(0x180F))
  try? payload.primary.put(name: BoundedText<7>("Battery"))
  return payload
}

func makeIdentity(_ entropy: inout BoardEntropy) -> LocalIdentity {
  while true {
    if let identity = LocalIdentity(randomness: entropy.randomOctets()) { return identity }
  }
}

/// The packets in both directions, and whether the controller must be started again.
struct Link: ~Copyable {
  private var uart = UART()
  private var receiver = H4Receiver<2_200>()
  private var packet = OctetBuffer<264>()

  /// Opens the UART again, and drops what was received or not sent whole.
  mutating func reopen() {
    uart = UART()
    receiver.reset()
    packet.removeAll()
  }

  /// Gives the host all packets that have arrived; false if the next packet cannot be found in the stream.
  mutating func deliverPackets(to host: inout BluetoothHost, now: Instant) -> Bool {
    var observer = NoClient()
    while receiver.hasPacket || receiver.receive(from: &uart) > 0 {
      guard receiver.hasPacket else { continue }
      host.handle(packet: receiver.packet, now: now, observer: &observer)
      receiver.removePacket()
    }
    return !receiver.isFramingLost
  }

  /// Sends the packets of the host. One that the UART did not take whole is offered again by the next call.
  ///
  /// - Returns: whether all were sent.
  mutating func sendPackets(of host: inout BluetoothHost, now: Instant) -> Bool {
    while true {
      if packet.isEmpty { packet.append { output in _ = host.nextPacket(into: &output, now: now) } }
      if packet.isEmpty { return true }
      guard uart.send(packet.span) else { return false }
      packet.removeAll()
    }
  }
}

/// Takes all events of the host; false if the controller has failed.
func takeEvents(of host: inout BluetoothHost, now: Instant) -> Bool {
  var works = true
  while let event = host.nextEvent() {
    if event == .bondsChanged { host.noteBondsSaved(now: now) }
    if event == .controllerFailed { works = false }
  }
  return works
}

/// Runs the sensor. Does not return.
@_cdecl("belfry_example_run")
public func run() {
  var entropy = BoardEntropy()
  var configuration = HostConfiguration()
  configuration.admission = .anyone
  let payload = makePayload()
  var host = BluetoothHost(
    configuration: configuration, advertisement: Advertisement(discoverable: payload, undiscoverable: payload),
    database: makeDatabase(level: 100), bonds: BondTable(identity: makeIdentity(&entropy)))
  var link = Link()
  var observer = NoClient()

  host.prepareKeys(from: &entropy)
  host.start(now: Instant(microseconds: board_microseconds()))
  while true {
    let now = Instant(microseconds: board_microseconds())
    let isInStep = link.deliverPackets(to: &host, now: now)
    host.handleTimeout(now: now, observer: &observer)
    if !takeEvents(of: &host, now: now) || !isInStep {
      // A board whose controller has a reset line pulls it here.
      link.reopen()
      host.start(now: now)
    }
    if host.needsKeys { host.prepareKeys(from: &entropy) }
    // The UART has no room: try again without sleeping.
    guard link.sendPackets(of: &host, now: now) else { continue }
    // A port sleeps here until the UART has an octet, or until `host.deadline`.
  }
}
