internal import Octets

/// A command that waits to be written to the Control Point, or is under way.
enum QueuedCommand: Equatable, Sendable {
  case perform(ActionID, NotificationUID)
  /// Get everything about a notification. `attempt` counts from 0.
  case fetch(NotificationUID, isCall: Bool, attempt: UInt8)
  /// Get the name of the app with that key in the cache.
  case nameApp(AppNameCache.Key)
  /// Ask what every iPhone may be asked, to see whether we may ask at all.
  case permission
  /// Ask for a notification that does not exist, to see whether the phone answers.
  case probe

  /// What goes first has the lowest rank.
  fileprivate var rank: Int {
    switch self {
    case .perform, .permission, .probe: 0
    case .fetch(_, isCall: true, _): 1
    case .nameApp: 2
    case .fetch(_, isCall: false, _): 3
    }
  }

  /// Whether the phone answers on the Data Source, too.
  var hasReply: Bool {
    switch self {
    case .fetch, .nameApp, .permission: true
    case .perform, .probe: false
    }
  }

  fileprivate var isEvictable: Bool { rank == 3 }

  fileprivate var uid: NotificationUID? {
    switch self {
    case .perform(_, let uid), .fetch(let uid, _, _): uid
    case .nameApp, .permission, .probe: nil
    }
  }
}

/// The commands that wait: what the user does and calls first, then names of apps, then the rest, each in its order.
struct CommandQueue {
  private var commands = FixedArray<16, QueuedCommand>()

  var isEmpty: Bool { commands.isEmpty }
  var count: Int { commands.count }

  /// Appends `command` behind those that are not less urgent.
  ///
  /// - Returns: what did not fit. That is the oldest fetch that is not for a call, or else `command` itself.
  mutating func push(_ command: QueuedCommand) -> QueuedCommand? {
    var evicted: QueuedCommand?
    if commands.isFull {
      guard let victim = firstEvictable() else { return command }
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
  func containsFetch(of uid: NotificationUID) -> Bool {
    for index in commands.indices {
      if case .fetch(uid, _, _) = commands[index] { return true }
    }
    return false
  }

  /// Moves the fetch of a notification that has become a call to the calls.
  mutating func hastenFetch(of uid: NotificationUID) {
    for index in commands.indices {
      guard case .fetch(uid, isCall: false, let attempt) = commands[index] else { continue }
      commands.remove(at: index)
      // There is room: one was taken out.
      _ = push(.fetch(uid, isCall: true, attempt: attempt))
      return
    }
  }

  func contains(_ command: QueuedCommand) -> Bool {
    for index in commands.indices where commands[index] == command { return true }
    return false
  }

  private func firstEvictable() -> Int? {
    for index in commands.indices where commands[index].isEvictable { return index }
    return nil
  }
}
