import BluetoothHost
import GATT
import HCI
import Octets
import Peripherals
import PhoneClient
import SecurityManager
import TestSupport
import Timing
import Watch
import WatchCore
import WatchModel

/// The error of a device that fails.
struct DeviceFailure: Error {}

/// The inputs and outputs of a core's devices. The devices themselves are moved into the core.
final class Bench {
  var controller = FakeController()
  /// The packets that the controller sends next.
  var incoming: [[UInt8]] = []
  /// The packets that the controller sends once after its answer to a command, by the command's opcode.
  var followingAnswers: [UInt16: [[UInt8]]] = [:]
  var isTransportFailing = false
  /// The number of packets that the transport accepts before it is full.
  var transportRoom = Int.max
  var messages: [[UInt8]] = []
  var isPanelFailing = false
  /// The microseconds that an octet takes on the panel's bus.
  var octetMicroseconds = 0
  var presses: [ButtonEvent] = []
  var areButtonsFailing = false
  var records: [RecordCopy: [UInt8]] = [:]
  var mutes: [RecordCopy: [UInt8]] = [:]
  var choices: [RecordCopy: [UInt8]] = [:]
  var isStorageFailing = false
  /// Whether the storage accepts records, but never finishes writing.
  var isStorageBusy = false
  /// The record that was passed to the storage and is not written yet.
  var pendingRecord: [UInt8]?
  var saveCount = 0
  var now = Instant.start
  /// The board's own time of day.
  var localMicroseconds: Int64?
  /// The time that it takes to report a notice.
  var timeForNotice = Interval.zero
  /// The reports in order; a packet that was sent is "sent".
  var reports: [String] = []
  /// The times at which the buttons were read.
  var buttonTimes: [Instant] = []
  /// The changes that a program wants next.
  var requests: [SettingRequest] = []
  /// A program that uses the watch in each turn.
  var program: ((inout WatchApplication, Instant) -> Void)?

  /// A copy of a side record.
  subscript(record: SideRecord, copy: RecordCopy) -> [UInt8]? {
    get { record == .mutes ? mutes[copy] : choices[copy] }
    set { if record == .mutes { mutes[copy] = newValue } else { choices[copy] = newValue } }
  }
}

struct FakeTransport: HCITransport, ~Copyable {
  let bench: Bench

  func receive(into buffer: inout OutputSpan<UInt8>) throws(DeviceFailure) -> Int {
    guard !bench.isTransportFailing else { throw DeviceFailure() }
    guard !bench.incoming.isEmpty else { return 0 }
    let packet = bench.incoming.removeFirst()
    for octet in packet { buffer.append(octet) }
    return packet.count
  }

  func send(_ packet: Span<UInt8>) throws(DeviceFailure) -> Bool {
    guard !bench.isTransportFailing else { throw DeviceFailure() }
    guard bench.transportRoom > 0 else { return false }
    bench.transportRoom -= 1
    bench.reports.append("sent")
    var octets: [UInt8] = []
    for index in packet.indices { octets.append(packet[index]) }
    if octets[0] == 0x01 {
      bench.incoming += bench.controller.answer(octets)
      bench.incoming += bench.followingAnswers.removeValue(forKey: UInt16(octets[2]) << 8 | UInt16(octets[1])) ?? []
    }
    return true
  }
}

struct FakeBus: I2CController, ~Copyable {
  let bench: Bench

  func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(DeviceFailure) {
    guard !bench.isPanelFailing else { throw DeviceFailure() }
    var message: [UInt8] = []
    for index in octets.indices { message.append(octets[index]) }
    bench.messages.append(message)
    // The address is an octet, too.
    bench.now = bench.now + .microseconds(UInt32(bench.octetMicroseconds * (octets.count + 1)))
  }
}

struct FakeButtons: ButtonInput, ~Copyable {
  let bench: Bench

  func nextEvent(now: Instant) throws(DeviceFailure) -> ButtonEvent? {
    guard !bench.areButtonsFailing else { throw DeviceFailure() }
    bench.buttonTimes.append(now)
    return bench.presses.isEmpty ? nil : bench.presses.removeFirst()
  }
}

struct FakeStorage: WatchStorage, ~Copyable {
  let bench: Bench

  func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(DeviceFailure) {
    for octet in bench.records[copy] ?? [] { record.append(octet) }
  }

  func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(DeviceFailure) {
    guard !bench.isStorageFailing else { throw DeviceFailure() }
    bench.saveCount += 1
    var octets: [UInt8] = []
    for index in record.indices { octets.append(record[index]) }
    bench.records[copy] = octets
  }

  func startSaving(_ record: Span<UInt8>) throws(DeviceFailure) {
    guard !bench.isStorageFailing else { throw DeviceFailure() }
    precondition(bench.pendingRecord == nil, "a save is under way")
    var octets: [UInt8] = []
    for index in record.indices { octets.append(record[index]) }
    bench.pendingRecord = octets
  }

