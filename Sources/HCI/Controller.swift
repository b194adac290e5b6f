public import Identifiers
internal import Octets
public import Timing

/// The host's side of one Bluetooth controller.
///
///     off → starting up → running
///               ↓            ↓
///             failed ←———————┘        start() leads    from any state to starting up
///
/// It brings the controller up, sends one command at a time, keeps the account of ACL packets, and turns events into
/// `ControllerEvent`s. It owns no transport: give it the packets that arrived, and after each call poll
/// `nextCommandPacket` and, for frames that wait, `encodeFragment`.
///
/// Core Spec 5.4, Vol 4, Part E.
public struct Controller: ~Copyable {
  public enum State: Equatable, Sendable {
    case off
    case startingUp
    case running
    case failed(ControllerFailure)
  }

  public internal(set) var state = State.off
  public internal(set) var statistics = ControllerStatistics()
  var bringUp = BringUp()
  var channel = CommandChannel()
  var links = LinkTable(totalNumACLDataPackets: 0)
  /// A command found no room: reported at once, as a deadline that is due.
  private var hasOverflowed = false
  private var hasRepeatedReset = false

  public init() {}

  /// What is known of the controller: complete once it is ready.
  public var information: ControllerInformation { bringUp.information }

  /// Forgets all that was, and begins with a reset: for a transport that has just been opened.
  ///
  /// - Parameter knownAddress: the public address that phones know us by: a controller that has forgotten it is told,
  ///   if it can be. `information.publicAddress` says whether it took it.
  public mutating func start(knownAddress: DeviceAddress? = nil) {
    stop()
    bringUp = BringUp(knownAddress: knownAddress)
    state = .startingUp
    sendBringUpCommand()
  }

  /// Forgets everything: for a transport that is gone.
  public mutating func stop() {
    state = .off
    bringUp = BringUp()
    forgetWork()
  }

  private mutating func forgetWork() {
    channel = CommandChannel()
    links = LinkTable(totalNumACLDataPackets: 0)
    hasOverflowed = false
    hasRepeatedReset = false
  }

  /// Gives up a controller that its owner has found to be of no use.
  public mutating func giveUp(_ failure: ControllerFailure) -> ControllerEvent { fail(failure) }

  mutating func fail(_ failure: ControllerFailure) -> ControllerEvent {
    state = .failed(failure)
    forgetWork()
    return .failed(failure)
  }

  /// Lines `command` up to be sent. Outside of running it is dropped.
  ///
  /// Sixteen may wait. One more, and the controller counts as lost: `deadline` is due at once, and `handleTimeout`
  /// tells.
  public mutating func enqueue(_ command: Command) {
    guard state == .running else { return }
    if !channel.enqueue(command) { hasOverflowed = true }
  }

  mutating func sendBringUpCommand() {
    guard let command = bringUp.command else { return }
    _ = channel.enqueue(command)
  }

  /// Appends the next command's packet, at most `Command.maximumPacketCount` octets, if one is to be sent now.
  ///
  /// From now on the command counts as sent. Once Disconnect is, the connection takes no more data.
  ///
  /// - Precondition: the output has room for the longest command.
  @_lifetime(output: copy output)
  public mutating func nextCommandPacket(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    precondition(output.freeCapacity >= Command.maximumPacketCount)
    let isFirstReset = bringUp.step == .reset && !hasRepeatedReset
    let timeout = isFirstReset ? CommandChannel.firstResetTimeout : CommandChannel.answerTimeout
    guard let command = channel.next(now: now, answerWithin: timeout) else { return false }
    note(command, sentAt: now)
    do throws(EncodeError) {
      try command.encode(into: &output)
      return true
    } catch {
      return false
    }
  }

  private mutating func note(_ command: Command, sentAt now: Instant) {
    switch command {
    case .disconnect(let connection, _): links.setDisconnecting(connection, now: now)
    case .leLongTermKeyRequestReply(let connection, _): links.setKeyOurs(connection, true)
    default: break
    }
  }

  /// When `handleTimeout` has something to do.
  public var deadline: Instant? {
    hasOverflowed ? .start : earliest(channel.deadline, links.deadline)
  }

  /// Repeats a reset that was not answered, or tells that the controller is lost.
  public mutating func handleTimeout(now: Instant) -> ControllerEvent? {
    if hasOverflowed { return fail(.commandQueueOverflow) }
    if links.hasExpired(now: now) { return fail(.disconnectionTimeout) }
    guard let failure = channel.expire(now: now) else { return nil }
    guard failure == .commandTimeout(.reset), !hasRepeatedReset else { return fail(failure) }
    hasRepeatedReset = true
    channel = CommandChannel()
    sendBringUpCommand()
    return nil
  }
}

// Data.
extension Controller {
  /// Whether data may be sent on `connection`. Once it may not, frames that wait for it can be dropped.
  public func isOpen(_ connection: ConnectionHandle) -> Bool { links.isOpen(connection) }

  /// How many more ACL packets the controller takes now.
  public var aclCredits: Int { links.credits }

  /// Reads an ACL packet that arrived, indicator included; nil if it is to be dropped.
  @_lifetime(copy packet)
  public mutating func handle(aclData packet: Span<UInt8>) -> ACLFragment? {
    do throws(DecodeError) {
      let fragment = try ACLFragment(decoding: packet)
      if links.contains(fragment.connectionHandle) { return fragment }
    } catch {
      // Counted like one that no connection is known for.
    }
    statistics.droppedACLPackets &+= 1
    return nil
  }

  /// Appends a packet with the part of `frame`, a whole L2CAP frame, that comes next: as much as the controller takes
  /// in one packet, and the output has room for.
  ///
  /// The packet counts as sent. Send all of a frame before anything of the next one on the same connection.
  ///
  /// - Parameter offset: how many octets of the frame have been sent.
  /// - Returns: how many octets of the frame the packet carries; nil if nothing was appended, because the controller
  ///   takes no packet now, the connection is not open, the frame has no more octets, or the output has room for none.
  @_lifetime(output: copy output)
  public mutating func encodeFragment(
    of frame: Span<UInt8>, from offset: Int, on connection: ConnectionHandle, into output: inout OutputSpan<UInt8>
  ) -> Int? {
    guard links.credits > 0, links.isOpen(connection), offset >= 0, offset < frame.count else { return nil }
    do throws(EncodeError) {
      let count = try ACLFragment.encode(
        frame, from: offset, limit: bringUp.information.aclDataPacketLength, on: connection, into: &output)
      links.charge(connection)
      return count
    } catch {
      return nil
    }
  }
}
