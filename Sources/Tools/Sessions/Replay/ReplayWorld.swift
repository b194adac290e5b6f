import Daemon
import LinuxPlatform
import Octets
import Peripherals
import PhoneClient
import SecurityManager
import Timing
import Watch
import WatchCore

/// The state that the devices of a replayed watch share: its clock, its inputs, and the packets that it sent.
final class ReplayWorld {
  struct TransportLost: Error {}

  var now = Instant.start
  /// Packets of the controller that the watch has not read yet.
  var incoming: [[UInt8]] = []
  var isTransportLost = false
  var presses: [ButtonEvent] = []
  private(set) var sent = PacketLog()
  /// The times at which the recorded watch had saved its bonds, earliest first.
  var savingEnds: [Instant] = []
  /// The time at which the watch began to save.
  var savingStart: Instant?
  /// How many times the watch has saved.
  var savingCount = 0
  /// All random octets that the watch has drawn.
  var randomness: [UInt8] = []
  var bonds: [UInt8] = []
  /// The board's recorded clock: its reading, and the time of the reading.
  var systemClock: (local: Int64, at: Instant)?
  /// The passkey that the user types on the phone.
  var passkey: UInt32?

  func note(sent packet: [UInt8]) {
    sent.append(packet, isReceived: false, time: Int(now.microseconds))
  }

  /// Whether the pending save ends now. It ends with a recorded save in the next two seconds, otherwise immediately.
  var isSavingOver: Bool {
    guard let savingStart else { return false }
    savingEnds.removeAll { $0 < savingStart }
    guard let end = savingEnds.first, end < savingStart + .seconds(2) else { return true }
    return now >= end
  }
}

struct ReplayTransport: HCITransport, ~Copyable {
  let world: ReplayWorld

  func receive(into buffer: inout OutputSpan<UInt8>) throws(ReplayWorld.TransportLost) -> Int {
    if world.isTransportLost {
      world.isTransportLost = false
      throw ReplayWorld.TransportLost()
    }
    guard let packet = world.incoming.first, buffer.freeCapacity >= packet.count else { return 0 }
    world.incoming.removeFirst()
    for octet in packet { buffer.append(octet) }
    return packet.count
  }

  func send(_ packet: Span<UInt8>) throws(ReplayWorld.TransportLost) -> Bool {
    world.note(sent: packet.indices.map { packet[$0] })
    return true
  }
}

/// A panel that accepts everything.
struct ReplayPanel: I2CController, ~Copyable {
  func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(Never) {}
}

struct ReplayButtons: ButtonInput, ~Copyable {
  let world: ReplayWorld

  func nextEvent(now: Instant) throws(Never) -> ButtonEvent? {
    world.presses.isEmpty ? nil : world.presses.removeFirst()
  }
}

/// Random octets that are the same in every replay. They protect nothing.
struct ReplayEntropy: EntropySource, ~Copyable {
  let world: ReplayWorld
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(world: ReplayWorld) { self.world = world }

  mutating func fill(_ octets: inout MutableSpan<UInt8>) {
    for index in octets.indices {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      octets[index] = UInt8(truncatingIfNeeded: state >> 33)
      world.randomness.append(octets[index])
    }
  }
}

struct ReplayStorage: WatchStorage, ~Copyable {
  let world: ReplayWorld

  func load(_ copy: RecordCopy, into record: inout OutputSpan<UInt8>) throws(Never) {
    for octet in world.bonds { record.append(octet) }
  }

  func startSaving(_ record: Span<UInt8>) throws(Never) { world.savingStart = world.now }

  func finishSaving() throws(Never) -> Bool {
    guard world.isSavingOver else { return false }
    world.savingStart = nil
    world.savingCount += 1
    return true
  }

  func save(_ record: Span<UInt8>, as copy: RecordCopy) throws(Never) {}
  func setAside(_ copy: RecordCopy, because reason: SetAsideReason) throws(Never) {}
}

/// The recorded clocks, and a log of what the replayed watch reports.
struct ReplaySurroundings: WatchSurroundings, ~Copyable {
  typealias TransportFailure = ReplayWorld.TransportLost

  let world: ReplayWorld
  var log: EventLog

  var now: Instant { world.now }

  var localMicroseconds: Int64? {
    world.systemClock.map { $0.local + Int64(world.now.since($0.at).microseconds) }
  }

  mutating func note(_ notice: borrowing WatchNotice, of phone: borrowing PhoneState, now: Instant) {
    log.write(notice, of: phone, at: now)
    switch notice {
    case .pairingPasskey(let passkey): world.passkey = passkey
    case .bondsChanged, .controllerFailed, .pairingCode, .pairingEnded, .watch: break
    }
  }

  mutating func note(_ event: ButtonEvent, now: Instant) { log.write(event, at: now) }
}

typealias ReplayWatch = WatchCore<
  ReplayTransport, ReplayPanel, ReplayButtons, ReplayEntropy, ReplayStorage, ReplaySurroundings
>
