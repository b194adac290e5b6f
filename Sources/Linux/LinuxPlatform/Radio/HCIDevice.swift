internal import CLinux
internal import Octets
public import Peripherals
public import Timing

/// The way to the Bluetooth controller: a Linux user channel, a TCP or Unix stream, or a serial line.
///
/// `ControllerOpening` has its states. One type for all transports, so that generic code over it is specialised once.
public struct HCIDevice: HCITransport, ~Copyable {
  public typealias Failure = PlatformError

  private let address: HCIAddress
  private var opening: ControllerOpening
  private var file = Descriptor()
  private var generation: UInt32 = 0
  private var output = UnsentOctets<1_100>()
  private var capture: Capture
  /// Whether there may be something to read, and whether there is room again for what was not sent.
  private var isReadable = true
  private var hasRoom = false

  /// The room that `receive` wants, in octets: a user channel hands over a whole packet or cuts it.
  public static var leastRoom: Int { 1_100 }

  public init(_ address: HCIAddress, capture: consuming Capture = Capture()) {
    self.address = address
    self.capture = capture
    opening = ControllerOpening(of: address)
  }

  public var isOpen: Bool { opening.phase == .inUse }

  public var descriptor: DescriptorReference? { DescriptorReference(file, generation: generation) }

  public var interest: Interest {
    switch opening.phase {
    case .closed, .waiting, .opened: .none
    case .connecting: .write
    case .inUse: output.wantsRoom ? .readWrite : .read
    }
  }

  // MARK: Opening

  /// When `continueOpening` wants to be called at the latest.
  public var deadline: Instant? { opening.deadline }

  /// Opens the controller at start: now, or, for a Linux controller that is still being set up, within 30 s.
  ///
  /// - Throws: immediately if waiting cannot help.
  public mutating func open(now: Instant) throws(PlatformError) {
    opening.begin(now: now)
    try attempt(now: now)
  }

  /// Closes a controller that is lost, or cannot be brought up, and tries to open it again: for 30 s if it has never
  /// been ready or another program emulates it, for ten minutes if it is hardware.
  ///
  /// Closing a user channel takes the controller down, and opening it brings it up again. That need not cycle the power
  /// of its chip: see `ChipReset`.
  ///
  /// - Throws: when it has been tried long enough.
  public mutating func reopen(now: Instant) throws(PlatformError) {
    close()
    guard opening.noteLoss(now: now) else { throw failure(.bringUp, -BELFRY_EPROTO) }
  }

  /// Goes on with opening. Call it on every turn while `isOpen` is false.
  ///
  /// - Returns: true once, when the controller is open.
  /// - Throws: when it is given up, and lost for good.
  public mutating func continueOpening(now: Instant) throws(PlatformError) -> Bool {
    switch opening.phase {
    case .closed, .opened, .inUse: break
    case .waiting(let time): if time <= now { try attempt(now: now) }
    case .connecting(let time): try conclude(isLate: time <= now, now: now)
    }
    return opening.takeOpened()
  }

  /// Lets go of the controller; `open` and `reopen` open it again.
  public mutating func close() {
    if case .serial = address.kind, file.isOpen { belfry_serial_drop_output(file.number) }
    file.close()
    opening.noteClosed()
    isReadable = true
    hasRoom = false
  }

  /// The controller has been brought up: from now on it is in use, and its loss would be a new one if this lasts.
  public mutating func noteReady(now: Instant) { opening.noteReady(now: now) }

  /// The round of a reset of the chip that was requested since the last call.
  public mutating func takeResetRound() -> UInt8? { opening.takeResetRound() }

  /// The obstacle to opening the controller again: reported once per outage, immediately if the user must remove it,
  /// otherwise after a while.
  public mutating func takeObstacle() -> PlatformError? {
    opening.takeObstacle().map { failure(.open, 0 &- $0.rawValue) }
  }

  private mutating func attempt(now: Instant) throws(PlatformError) {
    opening.noteAttempt()
    let number = openAddress()
    guard number >= 0 else { return try fail(number, now: now) }
    adopt(number)
    guard case .tcp = address.kind else { return opening.noteOpened() }
    opening.noteConnecting(now: now)
    try conclude(isLate: false, now: now)
  }

