import Cryptography
import Identifiers
import TestSupport

@testable import SecurityManager

/// The phone's side of a pairing, with the same toolbox: honest unless a test changes what it says.
struct PairingInitiator {
  enum State: Equatable {
    case idle, awaitingResponse, awaitingPublicKey, awaitingConfirm, awaitingRandom
    case comparing(UInt32)
    case awaitingCheck
    /// The link may be encrypted with `longTermKey`.
    case agreed
    case receivingKeys
    case bonded
    case failed(PairingFailedReason?)
  }

  var request = PairingFeatures(
    ioCapability: .keyboardDisplay, authenticationRequirements: .bondingWithProtection,
    initiatorKeyDistribution: KeyDistribution(rawValue: 0x0B), responderKeyDistribution: KeyDistribution(rawValue: 0x0B)
  )
  var identityAddress = Sample.phoneIdentity
  var identityResolvingKey = Sample.phoneKey
  var link = Sample.link

  private(set) var state = State.idle
  private(set) var longTermKey = Value128.zero
  /// What the watch said of itself.
  private(set) var receivedIdentityResolvingKey: Value128?
  private(set) var receivedIdentity: DeviceAddress?

  private let material: PairingMaterial
  private var transcript: PairingTranscript?
  private var sharedSecret: [32 of UInt8] = .init(repeating: 0)
  private var macKey = Value128.zero
  private var confirm: Value128?

  init?(randomness: [48 of UInt8] = Sample.phoneMaterial) {
    guard let material = PairingMaterial(randomness: randomness) else { return nil }
    self.material = material
  }

  mutating func start() -> [SecurityManagerPDU] {
    state = .awaitingResponse
    return [.pairingRequest(request)]
  }

  /// The PDUs that answer `pdu`.
  mutating func handle(_ pdu: SecurityManagerPDU) -> [SecurityManagerPDU] {
    switch (state, pdu) {
    case (_, .pairingFailed(let reason)):
      state = .failed(PairingFailedReason(rawValue: reason))
      return []
    case (.awaitingResponse, .pairingResponse(let response)):
      transcript = PairingTranscript(
        request: request, response: response, initiator: link.peerAddress, responder: link.localAddress)
      transcript?.initiatorKey = material.publicKey
      state = .awaitingPublicKey
      return [.pairingPublicKey(material.publicKey)]
    case (.awaitingPublicKey, .pairingPublicKey(let key)): return handle(key)
    case (.awaitingConfirm, .pairingConfirm(let value)):
      confirm = value
      transcript?.initiatorNonce = material.nonce
      state = .awaitingRandom
      return [.pairingRandom(material.nonce)]
    case (.awaitingRandom, .pairingRandom(let nonce)): return handle(nonce)
    case (.awaitingCheck, .pairingDHKeyCheck(let check)):
      guard check == transcript?.responderCheck(macKey: macKey) else { return fail(.dhKeyCheckFailed) }
      state = .agreed
      return []
    case (.receivingKeys, .identityInformation(let key)):
      receivedIdentityResolvingKey = key
      return []
    case (.receivingKeys, .identityAddressInformation(let address)):
      receivedIdentity = address
      return finish()
    default: return fail(.unspecifiedReason)
    }
  }

  /// The user of the phone answers.
  mutating func decide(isConfirmed: Bool) -> [SecurityManagerPDU] {
    guard case .comparing = state, let transcript else { return [] }
    guard isConfirmed else { return fail(.numericComparisonFailed) }
    state = .awaitingCheck
    return [.pairingDHKeyCheck(transcript.initiatorCheck(macKey: macKey))]
  }

  /// The link is encrypted.
  mutating func handleEncryption() -> [SecurityManagerPDU] {
    state = .receivingKeys
    return transcript?.response.responderKeyDistribution.containsIdentityKey == true ? [] : finish()
  }

  /// The link could not be encrypted.
  mutating func loseKey() { state = .failed(nil) }

  private mutating func handle(_ key: PairingPublicKey) -> [SecurityManagerPDU] {
    guard let point = key.point else { return fail(.dhKeyCheckFailed) }
    transcript?.responderKey = key
    sharedSecret = material.privateKey.sharedSecret(with: point)
    state = .awaitingConfirm
    return []
  }

  private mutating func handle(_ nonce: Value128) -> [SecurityManagerPDU] {
    transcript?.responderNonce = nonce
    guard let transcript, confirm == transcript.responderConfirm else { return fail(.confirmValueFailed) }
    (macKey, longTermKey) = transcript.keys(sharedSecret: sharedSecret)
    state = .comparing(transcript.comparisonCode)
    return []
  }

  private mutating func finish() -> [SecurityManagerPDU] {
    state = .bonded
    guard transcript?.response.initiatorKeyDistribution.containsIdentityKey == true else { return [] }
    return [.identityInformation(identityResolvingKey), .identityAddressInformation(identityAddress)]
  }

  private mutating func fail(_ reason: PairingFailedReason) -> [SecurityManagerPDU] {
    state = .failed(reason)
    return [.pairingFailed(reason.rawValue)]
  }
}
