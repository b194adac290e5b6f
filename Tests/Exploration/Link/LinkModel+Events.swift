import GAP
import Identifiers
import Octets

@testable import HCI

extension LinkModel {
  enum Event: Equatable {
    case start, openWindow, closeWindow, ownerRejects, ownerDisconnects
    /// The owner requests another address.
    case changeAddress
    /// Data arrives over the link.
    case phoneSpeaks
    /// The result of a request for other connection parameters.
    case answerParameters(ConnectionParameterAnswer)
    case reachDeadline
    /// The pairing window ends while the machine has no deadline.
    case windowEnds
    /// The controller answers the oldest command.
    case answer(ErrorCode)
    case report(Report)
  }

  /// The events that a controller may report, about the current link and about a link that does not exist.
  enum Report: Equatable {
    case fails
    case connected(Peer, isPeripheral: Bool, hasGoodParameters: Bool)
    case connectionFails
    case disconnected(Peer)
    case encrypted(Peer, isKeyOurs: Bool)
    case decrypted(Peer)
    case encryptionFails(Peer)
    case keyRefreshed(Peer, isKeyOurs: Bool)
    case keyRefreshFails(Peer)
    case parametersChanged(Peer, areGood: Bool)
    case parametersProposed(Peer, areGood: Bool)
    case asksForKey(Peer)
    case overflows

    static let all: [Report] =
      [.fails, .connectionFails, .overflows]
      + Peer.allCases.flatMap { peer in
        [
          .connected(peer, isPeripheral: true, hasGoodParameters: true),
          .connected(peer, isPeripheral: true, hasGoodParameters: false),
          .connected(peer, isPeripheral: false, hasGoodParameters: true),
          .disconnected(peer), .encrypted(peer, isKeyOurs: true), .encrypted(peer, isKeyOurs: false), .decrypted(peer),
          .encryptionFails(peer), .keyRefreshed(peer, isKeyOurs: true), .keyRefreshed(peer, isKeyOurs: false),
          .keyRefreshFails(peer), .parametersChanged(peer, areGood: true), .parametersChanged(peer, areGood: false),
          .parametersProposed(peer, areGood: true), .parametersProposed(peer, areGood: false), .asksForKey(peer),
        ]
      }
  }

  enum Peer: CaseIterable {
    case one, other

    var handle: ConnectionHandle { ConnectionHandle(rawValue: self == .one ? 0x40 : 0x41)! }
  }

  func events(in state: State) -> [Event] {
    var events: [Event] = [.report(.fails)]
    if !state.pending.isEmpty { events += [.answer(.success), .answer(.commandDisallowed)] }
    if state.deadline != nil { events.append(.reachDeadline) }
    // The host gives up a controller that answers nothing.
    guard state.pending.count < Self.pendingLimit else { return events }
    guard state.phase != .standby else {
      return events + [.start, .openWindow, .closeWindow]
        + Peer.allCases.map {
          .report(.connected($0, isPeripheral: true, hasGoodParameters: true))
        }
    }
    // The current link always has handle `one`; `other` is the handle of no link.
    let isFirst = state.handle == nil
    events += Report.all.filter { !isFirst || !$0.beginsOther }.map { .report($0) }
    events.append(.ownerDisconnects)
    if changesAddress { return events + [.changeAddress] }
    events += [.openWindow, .closeWindow, .ownerRejects]
    if state.handle != nil {
      events.append(.phoneSpeaks)
      events += [ConnectionParameterAnswer.accepted, .rejected, .unanswered].map { .answerParameters($0) }
    }
    if state.isWindowOpen, state.deadline == nil { events.append(.windowEnds) }
    return events
  }
}

extension LinkModel.Report {
  fileprivate var beginsOther: Bool { if case .connected(.other, true, _) = self { true } else { false } }

  var event: ControllerEvent {
    switch self {
    case .fails: .failed(.commandTimeout(.reset))
    case .connectionFails: .connectionFailed(.connectionFailedToBeEstablished)
    case .overflows: .dataBufferOverflow
    case .connected(let peer, let isPeripheral, let hasGoodParameters):
      .connected(Self.connection(peer, isPeripheral: isPeripheral, timeout: hasGoodParameters ? 600 : 72))
    case .disconnected(let peer): .disconnected(peer.handle, reason: .connectionTimeout)
    case .encrypted(let peer, let isKeyOurs): .encryptionChange(Self.change(peer, 0, 1), isKeyOurs: isKeyOurs)
    case .decrypted(let peer): .encryptionChange(Self.change(peer, 0, 0), isKeyOurs: true)
    case .encryptionFails(let peer): .encryptionChange(Self.change(peer, 6, 0), isKeyOurs: false)
    case .keyRefreshed(let peer, let isKeyOurs):
      .encryptionKeyRefreshComplete(Self.refresh(peer, 0), isKeyOurs: isKeyOurs)
    case .keyRefreshFails(let peer): .encryptionKeyRefreshComplete(Self.refresh(peer, 6), isKeyOurs: true)
    case .parametersChanged(let peer, let areGood):
      .connectionUpdateComplete(
        Self.decode([0] + Self.wire(peer) + [0x18, 0, 3, 0, areGood ? 0x58 : 0x48, areGood ? 2 : 0]) {
          (input: inout Span<UInt8>) throws(DecodeError) in try LEConnectionUpdateComplete(decoding: &input)
        })
    case .parametersProposed(let peer, let areGood):
      .remoteConnectionParameterRequest(
        Self.decode(Self.wire(peer) + [0x18, 0, 0x18, 0, areGood ? 3 : 200, 0, 0x58, 2]) {
          (input: inout Span<UInt8>) throws(DecodeError) in try LERemoteConnectionParameterRequest(decoding: &input)
        })
    case .asksForKey(let peer):
      .longTermKeyRequest(
        Self.decode(Self.wire(peer) + [UInt8](repeating: 0, count: 10)) {
          (input: inout Span<UInt8>) throws(DecodeError) in try LELongTermKeyRequest(decoding: &input)
        })
    }
  }

  private static func connection(_ peer: LinkModel.Peer, isPeripheral: Bool, timeout: UInt16) -> LEConnection {
    LEConnection(
      handle: peer.handle, role: isPeripheral ? .peripheral : .central,
      peerAddress: DeviceAddress(kind: .random, octets: [1, 2, 3, 4, 5, 0x46]), peerIdentity: nil,
      connectionInterval: 24, peripheralLatency: timeout == 600 ? 3 : 0, supervisionTimeout: timeout)
  }

  private static func change(_ peer: LinkModel.Peer, _ status: UInt8, _ enabled: UInt8) -> EncryptionChange {
    decode([status] + wire(peer) + [enabled]) {
      (input: inout Span<UInt8>) throws(DecodeError) in try EncryptionChange(decoding: &input)
    }
  }

  private static func refresh(_ peer: LinkModel.Peer, _ status: UInt8) -> EncryptionKeyRefreshComplete {
    decode([status] + wire(peer)) {
      (input: inout Span<UInt8>) throws(DecodeError) in try EncryptionKeyRefreshComplete(decoding: &input)
    }
  }

  /// Events come only from a controller, so they are decoded from octets.
  private static func decode<Event>(
    _ octets: [UInt8], _ event: (inout Span<UInt8>) throws(DecodeError) -> Event
  ) -> Event {
    var span = octets.span
    do throws(DecodeError) { return try event(&span) } catch { preconditionFailure("an event of the model's own") }
  }

  private static func wire(_ peer: LinkModel.Peer) -> [UInt8] { [UInt8(peer.handle.rawValue & 0xFF), 0] }
}