  func finishSaving() throws(DeviceFailure) -> Bool {
    guard !bench.isStorageBusy, let record = bench.pendingRecord else { return false }
    bench.pendingRecord = nil
    try save(record.span, as: .first)
    try save(record.span, as: .second)
    return true
  }

  func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(DeviceFailure) {
    bench.records[copy] = nil
  }

  static func keeps(_ record: SideRecord) -> Bool { true }

  func load(_ record: SideRecord, _ copy: RecordCopy, into octets: inout OutputSpan<UInt8>) throws(DeviceFailure) {
    for octet in bench[record, copy] ?? [] { octets.append(octet) }
  }

  func save(_ octets: Span<UInt8>, as record: SideRecord, _ copy: RecordCopy) throws(DeviceFailure) {
    guard !bench.isStorageFailing else { throw DeviceFailure() }
    bench[record, copy] = octets.indices.map { octets[$0] }
  }

  func startSaving(_ octets: Span<UInt8>, as record: SideRecord) throws(DeviceFailure) {
    precondition(bench.pendingRecord == nil, "a save is under way")
    try save(octets, as: record, .first)
    if record.hasTwoCopies { try save(octets, as: record, .second) }
  }

  func finishSaving(_ record: SideRecord) throws(DeviceFailure) -> Bool { !bench.isStorageBusy }

  func setAside(
    _ record: SideRecord, _ copy: RecordCopy, because reason: SetAsideReason
  ) throws(DeviceFailure) {
    bench[record, copy] = nil
  }
}

/// The core's surroundings: a clock that a test sets, and a list of reports.
struct FakeSurroundings: WatchSurroundings {
  typealias TransportFailure = DeviceFailure
  typealias StorageFailure = DeviceFailure

  let bench: Bench
  var now: Instant { bench.now }
  var localMicroseconds: Int64? { bench.localMicroseconds }

  func note(_ notice: borrowing WatchNotice, of phone: borrowing PhoneState, now: Instant) {
    switch notice {
    case .bondsChanged: bench.reports.append("bonds changed")
    case .pairingEnded: bench.reports.append("pairing ended")
    case .controllerFailed, .pairingCode, .pairingPasskey, .watch: break
    }
    bench.now = bench.now + bench.timeForNotice
  }

  func serve(_ application: inout WatchApplication, now: Instant) {
    while !bench.requests.isEmpty { _ = application.change(bench.requests.removeFirst(), now: now) }
    bench.program?(&application, now)
  }

  func controllerLost(_ loss: ControllerLoss<DeviceFailure>, now: Instant) {
    switch loss {
    case .transport: bench.reports.append("lost: transport")
    case .framing: bench.reports.append("lost: framing")
    case .controller(let failure): bench.reports.append("lost: \(failure)")
    }
  }

  func controllerReady(now: Instant) { bench.reports.append("ready") }

  func bondsSaved(_ bonds: BondTable, areSaved: Bool, now: Instant) {
    bench.reports.append(areSaved ? "bonds saved" : "bonds not saved")
  }

  func setHaptics(isMotorOn: Bool, isLEDLit: Bool) { bench.reports += isMotorOn ? ["motor"] : [] }
}

typealias TestedCore = WatchCore<
  FakeTransport, FakeBus, FakeButtons, SeededEntropy, FakeStorage, FakeSurroundings
>

extension WatchCore
where
  Transport == FakeTransport, Bus == FakeBus, Buttons == FakeButtons, Entropy == SeededEntropy,
  Storage == FakeStorage, Surroundings == FakeSurroundings
{
  init(in bench: Bench) throws(DeviceFailure) {
    try self.init(
      in: bench,
      WatchSettings(
        name: BoundedText("Belfry"), host: HostConfiguration(),
        panel: PanelSettings(address: I2CAddress(rawValue: 0x3C)!)))
  }

  init(
    in bench: Bench, _ settings: WatchSettings, mutes: MuteTable? = nil, choices: WearerRecord = WearerRecord()
  ) throws(DeviceFailure) {
    var entropy = SeededEntropy()
    var store = BondStore(in: FakeStorage(bench: bench))
    var finding: BondStoreFinding?
    let bonds = try Self.loadBonds(from: &store, entropy: &entropy, finding: &finding)
    self.init(
      settings, bonds: bonds, mutes: mutes, choices: choices, store: store, transport: FakeTransport(bench: bench),
      bus: FakeBus(bench: bench),
      buttons: FakeButtons(bench: bench), entropy: entropy,
      surroundings: FakeSurroundings(bench: bench))
  }

  mutating func start(now: Instant) {
    transport.bench.now = now
    start()
    startController()
  }

  mutating func turn(now: Instant) {
    transport.bench.now = now
    turn()
  }

  /// Turns until the controller is idle and the panel is up to date.
  mutating func settle(now: Instant) {
    repeat { turn(now: now) } while hasWork || !transport.bench.incoming.isEmpty
  }
}
