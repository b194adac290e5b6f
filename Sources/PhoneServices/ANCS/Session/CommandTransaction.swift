internal import Octets
internal import Timing

/// The command on the Control Point that is under way, and its reply as it comes.
///
///     idle → sent ─┬→ written ─┬→ idle
///                  └→ replied ─┘              sent ── timeout ──→ idle, but the write is still outstanding
///
/// A command has ended when the phone has answered its write and the reply, if it has one, is complete.
struct CommandTransaction {
  // An optional structure would hold what belongs to the command, but the compiler writes all of it for each change.
  /// The command under way.
  private(set) var command: QueuedCommand?
  /// When the command is given up; not set without a command.
  private(set) var deadline = Deadline()
  /// The latest deadline of the command, however many fragments of its reply arrive.
  private var lastDeadline = Instant.start
  private var isWritten = false
  /// Whether a part of the reply to the command is awaited; false without a command.
  private(set) var isReplyDue = false
  private var hasReplyBegun = false
  /// Whether the reply goes to the message that is being read; false without a command.
  private(set) var isForReader = false

  /// Whether a write was handed out and not answered. It may outlive its command, which times out earlier.
  private var isWriteOutstanding = false
  /// The notification that the last command asked about; its UID may belong to another one since.
  private(set) var askedSerial: UInt32?
  private(set) var reply = DataSourceAssembler()

  /// The longest wait for an answer or for the next fragment of a reply.
  static var answerTime: Interval { .seconds(10) }
  /// How long to wait for the first tuple of an app's reply.
  private static var emptyReplyTime: Interval { .seconds(1) }
  /// The longest time for a command, however many fragments arrive.
  private static var commandTime: Interval { .seconds(60) }

  var isIdle: Bool { command == nil && !isWriteOutstanding }
  /// Whether the phone took the command, and no part of its reply has come.
  var isReplyMissing: Bool { isReplyDue && isWritten && !hasReplyBegun }

  /// Whether the reply about an app has begun, and brought no tuple yet. The reply about an app that is not installed
  /// has no tuple, and nothing marks its end.
  var isHeaderOfAppReply: Bool {
    guard reply.hasOnlyHeader else { return false }
    return switch command {
    case .nameApp, .permission: true
    case .perform, .excerpt, .read, .search, .fetch, .probe, nil: false
    }
  }

  func isOverdue(at now: Instant) -> Bool { deadline.isDue(at: now) }

  // MARK: Changes

  /// A command is about to be sent that asks for `content`, about the notification with this serial number or about
  /// none.
  mutating func prepare(askingFor content: AttributeRequest.Content, about serial: UInt32?) {
    askedSerial = serial
    reply.prepare(content)
  }

  /// A command is handed out to be written.
  mutating func begin(_ command: QueuedCommand, timeout: Interval, now: Instant) {
    self.command = command
    deadline.set(now + timeout)
    lastDeadline = now + Self.commandTime
    (isWritten, isReplyDue, hasReplyBegun) = (false, command.hasReply, false)
    isForReader = command.isForReader
    isWriteOutstanding = true
  }

  /// A write was answered.
  ///
  /// - Returns: whether an answer was outstanding.
  mutating func noteWriteAnswered() -> Bool {
    defer { isWriteOutstanding = false }
    return isWriteOutstanding
  }

  /// Awaits the reply to that command. It begins with `header`, and fills `slot`.
  @_lifetime(slot: copy slot)
  mutating func expect(header: Span<UInt8>, in slot: inout MutableSpan<UInt8>) {
    reply.expect(header: header, in: &slot)
  }

  /// The phone took the command. With that an action has been performed.
  mutating func noteWritten(_ log: inout SessionLog) {
    isWritten = true
    reportAction(.ok, &log)
    endIfComplete()
  }

  /// Takes a value of the Data Source, and waits on from now if the reply is not whole.
  @inline(__always)  // So that no fragment costs another call.
  @_lifetime(slot: copy slot)
  mutating func receive(
    _ fragment: Span<UInt8>, into slot: inout MutableSpan<UInt8>, now: Instant
  ) -> DataSourceAssembler.Progress {
    let progress = reply.receive(fragment, into: &slot)
    if progress == .incomplete { extend(now: now) }
    return progress
  }

  private mutating func extend(now: Instant) {
    guard command != nil else { return }
    let interval = isHeaderOfAppReply ? Self.emptyReplyTime : Self.answerTime
    hasReplyBegun = true
    deadline.set(min(now + interval, lastDeadline))
  }

  /// No more of the reply is awaited.
  mutating func noteReplyEnded() {
    isReplyDue = false
    endIfComplete()
  }

  private mutating func endIfComplete() {
    if isWritten, !isReplyDue { forgetCommand() }
  }

  /// The command is given up. Its write may still be answered.
  mutating func abandon() {
    reply.stop()
    forgetCommand()
  }

  private mutating func forgetCommand() {
    command = nil
    deadline.clear()
    (isReplyDue, isForReader) = (false, false)
  }

  private func reportAction(_ result: ActionResult, _ log: inout SessionLog) {
    if case .perform(let action, let uid) = command { log.report(.actionEnded(uid, action, result)) }
  }

  /// The session has ended: no answer will come.
  mutating func end(_ log: inout SessionLog) {
    reportAction(.disconnected, &log)
    abandon()
    isWriteOutstanding = false
  }
}
