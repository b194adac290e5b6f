import HCI
import Identifiers
import TestSupport
import Timing

/// The host, with a controller that may report anything. ACL credits stay between 0 and their total, one command is
/// pending at a time, and every timer ends. A controller that is reset and then behaves is started.
///
/// Input: choices; see `ControllerRun.step`.
public enum ControllerTarget: FuzzTarget {
  public static var sources: [String] {
    ["HCI/Command", "HCI/Controller", "HCI/Event", "HCI/BringUp", "HCI/LinkTable", "HCI/ACL"]
  }

  public static func run(_ input: FuzzInput) {
    let run = ControllerRun(input)
    while !input.isEmpty { run.step() }
    run.finish()
  }
}

private final class ControllerRun {
  private var controller = Controller()
  private var fake = FakeController()
  private let input: FuzzInput
  private var now = Instant.start
  /// The command that the controller has not answered.
  private var command: [UInt8]?
  /// Whether a command was sent and nothing has happened since that permits the next one.
  private var hasJustSent = false

  init(_ input: FuzzInput) {
    self.input = input
    if input.rarely(4) { makeStrange() }
    restart()
  }

  func step() {
    switch input.number(below: 12) {
    case 0: hear([0x04] + input.block(below: 80))
    case 1, 2: hear(event(input.octet(), input.block(below: 40)))
    case 3, 4: hear(linkEvent())
    case 5: answer()
    case 6: hearData(input.flag() ? input.block(below: 64) : fragment())
    case 7: controller.enqueue(wish())
    case 8: send()
    case 9: sendFrame()
    case 10: wait()
    default: if input.rarely(8) { restart() } else { hear(input.mutated(linkEvent())) }
    }
    check()
  }

  /// Checks that any state recovers once the controller works.
  func finish() {
    fake = FakeController()
    controller.start()
    command = nil
    hasJustSent = false
    bringUp()
    require(controller.state == .running, "a working controller is started")
    hear(octets(hex: FakeController.connectionComplete))
    require(controller.aclCredits == controller.information.totalNumACLDataPackets, "all buffers are free")
    require(controller.isOpen(ConnectionHandle(rawValue: 0x40)!), "a link can be made")
  }

  // MARK: The controller

  /// Gives answers during start-up that no Raspberry Pi gives.
  private func makeStrange() {
    fake.version = input.octet()
    fake.leBuffers = wire(input.number()) + [input.octet()]
    fake.buffers = wire(input.number()) + [input.octet()] + wire(input.number()) + [0, 0]
    fake.supportedCommands = .init(repeating: input.octet(), count: 64)
    fake.leFeatures = .init(repeating: input.octet(), count: 8)
    let opcode: UInt16 = input.choice([0x0C03, 0x1001, 0x1002, 0x1003, 0x1005, 0x1009, 0x2002, 0x2003, 0x2001, 0x0C01])
    switch input.number(below: 4) {
    case 0: fake.answers[opcode] = .silence
    case 1: fake.answers[opcode] = .complete(input.block(below: 70))
    case 2: fake.answers[opcode] = .status(input.octet())
    default: break
    }
  }

  private func restart() {
    controller.start()
    command = nil
    hasJustSent = false
    bringUp()
    check()
  }

  /// Answers commands for as long as there are any.
  private func bringUp() {
    for _ in 0..<64 {
      send()
      guard command != nil else { return }
      answer()
    }
    require(false, "bring-up ends")
  }

  private func answer() {
    guard let command else { return }
    self.command = nil
    for packet in fake.answer(command) { hear(packet) }
  }

  private func event(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    let count = input.rarely(8) ? input.octet() : UInt8(parameters.count)
    return [0x04, code, count] + parameters
  }

  private func handle() -> UInt16 { input.choice([0x40, 0x40, 0x41, 0x42, 0x43, 0x44, 0x0EFF, 0x0F00, 0xFFFF]) }

  /// A valid event.
  private func linkEvent() -> [UInt8] {
    let status: UInt8 = input.rarely(4) ? input.octet() : 0
    switch input.number(below: 12) {
    case 0: return connectionComplete(status)
    case 1: return event(0x05, [status] + wire(handle()) + [input.octet()])
    case 2: return event(0x08, [status] + wire(handle()) + [input.octet() & 3])
    case 3: return event(0x30, [status] + wire(handle()))
    case 4: return event(0x13, completed())
    case 5: return event(0x3E, [0x05] + wire(handle()) + [UInt8](repeating: input.octet() & 1, count: 10))
    case 6: return event(0x3E, [0x06] + wire(handle()) + input.octets(8))
    case 7: return event(0x3E, [0x03, status] + wire(handle()) + input.octets(6))
    case 8: return event(0x0F, [status, input.octet() & 3] + wire(opcode()))
    case 9: return event(0x0E, [input.octet() & 3] + wire(opcode()) + [status] + input.block(below: 20))
    case 10: return event(0x10, [input.octet()])
    default: return event(0x3E, [input.octet() & 0x1F] + input.block(below: 40))
    }
  }

