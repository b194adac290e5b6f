internal import Octets

/// A command that waits to be written to the Control Point, or is under way.
enum QueuedCommand: Equatable, Sendable {
  case perform(ActionID, NotificationUID)
  /// Get the excerpt of a notification: the attributes that are shown first.
  case excerpt(NotificationUID, isCall: Bool)
  /// Get more of the message that is being read.
  case read(NotificationUID)
  /// Get the whole of a message, which may contain a code.
  case search(NotificationUID)
  /// Get everything about a notification, or the rest behind its excerpt. `attempt` counts from 0.
  case fetch(NotificationUID, isCall: Bool, attempt: UInt8)
  /// Get the name of the app with that key in the cache.
  case nameApp(AppNameKey)
  /// Ask a question that every iPhone can answer, to find out whether the phone allows commands.
  case permission
  /// Ask for a notification that does not exist, to see whether the phone answers.
  case probe

  /// Whether it asks for the texts of a notification.
  var isFetch: Bool {
    switch self {
    case .excerpt, .fetch: true
    case .perform, .read, .search, .nameApp, .permission, .probe: false
    }
  }

  /// Whether it asks for more of a message than the list keeps.
  var isForReader: Bool {
    switch self {
    case .read, .search: true
    case .perform, .excerpt, .fetch, .nameApp, .permission, .probe: false
    }
  }

  /// The urgency: commands with a lower rank go first.
  fileprivate var rank: Int {
    switch self {
    case .perform, .permission, .probe: 0
    case .fetch(_, isCall: true, _), .excerpt(_, isCall: true): 1
    case .excerpt(_, isCall: false), .read: 2
    case .nameApp: 3
    case .fetch(_, isCall: false, _): 4
    case .search: 5
    }
  }

  /// Whether the phone may answer on the Data Source, too.
  var hasReply: Bool {
    switch self {
    case .excerpt, .read, .search, .fetch, .nameApp, .permission: true
    case .perform, .probe: false
    }
  }

  /// Whether it may be dropped from a full queue: it is queued again later.
  fileprivate var isEvictable: Bool {
    switch self {
    case .fetch(_, isCall: false, _), .excerpt(_, isCall: false): true
    case .fetch, .excerpt, .perform, .permission, .probe, .read, .search, .nameApp: false
    }
  }

  /// The fetch to repeat when the phone's first reply was malformed; nil if it is not repeated.
  var retry: QueuedCommand? {
    switch self {
    case .fetch(let uid, let isCall, attempt: 0), .excerpt(let uid, let isCall):
      .fetch(uid, isCall: isCall, attempt: 1)
    case .fetch, .perform, .read, .search, .nameApp, .permission, .probe: nil
    }
  }

  var uid: NotificationUID? {
    switch self {
    case .perform(_, let uid), .fetch(let uid, _, _), .excerpt(let uid, _), .read(let uid), .search(let uid): uid
    case .nameApp, .permission, .probe: nil
    }
  }
}

/// The commands that wait: what the user does and calls first, then what is seen first of other notifications and what
/// is being read, then names of apps, then the rest, each in its order.
///
/// Functions that only look at the queue borrow it, because the compiler would copy all of it otherwise.
struct CommandQueue {
  private var commands = FixedArray<16, QueuedCommand>()
  /// Whether the service takes commands. Without, nothing is fetched.
  private(set) var takesCommands = false

  /// Whether no command waits.
  var isEmpty: Bool {
    @inline(__always)
    borrowing get { commands.isEmpty }
  }

  /// A session begins.
  mutating func begin(takesCommands: Bool) { self.takesCommands = takesCommands }

  mutating func removeAll() { commands.removeAll() }

  /// Queues what is asked of a notification at first, or nothing if the service takes no commands.
  mutating func enqueue(_ command: QueuedCommand, _ log: inout SessionLog) {
    guard takesCommands, let evicted = push(command) else { return }
    log.count { $0.postponedFetches.increment() }
    if case .perform(let action, let uid) = evicted { log.report(.actionEnded(uid, action, .gone)) }
  }

