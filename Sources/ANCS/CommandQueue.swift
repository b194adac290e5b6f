internal import Octets

/// A command that waits to be written to the Control Point, or is under way.
enum QueuedCommand: Equatable, Sendable {
  case perform(ActionID, NotificationUID)
  /// Get what is seen of a notification at first.
  case excerpt(NotificationUID, isCall: Bool)
  /// Get more of the message that is being read.
  case read(NotificationUID)
  /// Get the whole of a message, in which a code may be.
  case search(NotificationUID)
  /// Get everything about a notification, or the rest behind its excerpt. `attempt` counts from 0.
  case fetch(NotificationUID, isCall: Bool, attempt: UInt8)
  /// Get the name of the app with that key in the cache.
  case nameApp(AppNameCache.Key)
  /// Ask what every iPhone may be asked, to see whether we may ask at all.
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

  /// What goes first has the lowest rank.
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

  /// Whether the phone answers on the Data Source, too.
  var hasReply: Bool {
    switch self {
    case .excerpt, .read, .search, .fetch, .nameApp, .permission: true
    case .perform, .probe: false
    }
  }

  /// Whether it may fall out of a full queue: it is made up for later.
  fileprivate var isEvictable: Bool {
    switch self {
    case .fetch(_, isCall: false, _), .excerpt(_, isCall: false): true
    case .fetch, .excerpt, .perform, .permission, .probe, .read, .search, .nameApp: false
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
/// What only looks is mutating as well, because the compiler would copy the whole queue for it.
struct CommandQueue {
  private var commands = FixedArray<16, QueuedCommand>()

  var isEmpty: Bool { commands.isEmpty }
  var count: Int { commands.count }

  /// Appends `command` behind those that are not less urgent.
  ///
  /// - Returns: what did not fit. That is the oldest fetch that is not for a call, or else the oldest such excerpt, or
  ///   `command` itself if that is no more urgent.
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

  mutating func popFirst() -> QueuedCommand? {
    commands.isEmpty ? nil : commands.remove(at: 0)
  }

  /// Removes and returns the first command about the notification `uid`.
  mutating func removeFirst(about uid: NotificationUID) -> QueuedCommand? {
    for index in commands.indices where commands[index].uid == uid { return commands.remove(at: index) }
    return nil
  }

  /// Removes and returns the first action.
  mutating func removeFirstAction() -> (ActionID, NotificationUID)? {
    for index in commands.indices {
      guard case .perform(let action, let uid) = commands[index] else { continue }
      commands.remove(at: index)
      return (action, uid)
    }
    return nil
  }

  /// Whether the attributes of that notification are about to be asked for.
  mutating func containsFetch(of uid: NotificationUID) -> Bool {
    for index in commands.indices {
      switch commands[index] {
      case .fetch(uid, _, _), .excerpt(uid, _): return true
      default: break
      }
    }
    return false
  }

  /// Moves the fetch of a notification that has become a call to the calls.
  mutating func hastenFetch(of uid: NotificationUID) {
    for index in commands.indices {
      let hastened: QueuedCommand
      switch commands[index] {
      case .fetch(uid, isCall: false, let attempt): hastened = .fetch(uid, isCall: true, attempt: attempt)
      case .excerpt(uid, isCall: false): hastened = .excerpt(uid, isCall: true)
      default: continue
      }
      commands.remove(at: index)
      // There is room: one was taken out.
      _ = push(hastened)
      return
    }
  }

  mutating func contains(_ command: QueuedCommand) -> Bool {
    for index in commands.indices where commands[index] == command { return true }
    return false
  }

  /// The first of the least urgent ones that may go.
  private mutating func victim() -> Int? {
    var victim: Int?
    for index in commands.indices where commands[index].isEvictable {
      if let found = victim, commands[found].rank >= commands[index].rank { continue }
      victim = index
    }
    return victim
  }
}
