internal import CLinux
internal import Octets
public import Timing

/// The one place where the program waits: for its devices, for the earliest deadline, and for signals.
///
/// Readiness is level-triggered: unread data is reported again. The kernel also reports a hang-up again and again.
/// The loop passes on a bounded number of these reports, so that the remaining data is read. Then it ignores the source
/// until `watch` gets another descriptor.
public struct EventLoop: ~Copyable {
  private let clock: Clock
  private let waiter: Descriptor
  private let timer: Descriptor
  private let signals: SignalSource
  private var watched: [10 of WatchedSource] = .init(repeating: WatchedSource())
  private var armed: Instant?

  /// Takes over SIGINT, SIGTERM, SIGHUP and SIGWINCH, and ignores SIGPIPE.
  public init(clock: Clock) throws(PlatformError) {
    let waiter = try Self.open(belfry_waiter_open(), "epoll")
    let timer = try Self.open(belfry_timer_open(), "timerfd")
    let signals = SignalSource(try Self.open(belfry_signals_open(), "signalfd"))
    let read = UInt32(BELFRY_READABLE)
    _ = belfry_waiter_set(waiter.number, timer.number, Self.timerIndex, read)
    _ = belfry_waiter_set(waiter.number, signals.descriptor.number, Self.signalIndex, read)
    self.clock = clock
    self.waiter = waiter
    self.timer = timer
    self.signals = signals
  }

  /// Sets the events to wait for at a source. Makes no system call if nothing has changed, so that the caller can call
  /// it for every source in every turn.
  ///
  /// - Parameter descriptor: nil if the source is closed.
  public mutating func watch(
    _ descriptor: DescriptorReference?, for interest: Interest, as source: Source
  ) throws(PlatformError) {
    let index = Int(source.rawValue)
    if watched[index].descriptor != descriptor {
      forget(index)
      watched[index].descriptor = descriptor
    }
    guard let descriptor, watched[index].interest != interest, !watched[index].hasHungUp else { return }
    watched[index].interest = interest
    guard interest != .none else { return belfry_waiter_remove(waiter.number, descriptor.number) }
    let status = belfry_waiter_set(waiter.number, descriptor.number, UInt32(source.rawValue), interest.rawValue)
    // A file, which has no readiness of its own.
    watched[index].isAlwaysReady = status == -BELFRY_EPERM
    if status < 0, status != -BELFRY_EPERM { throw Self.failure(status, "epoll") }
  }

  /// Waits until a source is ready, a signal arrives or the deadline is reached; without a deadline there is no time
  /// limit.
  ///
  /// If the deadline has passed, this only checks the sources.
  public mutating func wait(until deadline: Instant?) throws(PlatformError) -> ReadySet {
    var ready = alwaysReady()
    var waits = ready == ReadySet()
    if let deadline, deadline <= clock.now { waits = false }
    if waits { try arm(deadline) }
    var found: [12 of belfry_ready] = .init(repeating: belfry_ready())
    var span = found.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { buffer in
      unsafe belfry_wait(waiter.number, buffer.baseAddress, Int32(buffer.count), waits)
    }
    guard count >= 0 else { throw Self.failure(count, "epoll") }
    for index in 0..<Int(count) { note(found[index], in: &ready) }
    return ready
  }

  private mutating func note(_ found: belfry_ready, in ready: inout ReadySet) {
    switch found.source {
    case Self.timerIndex:
      belfry_timer_acknowledge(timer.number)
      armed = nil
    case Self.signalIndex:
      ready.signal = signals.next()
    default:
      noteSource(Int(found.source), found.state, in: &ready)
    }
  }

  private mutating func noteSource(_ index: Int, _ state: UInt32, in ready: inout ReadySet) {
    guard index < watched.count, let descriptor = watched[index].descriptor else { return }
    ready.insert(state, for: index)
    guard state & UInt32(BELFRY_HUNG_UP) != 0 else { return }
    ready.insert(watched[index].interest.rawValue, for: index)
    watched[index].hangUpReports += 1
    guard watched[index].hasHungUp else { return }
    belfry_waiter_remove(waiter.number, descriptor.number)
  }

  private func alwaysReady() -> ReadySet {
    var ready = ReadySet()
    for index in watched.indices where watched[index].isAlwaysReady {
      ready.insert(watched[index].interest.rawValue, for: index)
    }
    return ready
  }

  private mutating func arm(_ deadline: Instant?) throws(PlatformError) {
    guard deadline != armed else { return }
    let time = deadline.map { clock.monotonicMicroseconds($0) } ?? 0
    let status = belfry_timer_set(timer.number, time)
    guard status >= 0 else { throw Self.failure(status, "timerfd") }
    armed = deadline
  }

  private mutating func forget(_ index: Int) {
    let old = watched[index]
    watched[index] = WatchedSource()
    guard let descriptor = old.descriptor, !old.isAlwaysReady, !old.hasHungUp else { return }
    // The number may belong to another source by now.
    for other in watched.indices where watched[other].descriptor?.number == descriptor.number { return }
    belfry_waiter_remove(waiter.number, descriptor.number)
  }

  /// How often a hang-up is reported.
  static var mostHangUpReports: Int { 100 }

  private static var timerIndex: UInt32 { 30 }
  private static var signalIndex: UInt32 { 31 }

  private static func open(_ status: Int32, _ name: StaticString) throws(PlatformError) -> Descriptor {
    guard status >= 0 else { throw failure(status, name) }
    return Descriptor(owning: status)
  }

  private static func failure(_ status: Int32, _ name: StaticString) -> PlatformError {
    PlatformError(.kernel, .open, StaticBytes(name), status: status)
  }
}

/// The loop's data about a source.
private struct WatchedSource {
  var descriptor: DescriptorReference?
  var interest = Interest.none
  var isAlwaysReady = false
  var hangUpReports = 0

  /// Whether the hang-up has been reported often enough.
  var hasHungUp: Bool { hangUpReports >= EventLoop.mostHangUpReports }
}

/// The signals, which arrive as they did before once this ends.
@usableFromInline
struct SignalSource: ~Copyable {
  let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  @inlinable
  deinit { Self.release() }

  @usableFromInline
  static func release() { belfry_signals_release() }

  /// The most important of the signals that have arrived.
  func next() -> Signal? {
    var signal: Signal?
    while true {
      switch belfry_signals_next(descriptor.number) {
      case BELFRY_SIGNAL_TERMINATE: signal = .terminate
      case BELFRY_SIGNAL_WINDOW_CHANGE: signal = signal ?? .windowChange
      default: return signal
      }
    }
  }
}
