import Cryptography

/// The phone's side of a Secure Connections pairing with numeric comparison.
///
///     response → public key → confirm → nonce → comparing → check → agreed → identity → bonded
///
/// Core Spec 5.4, Vol 3, Part H, 2.3.5.6.
struct PhonePairing {
  enum State: Equatable {
    case awaitingResponse, awaitingPublicKey, awaitingConfirm, awaitingNonce
    case comparing(UInt32)
    case awaitingCheck
    /// The link may be encrypted with `longTermKey`.
    case agreed
    case receivingIdentity
    case bonded
    case failed(reason: UInt8)
  }

  /// KeyboardDisplay; no OOB; bonding, MITM protection and Secure Connections; 16 octets; LTK, identity and link keys.
  private static let request: [UInt8] = [0x01, 0x04, 0x00, 0x0D, 0x10, 0x0B, 0x0B]
  private static var capabilities: [UInt8] { [request[3], request[2], request[1]] }

  private(set) var state = State.awaitingResponse
  private(set) var longTermKey: [UInt8] = []

  private let phone: AirAddress
  private let watch: AirAddress
  private let identity: PhoneIdentity
  private let privateKey: P256.PrivateKey
  private let publicX: [UInt8]
  private let publicY: [UInt8]
  private let nonce: [UInt8]
  private var response: [UInt8] = []
  private var watchX: [UInt8] = []
  private var watchNonce: [UInt8] = []
  private var confirm: [UInt8] = []
  private var secret: [UInt8] = []
  private var macKey: [UInt8] = []

  /// - Parameter random: returns a random octet.
  init(phone: AirAddress, watch: AirAddress, identity: PhoneIdentity, random: () -> UInt8) {
    self.phone = phone
    self.watch = watch
    self.identity = identity
    nonce = (0..<16).map { _ in random() }
    while true {
      let octets = (0..<32).map { _ in random() }
      guard let key = P256.PrivateKey(PairingToolbox.inline(octets)) else { continue }
      privateKey = key
      break
    }
    let point = privateKey.publicKey
    publicX = (0..<32).map { point.x[31 - $0] }
    publicY = (0..<32).map { point.y[31 - $0] }
  }

  /// The Pairing Request.
  var opening: [UInt8] { Self.request }

  /// Returns the PDUs that answer `pdu`.
  mutating func handle(_ pdu: [UInt8]) -> [[UInt8]] {
    guard let code = pdu.first else { return [] }
    if code == 0x05, pdu.count == 2 {
      state = .failed(reason: pdu[1])
      return []
    }
    switch state {
    case .awaitingResponse where code == 0x02 && pdu.count == 7: return takeResponse(pdu)
    case .awaitingPublicKey where code == 0x0C && pdu.count == 65: return takePublicKey(pdu)
    case .awaitingConfirm where code == 0x03 && pdu.count == 17:
      confirm = Array(pdu.dropFirst())
      state = .awaitingNonce
      return [[0x04] + nonce]
    case .awaitingNonce where code == 0x04 && pdu.count == 17: return takeNonce(pdu)
    case .awaitingCheck where code == 0x0D && pdu.count == 17: return takeCheck(pdu)
    case .receivingIdentity where code == 0x08: return []
    case .receivingIdentity where code == 0x09: return finish()
    default: return fail(0x08)
    }
  }

  /// The user has compared the codes.
  mutating func decide(isConfirmed: Bool) -> [[UInt8]] {
    guard case .comparing = state else { return [] }
    guard isConfirmed else { return fail(0x0C) }
    state = .awaitingCheck
    let check = PairingToolbox.f6(
      key: macKey, n1: nonce, n2: watchNonce, capabilities: Self.capabilities, a1: phone, a2: watch)
    return [[0x0D] + check]
  }

  /// The link is encrypted.
  mutating func handleEncryption() -> [[UInt8]] {
    state = .receivingIdentity
    return response[6] & 0x02 == 0 ? finish() : []
  }

  private mutating func takeResponse(_ pdu: [UInt8]) -> [[UInt8]] {
    response = pdu
    guard pdu[3] & 0x08 != 0 else { return fail(0x03) }
    state = .awaitingPublicKey
    return [[0x0C] + publicX + publicY]
  }

  private mutating func takePublicKey(_ pdu: [UInt8]) -> [[UInt8]] {
    watchX = Array(pdu[1..<33])
    let x: [32 of UInt8] = PairingToolbox.inline(watchX.reversed())
    let y: [32 of UInt8] = PairingToolbox.inline(pdu[33..<65].reversed())
    guard let point = P256.PublicKey(x: x, y: y) else { return fail(0x0B) }
    let shared = privateKey.sharedSecret(with: point)
    secret = (0..<32).map { shared[$0] }
    state = .awaitingConfirm
    return []
  }

  private mutating func takeNonce(_ pdu: [UInt8]) -> [[UInt8]] {
    watchNonce = Array(pdu.dropFirst())
    guard confirm == PairingToolbox.f4(u: watchX, v: publicX, x: watchNonce, z: 0) else { return fail(0x04) }
    (macKey, longTermKey) = PairingToolbox.f5(secret: secret, n1: nonce, n2: watchNonce, a1: phone, a2: watch)
    state = .comparing(PairingToolbox.g2(u: publicX, v: watchX, x: nonce, y: watchNonce))
    return []
  }

  private mutating func takeCheck(_ pdu: [UInt8]) -> [[UInt8]] {
    let capabilities = [response[3], response[2], response[1]]
    let expected = PairingToolbox.f6(
      key: macKey, n1: watchNonce, n2: nonce, capabilities: capabilities, a1: watch, a2: phone)
    guard Array(pdu.dropFirst()) == expected else { return fail(0x0B) }
    state = .agreed
    return []
  }

  private mutating func finish() -> [[UInt8]] {
    state = .bonded
    guard response[5] & 0x02 != 0 else { return [] }
    return [[0x08] + identity.resolvingKey, [0x09, 0x00] + identity.address]
  }

  private mutating func fail(_ reason: UInt8) -> [[UInt8]] {
    state = .failed(reason: reason)
    return [[0x05, reason]]
  }
}
