internal import Octets
internal import Timing

/// The way of commands to the controller: a bounded queue, and one command at a time.
///
///     idle → waiting for an answer → idle
///
/// Two things end it: an answer that does not come, and a controller that takes no commands any more.
/// Core Spec 5.4, Vol 4, Part E, 4.4.
struct CommandChannel: ~Copyable {
  private let inPlace = InPlace()
  static var answerTimeout: Interval { .seconds(2) }
  /// The first Reset is repeated after this time: a controller may miss it while it wakes.
  static var firstResetTimeout: Interval { .seconds(1) }
  /// How long the controller may refuse to take a command that waits.
  static var creditTimeout: Interval { .seconds(4) }

  /// The command that waits for its answer.
  private(set) var outstanding: Command?
  /// How many commands the controller takes: 1 after a reset, then what its events say.
  private var credits: UInt8 = 1
  private var answerDeadline = Deadline()
  private var creditDeadline = Deadline()

  // Large, and therefore last: short instructions reach the properties before.
  private var queue = FixedQueue<16, Command>()

  init() {}

  /// Whether `command` found room.
  mutating func enqueue(_ command: Command) -> Bool {
    queue.pushLast(command) == nil
  }

  /// The command to send now, which then waits for its answer; nil if none may be sent.
  mutating func next(now: Instant, answerWithin timeout: Interval) -> Command? {
    guard outstanding == nil, !queue.isEmpty else { return nil }
    guard credits > 0 else {
      if !creditDeadline.isSet { creditDeadline.set(now + Self.creditTimeout) }
      return nil
    }
    credits -= 1
    outstanding = queue.popFirst()
    answerDeadline.set(now + timeout)
    return outstanding
  }

  mutating func assignCredits(_ count: UInt8) {
    credits = count
    if count > 0 { creditDeadline.clear() }
  }

  /// Ends the waiting command if it is that of `opcode`, and returns it.
  @inline(never)  // Several callers: one copy is smaller.
  mutating func finish(_ opcode: Opcode) -> Command? {
    guard let command = outstanding, command.opcode == opcode else { return nil }
    outstanding = nil
    answerDeadline.clear()
    return command
  }

  var deadline: Instant? { earliest(answerDeadline.instant, creditDeadline.instant) }

  /// Returns the timeout that has expired, as a failure; nil if none has.
  mutating func expire(now: Instant) -> ControllerFailure? {
    if answerDeadline.expire(at: now), let outstanding { return .commandTimeout(outstanding.opcode) }
    return creditDeadline.expire(at: now) ? .noCommandCredits : nil
  }
}
