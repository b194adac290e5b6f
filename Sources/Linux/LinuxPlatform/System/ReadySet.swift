internal import CLinux

/// The sources that the event loop can wait for.
public enum Source: UInt8, Sendable {
  case controller, buttons, events, terminal
  /// Programs that connect, and those that have.
  case control, client0, client1, client2, client3
  /// The process that writes the files.
  case helper

  static var count: Int { 10 }

  /// - Precondition: `place` is below `ControlSocket.mostClients`.
  static func client(_ place: Int) -> Source {
    switch place {
    case 0: .client0
    case 1: .client1
    case 2: .client2
    default: .client3
    }
  }
}

/// The conditions to wait for at a source.
public struct Interest: Equatable, Sendable {
  let rawValue: UInt32

  public static let none = Interest(rawValue: 0)
  /// The end of the connection alone. All others but `none` report it, too.
  public static let hangUp = Interest(rawValue: UInt32(BELFRY_HUNG_UP))
  public static let read = Interest(rawValue: UInt32(BELFRY_READABLE))
  public static let write = Interest(rawValue: UInt32(BELFRY_WRITABLE))
  public static let readWrite = Interest(rawValue: UInt32(BELFRY_READABLE | BELFRY_WRITABLE))
}

/// A signal that concerns the watch.
public enum Signal: Equatable, Sendable {
  /// SIGINT, SIGTERM or SIGHUP: end.
  case terminate
  /// SIGWINCH: the terminal has another size.
  case windowChange
}

/// The result of one wait.
public struct ReadySet: Equatable, Sendable {
  private var states: [10 of UInt32] = .init(repeating: 0)
  /// The signal that arrived; `terminate` if there were several and it was among them.
  public internal(set) var signal: Signal?

  public init() {}

  public func isReadable(_ source: Source) -> Bool { has(BELFRY_READABLE, source) }

  public func isWritable(_ source: Source) -> Bool { has(BELFRY_WRITABLE, source) }

  /// Whether the other end of the source is closed. The source is also reported as ready: read until that throws. The
  /// hang-up is reported only a bounded number of times.
  public func hasHungUp(_ source: Source) -> Bool { has(BELFRY_HUNG_UP, source) }

  mutating func insert(_ state: UInt32, for index: Int) { states[index] |= state }

  private func has(_ flag: Int32, _ source: Source) -> Bool {
    states[Int(source.rawValue)] & UInt32(flag) != 0
  }

  public static func == (one: ReadySet, other: ReadySet) -> Bool {
    for index in one.states.indices where one.states[index] != other.states[index] { return false }
    return one.signal == other.signal
  }
}
