import TestSupport
import Timing

@testable import ANCS

/// A session with a notification centre, and a phone that posts, answers and refuses at will.
///
/// The session holds one notification less than it has slots. The phone has two notifications.
struct SessionModel<let slots: Int, let octets: Int>: Model {
  var name: String { slots > 2 ? "notifications" : "notifications, full" }

  typealias Machine = Session<slots, octets, 32, 5_632, 8_192>

  struct State {
    var session = Replica(Machine())
    var now = Instant.start + .seconds(1000)
    var facts = Facts()
  }

  /// The past events that the invariants refer to.
  struct Facts {
    /// The command that was written and has no response yet.
    var command: [UInt8]?
    /// The octets that an honest phone still has to send on the Data Source.
    var reply: [UInt8] = []
    /// The notifications that the phone shows, and the actions of each.
    var shown: [UInt32: UInt8] = [:]
    /// The user's actions that were accepted and have not ended.
    var actions: [UserAction] = []
  }

  struct UserAction: Equatable {
    let action: ActionID
    let uid: UInt32
  }

  struct Observation {
    var command: [UInt8]?
    var events: [SessionEvent] = []
    /// Whether an action of the user was accepted.
    var isTaken = false
    var isRenewalWanted = false
  }

  func initialStates() -> [State] { [State()] }

  func step(_ event: Event, _ state: inout State) -> Observation {
    var observation = Observation()
    let now = state.now
    switch event {
    case .findService(let isWhole):
      state.facts = Facts(actions: state.facts.actions)
      state.session.change { $0.serviceFound(hasControlPoint: isWhole, hasDataSource: isWhole, now: now) }
    case .subscribe: state.session.change { $0.subscribed(now: now) }
    case .end:
      state.facts = Facts(actions: state.facts.actions)
      state.session.change { $0.ended(now: now) }
    case .post(let posted, let isNew): show(posted, isNew: isNew, &state)
    case .remove(let posted):
      state.facts.shown[posted.uid] = nil
      receive(source: [2, 0, posted.category, 0] + wire(posted.uid), &state)
    case .source(let value): receive(source: value, &state)
    case .ask:
      observation.command = state.session.change { session in
        drain(capacity: 182, limit: 1) { session.nextCommand(into: &$0, now: now) }.first
      }
      guard let command = observation.command else { break }
      state.facts.command = command
      state.facts.reply = HonestCenter.reply(to: command)
    case .answer(let error):
      state.facts.command = nil
      state.session.change { $0.writeCompleted(attError: error, now: now) }
    case .send(let part): send(part, &state)
    case .perform(let action, let posted):
      observation.isTaken = perform(UserAction(action: action, uid: posted.uid), &state)
    case .reachDeadline:
      guard let deadline = state.deadline else { break }
      state.now = max(now, deadline)
      let now = state.now
      state.session.change { $0.handleTimeout(now: now) }
    }
    observation.isRenewalWanted = state.session.change { $0.takeRemedy() } != nil
    listen(&state, &observation)
    return observation
  }

  private func listen(_ state: inout State, _ observation: inout Observation) {
    while let said = state.session.change({ $0.nextEvent() }) {
      observation.events.append(said)
      note(said, &state)
    }
  }

  private func show(_ posted: Posted, isNew: Bool, _ state: inout State) {
    state.facts.shown[posted.uid] = posted.flags
    receive(source: [isNew ? 0 : 1, posted.flags, posted.category, 1] + wire(posted.uid), &state)
  }

  private func receive(source value: [UInt8], _ state: inout State) {
    let now = state.now
    state.session.change { $0.receiveNotificationSource(value.span, now: now) }
  }

  private func send(_ part: Part, _ state: inout State) {
    let now = state.now
    let octets = part.take(from: &state.facts.reply)
    state.session.change { $0.receiveDataSource(octets.span, now: now) }
  }

  private func perform(_ action: UserAction, _ state: inout State) -> Bool {
    guard state.session.change({ $0.perform(action.action, on: NotificationUID(rawValue: action.uid)) }) == nil
    else { return false }
    // An action that is requested twice before it is sent is done once.
    if !state.facts.actions.contains(action) || isSent(action, state) { state.facts.actions.append(action) }
    return true
  }

  private func isSent(_ action: UserAction, _ state: State) -> Bool {
    let isUnderWay = state.session.look { session in
      guard case .perform(action.action, NotificationUID(rawValue: action.uid)) = session.transaction.command else {
        return false
      }
      return true
    }
    return isUnderWay && state.facts.actions.count { $0 == action } == 1
  }

  private func note(_ event: SessionEvent, _ state: inout State) {
    switch event {
    case .actionEnded(let uid, let action, _):
      let ended = UserAction(action: action, uid: uid.rawValue)
      if let index = state.facts.actions.firstIndex(of: ended) { state.facts.actions.remove(at: index) }
    case .evicted(let uid): state.facts.shown[uid.rawValue] = nil
    case .authorized, .unauthorized, .added, .modified, .removed, .excerpt, .attributes, .content, .read: break
    }
  }

  private func wire(_ uid: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: uid >> ($0 * 8)) } }

  private let reader = Reader(omitting: [
    "\(Machine.self).notifications", "\(Machine.self).appNames", "\(Machine.self).reader",
    "MessageReader<8192>.octets", "SessionLog.counters", "NotificationIntake.nextSerial",
    "CommandPermission.retryPause", "PendingCommand.startedAt", "Notification.serial", "Notification.receivedAt",
    "SilenceWatchdog.answers", "SilenceWatchdog.source", "AppNameCache<32, 5632>.texts",
    "AppNameCache<32, 5632>.useCount", "Entry.lastUse",
  ])

  /// Three things do not count: how often something happened, which retries were made, and the contents of the texts.
  func read(_ state: State, into digest: inout Digest) {
    digest.now = state.now
    digest.know(next: state.deadline)
    state.session.look { session in
      reader.read(session, into: &digest)
      reader.read(session.appNames, into: &digest)
      reader.read(session.reader, into: &digest)
      for index in 0..<session.notifications.count {
        reader.read(session.notifications.notification(at: index), into: &digest)
      }
    }
    digest.add(state.facts.command ?? [])
    digest.add(state.facts.reply.count)
    for (uid, flags) in state.facts.shown.sorted(by: { $0.key < $1.key }) { digest.add(Int(uid) << 8 | Int(flags)) }
    for action in state.facts.actions { digest.add(Int(action.uid) << 8 | Int(action.action.rawValue)) }
  }
}

extension SessionModel.State {
  var deadline: Instant? { session.look { $0.deadline } }
  var progress: SessionModel.Machine.State { session.look { $0.state } }
}
