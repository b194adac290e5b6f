internal import Octets
public import Timing

// The answers: the Write Response and, where one is due, the reply on the Data Source. Either may come first.
extension Session {
  /// Takes a value of the Data Source.
  public mutating func receiveDataSource(_ value: Span<UInt8>, now: Instant) {
    switch assemble(value) {
    case .stale:
      counters.staleFragments.increment()
    case .incomplete:
      // An app that is not installed has no tuple, and nothing tells that none will come.
      let patience = isHeaderOfAppReply ? SessionTiming.emptyReply : SessionTiming.reply
      transaction?.extend(by: patience, now: now)
    case .complete:
      endReply(isWhole: true)
    case .malformed:
      counters.malformedReplies.increment()
      if !repeatFetch() { endReply(isWhole: false) }
    }
  }

  /// A part of a long message has its own place.
  private mutating func assemble(_ value: Span<UInt8>) -> DataSourceAssembler.Progress {
    guard transaction?.isForReader == true else {
      var slot = notifications.filling()
      return assembler.receive(value, into: &slot)
    }
    var half = reader.filling()
    return assembler.receive(value, into: &half)
  }

  /// Takes the answer to the write that `nextCommand` asked for: nil for a Write Response, else the code of the error.
  public mutating func writeCompleted(attError: UInt8?, now: Instant) {
    guard isWriteOutstanding else { return }
    isWriteOutstanding = false
    let error = attError.map { ControlPointError(rawValue: $0) }
    if error != nil { counters.refusals.increment() }
    judgePermission(error, now: now)
    // None: it was given up, and this is its late answer.
    guard let command = transaction?.command else { return }
    if let error {
      transaction = nil
      assembler.stop()
      refuse(command, error)
    } else {
      transaction?.isWritten = true
      endIfDone()
    }
  }

  /// What an answer says about whether the user lets us ask.
  private mutating func judgePermission(_ error: ControlPointError?, now: Instant) {
    switch error {
    case .writeNotPermitted:
      if state != .unauthorized { report(.unauthorized) }
      state = .unauthorized
      retryLater(now: now)
    case nil, .unknownCommand, .invalidCommand, .invalidParameter, .actionFailed:
      // Without a transaction it comes too late to show that the phone is well.
      if transaction != nil || state != .ready { watchdog.noteAnswer(now: now) }
      if state != .ready { report(.authorized) }
      state = .ready
      retryDeadline.clear()
      retryInterval = SessionTiming.firstRetry
    default:
      noteOddAnswer(now: now)
    }
  }

  /// An answer that only a phone gives whose service does not work.
  private mutating func noteOddAnswer(now: Instant) {
    if state != .ready {
      retryLater(now: now)
      watchdog.noteStillNoAnswer()
    } else if transaction?.command == .probe {
      watchdog.noteNoAnswer(now: now)
    }
  }

  mutating func retryLater(now: Instant) {
    retryDeadline.set(now + retryInterval)
    retryInterval = retryInterval.doubled(atMost: SessionTiming.lastRetry)
  }

  private var isHeaderOfAppReply: Bool {
    guard assembler.hasOnlyHeader else { return false }
    return switch transaction?.command {
    case .nameApp, .permission: true
    case .perform, .excerpt, .read, .search, .fetch, .probe, nil: false
    }
  }

  /// Queues the fetch under way once more, if it is the first attempt.
  private mutating func repeatFetch() -> Bool {
    let again: (uid: NotificationUID, isCall: Bool)
    switch transaction?.command {
    case .fetch(let uid, let isCall, attempt: 0), .excerpt(let uid, let isCall): again = (uid, isCall)
    case .fetch, .perform, .read, .search, .nameApp, .permission, .probe, nil: return false
    }
    guard let index = indexOfAsked(again.uid) else { return false }
    notifications.change(at: index) { notification in
      notification.hasExcerpt = false
      notification.wantsFetch = true
    }
    transaction?.isReplyDue = false
    enqueueFetch(of: again.uid, isCall: again.isCall, attempt: 1)
    endIfDone()
    return true
  }

  private mutating func endReply(isWhole: Bool) {
    guard let command = transaction?.command else { return }
    transaction?.isReplyDue = false
    deliver(command, isWhole: isWhole)
    endIfDone()
  }

  /// Ends the command under way if its write was answered and its reply is there.
  private mutating func endIfDone() {
    guard let transaction, transaction.isWritten, !transaction.isReplyDue else { return }
    self.transaction = nil
    if case .perform(let action, let uid) = transaction.command { report(.actionEnded(uid, action, .ok)) }
  }
}

// Commands that came to nothing.
extension Session {
  /// The phone did not answer in time, or not with a whole reply.
  mutating func giveUp(_ transaction: Transaction, now: Instant) {
    let isInstalled = !isHeaderOfAppReply
    assembler.stop()
    self.transaction = nil
    switch transaction.command {
    case .perform(let action, let uid): report(.actionEnded(uid, action, .timeout))
    case .probe where state == .ready: watchdog.noteNoAnswer(now: now)
    case .permission where state == .ready: if !isInstalled { return }
    case .probe, .permission:
      retryLater(now: now)
      watchdog.noteStillNoAnswer()
    case .nameApp(let key) where !isInstalled:
      appNames.setState(.known, of: key)
      reportSettledContent()
      return
    case .excerpt, .read, .search, .fetch, .nameApp:
      if transaction.isReplyDue { deliver(transaction.command, isWhole: false) }
    }
    counters.timeouts.increment()
  }

  private mutating func refuse(_ command: QueuedCommand, _ error: ControlPointError) {
    let isForbidden = error == .writeNotPermitted
    switch command {
    case .perform(let action, let uid):
      report(.actionEnded(uid, action, .refused(error)))
    case .fetch(let uid, let isCall, _) where isForbidden, .excerpt(let uid, let isCall) where isForbidden:
      if let index = indexOfAsked(uid) {
        notifications.change(at: index) { $0.wantsFetch = true }
        enqueueFetch(of: uid, isCall: isCall)
      }
    case .nameApp(let key) where isForbidden:
      appNames.setState(.unasked, of: key)
      reportSettledContent()
    case .excerpt, .read, .search, .fetch, .nameApp, .permission, .probe:
      if command.isFetch, error != .invalidParameter { counters.incompleteContents.increment() }
      forgo(command)
    }
    if isForbidden { abandonQueuedActions(.refused(error)) }
  }

  /// `command` was refused or does not fit a write: what it asks for is not to be had.
  mutating func forgo(_ command: QueuedCommand) {
    switch command {
    case .perform(let action, let uid): report(.actionEnded(uid, action, .gone))
    case .nameApp(let key):
      appNames.setState(.unavailable, of: key)
      reportSettledContent()
    case .read(let uid): readingFailed(uid)
    case .search: break
    case .fetch(let uid, _, _), .excerpt(let uid, _):
      guard let index = indexOfAsked(uid) else { return }
      notifications.change(at: index) { notification in
        notification.wantsFetch = false
        if notification.content == .awaited { notification.content = notification.hasTexts ? .partial : .unavailable }
      }
      report(.content(uid))
    case .permission, .probe: break
    }
  }

  mutating func abandonActions(_ result: ActionResult) {
    if case .perform(let action, let uid) = transaction?.command { report(.actionEnded(uid, action, result)) }
    abandonQueuedActions(result)
  }

  private mutating func abandonQueuedActions(_ result: ActionResult) {
    while let (action, uid) = queue.removeFirstAction() { report(.actionEnded(uid, action, result)) }
  }
}
