import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Every kind of Pairing Request, compared with the specification's tables.
@Suite struct PairingRequestTableTests {
  private static let capabilities: [UInt8] = [0, 1, 2, 3, 4, 5, 255]
  private static let flags: [UInt8] = [0, 1, 2]
  private static let sizes: [UInt8] = [0, 6, 7, 15, 16, 17]
  /// All combinations of bonding, protection and Secure Connections; keypresses, CT2 and reserved bits.
  private static let requirements: [UInt8] = Array(0x00...0x0F) + [0x1D, 0x2D, 0xCD]
  private static let distributions: [(UInt8, UInt8)] = [(0, 0), (1, 1), (2, 2), (3, 3), (2, 0), (0x0D, 0xFF)]

  private struct Observation: Equatable {
    var pdus: [[UInt8]] = []
    var actions: [PairingResponder.Action] = []
    var model: PairingSpecification.Model?
    var isPairing = false
  }

  /// Forbidden values, one field at a time and all together, and every combination of allowed values.
  private static var requests: [[UInt8]] {
    var list: [[UInt8]] = []
    for capability in capabilities {
      for flag in flags {
        for size in sizes {
          let isAllowed = capability <= 4 && flag <= 1 && size == 16
          for requirement in isAllowed ? requirements : [0x0D] {
            for (initiator, responder) in isAllowed ? distributions : [(2, 2)] {
              list.append([0x01, capability, flag, requirement, size, initiator, responder])
            }
          }
        }
      }
    }
    return list
  }

  private static func watch(_ demand: PairingDemand) -> PairingResponder {
    var policy = Sample.openWindow
    policy.security = demand.security
    var watch = PairingResponder(identity: Sample.watchIdentity, policy: policy)
    watch.prepare(randomness: Sample.watchMaterial)
    let peer = demand.isAddressPrivate ? Sample.phone : Sample.phoneIdentity
    watch.connect(PairingLink(localAddress: Sample.watch, peerAddress: peer, knownPeer: nil), now: .start)
    return watch
  }

  private static func observe(_ watch: PairingResponder, _ request: [UInt8]) -> Observation {
    var watch = watch
    watch.handle(request)
    var seen = Observation(pdus: watch.takePDUs(), actions: watch.takeActions(), isPairing: watch.isPairing)
    guard let method = watch.procedure.pairing?.transcript.method else { return seen }
    switch method.model {
    case .justWorks: seen.model = .justWorks
    case .numericComparison: seen.model = .numericComparison
    case .passkeyEntry: seen.model = .passkey
    }
    return seen
  }

  private static func expectation(_ demand: PairingDemand, _ request: [UInt8]) -> Observation {
    switch demand.reaction(to: request) {
    case .refused(let reason):
      let refusal = PairingFailedReason(rawValue: reason).map { PairingResponder.Action.refused($0) }
      return Observation(pdus: [[0x05, reason]], actions: refusal.map { [$0] } ?? [])
    case .answered(let response, let model):
      var actions = [PairingResponder.Action.pairingStarted]
      // A legacy pairing shows its passkey with the response.
      if request[3] & 0x08 == 0 { actions.append(.pairingPasskey(Sample.passkey)) }
      return Observation(pdus: [response], actions: actions, model: model, isPairing: true)
    }
  }

  /// - Conformance: Attacks | every pairing request
  @Test(arguments: [PairingSecurity.secureConnections, .compatible, .noneConfirm])
  func everyRequestFollowsTheTables(security: PairingSecurity) {
    var (cases, answered) = (0, 0)
    for isAddressPrivate in [true, false] {
      let demand = PairingDemand(security: security, isAddressPrivate: isAddressPrivate)
      let watch = Self.watch(demand)
      for request in Self.requests {
        let (seen, expected) = (Self.observe(watch, request), Self.expectation(demand, request))
        if seen != expected { Issue.record("\(security), \(request.hex): \(seen), not \(expected)") }
        cases += 1
        if expected.isPairing { answered += 1 }
      }
    }
    #expect(cases == 2 * (7 * 3 * 6 - 10 + 10 * 19 * 6))
    #expect(answered > 0 && answered < cases / 2)
    recordCases(cases)
  }
}
