import GAP
import Timing

@testable import HCI

extension LinkModel {
  /// The current link is lost. From then on the controller follows every command, and the user opens no pairing window.
  func giveUpAndWait(_ state: inout State) {
    if let handle = state.handle {
      _ = step(.report(.disconnected(handle == Peer.one.handle ? .one : .other)), &state)
    }
    _ = step(.closeWindow, &state)
    if state.phase == .standby { _ = step(.start, &state) }
    for _ in 0..<16 {
      while !state.pending.isEmpty { _ = step(.answer(.success), &state) }
      if case .advertising = state.phase { return }
      _ = step(.reachDeadline, &state)
    }
  }

  func honestPhoneFails(from state: State) -> String? {
    var state = state
    guard case .advertising = state.phase else { return "the watch is \(state.phase)" }
    _ = step(.report(.connected(.one, isPeripheral: true, hasGoodParameters: true)), &state)
    guard case .connected = state.phase else { return "the phone is not served: \(state.phase)" }
    _ = step(.report(.encrypted(.one, isKeyOurs: true)), &state)
    guard case .encrypted = state.phase, state.facts.disconnects == 0 else { return "the link is \(state.phase)" }
    return nil
  }
}
