import Cryptography
import Identifiers
import TestSupport

@testable import SecurityManager

/// The phone's side of a pairing, with the product's toolbox. It is honest unless a test changes its PDUs.
struct PairingInitiator {
  enum State: Equatable {
    case idle, awaitingResponse, awaitingPublicKey, awaitingConfirm, awaitingRandom
    case comparing(UInt32)
    /// The user must type the passkey that the watch shows.
    case typing
    case awaitingRoundConfirm(UInt8)
    case awaitingRoundRandom(UInt8)
    case awaitingLegacyConfirm, awaitingLegacyRandom
    case awaitingCheck
    /// The link may be encrypted with `encryptionKey`.
    case agreed
    case receivingKeys
    case bonded
    case failed(PairingFailedReason?)
  }

  var request = PairingInitiator.request(.keyboardDisplay, 0x0D)
  var identityAddress = Sample.phoneIdentity
  var identityResolvingKey = Sample.phoneKey
  var link = Sample.link

  private(set) var state = State.idle
  /// The key of the bond.
  private(set) var longTermKey = Value128.zero
  private(set) var keyIdentification = LongTermKeyRequest.secureConnections
  /// The key that encrypts this link.
  private(set) var encryptionKey = Value128.zero
  /// The identity data that the watch sent.
  private(set) var receivedIdentityResolvingKey: Value128?
  private(set) var receivedIdentity: DeviceAddress?

  private let material: PairingMaterial
  private var transcript: PairingTranscript?
  private var sharedSecret: [32 of UInt8] = .init(repeating: 0)
  private var macKey = Value128.zero
  private var confirm: Value128?

  init?(randomness: PairingRandomness = Sample.phoneMaterial) {
    guard let material = PairingMaterial(randomness: randomness) else { return nil }
    self.material = material
  }

  /// The Pairing Request of a phone with these capabilities.
  static func request(_ ioCapability: IOCapability, _ requirements: UInt8) -> PairingFeatures {
    PairingFeatures(
      ioCapability: ioCapability, authenticationRequirements: AuthenticationRequirements(rawValue: requirements),
      initiatorKeyDistribution: KeyDistribution(rawValue: 0x0B),
      responderKeyDistribution: KeyDistribution(rawValue: 0x0B))
  }

  mutating func start() -> [SecurityManagerPDU] {
    state = .awaitingResponse
    return [.pairingRequest(request)]
  }

  /// Returns the PDUs that answer `pdu`.
  mutating func handle(_ pdu: SecurityManagerPDU) -> [SecurityManagerPDU] {
    switch (state, pdu) {
    case (_, .pairingFailed(let reason)):
      state = .failed(PairingFailedReason(rawValue: reason))
      return []
    case (.awaitingResponse, .pairingResponse(let response)): return handle(response)
    case (.awaitingPublicKey, .pairingPublicKey(let key)): return handle(key)
    case (.awaitingConfirm, .pairingConfirm(let value)):
      confirm = value
      transcript?.initiatorNonce = material.nonce()
      state = .awaitingRandom
      return [.pairingRandom(material.nonce())]
    case (.awaitingRandom, .pairingRandom(let nonce)): return handle(nonce)
    case (.awaitingRoundConfirm(let round), .pairingConfirm(let value)):
      confirm = value
      state = .awaitingRoundRandom(round)
      return [.pairingRandom(material.nonce(of: round))]
    case (.awaitingRoundRandom(let round), .pairingRandom(let nonce)): return handle(nonce, of: round)
    case (.awaitingLegacyConfirm, .pairingConfirm(let value)):
      confirm = value
      state = .awaitingLegacyRandom
      return [.pairingRandom(material.nonce())]
    case (.awaitingLegacyRandom, .pairingRandom(let nonce)): return handleLegacy(nonce)
    case (.awaitingCheck, .pairingDHKeyCheck(let check)):
      guard check == transcript?.responderCheck(macKey: macKey) else { return fail(.dhKeyCheckFailed) }
      state = .agreed
      return []
    case (.receivingKeys, _): return receive(key: pdu)
    default: return fail(.unspecifiedReason)
    }
  }

  // MARK: The user of the phone

