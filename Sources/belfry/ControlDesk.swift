internal import AMS
internal import ANCS
internal import Control
internal import LinuxPlatform
internal import Octets
internal import Timing
internal import Watch

/// Answers the programs at the control socket.
///
/// Each line is answered by one line, in the order in which they came; before that of a `list`, each notification is
/// told in a line of its own, the newest first.
struct ControlDesk: ~Copyable {
  private var socket = ControlSocket()
  private var line = OctetBuffer<512>()
  private var answer = JSONLine()
  /// What is not answered yet, by the place of the program.
  private var tasks: [4 of ControlTask?] = .init(repeating: nil)
  /// Whether a program was answered outside of `serve`, and may have asked for more already.
  private(set) var hasWork = false

  mutating func open(_ path: LastingText) throws(PlatformError) { try socket.open(path) }

  func watch(in loop: inout EventLoop) throws(PlatformError) { try socket.watch(in: &loop) }

  var deadline: Instant? {
    var deadline = socket.deadline
    for place in tasks.indices { deadline = earliest(deadline, tasks[place]?.deadline) }
    return deadline
  }

  /// Reads and answers what can be read and answered now.
  mutating func serve(_ ready: borrowing ReadySet, _ application: inout WatchApplication, now: Instant) {
    hasWork = false
    guard socket.isOpen else { return }
    socket.poll(ready, now: now)
    for place in tasks.indices { goOn(place, application, now: now) }
    while let arrival = socket.takeLine(into: &line) {
      take(arrival, &application, now: now)
      goOn(arrival.peer.place, application, now: now)
    }
    answer.removeAll()
    answer.begin("answer", at: now)
    answer.field("error", "tooManyClients")
    answer.end()
    socket.accept(ready, refusal: answer.span, now: now)
  }

  /// An action has ended: whoever asked for it is told.
  mutating func note(_ uid: NotificationUID, _ action: ActionID, _ result: ActionResult, now: Instant) {
    for place in tasks.indices {
      guard let task = tasks[place], case .action(uid, action, _) = task.kind else { continue }
      end(task, now: now) { answer in answer.put(result, of: action, on: uid) }
      hasWork = true
    }
  }

  private mutating func take(_ arrival: ControlArrival, _ application: inout WatchApplication, now: Instant) {
    guard !arrival.isTooLong else {
      return end(ControlTask(arrival.peer, id: BoundedText(), .refused), now: now) { $0.field("error", "tooLong") }
    }
    let line = ControlLine(parsing: line.span)
    switch line.content {
    case .defect(let defect):
      end(ControlTask(arrival.peer, id: line.id, .refused), now: now) { $0.put(defect) }
    case .request(.status):
      end(ControlTask(arrival.peer, id: line.id, .status), now: now) { $0.putStatus(of: application) }
    case .request(.mute(let name, let term)):
      let isDone = application.mute(name, term, now: now)
      end(ControlTask(arrival.peer, id: line.id, .mute), now: now) { answer in
        if isDone { answer.field("result", "ok") } else { answer.field("error", "noRoom") }
      }
    case .request(.list):
      tasks[arrival.peer.place] = ControlTask(arrival.peer, id: line.id, .list(below: nil, told: 0))
    case .request(.music(let command)): play(arrival.peer, id: line.id, command, &application, now: now)
    case .request(.action(let uid, let serial, let side)):
      let action: ActionID = side == .positive ? .positive : .negative
      let kind = ControlTask.Kind.action(NotificationUID(rawValue: uid), action, patience: now + ControlTask.patience)
      begin(ControlTask(arrival.peer, id: line.id, kind), serial: serial, &application, now: now)
    }
  }

  /// Queues an action; its answer is due when the phone has answered.
  private mutating func begin(
    _ task: ControlTask, serial: UInt32?, _ application: inout WatchApplication, now: Instant
  ) {
    guard case .action(let uid, let action, _) = task.kind else { return }
    // Who asks for what is under way would take the other's result for its own.
    var refusal: ActionRefusal? = isUnderWay(action, on: uid) ? .busy : nil
    refusal = refusal ?? application.perform(action, on: uid, serial: serial, now: now)
    guard let refusal else {
      tasks[task.peer.place] = task
      return
    }
    end(task, now: now) { answer in
      answer.put(action, on: uid)
      answer.field("error", refusal.name)
    }
  }

  /// A command has ended: whoever asked for it first is told.
  mutating func note(_ command: RemoteCommandID, _ result: RemoteCommandResult, now: Instant) {
    for place in tasks.indices {
      guard let task = tasks[place], case .music(let name, command, _) = task.kind else { continue }
      end(task, now: now) { answer in
        answer.field("command", name.name)
        answer.put(result)
      }
      hasWork = true
      return
    }
  }

  /// Sends a command to the player; its answer is due when the phone has answered.
  private mutating func play(
    _ peer: ControlPeer, id: BoundedText<64>, _ name: ControlRequest.Music, _ application: inout WatchApplication,
    now: Instant
  ) {
    let command = MusicCommand(name)
    let meaning = application.client.watch.meaning(of: command) ?? .play
    let task = ControlTask(peer, id: id, .music(name, meaning, patience: now + ControlTask.patience))
    guard let refusal = application.perform(command, now: now) else {
      tasks[peer.place] = task
      return
    }
    end(task, now: now) { answer in
      answer.field("command", name.name)
      answer.field("error", refusal.name)
    }
  }

