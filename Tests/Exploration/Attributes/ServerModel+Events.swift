import TestSupport
import Timing

@testable import ATT
@testable import GATT

extension ServerModel {
  enum Event: Equatable {
    case say(Saying)
    /// There is room for a PDU that the server sends without a request.
    case send
    case encrypt(Bool)
    /// The client's bond was made with another version of the database.
    case databaseChanges
    case batteryFalls
    case reachDeadline
    case reconnect
  }

  enum Saying: Equatable {
    case exchangeMTU(Int)
    case find(UInt16, UInt16)
    case readByType(UInt16)
    case readByGroup(UInt16)
    case read(UInt16)
    case readBlob(UInt16, offset: UInt16)
    case readMultiple
    case write(UInt16, [UInt8])
    case writeCommand(UInt16, [UInt8])
    case confirm
    case bare([UInt8])

    /// Every existing handle and its neighbours; every kind of request, well formed and malformed.
    static let all: [Saying] =
      (0...0x1D).flatMap { handle in [.read(handle), .write(handle, [1, 0]), .readBlob(handle, offset: 1)] }
      + [0x000D, 0x001C].flatMap { handle in
        [.write(handle, [0, 0]), .write(handle, [2, 0]), .write(handle, [4, 0]), .write(handle, [1])]
      }
      + [
        .exchangeMTU(23), .exchangeMTU(22), .exchangeMTU(60), .find(1, 0xFFFF), .find(0, 1), .find(2, 1),
        .find(0x1D, 0xFFFF), .readByType(0x2803), .readByType(0x2B2A), .readByType(0x2A19), .readByType(0x2AFF),
        .readByGroup(0x2800), .readByGroup(0x2803), .readMultiple, .readBlob(0x03, offset: 600),
        .write(0x0F, [1]), .write(0x0F, [0]), .write(0x0F, [1, 1]), .writeCommand(0x1C, [1, 0]),
        .writeCommand(0x03, [1]),
        .writeCommand(0x0D, [2, 0]), .confirm,
      ]
      + [
        [0x1E, 0], [0x02, 1], [0x04, 1], [0x0A, 1], [0x12, 1], [0x16, 0x1C, 0, 0, 0, 1], [0x18, 1], [0x18, 2], [0x18],
        [0x3E, 1], [0x3F], [0x7F], [0xD2, 0x1C, 0, 1, 0], [0x06, 1, 0, 0xFF, 0xFF, 0, 0x28, 0x0F, 0x18],
      ].map { .bare($0) }

    func octets(_ bearer: AttributeBearer) -> [UInt8] {
      switch self {
      case .exchangeMTU(let mtu): [0x02, UInt8(mtu), 0]
      case .find(let first, let last): [0x04] + wire(first) + wire(last)
      case .readByType(let type): [0x08, 1, 0, 0xFF, 0xFF] + wire(type)
      case .readByGroup(let type): [0x10, 1, 0, 0xFF, 0xFF] + wire(type)
      case .read(let handle): [0x0A] + wire(handle)
      case .readBlob(let handle, let offset): [0x0C] + wire(handle) + wire(offset)
      case .readMultiple: [0x0E] + wire(0x03) + wire(0x1B)
      case .write(let handle, let value): [0x12] + wire(handle) + value
      case .writeCommand(let handle, let value): [0x52] + wire(handle) + value
      case .confirm: [0x1E]
      case .bare(let octets): octets
      }
    }

    private func wire(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
  }

  func events(in state: State) -> [Event] {
    var events = Saying.all.map { Event.say($0) }
    events += [.send, .encrypt(!state.bearer.security.isEncrypted), .databaseChanges, .batteryFalls, .reconnect]
    if state.deadline != nil { events.append(.reachDeadline) }
    return events
  }

  var invariants: [Invariant<ServerModel>] { answerInvariants + unaskedInvariants }

