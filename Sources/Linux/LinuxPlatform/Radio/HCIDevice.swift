internal import CLinux
internal import Octets
public import Peripherals
internal import Timing

/// The way to the Bluetooth controller: a Linux user channel, a TCP or Unix stream, or a serial line.
///
///     closed → (open) → waiting ⇄ connecting → opened → (continueOpening) → inUse → (reopen) → waiting …
///
/// One type for all transports, so that generic code over it is specialised once.
public struct HCIDevice: HCITransport, ~Copyable {
  public typealias Failure = PlatformError

  enum Phase: Equatable {
    case closed
    case waiting(until: Instant)
    case connecting(until: Instant)
    case opened
    case inUse
  }

  let address: HCIAddress
  var phase = Phase.closed
  var attempts: OpeningAttempts
  var chipReset = ChipReset()
  /// The round of a reset that was requested, until it is reported.
  var requestedRound: UInt8?
  /// The instant at which the controller became ready.
  var readySince: Instant?
  /// The obstacle to opening that must be reported.
  var obstacle: PlatformError?
  var file = Descriptor()
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
    attempts = OpeningAttempts(limitAfterLoss: address.limitAfterLoss)
  }

  public var isOpen: Bool { phase == .inUse }

  public var descriptor: DescriptorReference? { DescriptorReference(file, generation: generation) }

  public var interest: Interest {
    switch phase {
    case .closed, .waiting, .opened: .none
    case .connecting: .write
    case .inUse: output.wantsRoom ? .readWrite : .read
    }
  }

  mutating func adopt(_ number: Int32) {
    file = Descriptor(owning: number)
    generation &+= 1
    output.removeAll()
    capture.restart()
  }

  /// Lets go of the controller; `open` and `reopen` open it again.
  public mutating func close() {
    file.close()
    phase = .closed
    isReadable = true
    hasRoom = false
  }

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
