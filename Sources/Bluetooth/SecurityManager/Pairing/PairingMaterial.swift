internal import Cryptography
internal import Octets

/// The random octets of one pairing.
///
///     | privateKey: 32, most significant first | nonces: 20 × 16 | longTermKey: 16 | encryptedDiversifier: 2 |
///     | random: 8 | passkeys: 6 × 3 |
public typealias PairingRandomness = [396 of UInt8]

/// The keys and random values that one side uses for exactly one pairing, and the secrets that follow from them.
struct PairingMaterial {
  /// The rounds of a pairing by passkey: one for each bit of the passkey.
  static let rounds: UInt8 = 20

  /// Whether there are values: they were made and not wiped. The material is not an optional, because the compiler
  /// copies all values of an optional to look at one.
  private(set) var isPresent = false
  private(set) var privateKey = P256.PrivateKey.wiped
  private(set) var publicKey = PairingPublicKey.zero
  private var nonces: [20 of Value128] = .init(repeating: .zero)
  /// 0 to 999999, each as likely as any other.
  private(set) var passkey: UInt32 = 0
  /// The long term key that is distributed in a legacy pairing. It is random.
  private(set) var longTermKey = Value128.zero
  private(set) var keyIdentification = LongTermKeyRequest.secureConnections
  private(set) var secrets = PairingSecrets()

  /// Material without values.
  init() {}

  /// Nil if `make` makes no values of the octets.
  init?(randomness: PairingRandomness) {
    make(from: randomness)
    guard isPresent else { return nil }
  }

  /// Makes the values. Once in millions of draws the octets give no valid private key, passkey or key identification.
  /// Then `isPresent` stays false: draw again.
  mutating func make(from randomness: PairingRandomness) {
    var scalar: [32 of UInt8] = take(from: randomness, at: 0)
    defer { Cryptography.wipe(&scalar) }
    guard let passkey = Self.passkey(from: randomness, at: 378), let privateKey = P256.PrivateKey(scalar),
      let keyIdentification = LongTermKeyRequest(identification: take(from: randomness, at: 368))
    else { return }
    self.privateKey = privateKey
    self.passkey = passkey
    for round in 0..<20 { nonces[round] = Value128(octets: take(from: randomness, at: 32 + 16 * round)) }
    longTermKey = Value128(octets: take(from: randomness, at: 352))
    self.keyIdentification = keyIdentification
    guard !longTermKey.isZero else { return }
    publicKey = PairingPublicKey(privateKey.publicKey)
    isPresent = true
  }

  /// The nonce of a comparison, or of that round of a passkey.
  func nonce(of round: UInt8 = 0) -> Value128 { nonces[Int(round % Self.rounds)] }

  mutating func wipePrivateKey() { privateKey.wipe() }

  /// Computes the secret that only the owners of the two private keys can compute. Ours has then served.
  mutating func makeSharedSecret(with point: P256.PublicKey) {
    secrets.sharedSecret = privateKey.sharedSecret(with: point)
    privateKey.wipe()
  }

  /// Computes the keys of a pairing with Secure Connections. The shared secret has then served.
  mutating func makeKeys(of transcript: PairingTranscript) {
    (secrets.macKey, secrets.encryptionKey) = transcript.keys(sharedSecret: secrets.sharedSecret)
    secrets.wipeSharedSecret()
  }

  mutating func wipeMACKey() { secrets.macKey.wipe() }

  mutating func setEncryptionKey(_ key: Value128) { secrets.encryptionKey = key }

  /// Wipes all values.
  mutating func wipe() {
    isPresent = false
    secrets.wipe()
    privateKey.wipe()
    for round in 0..<20 { nonces[round].wipe() }
    longTermKey.wipe()
    passkey = 0
    publicKey = .zero
    keyIdentification = .secureConnections
  }

  /// The first of six numbers of 20 bits that is a passkey: taking the rest of a division would favour small ones.
  private static func passkey(from randomness: PairingRandomness, at offset: Int) -> UInt32? {
    for draw in 0..<6 {
      let octets: [3 of UInt8] = take(from: randomness, at: offset + 3 * draw)
      let number = UInt32(octets[0]) | UInt32(octets[1]) << 8 | UInt32(octets[2] & 0x0F) << 16
      if number < 1_000_000 { return number }
    }
    return nil
  }
}

private func take<let count: Int>(from randomness: PairingRandomness, at offset: Int) -> [count of UInt8] {
  var part: [count of UInt8] = .init(repeating: 0)
  for index in 0..<count { part[index] = randomness[offset + index] }
  return part
}

extension LongTermKeyRequest {
  /// As in Central Identification; nil for the identification of a key made with Secure Connections.
  fileprivate init?(identification octets: [10 of UInt8]) {
    var rest = octets.span
    do throws(DecodeError) { try self.init(decodingIdentification: &rest) } catch { return nil }
    if self == .secureConnections { return nil }
  }
}