  private var answerInvariants: [Invariant<ServerModel>] {
    [
      Invariant("a request gets one response, anything else gets none") { step in
        guard case .say(let saying) = step.event else { return true }
        return (step.observation.response != nil) == saying.isRequest(step.before.bearer)
      },
      Invariant("a response belongs to its request, or is an error response to it") { step in
        guard case .say(let saying) = step.event, let response = step.observation.response else { return true }
        let opcode = saying.octets(step.before.bearer)[0]
        return response[0] == 0x01 ? response.count == 5 && response[1] == opcode : response[0] == opcode + 1
      },
      Invariant("no PDU is longer than the MTU") { step in
        let mtu = step.before.bearer.mtu
        return step.observation.response.map { $0.count <= mtu } != false
          && step.observation.unasked.allSatisfy { $0.count <= mtu }
      },
      Invariant("no protected value is read, written or sent on an unencrypted link") { step in
        guard !step.before.bearer.security.isEncrypted else { return true }
        let isRead = step.event == .say(.read(0x1B)) && step.observation.response?.first == 0x0B
        let isWritten = step.event == .say(.write(0x1C, [1, 0])) && step.observation.response?.first == 0x13
        let isCommanded =
          step.event == .say(.writeCommand(0x1C, [1, 0])) && step.observation.changes.configurationChanged
        return !isRead && !isWritten && !isCommanded && step.observation.unasked.isEmpty
      },
      Invariant("the database changes only by a valid write") { step in
        guard step.observation.changes.configurationChanged else { return true }
        switch step.event {
        case .say(.write): return step.observation.response?.first == 0x13
        case .say(.writeCommand): return true
        default: return false
        }
      },
    ]
  }

  private var unaskedInvariants: [Invariant<ServerModel>] {
    [
      Invariant("one indication is pending at most") { step in
        let indications = step.observation.unasked.count { $0[0] == 0x1D }
        return indications == 0 || indications == 1 && !step.before.facts.isUnconfirmed
      },
      Invariant("Service Changed is sent only if the database changed, and not at once") { step in
        guard step.observation.unasked.contains(where: { $0[0] == 0x1D }) else { return true }
        return step.before.facts.isChangeOwed && step.before.now >= step.before.facts.quietUntil
      },
      Invariant("every wait has a deadline") { step in
        !step.after.facts.isUnconfirmed || step.after.isLost || step.after.deadline != nil
      },
      Invariant("no deadline that was reached stays set, and none is far away") { step in
        guard let deadline = step.after.deadline else { return true }
        return step.event != .reachDeadline && deadline <= step.after.now + .seconds(30)
      },
      Invariant("no notification or indication is sent on a lost bearer") { step in
        !step.before.isLost || step.observation.unasked.isEmpty
      },
    ]
  }

  func giveUpAndWait(_ state: inout State) { _ = step(.reconnect, &state) }

  func honestPhoneFails(from state: State) -> String? {
    var state = state
    let session: [(Event, UInt8)] = [
      (.say(.exchangeMTU(60)), 0x03), (.say(.readByGroup(0x2800)), 0x11), (.say(.readByType(0x2B2A)), 0x09),
      (.encrypt(true), 0), (.say(.write(0x1C, [1, 0])), 0x13), (.say(.read(0x1B)), 0x0B),
    ]
    for (event, answer) in session {
      let response = step(event, &state).response
      guard response?.first ?? 0 == answer else { return "\(event) is answered by \(response ?? [])" }
    }
    _ = step(.batteryFalls, &state)
    return step(.send, &state).unasked.first?.first == 0x1B ? nil : "the battery's level is not told"
  }
}

extension ServerModel.Saying {
  /// Whether the peer may expect a response: the PDU is neither a command nor a confirmation, and is short enough. Its
  /// opcode may be unknown.
  fileprivate func isRequest(_ bearer: AttributeBearer) -> Bool {
    let octets = octets(bearer)
    return octets[0] & 0x40 == 0 && octets[0] != 0x1E && octets.count <= bearer.mtu
  }
}
