import GAP
import HCI
import Identifiers
import Octets
import Testing
import Timing
import WatchProfile

/// A link machine with a controller's events, and the packets of the machine's commands.
struct LinkHarness: ~Copyable {
  static let publicAddress = DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6])
  static let randomAddress = DeviceAddress(kind: .random, octets: [1, 2, 3, 4, 5, 0xC6])

  var link: PeripheralLink
  var source = EventSource()
  private(set) var parameterRequests = 0
  /// The parameters of the last Set Advertising Data and Set Scan Response Data, length first.
  private(set) var data: [UInt8] = []
  private(set) var scanResponse: [UInt8] = []
  /// The last advertising interval in units of 0.625 ms.
  private(set) var interval: UInt16 = 0

  init(speed: ReconnectionSpeed = .balanced) {
    link = PeripheralLink(Advertisement(watchNamed: Array("Belfry".utf8).span), speed: speed)
  }

  /// The packets of all commands that the machine sends now.
  mutating func commands() -> [[UInt8]] {
    var packets: [[UInt8]] = []
    while let action = link.nextAction() {
      switch action {
      case .send(let command): packets.append(packet(command))
      case .requestConnectionParameters(_, let parameters):
        #expect(parameters == ConnectionParameterPolicy.parameters(for: .idle, power: .balanced))
        parameterRequests += 1
      }
    }
    return packets
  }

  mutating func handle(_ event: ControllerEvent?, at now: Instant = .start) -> PeripheralLink.Change? {
    guard let event else {
      Issue.record("no event")
      return nil
    }
    return link.handle(event, now: now)
  }

  mutating func handle(_ hex: String, at now: Instant = .start) -> PeripheralLink.Change? {
    handle(source(hex), at: now)
  }

  /// Lets all commands succeed until there are no more; returns the opcodes.
  mutating func serve(at now: Instant = .start) -> [UInt16] {
    var opcodes: [UInt16] = []
    while true {
      let packets = commands()
      if packets.isEmpty { return opcodes }
      for packet in packets {
        let opcode = Opcode(rawValue: UInt16(packet[1]) | UInt16(packet[2]) << 8)
        opcodes.append(opcode.rawValue)
        note(opcode, packet)
        #expect(link.handle(.commandSucceeded(opcode), now: now) == nil)
      }
    }
  }

  private mutating func note(_ opcode: Opcode, _ packet: [UInt8]) {
    switch opcode {
    case .leSetAdvertisingParameters: interval = UInt16(packet[4]) | UInt16(packet[5]) << 8
    case .leSetAdvertisingData: data = Array(packet[4...])
    case .leSetScanResponseData: scanResponse = Array(packet[4...])
    default: break
    }
  }

  static func advertising(at now: Instant = .start) -> LinkHarness {
    var harness = LinkHarness()
    harness.link.start(as: publicAddress, now: now)
    _ = harness.serve(at: now)
    return harness
  }

  /// A link over which data has arrived, unless it `isSilent`.
  static func connected(at now: Instant = .start, isSilent: Bool = false) -> LinkHarness {
    var harness = advertising(at: now)
    harness.connect(at: now)
    if !isSilent { harness.link.noteData() }
    return harness
  }

  mutating func connect(at now: Instant) {
    #expect(handle(source.connected(0x40), at: now) != nil)
  }

  /// Advances the time to `end` and loses the link there. Then turns advertising on again as soon as possible.
  mutating func disconnect(at end: Instant) {
    wait(until: end)
    _ = commands()
    #expect(handle("04 05 04 00 40 00 13", at: end) != nil)
  }

  static func encrypted(at now: Instant = .start) -> LinkHarness {
    var harness = connected(at: now)
    harness.source.supplyKey(0x40)
    #expect(harness.handle("04 08 04 00 40 00 01", at: now) == .encrypted(GAPTests.handle(0x40)))
    return harness
  }

  /// The same as `wait`, but lets all commands succeed on the way.
  mutating func serveUntil(_ now: Instant) {
    while let deadline = link.deadline, deadline <= now {
      link.handleTimeout(now: deadline)
      _ = serve(at: deadline)
    }
  }

  /// Advances the time to `now` from deadline to deadline.
  mutating func wait(until now: Instant) {
    var turns = 0
    while let deadline = link.deadline, deadline <= now {
      link.handleTimeout(now: deadline)
      turns += 1
      #expect(turns < 100)
      if turns == 100 { return }
    }
  }
}

/// The opcodes that restart advertising.
let restart: [UInt16] = [0x200A, 0x2006, 0x2008, 0x2009, 0x200A]
let readAddress = octets("01 09 10 00")
let disconnectUser = octets("01 06 04 03 40 00 13")
let disconnectAuthentication = octets("01 06 04 03 40 00 05")
