import BluetoothHost
import Daemon
import Graphics
import HCI
import LinuxPlatform
import Octets
import Peripherals
import PhoneClient
import SecurityManager
import Timing
import Watch
import WatchCore

/// Runs the current watch on the packets and buttons of a session, with a simulated clock.
public final class Replay {
  private enum Input {
    case packet(Int)
    case button(ButtonEvent)
    case bondsSaved
    case systemClock(Int64?)
    case transportLost
    case controllerOpened
    case poweredOff
  }

  public typealias ShowPicture = (Instant, borrowing Bitmap) -> Void

  private let session: Session
  private let world = ReplayWorld()
  private var watch: ReplayWatch
  private var inputs: [(time: Instant, input: Input)] = []
  private var phone: RecordedPhone
  /// Called with the time and the picture whenever the picture has changed.
  private let showPicture: ShowPicture?
  private var picture: [UInt8] = []
  private var steps = ReplayTrace()
  private let bonds: BondTable

  /// The longest time that a controller's packet waits for packets that the recorded watch had sent before it.
  private static let slack = Interval.milliseconds(50)
  /// More turns than this at one time mean that the watch does not become idle.
  private static let turnLimit = 10_000

  /// - Parameter events: a file for the events of the replayed watch; `nil`: they are not written.
  public init(
    _ session: Session, events: consuming EventLog = EventLog(), showPicture: ShowPicture? = nil
  ) throws(SessionDefect) {
    self.session = session
    self.showPicture = showPicture
    phone = RecordedPhone(session.log)
    let settings = try session.makeSettings()
    let log = events
    bonds = session.makeBonds()
    watch = ReplayWatch(
      settings, bonds: bonds, store: BondStore(in: ReplayStorage(world: world)),
      transport: ReplayTransport(world: world), boundaries: .datagrams, bus: ReplayPanel(),
      buttons: ReplayButtons(world: world), entropy: ReplayEntropy(world: world),
      surroundings: ReplaySurroundings(world: world, log: log))
    inputs = makeInputs()
  }

  /// Replays the whole session.
  ///
  /// - Returns: the differences between the sent packets.
  public func run() throws(SessionDefect) -> [ReplayDifference] {
    watch.start()
    for (time, input) in inputs {
      try advance(to: time, before: input)
      try settle(deliver(input))
    }
    return ReplayDifference.differences(
      recorded: SentElement.elements(of: session.log), replayed: SentElement.elements(of: world.sent),
      end: powerOffTime.map { Int($0.microseconds) })
  }

  /// All inputs of the replay as a file for `belfry-bench watch`.
  public func trace() throws(SessionDefect) -> [UInt8] {
    let record = try octets(atMost: BondTable.maximumRecordSize) { output throws(EncodeError) in
      try bonds.encode(into: &output)
    }
    guard world.randomness.count <= UInt16.max else { throw SessionDefect("the session is too long for a trace") }
    // The watch reports fewer octets of its version. A damaged bundle may have more than a record holds.
    return steps.octets(
      version: Array(session.version.utf8.prefix(255)), bonds: record, randomness: world.randomness, sent: world.sent,
      picture: drawPicture().list)
  }

  private func octets(
    atMost capacity: Int, _ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void
  ) throws(SessionDefect) -> [UInt8] {
    var octets: [UInt8] = []
    var failure: EncodeError?
    octets.append(addingCapacity: capacity) { output in
      do throws(EncodeError) { try body(&output) } catch { failure = error }
    }
    guard failure == nil else { throw SessionDefect("the bonds of the bundle do not fit a record") }
    return octets
  }

  // MARK: Time

  private func advance(to time: Instant, before input: Input) throws(SessionDefect) {
    while let deadline = watch.deadline, deadline <= time { try turn(at: deadline) }
    if case .packet(let index) = input {
      // The recorded watch had sent more before this packet: the replay's deadlines may be slightly late.
      while world.sent.packets.count < phone.sentCounts[index], let deadline = watch.deadline,
        deadline <= time + Self.slack
      {
        try turn(at: deadline)
      }
    }
    world.now = max(world.now, time)
  }

  private func turn(at time: Instant) throws(SessionDefect) {
    world.now = max(world.now, time)
    try settle(.init(.turn))
  }

