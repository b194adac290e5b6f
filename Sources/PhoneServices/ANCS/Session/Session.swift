internal import Features
internal import Octets
public import Timing

/// One session with a phone's notification centre: from finding the service to losing it, again and again.
///
///     Notification Source → `notifications` ── fetches ──→ `queue` → `transaction` → Control Point
///                                 ↑ texts                                │
///                               reply ←──── Data Source ←────────────────┘
///
/// The caller passes received values to it, and takes commands and events from it. One command is under way at a time,
/// and 16 wait. `slots - 1` notifications are kept in `octets`, the names of `names` applications in `nameOctets`, and
/// the message that is being read in one half of `messageOctets`.
///
/// A new notification is fetched in two steps, so that the user sees the beginning of many before the whole of any:
///
///     awaited ── excerpt ──→ awaited, with the beginning of its texts ── rest ──→ complete ── search for a code
/// ANCS specification; for what phones do beyond it, see `CommandPermission`, `SilenceWatchdog` and `SessionCounters`.
///
/// - Precondition: `slots` is in 2...255, `octets` 1,024 times `slots`, `nameOctets` 176 times `names`, and
///   `messageOctets` in 1,056...131,072.
public struct Session<let slots: Int, let octets: Int, let names: Int, let nameOctets: Int, let messageOctets: Int>:
  ~Copyable
{
  private(set) var permission = CommandPermission()
  private(set) var queue = CommandQueue()
  private(set) var transaction = CommandTransaction()
  private(set) var replay = ReplayWindow()
  private(set) var watchdog = SilenceWatchdog()
  private(set) var log = SessionLog()
  private(set) var history = History()
  private var intake = NotificationIntake()
  // Large, and therefore last: short instructions reach the properties before.
  private(set) var reader = MessageReader<messageOctets>()
  private(set) var appNames = AppNameCache<names, nameOctets>()
  /// The notifications with their texts, of this session and of earlier ones.
  public private(set) var notifications = NotificationStore<slots, octets>()

  /// Creates a session without a phone.
  @inline(never)  // Short instructions reach its properties from its own address.
  public init() { precondition(messageOctets >= 1_056 && messageOctets <= 131_072) }

  /// Whether only the application of a new notification is requested until `allowContent`, unless it is a call.
  public var isDiscreet: Bool {
    get { intake.isDiscreet }
    set { intake.setIsDiscreet(newValue) }
  }

  /// Sets how long a notification that the phone has removed stays in the list; nil: not at all.
  public mutating func setHistory(_ time: Interval?, now: Instant) { history.set(time, in: &notifications, now: now) }

  /// Removes the notifications from the list that the phone has removed.
  public mutating func clearHistory() { history.clear(&notifications) }

  /// Removes the notifications that earlier sessions have left, but not the history.
  public mutating func removeLeftovers() { notifications.removeLeftovers() }

  // MARK: The service

  /// Discovery has found the service; its characteristics are about to be subscribed to, the Data Source first.
  ///
  /// Events may arrive from now on. Notifications of earlier sessions stay until it is clear which of them still exist.
  public mutating func serviceFound(hasControlPoint: Bool, hasDataSource: Bool, now: Instant) {
    if state != .absent { ended(now: now) }
    notifications.removeUnrecognisable()
    appNames.forgetFailures()
    queue.begin(takesCommands: hasControlPoint && hasDataSource)
    permission.noteFound()
  }

  /// The subscriptions are in place.
  public mutating func subscribed(now: Instant) {
    guard permission.noteSubscribed(takesCommands: queue.takesCommands) else { return }
    watchdog.noteSubscribed(now: now)
    replay.begin(now: now)
  }

  /// The link was lost or is no longer encrypted, or the service has vanished. The stored notifications stay readable.
  public mutating func ended(now: Instant) {
    transaction.end(&log)
    queue.abandonActions(.disconnected, &log)
    queue.removeAll()
    permission.end()
    replay.stop()
    watchdog.endSession()
    notifications.detachAll()
  }

  /// The phone was bonded: for five minutes the user may be about to allow the notifications.
  public mutating func noteBonded(now: Instant) { permission.noteBonded(now: now) }

  // MARK: Time

  /// Ends requests whose deadline has passed. Call it at `deadline`.
  public mutating func handleTimeout(now: Instant) {
    permission.handleTimeout(now: now)
    watchdog.handleTimeout(now: now)
    replay.handleTimeout(&notifications, &history, now: now)
    if Features.hasHistory { history.handleTimeout(&notifications, now: now) }
    if transaction.isOverdue(at: now), let command = transaction.command { giveUp(command, now: now) }
  }

  /// Returns the remedy to apply to a phone that has fallen silent. Each remedy is returned once.
  ///
  /// Subscribing again begins another session: call `ended`, `serviceFound` and `subscribed` as for the first one.
  public mutating func takeRemedy() -> SilenceRemedy? { watchdog.takeRemedy() }

  /// The next link is that of another phone: forgets which remedies were tried.
  public mutating func forgetRemedies() { watchdog.forgetAttempts() }

  /// The oldest event that was not taken yet.
  public mutating func nextEvent() -> SessionEvent? { log.nextEvent() }

  // MARK: Reading

  /// The user has opened the notification with that serial number.
  public mutating func beginReading(_ serial: UInt32) { if Features.hasLongMessages { reader.begin(serial) } }

  /// Ends the reading of a notification.
  public mutating func endReading() { if Features.hasLongMessages, reader.serial != nil { reader.end() } }

  /// Requests more of the message that is being read, if it is longer, or requests a changed message again. The event
  /// `read` reports the result.
  public mutating func readOn(wantsMore: Bool = true) {
    guard Features.hasLongMessages, state == .ready,
      let command = reader.nextCommand(wantsMore: wantsMore, in: notifications), transaction.command != command
    else { return }
    _ = queue.enqueueOnce(command, &log)
  }

  /// Queues a request for all attributes of a notification that came while `isDiscreet`, or whose texts did not come.
  ///
  /// - Returns: whether it was queued.
  @discardableResult
  public mutating func allowContent(of uid: NotificationUID) -> Bool {
    intake.allowContent(of: uid, in: &notifications, &queue, &log)
  }

  // MARK: The Notification Source

  /// Takes a value of the Notification Source, from `serviceFound` on: events may arrive before `subscribed`.
  public mutating func receiveNotificationSource(_ value: Span<UInt8>, now: Instant) {
    guard state != .absent else { return }
    do throws(DecodeError) {
      let event = try NotificationSourceEvent(decoding: value)
      watchdog.noteSource(now: now)
      permission.noteSource()
      intake.take(event, to: &notifications, &queue, &history, &log, sparing: reader.serial, now: now)
    } catch {
      log.count { $0.malformedSourceValues.increment() }
    }
  }

  // MARK: Commands

  /// Puts the next value to write, with response, to the Control Point.
  ///
  /// `output` must be empty, with room for one write, ATT_MTU - 3 octets. Requests that do not fit are not made. After
  /// each value, call `writeCompleted` once, or `ended`.
  ///
  /// - Returns: whether there is one.
  @_lifetime(output: copy output)
  public mutating func nextCommand(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    guard mayHaveCommand else { return false }
    return startNext(into: &output, now: now)
  }

  @inline(never)  // Nearly always `nextCommand` returns before this call: keeps that path short.
  @_lifetime(output: copy output)
  private mutating func startNext(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    while let command = nextQueued() { if start(command, into: &output, now: now) { return true } }
    return false
  }

  /// Queues an action of the user. Its result comes as an event.
  ///
  /// - Returns: nil, or why it was not queued.
  public mutating func perform(_ action: ActionID, on uid: NotificationUID) -> ActionRefusal? {
    if let refusal = refusal(of: action, on: uid) { return refusal }
    if action == .negative { notifications.noteDismissal(true, of: uid) }
    // There is room: else it would have been refused.
    _ = queue.enqueueOnce(.perform(action, uid), &log)
    return nil
  }

  private mutating func nextQueued() -> QueuedCommand? {
    switch state {
    case .absent, .found, .sourceOnly: nil
    case .unauthorized: .permission
    case .probing: queue.popFirst() ?? .permission
    case .ready: queue.popFirst() ?? notifications.nextFetch() ?? notifications.takeSearch() ?? watchdog.dueCheck
    }
  }

  /// Encodes `command` and waits for its answer; false if it does not fit or has become pointless.
  @_lifetime(output: copy output)
  private mutating func start(_ command: QueuedCommand, into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    let index = command.uid.flatMap { notifications.index(of: $0) }
    guard let content = content(of: command, about: index) else { return false }
    transaction.prepare(askingFor: content, about: index.map { notifications.notification(at: $0).serial })
    do throws(EncodeError) {
      switch try encode(command, into: &output) {
      case .pointless: return false
      case .withoutReply: break
      case .withReply(let headerCount):
        expect(header: output.span.extracting(first: headerCount), command)
      }
    } catch {
      forgo(command)
      return false
    }
    if case .fetch = command, let index { notifications.change(at: index) { $0.noteFetchSent() } }
    let isCheck = state == .ready && (command == .probe || command == .permission)
    if isCheck { watchdog.noteCheckSent(command) }
    let timeout = isCheck ? SilenceWatchdog.answerTime : CommandTransaction.answerTime
    transaction.begin(command, timeout: timeout, now: now)
    return true
  }

  /// Expects the reply to a command: in the reader's slot for a part of a long message, otherwise in the list's slot.
  private mutating func expect(header: Span<UInt8>, _ command: QueuedCommand) {
    if Features.hasLongMessages, command.isForReader {
      var half = reader.filling()
      transaction.expect(header: header, in: &half)
    } else {
      var slot = notifications.filling()
      transaction.expect(header: header, in: &slot)
    }
  }

  // MARK: Answers

  /// Takes the answer to the write from `nextCommand`: nil for a Write Response, else the code of the Error Response.
  public mutating func writeCompleted(attError: UInt8?, now: Instant) {
    guard transaction.noteWriteAnswered() else { return }
    let error = attError.map { ControlPointError(rawValue: $0) }
    if error != nil { log.count { $0.refusals.increment() } }
    permission.judge(error, to: transaction.command, &watchdog, &log, now: now)
    // Without a command, this is the late answer to one that timed out.
    guard let command = transaction.command else { return }
    guard let error else { return transaction.noteWritten(&log) }
    transaction.abandon()
    refuse(command, error, now: now)
  }

  /// Takes a value of the Data Source.
  public mutating func receiveDataSource(_ value: Span<UInt8>, now: Instant) {
    watchdog.noteReply()
    switch assemble(value, now: now) {
    case .stale: log.count { $0.staleFragments.increment() }
    case .incomplete: break
    case .complete: endReply(isWhole: true)
    case .malformed:
      log.count { $0.malformedReplies.increment() }
      if !repeatFetch() { endReply(isWhole: false) }
    }
  }

  private mutating func assemble(_ value: Span<UInt8>, now: Instant) -> DataSourceAssembler.Progress {
    guard Features.hasLongMessages, transaction.isForReader else {
      var slot = notifications.filling()
      return transaction.receive(value, into: &slot, now: now)
    }
    var half = reader.filling()
    return transaction.receive(value, into: &half, now: now)
  }

  private mutating func endReply(isWhole: Bool) {
    guard let command = transaction.command else { return }
    transaction.noteReplyEnded()
    deliver(command, isWhole: isWhole)
  }

  /// Queues the fetch under way once more, if it is the first attempt.
  private mutating func repeatFetch() -> Bool {
    guard case .fetch(let uid, let isCall, let attempt) = transaction.command?.retry else { return false }
    postponeFetch(of: uid, isCall: isCall, attempt: attempt)
    transaction.noteReplyEnded()
    return true
  }

  // MARK: Replies

  /// Stores the reply to `command`.
  private mutating func deliver(_ command: QueuedCommand, isWhole: Bool) {
    switch command {
    case .excerpt(let uid, let isCall):
      guard let index = indexOfAsked(uid) else { return }
      if isWhole { return deliverExcerpt(isCall: isCall, at: index) }
      notifications.change(at: index) { $0.forgoExcerpt() }
      deliverTexts(isWhole: false, at: index)
    case .fetch(let uid, _, _): if let index = indexOfAsked(uid) { deliverTexts(isWhole: isWhole, at: index) }
    case .read(let uid), .search(let uid):
      guard Features.hasLongMessages, let index = indexOfAsked(uid) else { return }
      reader.take(transaction.reply, isWhole: isWhole, at: index, in: &notifications, &log)
    case .nameApp(let key): appNames.take(transaction.reply, isWhole: isWhole, of: key, in: &notifications, &log)
    case .permission:
      guard isWhole, let key = appNames.use(QueuedCommand.messages.utf8Span) else { return }
      appNames.take(transaction.reply, isWhole: true, of: key, in: &notifications, &log)
    case .perform, .probe: break
    }
  }

  /// Publishes the beginning of the texts. The rest is fetched after more urgent commands, such as other excerpts.
  private mutating func deliverExcerpt(isCall: Bool, at index: Int) {
    let uid = notifications.notification(at: index).uid
    // A fetch that is queued already is for a notification that was modified: then all of it is another.
    let isCurrent = !queue.containsFetch(of: uid)
    notifications.publish(transaction.reply.texts, at: index)
    notifications.change(at: index) { $0.noteExcerpt(isCurrent: isCurrent) }
    queue.enqueueFetch(of: uid, isCall: isCall, &log)
    log.report(.excerpt(uid))
  }

  private mutating func deliverTexts(isWhole: Bool, at given: Int) {
    var index = given
    let uid = notifications.notification(at: index).uid
    let had = notifications.notification(at: index).content
    if !isWhole { log.count { $0.incompleteContents.increment() } }
    if isWhole || (had != .complete && transaction.reply.hasTexts) {
      let isSame = had == .complete && notifications.isMessageUnchanged(transaction.reply.texts, at: index)
      notifications.publishReply(transaction.reply.texts, end: transaction.reply.usedCount, isWhole: isWhole, at: index)
      if Features.hasLongMessages, reader.reads(index, in: notifications) { reader.noteTexts(isSame: isSame) }
      if notifications.isRecognisable(at: index) { index = notifications.replaceLeftover(at: index) }
    } else {
      notifications.change(at: index) { $0.forgoTexts() }
    }
    notifications.lookForCode(at: index, goesOn: messageEnd(at: index) != .whole)
    let awaitsName = appNames.request(forAppAt: index, in: notifications, &queue, &log)
    if awaitsName != notifications.notification(at: index).awaitsAppName {
      notifications.change(at: index) { $0.setAwaitsAppName(awaitsName) }
    }
    log.report(awaitsName ? .attributes(uid) : .content(uid))
  }

  // MARK: Failures

  /// The phone did not answer in time, or not with a whole reply.
  private mutating func giveUp(_ command: QueuedCommand, now: Instant) {
    let (isInstalled, isReplyDue) = (!transaction.isHeaderOfAppReply, transaction.isReplyDue)
    if state == .ready, transaction.isReplyMissing { watchdog.noteNoReply(now: now) }
    transaction.abandon()
    switch command {
    case .perform(let action, let uid): log.report(.actionEnded(uid, action, .timeout))
    case .probe where state == .ready: watchdog.noteNoAnswer(now: now)
    case .permission where state == .ready: if !isInstalled { return }
    case .probe, .permission: permission.noteUnanswered(&watchdog, now: now)
    case .nameApp(let key) where !isInstalled: return appNames.settle(key, .unavailable, in: &notifications, &log)
    case .excerpt, .read, .search, .fetch, .nameApp: if isReplyDue { deliver(command, isWhole: false) }
    }
    log.count { $0.timeouts.increment() }
  }

  private mutating func refuse(_ command: QueuedCommand, _ error: ControlPointError, now: Instant) {
    // A service that is not ready yet may refuse a fetch for any reason: it is repeated once.
    let (isForbidden, isGone, isEarly) = (error == .writeNotPermitted, error == .invalidParameter, state == .probing)
    switch command {
    case .perform(let action, let uid):
      if action == .negative, !isGone { notifications.noteDismissal(false, of: uid) }
      log.report(.actionEnded(uid, action, .refused(error)))
    case .fetch(let uid, let isCall, _) where isForbidden, .excerpt(let uid, let isCall) where isForbidden:
      postponeFetch(of: uid, isCall: isCall, attempt: 0)
    case .fetch(let uid, let isCall, attempt: 0) where isEarly, .excerpt(let uid, let isCall) where isEarly:
      postponeFetch(of: uid, isCall: isCall, attempt: 1)
    case .nameApp(let key) where isForbidden: appNames.settle(key, .unasked, in: &notifications, &log)
    case .excerpt where isGone, .fetch where isGone, .read where Features.hasLongMessages && isForbidden: break
    case .excerpt, .read, .search, .fetch, .nameApp, .permission, .probe:
      if command.isFetch { log.count { $0.incompleteContents.increment() } }
      forgo(command)
    }
    if isForbidden { queue.abandonActions(.refused(error), &log) }
    if isGone, !command.isForReader, let uid = command.uid, indexOfAsked(uid) != nil {
      NotificationIntake.remove(uid, from: &notifications, &queue, &history, &log, now: now)
    }
  }

  private mutating func postponeFetch(of uid: NotificationUID, isCall: Bool, attempt: UInt8) {
    guard let index = indexOfAsked(uid) else { return }
    notifications.change(at: index) { $0.fetchAgain() }
    queue.enqueueFetch(of: uid, isCall: isCall, attempt: attempt, &log)
  }

  /// Ends `command` without a result: the phone refused it, or it does not fit one write.
  private mutating func forgo(_ command: QueuedCommand) {
    switch command {
    case .perform(let action, let uid): log.report(.actionEnded(uid, action, .gone))
    case .nameApp(let key): appNames.settle(key, .unavailable, in: &notifications, &log)
    case .read(let uid):
      guard let index = indexOfAsked(uid), reader.reads(index, in: notifications) else { return }
      reader.noteFailure()
      log.report(.read(uid))
    case .fetch(let uid, _, _), .excerpt(let uid, _):
      guard let index = indexOfAsked(uid) else { return }
      notifications.change(at: index) { $0.forgoFetch() }
      notifications.lookForCode(at: index, goesOn: messageEnd(at: index) != .whole)
      log.report(.content(uid))
    case .search, .permission, .probe: break
    }
  }
}