  private func isUnderWay(_ action: ActionID, on uid: NotificationUID) -> Bool {
    for place in tasks.indices {
      if let task = tasks[place], case .action(uid, action, _) = task.kind { return true }
    }
    return false
  }

  /// Goes on with a list, as far as the program reads; gives up an action of which nothing more was heard.
  private mutating func goOn(_ place: Int, _ application: borrowing WatchApplication, now: Instant) {
    guard let task = tasks[place] else { return }
    guard socket.has(task.peer) else {
      tasks[place] = nil
      return
    }
    switch task.kind {
    case .action(let uid, let action, let patience):
      if patience <= now { end(task, now: now) { answer in answer.put(.timeout, of: action, on: uid) } }
    case .music(let name, _, let patience):
      guard patience <= now else { return }
      end(task, now: now) { answer in
        answer.field("command", name.name)
        answer.put(RemoteCommandResult.timeout)
      }
    case .list(let below, let told): list(task, below: below, told: told, application, now: now)
    case .status, .mute, .refused: break
    }
  }

  private mutating func list(
    _ task: ControlTask, below: UInt32?, told: UInt32, _ application: borrowing WatchApplication, now: Instant
  ) {
    var below = below
    var told = told
    while socket.isClear(for: task.peer) {
      guard let index = application.client.watch.indexOfNewest(below: below) else {
        return end(task, now: now) { answer in
          answer.field("result", "ok")
          answer.field("count", number: told)
        }
      }
      below = application.client.watch.session.notifications.notification(at: index).serial
      told += 1
      tell(task, index, application, now: now)
    }
    tasks[task.peer.place]?.kind = .list(below: below, told: told)
  }

  private mutating func tell(
    _ task: ControlTask, _ index: Int, _ application: borrowing WatchApplication, now: Instant
  ) {
    answer.removeAll()
    answer.begin("notification", at: now)
    if !task.id.isEmpty { answer.field("id", token: task.id.span) }
    answer.field("op", "listed")
    let notification = application.client.watch.session.notifications.notification(at: index)
    answer.field("uid", number: notification.uid.rawValue)
    answer.field("live", flag: notification.isLive)
    answer.putNotification(of: application.client.watch, at: index)
    answer.end()
    socket.send(answer.span, to: task.peer, isLast: false, now: now)
  }

  /// Answers, and is done with it.
  private mutating func end(_ task: ControlTask, now: Instant, _ body: (inout JSONLine) -> Void) {
    tasks[task.peer.place] = nil
    answer.removeAll()
    answer.begin("answer", at: now)
    if !task.id.isEmpty { answer.field("id", token: task.id.span) }
    if let verb = task.kind.verb { answer.field("do", verb) }
    body(&answer)
    answer.end()
    socket.send(answer.span, to: task.peer, isLast: true, now: now)
  }
}

extension WatchApplication {
  /// - Returns: false if too many applications are muted.
  fileprivate mutating func mute(
    _ application: BoundedText<128>, _ term: ControlRequest.MuteTerm, now: Instant
  ) -> Bool {
    switch term {
    case .hour: return mute(application: application.span, for: .hour, now: now)
    case .today: return mute(application: application.span, for: .today, now: now)
    case .always: return mute(application: application.span, for: .always, now: now)
    case .off:
      _ = unmute(application: application.span)
      return true
    }
  }
}

/// What a program has asked, and is to be answered.
private struct ControlTask {
  enum Kind {
    case action(NotificationUID, ActionID, patience: Instant)
    case music(ControlRequest.Music, RemoteCommandID, patience: Instant)
    /// Those that are older than a serial number are still to be told.
    case list(below: UInt32?, told: UInt32)
    case status, mute, refused

    var verb: StaticString? {
      switch self {
      case .action: "action"
      case .music: "music"
      case .list: "list"
      case .status: "status"
      case .mute: "mute"
      case .refused: nil
      }
    }
  }

  /// How long an action may take, whatever becomes of it.
  static var patience: Interval { .seconds(150) }

  let peer: ControlPeer
  let id: BoundedText<64>
  var kind: Kind

  init(_ peer: ControlPeer, id: BoundedText<64>, _ kind: Kind) {
    self.peer = peer
    self.id = id
    self.kind = kind
  }

  var deadline: Instant? {
    switch kind {
    case .action(_, _, let patience), .music(_, _, let patience): patience
    case .list, .status, .mute, .refused: nil
    }
  }
}

extension WatchMachine {
  /// Where the newest notification is, of those that are older than a serial number.
  fileprivate func indexOfNewest(below limit: UInt32?) -> Int? {
    var newest: (index: Int, serial: UInt32)?
    for index in 0..<session.notifications.count {
      let serial = session.notifications.notification(at: index).serial
      let isBelow = limit.map { serial < $0 } ?? true
      if isBelow, serial >= newest?.serial ?? 0 { newest = (index, serial) }
    }
    return newest?.index
  }
}
