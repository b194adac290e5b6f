internal import Identifiers

// What a `PairingResponder` remembers.

extension PairingResponder {
  /// Where a pairing stands.
  enum State: Equatable, Sendable {
    case idle

    // Secure Connections.
    case awaitingPublicKey
    // A comparison, or Just Works.
    case awaitingRandom
    case comparing(Comparison)
    // A passkey, in 20 rounds.
    case awaitingRoundConfirm(round: UInt8)
    case awaitingRoundRandom(round: UInt8, confirm: Value128)
    /// There is nothing, or nothing more, for our user to do.
    case awaitingCheck

    // A passkey without Secure Connections.
    case awaitingLegacyConfirm
    case awaitingLegacyRandom(confirm: Value128)

    case awaitingEncryption
    case exchangingKeys(ReceivedKeys)
    /// The link was asked to end: no more of this protocol on it.
    case closing
  }

  /// Two things that may come in either order.
  struct Comparison: Equatable, Sendable {
    var isConfirmed = false
    var initiatorCheck: Value128?
  }

  /// What the peer has handed over of what it promised.
  struct ReceivedKeys: Equatable, Sendable {
    var identityResolvingKey: Value128?
    /// Set from the start if the peer promised nothing: its address is its identity.
    var identity: DeviceAddress?
  }

  /// Which key the controller was given last and has not yet reported to be in use.
  enum OfferedKey: Equatable, Sendable {
    case none, pairing, bond
  }

  /// What is remembered for as long as a link lasts.
  struct Connection: Equatable, Sendable {
    let link: PairingLink
    /// As the link says, until a pairing makes it known.
    var knownPeer: KnownPeer?
    var offeredKey = OfferedKey.none
    var hasRequestedSecurity = false
    /// Whether the link was asked to end only because nobody encrypted it in time.
    var hasOverstayed = false
    /// An odd PDU outside a pairing is answered once, so that nobody can make us talk. After a pairing that failed it
    /// is not answered at all: it was sent before the peer heard of the end, and an answer would end the peer's next
    /// try.
    var hasAnsweredUnexpected = false
    var hasAnsweredUnsupported = false
  }
}
