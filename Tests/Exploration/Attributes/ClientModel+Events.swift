import Identifiers
import Timing

@testable import ATT
@testable import GATT

extension ClientModel {
  enum Event: Equatable {
    case start(Task)
    /// There is room for the client's next PDU.
    case send
    case say(Saying)
    case encrypt(Bool)
    /// The phone requests another MTU; the server on this side replies.
    case phoneExchangesMTU
    case reachDeadline
    /// The link is lost, and a new one is made.
    case reset
  }

  /// The procedures that the client can be asked to run.
  enum Task: CaseIterable {
    case exchangeMTU, findService, findCharacteristics, findDescriptors, read, readLong, configure, write, writeLong

    func start(on client: inout GATTClient) -> Bool {
      let handle = HonestServer.configurationHandle
      switch self {
      case .exchangeMTU: return client.start(.exchangeMTU)
      case .findService:
        let octets = HonestServer.service
        guard let service = try? BluetoothUUID(octets: octets.span) else { return false }
        return client.start(.discoverPrimaryService(service))
      case .findCharacteristics: return client.start(.discoverCharacteristics(.all))
      case .findDescriptors: return client.start(.discoverDescriptors(.all))
      case .read: return client.start(.readValue(handle))
      case .readLong: return client.start(.readLongValue(handle))
      case .configure: return client.start(.configure(handle, .notifications))
      case .write:
        let value: [UInt8] = [1, 2, 3]
        return client.startWrite(to: handle, value: value.span)
      case .writeLong:
        let value = HonestServer.value
        return client.startWrite(to: handle, value: value.span)
      }
    }
  }

  /// The responses that a server may send. Without a pending request, they answer a Read Request that was never sent.
  enum Saying: Equatable, CaseIterable {
    case answer
    case attributeNotFound, insufficientAuthentication, invalidOffset, errorZero
    case errorOfOtherRequest, errorCutShort
    /// A response of the expected kind: empty, half of it, random octets, and longer than allowed.
    case emptyAnswer, halfAnswer, rubbish, longestAnswer
    /// A response of another kind than the expected one.
    case otherAnswer
    case notification, foreignNotification, notificationCutShort
    case indication, foreignIndication, indicationCutShort
    case multipleNotification
    case tooLong

    func octets(_ state: State) -> [UInt8] {
      let request = state.facts.request ?? [0x0A, 0x13, 0]
      let answer = HonestServer.answer(request, mtu: state.bearer.mtu)
      let mtu = state.bearer.mtu
      switch self {
      case .answer: return answer
      case .attributeNotFound: return [0x01, request[0], 0x13, 0, 0x0A]
      case .insufficientAuthentication: return [0x01, request[0], 0x13, 0, 0x05]
      case .invalidOffset: return [0x01, request[0], 0x13, 0, 0x07]
      case .errorZero: return [0x01, request[0], 0x13, 0, 0]
      case .errorOfOtherRequest: return [0x01, request[0] == 0x10 ? 0x0A : 0x10, 0x13, 0, 0x0A]
      case .errorCutShort: return [0x01, request[0], 0x13]
      case .emptyAnswer: return [request[0] + 1]
      case .halfAnswer: return Array(answer.prefix((answer.count + 1) / 2))
      case .rubbish: return [request[0] + 1] + [UInt8](repeating: 0xFF, count: 8)
      case .longestAnswer: return [request[0] + 1] + [UInt8](repeating: 0x21, count: mtu - 1)
      case .otherAnswer: return [request[0] == 0x10 ? 0x0B : 0x11, 6, 0, 0, 0, 0]
      case .notification: return [0x1B, 0x12, 0, 1]
      case .foreignNotification: return [0x1B, 0x14, 0, 1]
      case .notificationCutShort: return [0x1B, 0x12]
      case .indication: return [0x1D, 0x12, 0, 1]
      case .foreignIndication: return [0x1D, 0x14, 0, 1]
      case .indicationCutShort: return [0x1D]
      case .multipleNotification: return [0x23, 0x12, 0, 1, 0, 1]
      case .tooLong: return [0x1B, 0x12, 0] + [UInt8](repeating: 1, count: mtu)
      }
    }
  }

