internal import HCI
internal import LinuxPlatform
internal import Octets
internal import Timing
internal import WatchCore

/// The controller's part of the self-test: it is opened and brought up once, as the watch does it.
struct ControllerTest: ~Copyable {
  enum Outcome {
    case ready(ControllerInformation)
    case failed(ControllerFailure)
    case framingLost
    case interrupted
  }

  private var device: HCIDevice
  private var receiver: ControllerReceiver
  private var controller = Controller()
  private var packet = OctetBuffer<264>()

  init(_ address: HCIAddress) {
    device = HCIDevice(address)
    receiver = ControllerReceiver(address.keepsPacketsApart ? .datagrams : .stream)
  }

  /// Waits as long as the watch would at its start: half a minute for a Linux controller, two seconds for each answer.
  ///
  /// - Throws: if it cannot be opened, or is lost.
  mutating func run(in loop: inout EventLoop, clock: Clock) throws(PlatformError) -> Outcome {
    try device.open(now: clock.now)
    while true {
      try loop.watch(device.descriptor, for: device.interest, as: .controller)
      let ready = try loop.wait(until: earliest(device.deadline, controller.deadline))
      if ready.signal == .terminate { return .interrupted }
      if let outcome = try turn(ready, now: clock.now) { return outcome }
    }
  }

  private mutating func turn(_ ready: borrowing ReadySet, now: Instant) throws(PlatformError) -> Outcome? {
    if !device.isOpen {
      guard try device.continueOpening(now: now) else {
        device.takeObstacle()?.report()
        return nil
      }
      controller.start()
    }
    device.noteReadiness(ready)
    _ = try receiver.receive(from: &device)
    if let outcome = takePackets() { return outcome }
    if let event = controller.handleTimeout(now: now), let outcome = Self.outcome(event, controller) { return outcome }
    try sendCommands(now: now)
    return nil
  }

  private mutating func takePackets() -> Outcome? {
    while receiver.hasPacket {
      let isEvent = receiver.packet[0] == PacketIndicator.event.rawValue
      let event = isEvent ? controller.handle(event: receiver.packet) : nil
      receiver.removePacket()
      if let event, let outcome = Self.outcome(event, controller) { return outcome }
    }
    return receiver.isFramingLost ? .framingLost : nil
  }

  private static func outcome(_ event: ControllerEvent, _ controller: borrowing Controller) -> Outcome? {
    switch event {
    case .ready: .ready(controller.information)
    case .failed(let failure): .failed(failure)
    default: nil
    }
  }

  private mutating func sendCommands(now: Instant) throws(PlatformError) {
    guard device.isOpen else { return }
    while !packet.isEmpty || Self.fill(&packet, from: &controller, now: now) {
      guard try device.send(packet.span) else { return }
      packet.removeAll()
    }
  }

  private static func fill(_ packet: inout OctetBuffer<264>, from controller: inout Controller, now: Instant) -> Bool {
    var hasPacket = false
    packet.append { output in hasPacket = controller.nextCommandPacket(into: &output, now: now) }
    return hasPacket
  }
}