  /// Runs the watch until it is idle.
  ///
  /// - Parameter step: what it has received.
  private func settle(_ step: ReplayTrace.Step) throws(SessionDefect) {
    let savings = world.savingCount
    var turns = 0
    repeat {
      watch.turn()
      turns += 1
      guard turns < Self.turnLimit else {
        throw SessionDefect("the watch does not come to rest at \(Session.seconds(Int(world.now.microseconds)))")
      }
    } while isBusy
    steps.append(step, at: world.now, savings: world.savingCount - savings)
    show()
  }

  private var isBusy: Bool {
    watch.hasWork || !world.incoming.isEmpty || !world.presses.isEmpty || watch.deadline.map { $0 <= world.now } == true
  }

  private func show() {
    guard let showPicture else { return }
    let bitmap = drawPicture()
    guard bitmap.list != picture else { return }
    picture = bitmap.list
    showPicture(world.now, bitmap)
  }

  private func drawPicture() -> Bitmap {
    var bitmap = Bitmap()
    watch.application.watch.draw(watch.application.client.phone, into: &bitmap)
    return bitmap
  }

  // MARK: Inputs

  /// - Returns: what the watch receives.
  private func deliver(_ input: Input) -> ReplayTrace.Step {
    switch input {
    case .packet(let index): return deliverPacket(index)
    case .button(let event):
      world.presses.append(event)
      return .init(.button, [event.button.rawValue, event.edge.rawValue])
    case .bondsSaved: return .init(.turn)
    case .systemClock(let local):
      world.systemClock = local.map { ($0, world.now) }
      return .init(.clock, local.map(\.octets) ?? [])
    case .transportLost:
      world.isTransportLost = !watch.isControllerLost
      return .init(world.isTransportLost ? .transportLost : .turn)
    case .controllerOpened:
      guard watch.isControllerLost else { return .init(.turn) }
      watch.startController()
      return .init(.controllerOpened)
    case .poweredOff:
      watch.powerOff()
      return .init(.poweredOff)
    }
  }

  private func deliverPacket(_ index: Int) -> ReplayTrace.Step {
    phone.note(sent: world.sent, passkey: world.passkey)
    // A closed controller delivers nothing.
    guard !watch.isControllerLost else { return .init(.turn) }
    let packet = phone.packet(index)
    world.incoming.append(packet)
    return .init(.packet, packet)
  }

  private func makeInputs() -> [(time: Instant, input: Input)] {
    var inputs: [(time: Instant, input: Input)] = []
    for (index, packet) in session.log.packets.enumerated() {
      let time = Instant(microseconds: UInt64(packet.time))
      if packet.isReceived {
        inputs.append((time, .packet(index)))
      } else if Array(session.log.octets[packet.range]) == [0x01, 0x03, 0x0C, 0x00] {
        inputs.append((time, .controllerOpened))
      }
    }
    for event in session.events {
      guard let input = Self.input(of: event) else { continue }
      // The log rounds times down to milliseconds.
      inputs.append((Instant(microseconds: UInt64(event.time)) + .milliseconds(1), input))
    }
    if let time = powerOffTime { inputs.append((time, .poweredOff)) }
    for case (let time, .bondsSaved) in inputs { world.savingEnds.append(time) }
    return inputs.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// The time at which the recorded watch was stopped: its last commands turn advertising off and end the link with
  /// reason 0x15. Nil if it was not stopped that way.
  private var powerOffTime: Instant? {
    let commands = session.log.packets.filter { !$0.isReceived && session.log.octets[$0.range.lowerBound] == 0x01 }
    let last = commands.suffix(2).map { (time: $0.time, octets: Array(session.log.octets[$0.range])) }
    let isDisconnection = last.last.map { $0.octets.starts(with: [0x01, 0x06, 0x04]) && $0.octets.last == 0x15 }
    guard let end = isDisconnection == true ? last.first : last.last, end.octets == [0x01, 0x0A, 0x20, 0x01, 0x00]
    else { return nil }
    return Instant(microseconds: UInt64(end.time))
  }

  private static func input(of event: Session.Event) -> Input? {
    switch event.type {
    case "button":
      let name = Array((event.fields["button"]?.text ?? "").utf8)
      guard let button = Button(name: name.span) else { return nil }
      let edge = event.fields["edge"]?.text == "pressed" ? ButtonEdge.pressed : .released
      return .button(ButtonEvent(button: button, edge: edge))
    case "bonds": return .bondsSaved
    case "time" where event.fields["source"]?.text == "system":
      return .systemClock(event.fields["local"]?.text.flatMap(localMicroseconds))
    case "time" where event.fields["source"]?.text == "none": return .systemClock(nil)
    case "controller" where event.fields["state"]?.text == "lost":
      let causes = ["closed", "unplugged", "switchedOff", "inputOutput"]
      return causes.contains(event.fields["reason"]?.text ?? "") ? .transportLost : nil
    default: return nil
    }
  }

  /// `2026-11-20T23:12:05` in microseconds since 1970; nil if it is no time between 1970 and 2200.
  private static func localMicroseconds(_ text: String) -> Int64? {
    let numbers = text.split { !$0.isNumber }.compactMap { Int64($0) }
    guard numbers.count == 6, (1970...2200).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2]), (0..<24).contains(numbers[3]), (0..<60).contains(numbers[4]),
      (0...60).contains(numbers[5])
    else { return nil }
    // Days since 1970, with years that start in March.
    let year = numbers[1] <= 2 ? numbers[0] - 1 : numbers[0]
    let month = (numbers[1] + 9) % 12
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + numbers[2] - 1 - 719_468
    return ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60_000_000 + numbers[5] * 1_000_000
  }
}