  private func connectionComplete(_ status: UInt8) -> [UInt8] {
    let role: UInt8 = input.rarely(8) ? 0 : 1
    let head: [UInt8] = [0x01, status] + wire(handle())
    return event(0x3E, head + [role, 1, 0x66, 0x55, 0x44, 0x33, 0x22, 0x5B, 0x18, 0, 0, 0, 0x48, 0, 1])
  }

  private func completed() -> [UInt8] {
    let count = input.number(below: 4)
    let pairs = (0..<count).flatMap { _ in wire(handle()) + wire(input.rarely(4) ? input.number() : 1) }
    return [UInt8(count)] + pairs
  }

  /// The opcode of the pending command in most cases, otherwise another one.
  private func opcode() -> UInt16 {
    guard let command, !input.rarely(4) else { return input.number() }
    return UInt16(command[1]) | UInt16(command[2]) << 8
  }

  private func fragment() -> [UInt8] {
    let data = input.block(below: 40)
    let flags = UInt16(input.number(below: 4)) << 12
    return [0x02] + wire(handle() | flags) + wire(UInt16(data.count)) + data
  }

  // MARK: Steps

  private func hear(_ packet: [UInt8]) {
    hasJustSent = false
    let event = controller.handle(event: packet.span)
    if case .failed = event { require(controller.state != .running, "a failed controller does not run") }
  }

  private func hearData(_ packet: [UInt8]) {
    guard let fragment = controller.handle(aclData: packet.span) else { return }
    require(packet[0] == 0x02 && fragment.data.count == packet.count - 5, "a fragment holds all data of its packet")
  }

  private func wish() -> Command {
    let connection = ConnectionHandle(rawValue: handle() & 0x0EFF) ?? ConnectionHandle(rawValue: 0)!
    switch input.number(below: 6) {
    case 0: return .disconnect(connection, reason: .remoteUserTerminatedConnection)
    case 1: return .readRSSI(connection)
    case 2: return .leLongTermKeyRequestReply(connection, .init(repeating: 7))
    case 3: return .leLongTermKeyRequestNegativeReply(connection)
    case 4: return .leSetAdvertisingEnable(true)
    default: return .readRemoteVersionInformation(connection)
    }
  }

  private func send() {
    var isThere = false
    let packet = output(capacity: Command.maximumPacketCount) {
      isThere = controller.nextCommandPacket(into: &$0, now: now)
    }
    guard isThere else { return require(packet.isEmpty, "nothing is half sent") }
    require(!hasJustSent, "a command waits for the answer to the previous one")
    require(packet[0] == 0x01 && packet.count == 4 + Int(packet[3]), "a command is well formed")
    command = packet
    hasJustSent = true
  }

  private func sendFrame() {
    let frame = [UInt8](repeating: 0x11, count: 1 + input.number(below: 521))
    let connection = ConnectionHandle(rawValue: handle() & 0x0EFF) ?? ConnectionHandle(rawValue: 0)!
    var offset = 0
    while offset < frame.count {
      let credits = controller.aclCredits
      var count: Int?
      let packet = output(capacity: 264) {
        count = controller.encodeFragment(of: frame.span, from: offset, on: connection, into: &$0)
      }
      guard let count else { return require(packet.isEmpty, "nothing is half sent") }
      require(credits > 0 && controller.aclCredits == credits - 1, "a packet costs a credit")
      require(count > 0 && packet.count == count + 5, "a packet carries part of the frame")
      require(count <= controller.information.aclDataPacketLength, "a packet fits a buffer")
      offset += count
    }
  }

  private func wait() {
    now = now + input.interval()
    hasJustSent = false
    for _ in 0..<8 {
      _ = controller.handleTimeout(now: now)
      send()
      guard let deadline = controller.deadline, deadline <= now else { return }
      hasJustSent = false
    }
    require(false, "no deadline that was reached stays set")
  }

  private func check() {
    let total = controller.state == .running ? controller.information.totalNumACLDataPackets : 0
    require((0...total).contains(controller.aclCredits), "credits \(controller.aclCredits) are in 0...\(total)")
  }
}