  func events(in state: State) -> [Event] {
    var events: [Event] = [.send, .reset]
    events += Task.allCases.map { .start($0) }
    events += Saying.allCases.map { .say($0) }
    events.append(.encrypt(!state.bearer.security.isEncrypted))
    if !state.bearer.isMTUExchanged { events.append(.phoneExchangesMTU) }
    if state.deadline != nil { events.append(.reachDeadline) }
    return events
  }

  var invariants: [Invariant<ClientModel>] { requestInvariants + procedureInvariants }

  private var requestInvariants: [Invariant<ClientModel>] {
    [
      Invariant("one request is pending at most") { step in
        let requests = step.observation.pdus.count { $0[0] != 0x1E }
        return requests == 0 || requests == 1 && step.before.facts.request == nil
      },
      Invariant("each indication is confirmed once, and nothing else is") { step in
        let confirmations = step.observation.pdus.count { $0[0] == 0x1E }
        return confirmations == 0 || confirmations == 1 && step.before.facts.unconfirmed == 1
      },
      Invariant("pending PDUs are sent as soon as there is room") { step in
        guard step.event == .send, !step.before.isLost else { return true }
        return step.after.facts.unconfirmed == 0
      },
      Invariant("every wait has a deadline") { step in
        (step.after.facts.request == nil || step.after.isLost) == (step.after.deadline == nil)
      },
      Invariant("no deadline that was reached stays set, and none is far away") { step in
        guard let deadline = step.after.deadline else { return true }
        return step.event != .reachDeadline && deadline <= step.after.now + .seconds(30)
      },
    ]
  }

  private var procedureInvariants: [Invariant<ClientModel>] {
    [
      Invariant("every procedure ends once") { step in
        guard step.event != .reset else { return true }
        return step.observation.results.count <= 1
          && (step.observation.results.isEmpty || step.before.facts.isRunning)
          && step.after.facts.isRunning == step.after.isBusy
      },
      Invariant("a procedure ends only with its response, its deadline or a lost bearer") { step in
        step.observation.results.isEmpty || step.observation.isAnswered || step.after.isLost
      },
      Invariant("one procedure runs at a time") { step in !step.observation.wasStarted || !step.before.isBusy },
      Invariant("the bearer is lost if the server does not respond") { step in
        step.event != .reachDeadline || step.after.isLost
      },
      Invariant("nothing is sent or accepted on a lost bearer") { step in
        guard step.before.isLost, step.event != .reset else { return true }
        return step.observation.pdus.isEmpty && step.observation.notified.isEmpty && !step.observation.hasContent
          && !step.observation.wasStarted
      },
      Invariant("values are accepted only from known handles on an encrypted link") { step in
        step.observation.notified.allSatisfy { $0 == HonestServer.sourceHandle }
          && (step.observation.notified.isEmpty || step.before.bearer.security.isEncrypted)
      },
      Invariant("content is accepted only in a response to a request") { step in
        !step.observation.hasContent || step.before.facts.request != nil
      },
      Invariant("no PDU is longer than the MTU") { step in
        step.observation.pdus.allSatisfy { $0.count <= step.before.bearer.mtu }
      },
    ]
  }

  /// Disconnects if the bearer is lost; otherwise the phone's server answers the pending request.
  func giveUpAndWait(_ state: inout State) {
    for _ in 0..<200 {
      if state.isLost { break }
      guard state.isBusy || state.facts.unconfirmed > 0 else { break }
      _ = step(.send, &state)
      if state.facts.request != nil { _ = step(.say(.answer), &state) }
    }
    if state.isLost || state.isBusy { _ = step(.reset, &state) }
    _ = step(.encrypt(true), &state)
  }

  func honestPhoneFails(from state: State) -> String? {
    var state = state
    for task in [Task.findService, .findCharacteristics, .findDescriptors, .configure, .readLong, .writeLong] {
      guard step(.start(task), &state).wasStarted else { return "\(task) cannot be started" }
      var results: [ProcedureResult] = []
      for _ in 0..<20 where results.isEmpty {
        _ = step(.send, &state)
        results = step(.say(.answer), &state).results
      }
      guard results == [.success] else { return "\(task) ends as \(results)" }
    }
    let heard = step(.say(.notification), &state).notified
    return heard == [HonestServer.sourceHandle] ? nil : "a notification is not heard"
  }
}
