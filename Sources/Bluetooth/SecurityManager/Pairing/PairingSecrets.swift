internal import Cryptography

/// The secrets of one pairing. Each is wiped as soon as it has served.
struct PairingSecrets {
  /// Most significant octet first.
  var sharedSecret: [32 of UInt8] = .init(repeating: 0)
  var macKey = Value128.zero
  /// The key that encrypts this link: the long term key, in a legacy pairing the short term key.
  var encryptionKey = Value128.zero

  mutating func wipeSharedSecret() { Cryptography.wipe(&sharedSecret) }

  mutating func wipe() {
    wipeSharedSecret()
    macKey.wipe()
    encryptionKey.wipe()
  }
}
