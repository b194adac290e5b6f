internal import Identifiers
internal import Octets
internal import Timing

// Key distribution: first all of ours, then all of theirs. Core Spec 5.4, Vol 3, Part H, 2.4.3.1 and 3.6.

extension PairingResponder {
  mutating func beginKeyExchange(_ connection: Connection, now: Instant) {
    guard let response = transcript?.response else { return }
    if response.responderKeyDistribution.containsEncryptionKey, let material {
      send(.encryptionInformation(material.longTermKey))
      send(.centralIdentification(material.keyIdentification))
    }
    if response.responderKeyDistribution.containsIdentityKey {
      send(.identityInformation(identity.identityResolvingKey))
      send(.identityAddressInformation(identity.address))
    }
    var keys = ReceivedKeys()
    if !response.initiatorKeyDistribution.containsIdentityKey { keys.identity = connection.link.peerAddress }
    advance(to: .exchangingKeys(keys), now: now)
    finishIfComplete()
  }

  mutating func receive(identityResolvingKey: Value128, now: Instant) {
    guard case .exchangingKeys(var keys) = state, keys.identityResolvingKey == nil, keys.identity == nil else {
      return receiveUnexpected(isAnsweredWhenIdle: false, now: now)
    }
    keys.identityResolvingKey = identityResolvingKey
    advance(to: .exchangingKeys(keys), now: now)
  }

  mutating func receive(identity: DeviceAddress, now: Instant) {
    guard case .exchangingKeys(var keys) = state, keys.identityResolvingKey != nil, keys.identity == nil else {
      return receiveUnexpected(isAnsweredWhenIdle: false, now: now)
    }
    guard identity.isIdentity else { return fail(.invalidParameters, now: now) }
    // Whoever was let in as a phone we know has to be that phone.
    guard policy.isWindowOpen || connection?.knownPeer == nil || connection?.knownPeer?.identity == identity else {
      return fail(.pairingNotSupported, now: now)
    }
    keys.identity = identity
    advance(to: .exchangingKeys(keys), now: now)
    finishIfComplete()
  }

  /// The pairing has succeeded when the peer has sent all its keys and ours are on their way.
  mutating func finishIfComplete() {
    guard outbox.isEmpty, case .exchangingKeys(let keys) = state, let identity = keys.identity,
      let bond = makeBond(with: identity, keys.identityResolvingKey)
    else { return }
    forgetPairing()
    attempts.recordSuccess()
    connection?.knownPeer = KnownPeer(bond)
    security = .bonded
    act(.bonded(bond))
  }

  private func makeBond(with identity: DeviceAddress, _ identityResolvingKey: Value128?) -> Bond? {
    guard let method = transcript?.method, let material else { return nil }
    let usesSecureConnections = method.usesSecureConnections
    // A phone without private addresses has a key of zeros. What everybody knows would resolve anybody's.
    let isSecret = identityResolvingKey.map { !$0.isZero && !$0.isPublished } ?? false
    return Bond(
      identity: identity, identityResolvingKey: isSecret ? identityResolvingKey : nil,
      longTermKey: usesSecureConnections ? secrets.encryptionKey : material.longTermKey, strength: method.strength,
      keyIdentification: usesSecureConnections ? .secureConnections : material.keyIdentification)
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
