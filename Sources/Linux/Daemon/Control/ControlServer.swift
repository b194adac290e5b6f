internal import AMS
internal import ANCS
internal import Control
internal import LinuxPlatform
internal import Octets
internal import PhoneClient
internal import Timing
internal import Watch
internal import WatchModel

/// Answers the programs at the control socket.
///
/// Each line is answered by one line, in order. Before the answer to `list`, each notification is sent in a separate
/// line, the newest first.
struct ControlServer: ~Copyable {
  private var socket = ControlSocket()
  private var line = OctetBuffer<512>()
  private var answer = JSONLine()
  /// The requests without an answer yet, by the place of the program.
  private var tasks: [4 of ControlTask?] = .init(repeating: nil)
  /// Whether a program was answered outside of `serve`, and may have asked for more already.
  private(set) var hasWork = false

  mutating func open(_ path: StaticBytes) throws(PlatformError) { try socket.open(path) }

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
    while let peer = socket.nextIdle(ready, now: now) { dismiss(peer, now: now) }
    putRefusal("tooManyClients", now: now)
    socket.accept(ready, refusal: answer.span, now: now)
  }

  /// Reports to an idle program that it loses its place, and disconnects it.
  private mutating func dismiss(_ peer: ControlPeer, now: Instant) {
    putRefusal("idle", now: now)
    socket.send(answer.span, to: peer, isLast: true, now: now)
    socket.dismiss(peer)
  }

  private mutating func putRefusal(_ error: StaticString, now: Instant) {
    answer.removeAll()
    answer.begin("answer", at: now)
    answer.field("error", error)
    answer.end()
  }

  /// Answers the program that requested an action which has ended.
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
      tasks[arrival.peer.place] = ControlTask(arrival.peer, id: line.id, .list(below: nil, sentCount: 0))
    case .request(.alarms):
      end(ControlTask(arrival.peer, id: line.id, .alarms), now: now) { $0.putAlarms(of: application) }
    case .request(.alarm(let number, let change)):
      let isDone = application.change(number - 1, change, now: now)
      end(ControlTask(arrival.peer, id: line.id, .alarm), now: now) { answer in
        answer.field("alarm", number: UInt32(truncatingIfNeeded: number))
        if isDone { answer.field("result", "ok") } else { answer.field("error", "invalidField") }
      }
    case .request(.settings):
      end(ControlTask(arrival.peer, id: line.id, .settings), now: now) { $0.putSettings(of: application.watch.wearer) }
    case .request(.setting(let setting, let request)):
      let isDone = application.change(request, now: now)
      let kind = ControlTask.Kind.setting(isReset: request.isReset)
      end(ControlTask(arrival.peer, id: line.id, kind), now: now) { answer in
        answer.put(setting, of: application.watch.wearer)
        if isDone { answer.field("result", "ok") } else { answer.put(ControlDefect.invalid(.value)) }
      }
    case .request(.music(let command)): play(arrival.peer, id: line.id, command, &application, now: now)
    case .request(.action(let uid, let serial, let action)):
      let kind = ControlTask.Kind.action(NotificationUID(rawValue: uid), action, deadline: now + ControlTask.timeout)
      begin(ControlTask(arrival.peer, id: line.id, kind), serial: serial, &application, now: now)
    }
  }

  /// Queues an action; its answer is sent when the phone has answered.
  private mutating func begin(
    _ task: ControlTask, serial: UInt32?, _ application: inout WatchApplication, now: Instant
  ) {
    guard case .action(let uid, let action, _) = task.kind else { return }
    // A program that requests a pending action again would take the first one's result for its own.
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

  /// Answers the program that first requested a command which has ended.
  mutating func note(_ command: RemoteCommandID, _ result: RemoteCommandResult, now: Instant) {
    guard let task = firstTask(requesting: command), case .music(let name, _, _) = task.kind else { return }
    end(task, now: now) { answer in
      answer.field("command", name.name)
      answer.put(result)
    }
    hasWork = true
  }

  /// The earliest of the tasks that wait for the result of `command`: all of them may take equally long.
  private func firstTask(requesting command: RemoteCommandID) -> ControlTask? {
    var first: ControlTask?
    for place in tasks.indices {
      guard let task = tasks[place], case .music(_, command, let deadline) = task.kind else { continue }
      if let other = first?.deadline, other <= deadline { continue }
      first = task
    }
    return first
  }

  /// Sends a command to the player; its answer is sent when the phone has answered.
  private mutating func play(
    _ peer: ControlPeer, id: BoundedText<64>, _ command: MusicCommand, _ application: inout WatchApplication,
    now: Instant
  ) {
    let meaning = command.meaning(application.client.phone.media) ?? .play
    let task = ControlTask(peer, id: id, .music(command, meaning, deadline: now + ControlTask.timeout))
    guard let refusal = application.perform(command, now: now) else {
      tasks[peer.place] = task
      return
    }
    end(task, now: now) { answer in
      answer.field("command", command.name)
      answer.field("error", refusal.name)
    }
  }

  private func isUnderWay(_ action: ActionID, on uid: NotificationUID) -> Bool {
    for place in tasks.indices {
      if let task = tasks[place], case .action(uid, action, _) = task.kind { return true }
    }
    return false
  }

  /// Continues a list, as far as the program reads it, or ends an action or a music command that has timed out.
  private mutating func goOn(_ place: Int, _ application: borrowing WatchApplication, now: Instant) {
    guard let task = tasks[place] else { return }
    guard socket.has(task.peer) else {
      tasks[place] = nil
      return
    }
    switch task.kind {
    case .action(let uid, let action, let deadline):
      if deadline <= now { end(task, now: now) { answer in answer.put(.timeout, of: action, on: uid) } }
    case .music(let name, _, let deadline):
      guard deadline <= now else { return }
      end(task, now: now) { answer in
        answer.field("command", name.name)
        answer.put(RemoteCommandResult.timeout)
      }
    case .list(let below, let sentCount):
      list(task, below: below, sentCount: sentCount, application, now: now)
    case .status, .mute, .alarms, .alarm, .settings, .setting, .refused: break
    }
  }

  private mutating func list(
    _ task: ControlTask, below: UInt32?, sentCount: UInt32, _ application: borrowing WatchApplication, now: Instant
  ) {
    var below = below
    var sentCount = sentCount
    while socket.isClear(for: task.peer) {
      guard let index = application.client.phone.indexOfNewest(below: below) else {
        return end(task, now: now) { answer in
          answer.field("result", "ok")
          answer.field("count", number: sentCount)
        }
      }
      below = application.client.phone.session.notifications.notification(at: index).serial
      sentCount += 1
      send(task, index, application, now: now)
    }
    tasks[task.peer.place]?.kind = .list(below: below, sentCount: sentCount)
  }

  private mutating func send(
    _ task: ControlTask, _ index: Int, _ application: borrowing WatchApplication, now: Instant
  ) {
    answer.removeAll()
    answer.begin("notification", at: now)
    if !task.id.isEmpty { answer.field("id", token: task.id.span) }
    answer.field("op", "listed")
    let notification = application.client.phone.session.notifications.notification(at: index)
    answer.field("uid", number: notification.uid.rawValue)
    answer.field("live", flag: notification.isLive)
    if notification.isKept { answer.field("kept", flag: true) }
    answer.putNotification(of: application.client.phone, at: index)
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

extension WatchApplication {
  /// Changes some values of an alarm. A time or days turn it on, also the same as before, unless the request says
  /// otherwise.
  ///
  /// - Returns: false if there is no such alarm.
  fileprivate mutating func change(_ index: Int, _ change: AlarmChange, now: Instant) -> Bool {
    let old = watch.alarm(at: index)
    let isOn = change.isOn ?? (change.time != nil || change.weekdays != nil || old.isOn)
    let new = Alarm(change.time ?? old.time, change.weekdays ?? old.weekdays, isOn: isOn)
    return setAlarm(index, to: new, now: now)
  }
}

/// A pending request of a program.
private struct ControlTask {
  enum Kind {
    case action(NotificationUID, ActionID, deadline: Instant)
    case music(MusicCommand, RemoteCommandID, deadline: Instant)
    /// The notifications below a serial number are still to be sent; nil: all of them.
    case list(below: UInt32?, sentCount: UInt32)
    case status, mute, alarms, alarm, settings, refused
    case setting(isReset: Bool)

    var verb: StaticString? {
      switch self {
      case .action: "action"
      case .music: "music"
      case .list: "list"
      case .status: "status"
      case .mute: "mute"
      case .alarms: "alarms"
      case .alarm: "alarm"
      case .settings: "settings"
      case .setting(let isReset): isReset ? "reset" : "setting"
      case .refused: nil
      }
    }
  }

  /// The longest time that the result of an action may take.
  static var timeout: Interval { .seconds(150) }

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
    case .action(_, _, let deadline), .music(_, _, let deadline): deadline
    case .list, .status, .mute, .alarms, .alarm, .settings, .setting, .refused: nil
    }
  }
}

extension PhoneState {
  /// The index of the newest notification that is older than a serial number.
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
