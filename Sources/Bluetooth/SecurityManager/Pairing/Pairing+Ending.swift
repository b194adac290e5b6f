internal import Features
internal import Identifiers

// The end of a pairing, and its display until then.

extension Pairing {
  /// Whether a number to compare or to type is shown.
  var isCodeShown: Bool {
    if case .comparing(let comparison) = step { return !comparison.isConfirmed }
    return isPasskeyShown
  }

  var isPasskeyShown: Bool {
    guard Features.hasPasskeys else { return false }
    return switch step {
    case .awaitingRoundConfirm, .awaitingRoundRandom, .awaitingLegacyConfirm, .awaitingLegacyRandom: true
    case .awaitingCheck, .awaitingEncryption, .exchangingKeys: transcript.method.model == .passkeyEntry
    case .awaitingPublicKey, .awaitingRandom, .comparing, .awaitingConsent: false
    }
  }

  /// Whether the pairing went so far that its end tells the peer something, or that the wearer has decided.
  ///
  /// A passkey is tried by the peer's nonce, before which the device's own nonce stays secret: a confirm value alone
  /// tries nothing. From the second round on, the peer knows that the bits of the earlier rounds are right.
  func isAttempt(endingWith failure: PairingFailure) -> Bool {
    switch step {
    case .awaitingPublicKey, .awaitingRandom, .awaitingLegacyConfirm: false
    case .comparing(let comparison): comparison.isConfirmed || failure == .refusedByUs(.numericComparisonFailed)
    case .awaitingRoundConfirm(let round): Features.hasPasskeys && round > 0
    case .awaitingRoundRandom(let round, _):
      Features.hasPasskeys && (round > 0 || failure == .refusedByUs(.confirmValueFailed))
    case .awaitingLegacyRandom: Features.hasPasskeys && failure == .refusedByUs(.confirmValueFailed)
    case .awaitingCheck, .awaitingEncryption, .exchangingKeys, .awaitingConsent: transcript.method.model != .justWorks
    }
  }

  /// The identity resolving key that the peer has distributed; nil until then.
  var receivedKey: Value128? { if case .exchangingKeys(let keys) = step { keys.identityResolvingKey } else { nil } }

  /// The keys that the peer has distributed; nil until it has sent all keys that it announced.
  var completeKeys: ReceivedKeys? {
    if case .exchangingKeys(let keys) = step, keys.identity != nil { keys } else { nil }
  }

  /// - Parameter local: the identity of the device that the peer received.
  func makeBond(with keys: ReceivedKeys, of local: LocalIdentity, _ material: inout PairingMaterial) -> Bond? {
    guard let identity = keys.identity else { return nil }
    let method = transcript.method
    let hasAgreedKey = !Features.hasPasskeys || method.usesSecureConnections
    let hasSentKey = transcript.response.responderKeyDistribution.containsIdentityKey
    // A phone without private addresses sends a key of zeros. Such a key, or a published one, is ignored: every address
    // generated with it would resolve.
    let isSecret = keys.identityResolvingKey.map { !$0.isZero && !$0.isPublished } ?? false
    return Bond(
      identity: identity, identityResolvingKey: isSecret ? keys.identityResolvingKey : nil,
      longTermKey: hasAgreedKey ? material.secrets.encryptionKey : material.longTermKey,
      strength: method.strength,
      keyIdentification: hasAgreedKey ? .secureConnections : material.keyIdentification,
      localKeyReceipt: hasSentKey ? .received : .notReceived,
      localIdentityResolvingKey: hasSentKey ? local.identityResolvingKey : nil)
  }
}

extension Value128 {
  /// Whether this is an identity resolving key that became public: the one that all security keys of a series shared
  /// (security.googleblog.com, 15 May 2019), as BlueZ blocks it.
  fileprivate var isPublished: Bool {
    self
      == Value128(octets: [
        0xA5, 0x99, 0xBA, 0xE4, 0xE1, 0x7C, 0xA6, 0x18, 0x22, 0x8E, 0x07, 0x56, 0xB4, 0xE8, 0x5F, 0x01,
      ])
  }
}
