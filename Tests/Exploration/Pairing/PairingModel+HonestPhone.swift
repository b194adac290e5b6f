import Timing

@testable import PhoneSupport
@testable import SecurityManager

extension PairingModel {
  /// The phone goes out of range. It returns as an unknown phone after its user has opened the window and all lockouts
  /// have ended.
  func giveUpAndWait(_ state: inout State) {
    let preparations: [Event] = [.disconnect, .waitOutLock, .closeWindow, .emptyTable, .prepare, .openWindow]
    for event in preparations { _ = step(event, &state) }
    state.bond = nil
  }

  /// Pairs with each method, and reconnects as the bonded phone.
  func honestPhoneFails(from state: State) -> String? {
    for request in ways {
      if let obstacle = phoneFails(with: request, from: state) { return "\(request): \(obstacle)" }
    }
    return nil
  }

  private var ways: [PhonePDU.Request] {
    switch security {
    case .secureConnections: [.good]
    case .compatible: [.good, .onlyKeyboard, .legacy]
    case .noneConfirm: [.good, .noButtons, .legacy]
    }
  }

  private func phoneFails(with request: PhonePDU.Request, from start: State) -> String? {
    var state = start
    let beginning: [Event] = [.connect(isKnown: false), .say(.request(request)), .say(.key(.right))]
    for event in request == .legacy ? Array(beginning.dropLast()) : beginning { _ = step(event, &state) }
    for _ in 0..<64 where state.watch.isPairing {
      guard let event = answer(to: state) else { break }
      _ = step(event, &state)
    }
    guard state.watch.security == .bonded, state.bond?.identity == Sample.phoneIdentity else {
      return "pairing ends in \(String(describing: state.watch.pairing?.step))"
    }
    let again: [Event] = [.disconnect, .connect(isKnown: true), .askForKey(.ofBond), .encrypt(true)]
    for event in again { _ = step(event, &state) }
    return state.watch.security == .bonded ? nil : "the bonded phone's link is \(state.watch.security)"
  }

  /// The next event that an honest phone and its user cause.
  private func answer(to state: State) -> Event? {
    switch state.watch.pairing?.step {
    case nil, .awaitingPublicKey: nil
    case .awaitingRandom, .awaitingRoundRandom, .awaitingLegacyRandom: .say(.random(isRight: true))
    case .awaitingRoundConfirm, .awaitingLegacyConfirm: .say(.confirm(isRight: true))
    case .comparing(let comparison): comparison.isConfirmed ? .say(.check(.right)) : .userConfirms
    case .awaitingCheck: .say(.check(.right))
    case .awaitingEncryption: state.facts.wasKeyGiven ? .encrypt(true) : .askForKey(.secureConnections)
    case .exchangingKeys(let keys):
      keys.identityResolvingKey == nil ? .say(.identityKey(isZero: false)) : .say(.identity(.right))
    case .awaitingConsent: .userAllowsReplacement
    }
  }
}