  mutating func decide(isConfirmed: Bool) -> [SecurityManagerPDU] {
    guard case .comparing = state, transcript != nil else { return [] }
    return isConfirmed ? check() : fail(.numericComparisonFailed)
  }

  mutating func type(_ passkey: UInt32) -> [SecurityManagerPDU] {
    guard state == .typing else { return [] }
    transcript?.passkey = passkey
    transcript?.initiatorNonce = material.nonce()
    guard let transcript else { return [] }
    guard transcript.method.usesSecureConnections else {
      state = .awaitingLegacyConfirm
      return [.pairingConfirm(transcript.legacyInitiatorConfirm)]
    }
    return begin(round: 0)
  }

  // MARK: The link

  /// Notes that the link is encrypted.
  mutating func handleEncryption() -> [SecurityManagerPDU] {
    state = .receivingKeys
    return transcript?.response.responderKeyDistribution.containsIdentityKey == true ? [] : finish()
  }

  /// Notes that the link could not be encrypted.
  mutating func loseKey() { state = .failed(nil) }

  // MARK: Inside

  private mutating func handle(_ response: PairingFeatures) -> [SecurityManagerPDU] {
    var transcript = PairingTranscript(
      request: request, response: response, initiator: link.peerAddress, responder: link.localAddress)
    transcript.initiatorKey = material.publicKey
    self.transcript = transcript
    guard transcript.method.usesSecureConnections else {
      guard transcript.method.model == .passkeyEntry else { return fail(.authenticationRequirements) }
      state = .typing
      return []
    }
    state = .awaitingPublicKey
    return [.pairingPublicKey(material.publicKey)]
  }

  private mutating func handle(_ key: PairingPublicKey) -> [SecurityManagerPDU] {
    guard let point = key.point else { return fail(.dhKeyCheckFailed) }
    transcript?.responderKey = key
    sharedSecret = material.privateKey.sharedSecret(with: point)
    state = transcript?.method.model == .passkeyEntry ? .typing : .awaitingConfirm
    return []
  }

  private mutating func handle(_ nonce: Value128) -> [SecurityManagerPDU] {
    transcript?.responderNonce = nonce
    guard let transcript, confirm == transcript.responderConfirm else { return fail(.confirmValueFailed) }
    makeKeys()
    guard transcript.method.model == .numericComparison else { return check() }
    state = .comparing(transcript.pairingCode)
    return []
  }

  private mutating func begin(round: UInt8) -> [SecurityManagerPDU] {
    transcript?.initiatorNonce = material.nonce(of: round)
    state = .awaitingRoundConfirm(round)
    return transcript.map { [.pairingConfirm($0.initiatorConfirm(round: round))] } ?? []
  }

  private mutating func handle(_ nonce: Value128, of round: UInt8) -> [SecurityManagerPDU] {
    transcript?.responderNonce = nonce
    guard let transcript, confirm == transcript.responderConfirm(round: round) else { return fail(.confirmValueFailed) }
    if round + 1 < PairingMaterial.rounds { return begin(round: round + 1) }
    makeKeys()
    return check()
  }

  private mutating func handleLegacy(_ nonce: Value128) -> [SecurityManagerPDU] {
    transcript?.responderNonce = nonce
    guard let transcript, confirm == transcript.legacyResponderConfirm else { return fail(.confirmValueFailed) }
    encryptionKey = transcript.shortTermKey
    state = .agreed
    return []
  }

  private mutating func makeKeys() {
    guard let transcript else { return }
    (macKey, encryptionKey) = transcript.keys(sharedSecret: sharedSecret)
    longTermKey = encryptionKey
  }

  private mutating func check() -> [SecurityManagerPDU] {
    state = .awaitingCheck
    return transcript.map { [.pairingDHKeyCheck($0.initiatorCheck(macKey: macKey))] } ?? []
  }

  private mutating func receive(key pdu: SecurityManagerPDU) -> [SecurityManagerPDU] {
    switch pdu {
    case .encryptionInformation(let key): longTermKey = key
    case .centralIdentification(let identification): keyIdentification = identification
    case .identityInformation(let key): receivedIdentityResolvingKey = key
    case .identityAddressInformation(let address):
      receivedIdentity = address
      return finish()
    default: return fail(.unspecifiedReason)
    }
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