  private mutating func conclude(isLate: Bool, now: Instant) throws(PlatformError) {
    let status = belfry_connection_status(file.number)
    if status == 0 {
      opening.noteOpened()
    } else if status != -BELFRY_EINPROGRESS {
      try fail(status, now: now)
    } else if isLate {
      try fail(-BELFRY_ETIMEDOUT, now: now)
    }
  }

  private mutating func fail(_ status: Int32, now: Instant) throws(PlatformError) {
    close()
    guard opening.noteFailure(SystemError(status: status), now: now) else { throw failure(.open, status) }
  }

  private func openAddress() -> Int32 {
    unsafe address.target.span.withPointer { pointer, count in
      switch address.kind {
      case .userChannel(let index): belfry_user_channel_open(index)
      case .tcp(let port): unsafe belfry_tcp_connect(pointer, count, port)
      case .unix: unsafe belfry_unix_connect(pointer, count)
      case .serial(let baud): unsafe belfry_serial_open(pointer, count, baud)
      }
    }
  }

  private mutating func adopt(_ number: Int32) {
    file = Descriptor(owning: number)
    generation &+= 1
    output.removeAll()
    capture.restart()
  }

  // MARK: Packets

  /// Appends the received octets. A user channel is not read while there is less room than `leastRoom`.
  ///
  /// - Throws: an error if the controller is lost. Call `reopen`.
  public mutating func receive(into buffer: inout OutputSpan<UInt8>) throws(PlatformError) -> Int {
    guard isOpen else { return 0 }
    if hasRoom { try flush() }
    guard isReadable else { return 0 }
    let before = buffer.count
    let status = address.keepsPacketsApart ? readPacket(into: &buffer) : file.read(into: &buffer)
    if status == -BELFRY_EAGAIN || buffer.freeCapacity == 0 && status == 0 { return 0 }
    guard status > 0 else { throw failure(.read, status) }
    capture.noteReceived(buffer.span.extracting(droppingFirst: before))
    return Int(status)
  }

  /// Sends one whole packet. If the kernel takes only a part, the rest is sent before any other packet.
  ///
  /// - Returns: false if the packet was not taken. `interest` then includes writing: send the packet again when the
  ///   kernel reports room.
  /// - Throws: an error if the controller is lost. Call `reopen`.
  public mutating func send(_ packet: Span<UInt8>) throws(PlatformError) -> Bool {
    guard isOpen else { return false }
    let status = output.send(packet, to: file)
    guard status >= 0 else { throw failure(.write, status) }
    guard status > 0 else { return false }
    capture.noteSent(packet)
    return true
  }

  /// Notes whether the kernel has reported the controller. Call it on every turn: `receive` then reads only if there is
  /// something to read, and sends the rest of a packet if there is room for it.
  public mutating func noteReadiness(_ ready: borrowing ReadySet) {
    isReadable = ready.isReadable(.controller)
    hasRoom = ready.isWritable(.controller)
  }

  /// Sends the rest of a packet.
  ///
  /// - Throws: when the controller is gone.
  mutating func flush() throws(PlatformError) {
    hasRoom = false
    guard isOpen else { return }
    let status = output.flush(to: file)
    guard status >= 0 else { throw failure(.write, status) }
  }

  @_lifetime(buffer: copy buffer)
  private func readPacket(into buffer: inout OutputSpan<UInt8>) -> Int32 {
    guard buffer.freeCapacity >= Self.leastRoom else { return -BELFRY_EAGAIN }
    return unsafe buffer.append { pointer, capacity in unsafe belfry_packet_read(file.number, pointer, capacity) }
  }

  func failure(_ action: PlatformError.Action, _ status: Int32) -> PlatformError {
    let subject: PlatformError.Subject =
      switch address.kind {
      case .userChannel: .userChannel
      case .tcp, .unix: .controllerStream
      case .serial: .serialController
      }
    return PlatformError(subject, action, address.text, status: status)
  }
}
