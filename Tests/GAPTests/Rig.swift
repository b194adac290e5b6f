import GAP
import HCI
import Identifiers
import Octets
import Testing
import Timing

/// A link machine with the events of a controller, and the packets of what it asks for.
struct Rig: ~Copyable {
  static let publicAddress = DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6])
  static let randomAddress = DeviceAddress(kind: .random, octets: [1, 2, 3, 4, 5, 0xC6])

  var link = PeripheralLink(payload: AdvertisingPayload(layout: .solicitationFirst, name: Array("Belfry".utf8).span))
  var source = EventSource()
  private(set) var parameterRequests = 0
  private(set) var controllerRestarts = 0

  /// The packets of all commands it wants to send now.
  mutating func commands() -> [[UInt8]] {
    var packets: [[UInt8]] = []
    while let action = link.nextAction() {
      switch action {
      case .send(let command): packets.append(packet(command))
      case .requestConnectionParameters(_, let parameters):
        #expect(parameters == ConnectionParameterPolicy.preferred)
        parameterRequests += 1
      case .restartController: controllerRestarts += 1
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

  /// Lets all that it sends succeed, until it sends no more; returns the opcodes.
  mutating func serve(at now: Instant = .start) -> [UInt16] {
    var opcodes: [UInt16] = []
    while true {
      let packets = commands()
      if packets.isEmpty { return opcodes }
      for packet in packets {
        let opcode = Opcode(rawValue: UInt16(packet[1]) | UInt16(packet[2]) << 8)
        opcodes.append(opcode.rawValue)
        #expect(link.handle(.commandSucceeded(opcode), now: now) == nil)
      }
    }
  }

  static func advertising(at now: Instant = .start) -> Rig {
    var rig = Rig()
    rig.link.start(as: publicAddress, now: now)
    _ = rig.serve(at: now)
    return rig
  }

  /// A link over which something has come, unless it `isSilent`.
  static func connected(at now: Instant = .start, isSilent: Bool = false) -> Rig {
    var rig = advertising(at: now)
    rig.connect(at: now)
    if !isSilent { rig.link.noteData() }
    return rig
  }

  mutating func connect(at now: Instant) {
    #expect(handle(source.connected(0x40), at: now) != nil)
  }

  /// Passes to `end` and loses the link there; then turns advertising on again, as soon as that may be.
  mutating func disconnect(at end: Instant) {
    wait(until: end)
    _ = commands()
    #expect(handle("04 05 04 00 40 00 13", at: end) != nil)
  }

  static func encrypted(at now: Instant = .start) -> Rig {
    var rig = connected(at: now)
    rig.source.supplyKey(0x40)
    #expect(rig.handle("04 08 04 00 40 00 01", at: now) == .encrypted(GAPTests.handle(0x40)))
    return rig
  }

  /// As `wait`, and lets all commands succeed on the way.
  mutating func serveUntil(_ now: Instant) {
    while let deadline = link.deadline, deadline <= now {
      link.handleTimeout(now: deadline)
      _ = serve(at: deadline)
    }
  }

  /// Passes the time to `now` by way of each deadline.
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

/// The opcodes that turn advertising on afresh.
let restart: [UInt16] = [0x200A, 0x2006, 0x2008, 0x2009, 0x200A]
let disconnectUser = octets("01 06 04 03 40 00 13")
let disconnectAuthentication = octets("01 06 04 03 40 00 05")
