internal import CLinux
public import Octets
public import Timing

/// A program that has asked, to be answered; it may have gone since.
public struct ControlPeer: Equatable, Sendable {
  /// Below `ControlSocket.mostClients`: no two programs that are connected have the same.
  public let place: Int
  let generation: UInt32
}

/// A line that a program has sent.
public struct ControlArrival: Equatable, Sendable {
  public let peer: ControlPeer
  /// A line of more than 511 octets is not kept.
  public let isTooLong: Bool
}

/// The Unix socket of `--control`: lines in, lines out, for a few programs at a time; or none.
///
/// Nothing a program does can make the watch wait, or take memory.
public struct ControlSocket: ~Copyable {
  public static var mostClients: Int { 4 }
  private static var acceptPause: Interval { .seconds(1) }

  private var listener = ControlListener()
  private var clients: [4 of ControlClient] = .init { _ in ControlClient() }
  private var generation: UInt32 = 0
  /// The kernel had no descriptor to give: when to try again.
  private var pause = Deadline()

  /// No socket: nothing ever comes.
  public init() {}

  public init(path: StaticBytes) throws(PlatformError) { try open(path) }

  /// Makes the socket, with mode 0600.
  public mutating func open(_ path: StaticBytes) throws(PlatformError) { listener = try ControlListener(path: path) }

  public var isOpen: Bool { listener.descriptor.isOpen }

  /// Registers the descriptors to wait for.
  public func watch(in loop: inout EventLoop) throws(PlatformError) {
    guard isOpen else { return }
    try loop.watch(DescriptorReference(listener.descriptor), for: pause.isSet ? .none : .read, as: .control)
    for place in clients.indices {
      try loop.watch(clients[place].descriptor, for: clients[place].interest, as: .client(place))
    }
  }

  public var deadline: Instant? {
    var deadline = pause.instant
    for place in clients.indices { deadline = earliest(deadline, clients[place].deadline) }
    return deadline
  }

  /// Receives from the programs, and sends as much as they accept.
  public mutating func poll(_ ready: borrowing ReadySet, now: Instant) {
    guard isOpen else { return }
    for place in clients.indices {
      if ready.hasHungUp(.client(place)) { clients[place].noteHangUp() }
      if ready.isReadable(.client(place)) { clients[place].read(now: now) }
      if ready.isWritable(.client(place)) { clients[place].flush(now: now) }
      clients[place].handleTimeout(now: now)
    }
  }

  /// A program that loses its place, once all lines are taken: it has begun a line and does not end it, or it has been
  /// silent for longer than the others while another one waits for a place.
  public mutating func nextIdle(_ ready: borrowing ReadySet, now: Instant) -> ControlPeer? {
    guard isOpen else { return nil }
    var silent: (place: Int, since: Instant)?
    for place in clients.indices {
      if clients[place].isLineOverdue(at: now) { return peer(at: place) }
      guard let since = clients[place].silence, since + ControlClient.timeout <= now else { continue }
      if silent.map({ since < $0.since }) ?? true { silent = (place, since) }
    }
    guard !hasFreePlace, ready.isReadable(.control), let silent else { return nil }
    return peer(at: silent.place)
  }

  /// Lets a program go.
  public mutating func dismiss(_ peer: ControlPeer) {
    if has(peer) { clients[peer.place].end() }
  }

  private func peer(at place: Int) -> ControlPeer {
    ControlPeer(place: place, generation: clients[place].generation)
  }

  /// Accepts programs, after all lines are taken and the places of disconnected programs are free.
  ///
  /// - Parameter refusal: the answer to a program that is refused because all places are taken.
  public mutating func accept(_ ready: borrowing ReadySet, refusal: Span<UInt8>, now: Instant) {
    let hasPaused = pause.expire(at: now)
    let isAsked = ready.isReadable(.control)
    guard isOpen, hasPaused || isAsked else { return }
    var hasAdmitted = false
    // A program that was just accepted may have disconnected already: this is noticed in the next turn.
    while hasFreePlace || !hasAdmitted {
      let number = listener.accept()
      if number == -BELFRY_EAGAIN { return }
      guard number >= 0 else { return pause.set(now + Self.acceptPause) }
      admit(number, refusal: refusal, now: now)
      hasAdmitted = true
    }
  }

  private var hasFreePlace: Bool {
    for place in clients.indices where clients[place].isFree { return true }
    return false
  }

  /// Takes a line into `line`; nil if there is no further request now.
  public mutating func takeLine(into line: inout OctetBuffer<512>) -> ControlArrival? {
    for place in clients.indices {
      let arrival = clients[place].takeLine(into: &line)
      guard arrival != .none else { continue }
      return ControlArrival(peer: peer(at: place), isTooLong: arrival == .tooLong)
    }
    return nil
  }

  /// Whether the program is still there.
  public func has(_ peer: ControlPeer) -> Bool {
    !clients[peer.place].isFree && clients[peer.place].generation == peer.generation
  }

  /// Whether all data for the program has been passed to the kernel.
  public func isClear(for peer: ControlPeer) -> Bool { has(peer) && clients[peer.place].isClear }

  /// Sends a line to the program, if it is still there.
  ///
  /// - Parameter isLast: whether its line is answered with that.
  public mutating func send(_ line: Span<UInt8>, to peer: ControlPeer, isLast: Bool, now: Instant) {
    if has(peer) { clients[peer.place].send(line, isLast: isLast, now: now) }
  }

  private mutating func admit(_ number: Int32, refusal: Span<UInt8>, now: Instant) {
    for place in clients.indices where clients[place].isFree {
      generation &+= 1
      return clients[place].begin(number, generation: generation, now: now)
    }
    // Sends the refusal if possible, and closes the connection.
    _ = Descriptor(owning: number).write(refusal)
  }
}
