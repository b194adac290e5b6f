internal import CLinux
internal import Octets
public import Timing

/// The service manager that started the program, if there is one: sends it the datagrams of sd_notify(3).
///
///     starting → (the watch runs: READY=1) → ready → (STOPPING=1) → stopping
///
/// Once ready, the program sends WATCHDOG=1 on a turn of the loop that happens anyway, if it last did so a quarter of
/// the watchdog interval ago. The `deadline` is after half of the interval. A watch that tests a silent controller
/// every five minutes therefore never wakes only for a watchdog interval of eleven minutes.
///
/// A datagram that is not accepted is not repeated: the next one is enough.
public struct ServiceManager: Sendable {
  private let socket: StaticBytes
  /// The watchdog interval; nil if the manager does not watch the program.
  private let timeout: Interval?
  /// The time of the last WATCHDOG=1 that was sent.
  private var lastSign: Instant?
  private var isReady = false

  /// Uses the service manager that the environment names.
  public init() {
    let socket = unsafe belfry_service_socket().map { unsafe StaticBytes(cString: $0) } ?? StaticBytes()
    self.init(socket: socket, timeout: Interval(microseconds: belfry_service_timeout()))
  }

  /// - Parameters:
  ///   - socket: empty if there is no service manager.
  ///   - timeout: the watchdog interval; zero if the manager does not watch the program.
  init(socket: StaticBytes, timeout: Interval) {
    self.socket = socket
    self.timeout = timeout == .zero || socket.isEmpty ? nil : timeout
  }

  /// The latest time at which `noteTurn` must be called.
  public var deadline: Instant? {
    guard let timeout, let lastSign else { return nil }
    return lastSign + Interval(microseconds: timeout.microseconds / 2)
  }

  /// Tells that the watch runs, the first time that it does, and that the program is alive.
  ///
  /// - Parameter isRunning: whether all that the watch needs has been brought up.
  public mutating func noteTurn(isRunning: Bool, now: Instant) {
    guard !socket.isEmpty, isReady || isRunning else { return }
    if !isReady {
      isReady = true
      lastSign = now
      return send("READY=1")
    }
    guard let timeout, let last = lastSign, now.since(last).microseconds >= timeout.microseconds / 4 else { return }
    lastSign = now
    send("WATCHDOG=1")
  }

  /// Sends the state of the connection, for `systemctl status`.
  public func reportStatus(_ state: StaticString, because reason: StaticString?) {
    guard !socket.isEmpty else { return }
    var message = MessageText()
    message.put("STATUS=")
    message.put(state)
    if let reason {
      message.put(": ")
      message.put(reason)
    }
    send(message.span)
  }

  /// Tells that the program was asked to end, and does.
  public mutating func noteStopping() {
    guard !socket.isEmpty else { return }
    lastSign = nil
    send("STOPPING=1")
  }

  private func send(_ message: StaticString) { send(message.utf8Span) }

  private func send(_ message: Span<UInt8>) {
    _ = unsafe socket.span.withPointer { name, length in
      unsafe message.withPointer { octets, count in unsafe belfry_service_send(name, length, octets, count) }
    }
  }
}
