import TestSupport
import Timing

@testable import ANCS

extension SessionModel {
  enum Event: Equatable {
    /// The service is found, with all characteristics or with the Notification Source only.
    case findService(isWhole: Bool)
    case subscribe
    case end
    case post(Posted, isNew: Bool)
    case remove(Posted)
    /// A value of the Notification Source arrives.
    case source([UInt8])
    /// The link can take the session's next write.
    case ask
    /// The response to the write: nil for success.
    case answer(UInt8?)
    case send(Part)
    case perform(ActionID, Posted)
    case reachDeadline
  }

  /// A notification that the phone posts.
  enum Posted: CaseIterable {
    case message, call

    var uid: UInt32 {
      switch self {
      case .message: 1
      case .call: 2
      }
    }

    var category: UInt8 { self == .call ? 1 : 4 }

    /// A call can be accepted and declined, a message only dismissed.
    var flags: UInt8 {
      switch self {
      case .message: 0x10
      case .call: 0x18
      }
    }
  }

  /// A value of the Data Source.
  enum Part: Equatable, CaseIterable {
    case half, rest
    /// A reply to a command that was not sent, a correct header with a wrong attribute, and a length beyond all limits.
    case foreign, wrongAttribute, endless
    case empty

    func take(from reply: inout [UInt8]) -> [UInt8] {
      let header = Array(reply.prefix(5))
      switch self {
      case .half:
        let half = reply.prefix((reply.count + 1) / 2)
        reply.removeFirst(half.count)
        return Array(half)
      case .rest:
        defer { reply = [] }
        return reply
      case .foreign: return [0, 9, 9, 9, 9, 0, 0, 0]
      case .wrongAttribute:
        reply = []
        return header + [7, 0, 0]
      case .endless:
        reply = []
        return header + [0, 0xFF, 0xFF, 0x41]
      case .empty: return []
      }
    }
  }

  func events(in state: State) -> [Event] {
    var events: [Event] = [.findService(isWhole: true), .findService(isWhole: false), .subscribe, .end, .ask]
    for posted in Posted.allCases {
      events += [.post(posted, isNew: true), .post(posted, isNew: false), .remove(posted)]
    }
    events += [.source([0, 0, 4, 1, 1, 0, 0]), .source([3, 0, 4, 1, 1, 0, 0, 0]), .source([])]
    events += Part.allCases.map { .send($0) }
    for action in [ActionID.positive, .negative] {
      for posted in Posted.allCases { events.append(.perform(action, posted)) }
    }
    if state.facts.command != nil { events += [nil, 0x03, 0x0E, 0xA0, 0xA2].map { .answer($0) } }
    if state.deadline != nil { events.append(.reachDeadline) }
    return events
  }

  var invariants: [Invariant<SessionModel>] { commandInvariants + actionInvariants + stateInvariants + storeInvariants }

  private var commandInvariants: [Invariant<SessionModel>] {
    [
      Invariant("one command is pending at most") { step in
        step.observation.command == nil || step.before.facts.command == nil
      },
      Invariant("no command names a notification that was removed") { step in
        guard let command = step.observation.command, command[0] != 1, command[1..<5] != [0xFF, 0xFF, 0xFF, 0xFF]
        else { return true }
        return step.before.facts.shown[command.uid] != nil
      },
    ]
  }

  private var actionInvariants: [Invariant<SessionModel>] {
    [
      Invariant("no action is sent that is not offered or that the user did not request") { step in
        guard let command = step.observation.command, command[0] == 2, let action = ActionID(rawValue: command[5])
        else { return true }
        let flags = step.before.facts.shown[command.uid] ?? 0
        return flags & action.flag.rawValue != 0
          && step.before.facts.actions.contains(UserAction(action: action, uid: command.uid))
      },
      Invariant("every action ends once") { step in
        let ended = step.observation.events.count { if case .actionEnded = $0 { true } else { false } }
        return step.before.facts.actions.count + (step.observation.isTaken ? 1 : 0)
          >= step.after.facts.actions.count + ended
          && step.before.facts.actions.count <= step.after.facts.actions.count + ended
      },
      Invariant("actions end with their session") { step in
        step.after.progress != .absent || step.after.facts.actions.isEmpty
      },
    ]
  }

  private var stateInvariants: [Invariant<SessionModel>] {
    [
      Invariant("every wait has a deadline") { step in
        let isWaiting = step.after.session.look { $0.transaction.command != nil || $0.state == .unauthorized }
        return !isWaiting || step.after.deadline != nil || step.after.facts.command != nil || step.after.wantsToAsk
      },
      Invariant("no deadline that was reached stays set, and none is far away") { step in
        guard let deadline = step.after.deadline else { return true }
        return (step.event != .reachDeadline || deadline > step.after.now)
          && deadline <= step.after.now + SilenceWatchdog.longestSilence
      },
      Invariant("no command takes longer than a minute") { step in
        step.after.session.look { $0.transaction.deadline.instant }.map { $0 <= step.after.now + .seconds(60) } != false
      },
      Invariant("subscriptions are renewed only if there are any") { step in
        !step.observation.isRenewalWanted || step.before.progress != .absent
      },
      Invariant("nothing is requested without a complete service") { step in
        switch step.before.progress {
        case .absent, .found, .sourceOnly: step.observation.command == nil
        case .probing, .unauthorized, .ready: true
        }
      },
    ]
  }

  private var storeInvariants: [Invariant<SessionModel>] {
    [
      Invariant("no UID is held twice") { step in
        step.after.session.look { session in
          (0..<session.notifications.count).allSatisfy { index in
            let notification = session.notifications.notification(at: index)
            return !notification.isLive || session.notifications.index(of: notification.uid) == index
          }
        }
      },
      Invariant("the session holds the notifications that the phone shows") { step in
        step.after.session.look { session in
          (0..<session.notifications.count).allSatisfy { index in
            let notification = session.notifications.notification(at: index)
            return !notification.isLive || step.after.facts.shown[notification.uid.rawValue] != nil
          }
        }
      },
    ]
  }

  func giveUpAndWait(_ state: inout State) { _ = step(.end, &state) }

  func honestPhoneFails(from state: State) -> String? {
    var state = state
    for event in [Event.findService(isWhole: true), .subscribe, .post(.message, isNew: true)] {
      _ = step(event, &state)
    }
    serve(&state)
    let content = state.session.look { session in
      session.notifications.index(of: NotificationUID(rawValue: Posted.message.uid)).map {
        session.notifications.notification(at: $0).content
      }
    }
    guard state.progress == .ready, content == .complete else { return "the message is \(content as Any)" }
    guard step(.perform(.negative, .message), &state).isTaken else { return "an action is refused" }
    serve(&state)
    return state.facts.actions.isEmpty ? nil : "an action does not end"
  }

  private func serve(_ state: inout State) {
    for _ in 0..<10 {
      guard let command = step(.ask, &state).command else { return }
      _ = step(.answer(HonestCenter.refuses(command) ? 0xA2 : nil), &state)
      _ = step(.send(.rest), &state)
    }
  }
}

extension SessionModel.State {
  fileprivate var wantsToAsk: Bool {
    var state = self
    return SessionModel<slots, octets>().step(.ask, &state).command != nil
  }
}

extension [UInt8] {
  fileprivate var uid: UInt32 { (0..<4).reduce(0) { $0 | UInt32(self[1 + $1]) << ($1 * 8) } }
}
