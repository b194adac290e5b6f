internal import BluetoothHost
internal import HCI
internal import LinuxPlatform
internal import Octets
internal import Timing
internal import Watch

/// Keeps the way to the controller open: carries packets both ways, and starts everything anew when it is lost.
///
///     opening → bringing up → running
///        ↑___________|___________|    lost
///
/// Each loss is one line on standard error and one event, however many attempts the recovery takes; the device knows
/// when to make them, and when to give up.
struct ControllerSupervisor: ~Copyable {
  private var device: HCIDevice
  private var receiver: H4Receiver
  /// A packet that the transport has not taken yet.
  private var packet = OctetBuffer<264>()
  /// A bound on one turn, so that a flood cannot keep the buttons and the glass waiting.
  private var readsLeft = 0
  /// Why the controller is away; nil once it has been brought up again.
  private var loss: ControllerLoss?
  private var isRunning = false

  private static let readsPerTurn = 64

  init(_ address: HCIAddress, capture: consuming Capture) {
    device = HCIDevice(address, capture: capture)
    receiver = H4Receiver(address.keepsPacketsApart ? .datagrams : .stream)
  }

  /// What to wait for.
  var descriptor: DescriptorReference? { device.descriptor }
  var interest: Interest { device.interest }
  var deadline: Instant? { device.deadline }

  /// Opens the controller at start.
  mutating func open(now: Instant) throws(PlatformError) { try device.open(now: now) }

  /// Goes on with opening, or with what the transport did not take.
  mutating func beginTurn(
    _ ready: borrowing ReadySet, _ application: inout WatchApplication, _ log: inout EventLog, now: Instant
  ) throws(PlatformError) {
    readsLeft = ready.isReadable(.controller) ? Self.readsPerTurn : 0
    if !device.isOpen { try continueOpening(&application, now: now) }
    guard device.isOpen, ready.isWritable(.controller) else { return }
    do throws(PlatformError) {
      try device.flush()
    } catch {
      try lose(.transport(error), &application, &log, now: now)
    }
  }

  private mutating func continueOpening(_ application: inout WatchApplication, now: Instant) throws(PlatformError) {
    guard try device.continueOpening(now: now) else {
      device.takeObstacle()?.report()
      return
    }
    receiver.reset()
    packet.removeAll()
    application.start(now: now)
  }

  /// Hands one packet that has arrived to `application`; false if there is none.
  mutating func deliverPacket(
    to application: inout WatchApplication, _ log: inout EventLog, now: Instant
  ) throws(PlatformError) -> Bool {
    guard try receive(&application, &log, now: now) else { return false }
    application.handle(packet: receiver.packet, now: now)
    receiver.removePacket()
    try follow(&application, &log, now: now)
    return true
  }

  /// Reads until there is a packet; false if nothing more is to be read now.
  private mutating func receive(
    _ application: inout WatchApplication, _ log: inout EventLog, now: Instant
  ) throws(PlatformError) -> Bool {
    while device.isOpen {
      if receiver.hasPacket { return true }
      guard !receiver.isFramingLost else {
        try lose(.framing, &application, &log, now: now)
        return false
      }
      guard readsLeft > 0 else { return false }
      readsLeft -= 1
      do throws(PlatformError) {
        if try receiver.receive(from: &device) == 0 { return false }
      } catch {
        try lose(.transport(error), &application, &log, now: now)
      }
    }
    return false
  }

  /// Sends what `application` has to send, as far as the transport takes it.
  mutating func sendPackets(
    of application: inout WatchApplication, _ log: inout EventLog, now: Instant
  ) throws(PlatformError) {
    try follow(&application, &log, now: now)
    do throws(PlatformError) {
      while device.isOpen, !packet.isEmpty || Self.fill(&packet, from: &application, now: now) {
        guard try device.send(packet.span) else { break }
        packet.removeAll()
      }
    } catch {
      try lose(.transport(error), &application, &log, now: now)
    }
    try follow(&application, &log, now: now)
  }

  private static func fill(
    _ packet: inout OctetBuffer<264>, from application: inout WatchApplication, now: Instant
  ) -> Bool {
    var hasPacket = false
    packet.append { output in hasPacket = application.nextPacket(into: &output, now: now) }
    return hasPacket
  }

  /// Looks how the host gets on with the controller. At its state, not at its notices: none is lost that way.
  private mutating func follow(
    _ application: inout WatchApplication, _ log: inout EventLog, now: Instant
  ) throws(PlatformError) {
    guard device.isOpen else { return }
    if application.host.state == .off, let failure = application.host.controllerFailure {
      return try lose(.controller(failure), &application, &log, now: now)
    }
    guard !isRunning, application.host.isControllerReady else { return }
    isRunning = true
    device.noteReady(now: now)
    if let loss { log.writeControllerRecovered(from: loss, at: now) }
    loss = nil
  }

  /// Everything of the link is lost with the controller, and it is opened again.
  ///
  /// It is closed before anybody is told: while a user channel is open Linux keeps the controller's number, and one
  /// that is plugged in meanwhile would get another.
  private mutating func lose(
    _ loss: consuming ControllerLoss, _ application: inout WatchApplication, _ log: inout EventLog, now: Instant
  ) throws(PlatformError) {
    device.close()
    if self.loss == nil {
      loss.report()
      log.writeControllerLost(loss, at: now)
      self.loss = loss
    }
    isRunning = false
    application.stop(now: now)
    try device.reopen(now: now)
  }
}
