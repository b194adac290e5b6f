internal import CLinux
internal import Octets
public import Timing

/// The service manager that started the program, if one did and wants to know how it is: sd_notify(3), by datagrams.
///
///     starting → (the watch runs: READY=1) → ready → (STOPPING=1) → stopping
///
/// Once ready, it is told that the program is alive (WATCHDOG=1) on a turn of the loop that happens anyway, if it last
/// heard so a quarter of its patience ago; only at half of it is there a `deadline`. A watch that looks at the clock
/// every minute thus never wakes for a patience of three.
///
/// What it does not take is not sent again: the next sign of life will do.
public struct ServiceManager: Sendable {
  private let socket: LastingText
  /// How long it may go without a sign of life; nil if it does not care.
  private let patience: Interval?
  /// When it last heard that the program is alive.
  private var lastSign: Instant?
  private var isReady = false

  /// The one that the environment names.
  public init() {
    let socket = unsafe belfry_service_socket().map { unsafe LastingText(cString: $0) } ?? LastingText()
    self.init(socket: socket, patience: Interval(microseconds: belfry_service_patience()))
  }

  /// - Parameters:
  ///   - socket: empty if there is no service manager.
  ///   - patience: zero if it does not care.
  init(socket: LastingText, patience: Interval) {
    self.socket = socket
    self.patience = patience == .zero || socket.isEmpty ? nil : patience
  }

  /// When `noteTurn` has to be called at the latest.
  public var deadline: Instant? {
    guard let patience, let lastSign else { return nil }
    return lastSign + Interval(microseconds: patience.microseconds / 2)
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
    guard let patience, let last = lastSign, now.since(last).microseconds >= patience.microseconds / 4 else { return }
    lastSign = now
    send("WATCHDOG=1")
  }

  /// Tells how the watch stands, for `systemctl status`.
  public func tellStatus(_ state: StaticString, because reason: StaticString?) {
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

  private func send(_ message: StaticString) { send(message.octets) }

  private func send(_ message: Span<UInt8>) {
    _ = unsafe socket.span.withPointer { name, length in
      unsafe message.withPointer { octets, count in unsafe belfry_service_send(name, length, octets, count) }
    }
  }
}
