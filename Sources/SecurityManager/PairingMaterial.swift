internal import Cryptography

/// What one side brings to one pairing, and to one only: a key pair and a nonce.
struct PairingMaterial {
  private(set) var privateKey: P256.PrivateKey
  let publicKey: PairingPublicKey
  let nonce: Value128

  /// The private key, most significant octet first, then the nonce. Nil if the octets are no private key.
  init?(randomness: [48 of UInt8]) {
    var scalar: [32 of UInt8] = .init(repeating: 0)
    for index in 0..<32 { scalar[index] = randomness[index] }
    defer { wipe(&scalar) }
    guard let privateKey = P256.PrivateKey(scalar) else { return nil }
    self.privateKey = privateKey
    publicKey = PairingPublicKey(privateKey.publicKey)
    var nonce = Value128.zero.octets
    for index in 0..<16 { nonce[index] = randomness[32 + index] }
    self.nonce = Value128(octets: nonce)
  }

  mutating func wipePrivateKey() { privateKey.wipe() }
}