/// The recorded packets of the controller, with the phone's part in pairings filled in when they are delivered.
private struct RecordedPhone {
  private var log: PacketLog
  /// For each packet, the number of packets that the recorded watch had sent before it.
  let sentCounts: [Int]
  /// The phone's SMP PDUs, by the packet that starts them.
  private var pdus: [Int: Places] = [:]
  private var standIn = PairingStandIn()
  /// Reads what the replayed watch sends.
  private var reader = ElementReader()
  /// How many packets of the replayed watch have been read.
  private var readCount = 0
  private var publicAddress: [UInt8] = []
  private var randomAddress: [UInt8] = []
  private var usesRandomAddress = false

  init(_ log: PacketLog) {
    self.log = log
    var count = 0
    sentCounts = log.packets.map { packet in
      if !packet.isReceived { count += 1 }
      return count
    }
    for element in ElementReader.elements(of: log).elements where element.isReceived {
      guard case .frame(_, channel: 6, let places) = element.content, let first = places.first,
        let index = log.packets[...element.packet].lastIndex(where: { $0.range.lowerBound <= first })
      else { continue }
      pdus[index] = places
    }
  }

  /// Reads the packets that the replayed watch has sent since the last call.
  mutating func note(sent: PacketLog, passkey: UInt32?) {
    standIn.passkey = passkey
    let known = reader.elements.count
    for index in readCount..<sent.packets.count { reader.read(sent.packets[index], index, sent.octets) }
    readCount = sent.packets.count
    for element in reader.elements[known...] {
      switch element.content {
      case .frame(_, channel: 6, let places): standIn.note(sent: sent.octets.octets(places))
      case .command(opcode: 0x2005, let places): randomAddress = sent.octets.octets(places)
      case .command(opcode: 0x2006, let places): usesRandomAddress = sent.octets.octet(places.from(5)) == 1
      default: break
      }
    }
  }

  /// Returns the packet for the replayed watch.
  mutating func packet(_ index: Int) -> [UInt8] {
    if let places = pdus[index] {
      for (place, octet) in zip(places, standIn.fillIn(log.octets.octets(places))) { log.octets[place] = octet }
    }
    let packet = Array(log.octets[log.packets[index].range])
    noteAddresses(packet)
    return packet
  }

  private mutating func noteAddresses(_ packet: [UInt8]) {
    if packet.starts(with: [0x04, 0x0E]), packet.count == 13, packet[4...5] == [0x09, 0x10] {
      publicAddress = Array(packet[7...])
    }
    guard packet.starts(with: [0x04, 0x3E]), packet.count >= 15, packet[3] == 0x01 || packet[3] == 0x0A else { return }
    standIn.phone = [packet[8] & 1] + packet[9..<15]
    standIn.watch = usesRandomAddress ? [1] + randomAddress : [0] + publicAddress
  }
}

extension Bitmap {
  /// The octets of the picture.
  fileprivate var list: [UInt8] { octets.indices.map { octets[$0] } }
}
