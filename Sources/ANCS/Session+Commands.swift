internal import Octets
public import Timing

// The Control Point: what is asked for.
extension Session {
  /// Puts the next value to write, with response, to the Control Point.
  ///
  /// `output` is empty and takes what one write can carry, ATT_MTU - 3 octets; what does not fit is not asked for. Each
  /// value handed out is to be answered by one `writeCompleted`, or `ended`.
  ///
  /// - Returns: whether there is one.
  @_lifetime(output: copy output)
  public mutating func nextCommand(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    guard !isWriteOutstanding, transaction == nil, !retryDeadline.isSet else { return false }
    return startNext(into: &output, now: now)
  }

  @inline(never)  // Nearly always there is nothing to be asked: that is to be known at once.
  @_lifetime(output: copy output)
  private mutating func startNext(into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    while let command = nextQueued() {
      if start(command, into: &output, now: now) { return true }
    }
    return false
  }

  /// Queues an action of the user. Its result comes as an event.
  ///
  /// - Returns: nil, or why it was not queued.
  public mutating func perform(_ action: ActionID, on uid: NotificationUID) -> ActionRefusal? {
    guard state == .ready || (state == .probing && !retryDeadline.isSet) else { return .notReady }
    guard let index = notifications.index(of: uid) else { return .unknownNotification }
    guard notifications.notification(at: index).offers(action) else { return .notOffered }
    let command = QueuedCommand.perform(action, uid)
    guard !queue.contains(command) else { return nil }
    switch queue.push(command) {
    case nil: return nil
    case command: return .busy
    default:
      counters.postponedFetches.increment()
      return nil
    }
  }

  private mutating func nextQueued() -> QueuedCommand? {
    switch state {
    case .absent, .found, .sourceOnly: nil
    case .unauthorized: .permission
    case .probing: queue.popFirst() ?? .permission
    case .ready: queue.popFirst() ?? nextPostponed() ?? nextSearch() ?? (watchdog.isCheckDue ? .probe : nil)
    }
  }

  /// The newest notification whose fetch fell out of the queue.
  private func nextPostponed() -> QueuedCommand? {
    guard notifications.agenda.fetches > 0 else { return nil }
    for index in 0..<notifications.count {
      let notification = notifications.notification(at: index)
      guard notification.wantsFetch else { continue }
      return .fetch(notification.uid, isCall: notification.category.isIncomingCall, attempt: 0)
    }
    return nil
  }

  /// The newest notification in whose message a code may be that is not here.
  private mutating func nextSearch() -> QueuedCommand? {
    guard notifications.agenda.searches > 0 else { return nil }
    for index in 0..<notifications.count where notifications.notification(at: index).wantsSearch {
      notifications.change(at: index) { $0.wantsSearch = false }
      return .search(notifications.notification(at: index).uid)
    }
    return nil
  }

  /// Encodes `command` and waits for its answer; false if it does not fit or has become pointless.
  @_lifetime(output: copy output)
  private mutating func start(_ command: QueuedCommand, into output: inout OutputSpan<UInt8>, now: Instant) -> Bool {
    askedSerial = serial(askedAboutBy: command)
    do throws(EncodeError) {
      switch command {
      case .perform(let action, let uid):
        try PerformNotificationAction(uid: uid, action: action).encode(into: &output)
      case .permission: try encodePermissionQuestion(into: &output)
      case .probe: try encodeProbe(into: &output)
      case .excerpt(let uid, let isCall):
        guard try encodeExcerpt(of: uid, isCall: isCall, into: &output) else { return false }
      case .read(let uid), .search(let uid):
        guard try encodeMessage(of: uid, command, into: &output) else { return false }
      case .fetch(let uid, _, _):
        guard try encodeFetch(of: uid, into: &output) else { return false }
      case .nameApp(let key):
        guard try encodeNameRequest(for: key, into: &output) else { return false }
      }
    } catch {
      forgo(command)
      return false
    }
    let isCheck = command == .probe && state == .ready
    if isCheck { watchdog.noteCheckSent() }
    transaction = Transaction(command, at: now, patience: isCheck ? SilenceWatchdog.answerTime : SessionTiming.reply)
    isWriteOutstanding = true
    return true
  }

  private func serial(askedAboutBy command: QueuedCommand) -> UInt32? {
    guard let uid = command.uid, let index = notifications.index(of: uid) else { return nil }
    return notifications.notification(at: index).serial
  }

  /// Messages is on every iPhone, and its name is no secret. It does not fit the smallest MTU.
  @_lifetime(output: copy output)
  private mutating func encodePermissionQuestion(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    guard let command = GetAppAttributes(appIdentifier: Self.messages.utf8Span),
      output.freeCapacity >= Self.messages.utf8CodeUnitCount + 3
    else { return try encodeProbe(into: &output) }
    try command.encode(into: &output)
    expect(.displayName, header: output.span.extracting(first: output.count - 1))
  }

  static var messages: StaticString { "com.apple.MobileSMS" }

  @_lifetime(output: copy output)
  private func encodeProbe(into output: inout OutputSpan<UInt8>) throws(EncodeError) {
    var request = AttributeRequest()
    _ = request.pushLast(RequestedAttribute(.appIdentifier, maximumLength: 0))
    try GetNotificationAttributes(uid: .probe, attributes: request).encode(into: &output)
  }

  @_lifetime(output: copy output)
  private mutating func encodeFetch(
    of uid: NotificationUID, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Bool {
    guard let index = notifications.index(of: uid) else { return false }
    let isAllowed = notifications.notification(at: index).isContentAllowed
    let request = isAllowed ? missing(at: index) : .application
    try GetNotificationAttributes(uid: uid, attributes: request).encode(into: &output)
    notifications.change(at: index) { notification in
      notification.wantsFetch = false
      notification.hasAskedForContent = isAllowed
      notification.hasAskedForRest = isAllowed && notification.hasExcerpt
    }
    expect(request, header: output.span.extracting(first: AttributeRequest.headerCount))
    return true
  }

  /// What is to be asked for at `index`: everything, or what its excerpt has not brought.
  private func missing(at index: Int) -> AttributeRequest {
    let notification = notifications.notification(at: index)
    return notification.hasExcerpt
      ? .rest(flags: notification.flags, behind: notification.texts) : .everything(flags: notification.flags)
  }

  @_lifetime(output: copy output)
  private mutating func encodeExcerpt(
    of uid: NotificationUID, isCall: Bool, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Bool {
    guard let index = notifications.index(of: uid) else { return false }
    let request = AttributeRequest.excerpt(flags: notifications.notification(at: index).flags, isCall: isCall)
    try GetNotificationAttributes(uid: uid, attributes: request).encode(into: &output)
    expect(request, header: output.span.extracting(first: AttributeRequest.headerCount))
    return true
  }

  @_lifetime(output: copy output)
  private mutating func encodeNameRequest(
    for key: AppNameCache.Key, into output: inout OutputSpan<UInt8>
  ) throws(EncodeError) -> Bool {
    guard let command = GetAppAttributes(appIdentifier: appNames[identifierOf: key]) else { return false }
    try command.encode(into: &output)
    expect(.displayName, header: output.span.extracting(first: output.count - 1))
    return true
  }

  /// A reply repeats the front of its command.
  private mutating func expect(_ request: AttributeRequest, header: Span<UInt8>) {
    var slot = notifications.filling()
    assembler.expect(request, header: header, in: &slot)
  }
}