  /// Queues a fetch, unless one is queued. If one is under way, this is the one after it.
  mutating func enqueueFetch(of uid: NotificationUID, isCall: Bool, attempt: UInt8 = 0, _ log: inout SessionLog) {
    guard takesCommands else { return }
    if isCall { prioritizeFetch(of: uid) }
    guard !containsFetch(of: uid) else { return }
    enqueue(.fetch(uid, isCall: isCall, attempt: attempt), &log)
  }

  /// Queues a command, unless it is queued.
  ///
  /// - Returns: false if there is no room for it.
  mutating func enqueueOnce(_ command: QueuedCommand, _ log: inout SessionLog) -> Bool {
    guard !contains(command), let evicted = push(command) else { return true }
    guard evicted != command else { return false }
    log.count { $0.postponedFetches.increment() }
    return true
  }

  /// Removes the commands about a notification that was removed.
  mutating func forgetCommands(about uid: NotificationUID, _ log: inout SessionLog) {
    while let command = removeFirst(about: uid) {
      if case .perform(let action, _) = command { log.report(.actionEnded(uid, action, .gone)) }
    }
  }

  /// Removes the actions of the user, which end with `result`.
  mutating func abandonActions(_ result: ActionResult, _ log: inout SessionLog) {
    while let (action, uid) = removeFirstAction() { log.report(.actionEnded(uid, action, result)) }
  }

  /// Inserts `command` after all commands that are at least as urgent.
  ///
  /// - Returns: the command that did not fit. That is the oldest fetch that is not for a call, or else the oldest such
  ///   excerpt, or `command` itself if all of these are more urgent.
  mutating func push(_ command: QueuedCommand) -> QueuedCommand? {
    var evicted: QueuedCommand?
    if commands.isFull {
      guard let victim = victim(), commands[victim].rank >= command.rank else { return command }
      evicted = commands.remove(at: victim)
    }
    var position = commands.count
    while position > 0, commands[position - 1].rank > command.rank { position -= 1 }
    return commands.insert(command, at: position) ?? evicted
  }

  /// Whether `push` would take `command`.
  borrowing func hasRoom(for command: QueuedCommand) -> Bool {
    guard commands.isFull else { return true }
    guard let victim = victim() else { return false }
    return commands[victim].rank >= command.rank
  }

  mutating func popFirst() -> QueuedCommand? {
    commands.isEmpty ? nil : commands.remove(at: 0)
  }

  /// Removes and returns the first command about the notification `uid`.
  private mutating func removeFirst(about uid: NotificationUID) -> QueuedCommand? {
    for index in commands.indices where commands[index].uid == uid { return commands.remove(at: index) }
    return nil
  }

  /// Removes and returns the first action.
  private mutating func removeFirstAction() -> (ActionID, NotificationUID)? {
    for index in commands.indices {
      guard case .perform(let action, let uid) = commands[index] else { continue }
      commands.remove(at: index)
      return (action, uid)
    }
    return nil
  }

  /// Whether a fetch or an excerpt of that notification is queued.
  mutating func containsFetch(of uid: NotificationUID) -> Bool {
    for index in commands.indices {
      switch commands[index] {
      case .fetch(uid, _, _), .excerpt(uid, _): return true
      case .fetch, .excerpt, .perform, .read, .search, .nameApp, .permission, .probe: continue
      }
    }
    return false
  }

  /// Moves the fetch of a notification that has become a call to the calls.
  private mutating func prioritizeFetch(of uid: NotificationUID) {
    for index in commands.indices {
      let prioritized: QueuedCommand
      switch commands[index] {
      case .fetch(uid, isCall: false, let attempt): prioritized = .fetch(uid, isCall: true, attempt: attempt)
      case .excerpt(uid, isCall: false): prioritized = .excerpt(uid, isCall: true)
      case .fetch, .excerpt, .perform, .read, .search, .nameApp, .permission, .probe: continue
      }
      commands.remove(at: index)
      // There is room: one was taken out.
      _ = push(prioritized)
      return
    }
  }

  borrowing func contains(_ command: QueuedCommand) -> Bool {
    for index in commands.indices where commands[index] == command { return true }
    return false
  }

  /// The first of the least urgent ones that may go.
  private borrowing func victim() -> Int? {
    var victim: Int?
    for index in commands.indices where commands[index].isEvictable {
      if let found = victim, commands[found].rank >= commands[index].rank { continue }
      victim = index
    }
    return victim
  }
}
