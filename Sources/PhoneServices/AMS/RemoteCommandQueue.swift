internal import Octets
internal import Timing

/// The commands that wait, and the results of those that have ended.
///
/// If the phone does not answer for 10 s, all commands are given up.
struct RemoteCommandQueue {
  private static var answerTime: Interval { .seconds(10) }

  private var waiting = FixedQueue<4, RemoteCommandID>()
  private var outcomes = FixedQueue<8, RemoteCommandOutcome>()
  private var timeout = Deadline()

  /// Whether another command may wait. Waiting commands and untaken results share four places, because each command
  /// ends with a result.
  var hasRoom: Bool { waiting.count + outcomes.count < 4 }

  var deadline: Instant? { timeout.instant }

  /// - Returns: whether a command timed out, so that the caller must abandon all commands.
  mutating func handleTimeout(now: Instant) -> Bool { timeout.expire(at: now) }

  /// - Returns: whether there was room.
  mutating func append(_ command: RemoteCommandID, now: Instant) -> Bool {
    guard waiting.pushLast(command) == nil else { return false }
    if !timeout.isSet { timeout.set(now + Self.answerTime) }
    return true
  }

  mutating func popFirst() -> RemoteCommandID? { waiting.popFirst() }

  /// The phone answered a command.
  mutating func finish(_ command: RemoteCommandID, _ result: RemoteCommandResult, now: Instant) {
    if waiting.isEmpty { timeout.clear() } else { timeout.set(now + Self.answerTime) }
    put(command, result)
  }

  /// Gives up all commands that wait, and the one that was sent, if any.
  mutating func abandon(sent: RemoteCommandID?, _ result: RemoteCommandResult) {
    timeout.clear()
    if let sent { put(sent, result) }
    while let command = waiting.popFirst() { put(command, result) }
  }

  mutating func nextOutcome() -> RemoteCommandOutcome? { outcomes.popFirst() }

  /// There is always room, because `hasRoom` keeps a place for the result of each command.
  private mutating func put(_ command: RemoteCommandID, _ result: RemoteCommandResult) {
    _ = outcomes.pushLast(RemoteCommandOutcome(command: command, result: result))
  }
}
