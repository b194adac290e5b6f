internal import Identifiers
internal import Octets
internal import Timing

// Key distribution: first all of ours, then all of theirs. Core Spec 5.4, Vol 3, Part H, 2.4.3.1 and 3.6.

extension PairingResponder {
  mutating func beginKeyExchange(_ connection: Connection, now: Instant) {
    guard let response = transcript?.response else { return }
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
    keys.identity = identity
    advance(to: .exchangingKeys(keys), now: now)
    finishIfComplete()
  }

  /// The pairing has succeeded when the peer has sent all its keys and ours are on their way.
  mutating func finishIfComplete() {
    guard outbox.isEmpty, case .exchangingKeys(let keys) = state, let identity = keys.identity else { return }
    // An all-zero key says that the phone has no private addresses; it would resolve anybody's who knows that.
    let resolvingKey = keys.identityResolvingKey.flatMap { $0.isZero ? nil : $0 }
    let bond = Bond(
      identity: identity, identityResolvingKey: resolvingKey, longTermKey: secrets.longTermKey, strength: .full)
    forgetPairing()
    attempts.recordSuccess()
    connection?.isPeerBonded = true
    security = .bonded
    act(.bonded(bond))
  }
}
