internal import Octets
internal import Timing

/// The command on the Control Point that is under way, and its reply as it comes.
///
///     idle → sent ─┬→ written ─┬→ idle
///                  └→ replied ─┘              sent ── timeout ──→ idle, but the write is still outstanding
///
/// A command has ended when the phone has answered its write and the reply, if it has one, is complete.
struct CommandTransaction {
  private var pending: PendingCommand?
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

  private struct PendingCommand {
    let command: QueuedCommand
    let startedAt: Instant
    var deadline: Instant
    var isWritten = false
    var isReplyDue: Bool
    var hasReplyBegun = false
    /// Whether the reply goes to the message that is being read.
    let isForReader: Bool
  }

  var command: QueuedCommand? { pending?.command }
  var isIdle: Bool { pending == nil && !isWriteOutstanding }
  var isReplyDue: Bool { pending?.isReplyDue ?? false }
  /// Whether the phone took the command, and no part of its reply has come.
  var isReplyMissing: Bool { pending.map { $0.isWritten && $0.isReplyDue && !$0.hasReplyBegun } ?? false }
  var isForReader: Bool { pending?.isForReader ?? false }

  /// Whether the reply about an app has begun, and brought no tuple yet. The reply about an app that is not installed
  /// has no tuple, and nothing marks its end.
  var isHeaderOfAppReply: Bool {
    guard reply.hasOnlyHeader else { return false }
    return switch command {
    case .nameApp, .permission: true
    case .perform, .excerpt, .read, .search, .fetch, .probe, nil: false
    }
  }

  var deadline: Instant? { pending?.deadline }

  func isOverdue(at now: Instant) -> Bool { pending.map { $0.deadline <= now } ?? false }

  // MARK: Changes

  /// A command is about to be sent that asks for `content`, about the notification with this serial number or about
  /// none.
  mutating func prepare(askingFor content: AttributeRequest.Content, about serial: UInt32?) {
    askedSerial = serial
    reply.prepare(content)
  }

  /// A command is handed out to be written.
  mutating func begin(_ command: QueuedCommand, timeout: Interval, now: Instant) {
    pending = PendingCommand(
      command: command, startedAt: now, deadline: now + timeout, isReplyDue: command.hasReply,
      isForReader: command.isForReader)
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
    pending?.isWritten = true
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
    guard let startedAt = pending?.startedAt else { return }
    let interval = isHeaderOfAppReply ? Self.emptyReplyTime : Self.answerTime
    pending?.hasReplyBegun = true
    pending?.deadline = min(now + interval, startedAt + Self.commandTime)
  }

  /// No more of the reply is awaited.
  mutating func noteReplyEnded() {
    pending?.isReplyDue = false
    endIfComplete()
  }

  private mutating func endIfComplete() {
    if let pending, pending.isWritten, !pending.isReplyDue { self.pending = nil }
  }

  /// The command is given up. Its write may still be answered.
  mutating func abandon() {
    reply.stop()
    pending = nil
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
