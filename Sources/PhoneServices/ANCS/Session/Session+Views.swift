internal import Octets
public import Timing

// Queries that do not change the session.
extension Session {
  /// The state of a session, in a shorter name.
  public typealias State = SessionState

  /// Whether there is a service, and whether it answers.
  public var state: State { permission.state }
  /// Counts of faults that the session survived.
  public var counters: SessionCounters { log.counters }

  /// The next instant at which `handleTimeout` wants to be called.
  public var deadline: Instant? {
    let answer = Deadline.earlier(transaction.deadline, permission.deadline)
    let list = Deadline.earlier(history.deadline, replay.deadline)
    return Deadline.earlier(Deadline.earlier(answer, list), watchdog.deadline).instant
  }

  /// Whether a command is under way.
  public var isAsking: Bool { !transaction.isIdle }

  /// Whether `nextCommand` may have a command now. If not, a caller need not prepare an output for it.
  @inline(__always)
  public var mayHaveCommand: Bool {
    guard transaction.isIdle, !permission.isPausing else { return false }
    return state != .ready || !queue.isEmpty || notifications.hasWanted || watchdog.dueCheck != nil
  }

  /// The name of the app that posted the notification at `index`: its display name, or else the tail of its bundle
  /// identifier, or nothing if not even that is known.
  ///
  /// - Precondition: `index` is a valid index of `notifications`.
  public subscript(appNameAt index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      let identifier = notifications[.appIdentifier, at: index]
      let name = appNames[identifier]
      return name.isEmpty ? identifier.afterLastFullStop : name
    }
  }

  /// How much of a message can be read, in octets.
  public static var longestMessage: Int { MessageReader<messageOctets>.capacity }

  /// The message of the notification at `index`, as much of it as is here.
  ///
  /// - Precondition: `index` is a valid index of `notifications`.
  public subscript(messageAt index: Int) -> Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get {
      reader.hasLongText(at: index, in: notifications) ? reader.span : notifications[.message, at: index]
    }
  }

  /// The size of the whole message of the notification at `index`, in octets: exact if it is all there, else as the
  /// phone says; nil if that is not known.
  public borrowing func wholeSize(at index: Int) -> Int? {
    reader.wholeSize(at: index, in: notifications, takesCommands: queue.takesCommands)
  }

  /// The index of the notification that the last command asked about; nil if it was removed, even if another
  /// notification has its UID now.
  func indexOfAsked(_ uid: NotificationUID) -> Int? {
    guard let index = notifications.index(of: uid),
      notifications.notification(at: index).serial == transaction.askedSerial
    else { return nil }
    return index
  }

  /// How the message of the notification at `index` ends, as far as it is here.
  public borrowing func messageEnd(at index: Int) -> MessageEnd {
    reader.end(at: index, in: notifications, takesCommands: state == .ready)
  }

  /// Why an action of the user would not be queued now; nil if it would.
  public borrowing func refusal(of action: ActionID, on uid: NotificationUID) -> ActionRefusal? {
    guard state == .ready || (state == .probing && !permission.isPausing) else { return .notReady }
    guard let index = notifications.index(of: uid) else { return .unknownNotification }
    guard notifications.notification(at: index).offers(action) else { return .notOffered }
    let command = QueuedCommand.perform(action, uid)
    return queue.contains(command) || queue.hasRoom(for: command) ? nil : .busy
  }
}

extension Span<UInt8> {
  /// The part after the last full stop, such as `MobileSMS` of `com.apple.MobileSMS`; the whole text if that part is
  /// empty.
  fileprivate var afterLastFullStop: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var first = count
      while first > 0, self[first - 1] != 0x2E { first -= 1 }
      return first == count ? self : extracting(droppingFirst: first)
    }
  }
}
