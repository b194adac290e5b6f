internal import Cryptography

/// The secrets of one pairing. Each is wiped as soon as it has served.
struct PairingSecrets {
  /// Most significant octet first.
  var sharedSecret: [32 of UInt8] = .init(repeating: 0)
  var macKey = Value128.zero
  var longTermKey = Value128.zero

  mutating func wipeSharedSecret() { Cryptography.wipe(&sharedSecret) }

  mutating func wipe() {
    wipeSharedSecret()
    macKey.wipe()
    longTermKey.wipe()
  }
}
