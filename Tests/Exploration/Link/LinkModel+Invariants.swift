import GAP
import Identifiers
import Timing

@testable import HCI

extension LinkModel {
  var invariants: [Invariant<LinkModel>] { linkInvariants + advertisingInvariants + timeInvariants + answerInvariants }

  private var linkInvariants: [Invariant<LinkModel>] {
    [
      Invariant("the owner's view of the link is correct") { step in
        step.after.facts.link == step.after.handle
      },
      Invariant("a link counts as encrypted only with a key of the watch") { step in
        guard case .encrypted = step.after.phase else { return true }
        return step.after.facts.isEncrypted
      },
      Invariant("a link that is no longer encrypted with a key of the watch ends") { step in
        guard case .encryptionLost(let handle) = step.observation.change else { return true }
        // If the controller refused the command a moment ago, the machine repeats it after a pause.
        let isSoon = step.after.deadline.map { $0 <= step.after.now + .seconds(1) } == true
        return handle == step.after.facts.link && (step.after.facts.disconnects > 0 || isSoon)
      },
      Invariant("a link that was rejected ends") { step in
        guard step.after.facts.isRejected, step.after.facts.link != nil else { return true }
        let isSoon = step.after.deadline.map { $0 <= step.after.now + .seconds(1) } == true
        return step.after.facts.disconnects > 0 || isSoon
      },
    ]
  }

  private var advertisingInvariants: [Invariant<LinkModel>] {
    [
      Invariant("the controller advertises when the machine says so") { step in
        guard case .advertising = step.after.phase else { return true }
        return step.after.facts.isAdvertising
      },
      Invariant("the watch does not advertise while it has a link") { step in
        step.after.handle == nil || !step.observation.commands.contains(where: \.turnsAdvertisingOn)
      },
      Invariant("one advertising command is pending at a time") { step in
        step.after.pending.count { $0.command.isOfAdvertising } <= 1
      },
    ]
  }

  private var timeInvariants: [Invariant<LinkModel>] {
    [
      Invariant("every wait has a deadline") { step in
        let state = step.after
        switch state.phase {
        case .standby: return true
        case .preparing: return state.deadline != nil || state.pending.contains { $0.command.isOfAdvertising }
        case .advertising, .connected, .encrypted: return state.deadline != nil
        }
      },
      Invariant("no deadline that was reached stays set, and none is far away") { step in
        guard let deadline = step.after.deadline else { return true }
        let isOver = step.event != .reachDeadline || deadline > step.after.now
        return isOver && deadline <= step.after.now + .minutes(15)
      },
      Invariant("a link that was not accepted ends") { step in
        guard case .report(.connected(let peer, _, _)) = step.event, step.after.handle != peer.handle
        else { return true }
        return step.observation.commands.contains { $0.ends(peer.handle) }
      },
      Invariant("a disconnection is requested once, and again only after a pause") { step in
        step.after.facts.disconnects <= max(1, step.before.facts.disconnects) || step.event == .reachDeadline
      },
    ]
  }

  private var answerInvariants: [Invariant<LinkModel>] {
    [
      Invariant("other parameters are requested at most three times per link, and never on a link that ends") { step in
        step.after.facts.parameterRequests <= 3
          && (step.observation.parameterRequests == 0 || step.after.facts.disconnects == 0)
      },
      Invariant("proposed parameters get one answer") { step in
        let answers = step.observation.commands.count(where: \.answersParameters)
        guard case .report(.parametersProposed(_, let areGood)) = step.event else { return answers == 0 }
        return answers == 1 && step.observation.commands.contains { $0.acceptsParameters } == areGood
      },
      Invariant("the machine knows the address that it advertises with") { step in
        switch step.after.phase {
        case .standby, .preparing: true
        case .advertising, .connected, .encrypted:
          step.after.link.look { $0.advertisedAddress } == step.after.facts.address
        }
      },
      Invariant("the peer cannot cause unlimited output") { step in step.observation.commands.count <= 3 },
    ]
  }
}

extension Command {
  fileprivate var turnsAdvertisingOn: Bool { if case .leSetAdvertisingEnable(true) = self { true } else { false } }

  var isOfAdvertising: Bool {
    switch self {
    case .leSetAdvertisingEnable, .leSetRandomAddress, .leSetAdvertisingParameters, .leSetAdvertisingData,
      .leSetScanResponseData:
      true
    default: false
    }
  }

  func ends(_ handle: ConnectionHandle) -> Bool {
    if case .disconnect(handle, _) = self { true } else { false }
  }

  fileprivate var acceptsParameters: Bool {
    if case .leRemoteConnectionParameterRequestReply = self { true } else { false }
  }

  fileprivate var answersParameters: Bool {
    if case .leRemoteConnectionParameterRequestNegativeReply = self { true } else { acceptsParameters }
  }
}
