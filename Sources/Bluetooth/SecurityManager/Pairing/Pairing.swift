internal import Cryptography
internal import Features
internal import Identifiers
internal import Octets

/// One pairing, from the request that was accepted to the keys of a bond.
///
/// `outcome` has all transitions. The `PairingSecrets` are not here but in the material, which wipes them: the compiler
/// copies all of an optional pairing to look at its step.
/// Core Spec 5.4, Vol 3, Part H, 2.3 and 2.4.
struct Pairing {
  /// The next input that the pairing waits for.
  enum Step: Equatable, Sendable {
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
    /// The peer has claimed the identity of a bonded phone: our user is asked whether its bond may be replaced.
    case awaitingConsent(ReceivedKeys)
  }

  /// Two things that may come in either order.
  struct Comparison: Equatable, Sendable {
    var isConfirmed = false
    var initiatorCheck: Value128?

    var confirmed: Comparison { Comparison(isConfirmed: true, initiatorCheck: initiatorCheck) }

    func with(_ check: Value128) -> Comparison { Comparison(isConfirmed: isConfirmed, initiatorCheck: check) }
  }

  /// The keys that the peer has sent so far.
  struct ReceivedKeys: Equatable, Sendable {
    var identityResolvingKey: Value128?
    /// Set from the start if the peer distributes no identity key. Then its address is its identity.
    var identity: DeviceAddress?
  }

  enum Input {
    case publicKey(PairingPublicKey)
    case confirm(Value128)
    case random(Value128)
    case dhKeyCheck(Value128)
    case identityResolvingKey(Value128)
    case identity(DeviceAddress, isAdmissible: Bool)
    case userConfirmed, userRejected
    /// The link is encrypted with the key of this pairing. The identity is the device's.
    case encrypted(LocalIdentity)
    /// The bond needs the user's consent.
    case consentNeeded
  }

  enum Outcome: Equatable {
    case advanced(to: Step)
    /// The input means nothing now.
    case ignored
    /// The pairing has to end, for this reason.
    case failed(PairingFailedReason)
  }

  private(set) var step: Step
  /// Not `step == .awaitingEncryption`, for which the compiler compares all data of the steps.
  var awaitsEncryption: Bool { if case .awaitingEncryption = step { true } else { false } }
  private(set) var transcript: PairingTranscript

  init(request: PairingFeatures, response: PairingFeatures, on link: PairingLink) {
    transcript = PairingTranscript(
      request: request, response: response, initiator: link.peerAddress, responder: link.localAddress)
    let isLegacy = Features.hasPasskeys && !transcript.method.usesSecureConnections
    step = isLegacy ? .awaitingLegacyConfirm : .awaitingPublicKey
  }

  /// Answers the request.
  mutating func begin(with material: inout PairingMaterial, output: inout PairingOutput) {
    output.send(.pairingResponse(transcript.response))
    output.act(.pairingStarted)
    guard Features.hasPasskeys, case .awaitingLegacyConfirm = step else { return }
    material.wipePrivateKey()
    showPasskey(of: &material, output: &output)
  }

  /// Handles an input, and moves to the next step of `outcome`.
  ///
  /// - Parameter material: the device's keys and random values for this pairing.
  mutating func handle(
    _ input: Input, with material: inout PairingMaterial, output: inout PairingOutput
  ) -> Outcome {
    let outcome = outcome(of: input, with: &material, output: &output)
    if case .advanced(let next) = outcome { step = next }
    return outcome
  }

  /// All transitions there are. Any other PDU ends the pairing.
  private mutating func outcome(
    of input: Input, with material: inout PairingMaterial, output: inout PairingOutput
  ) -> Outcome {
    switch (step, input) {
    case (.awaitingPublicKey, .publicKey(let key)): exchange(key, with: &material, output: &output)
    case (.awaitingRandom, .random(let nonce)): exchange(nonce, with: &material, output: &output)
    case (.comparing(let comparison), .dhKeyCheck(let check)) where comparison.initiatorCheck == nil:
      compare(comparison.with(check), with: &material, output: &output)
    case (.comparing(let comparison), .userConfirmed) where !comparison.isConfirmed:
      compare(comparison.confirmed, with: &material, output: &output)
    case (.comparing, .userRejected): .failed(.numericComparisonFailed)

    case (.awaitingRoundConfirm(let round), .confirm(let confirm)) where Features.hasPasskeys:
      answer(confirm, in: round, with: &material, output: &output)
    case (.awaitingRoundRandom(let round, let confirm), .random(let nonce)) where Features.hasPasskeys:
      check(nonce, confirmedBy: confirm, in: round, with: &material, output: &output)
    case (.awaitingCheck, .dhKeyCheck(let check)): answer(check, with: &material, output: &output)
    case (.awaitingLegacyConfirm, .confirm(let confirm)) where Features.hasPasskeys:
      answerLegacy(confirm, with: &material, output: &output)
    case (.awaitingLegacyRandom(let confirm), .random(let nonce)) where Features.hasPasskeys:
      checkLegacy(nonce, confirmedBy: confirm, with: &material, output: &output)

    case (.awaitingEncryption, .encrypted(let identity)): distributeKeys(of: &material, identity, output: &output)
    case (.exchangingKeys(let keys), .identityResolvingKey(let key))
    where keys.identityResolvingKey == nil && keys.identity == nil:
      .advanced(to: .exchangingKeys(ReceivedKeys(identityResolvingKey: key)))
    case (.exchangingKeys(let keys), .identity(let identity, let isAdmissible))
    where keys.identityResolvingKey != nil && keys.identity == nil:
      isAdmissible
        ? .advanced(
          to: .exchangingKeys(ReceivedKeys(identityResolvingKey: keys.identityResolvingKey, identity: identity)))
        : .failed(.invalidParameters)
    case (.exchangingKeys(let keys), .consentNeeded) where keys.identity != nil: askConsent(keys, output: &output)

    case (_, .userRejected): isPasskeyShown ? .failed(.passkeyEntryFailed) : .ignored
    case (_, .userConfirmed), (_, .encrypted), (_, .consentNeeded): .ignored
    case (_, .publicKey), (_, .confirm), (_, .random), (_, .dhKeyCheck), (_, .identityResolvingKey), (_, .identity):
      .failed(.unspecifiedReason)
    }
  }

  private var isPasskeyEntry: Bool { Features.hasPasskeys && transcript.method.model == .passkeyEntry }

  // MARK: Secure Connections. 2.3.5.6.

  /// The checks of a public key, each with the same answer. 2.3.5.6.1.
  private mutating func exchange(
    _ publicKey: PairingPublicKey, with material: inout PairingMaterial, output: inout PairingOutput
  ) -> Outcome {
    let ourKey = material.publicKey
    guard !publicKey.sharesX(with: ourKey), !publicKey.isDebugKey, let point = publicKey.point
    else { return .failed(.dhKeyCheckFailed) }
    material.makeSharedSecret(with: point)
    transcript.initiatorKey = publicKey
    transcript.responderKey = ourKey
    output.send(.pairingPublicKey(ourKey))
    if isPasskeyEntry {
      showPasskey(of: &material, output: &output)
      return .advanced(to: .awaitingRoundConfirm(round: 0))
    }
    transcript.responderNonce = material.nonce()
    output.send(.pairingConfirm(transcript.responderConfirm))
    return .advanced(to: .awaitingRandom)
  }

  /// The initiator's only nonce. Then both sides can show the number, unless the pairing is Just Works.
  private mutating func exchange(
    _ nonce: Value128, with material: inout PairingMaterial, output: inout PairingOutput
  ) -> Outcome {
    transcript.initiatorNonce = nonce
    output.send(.pairingRandom(transcript.responderNonce))
    material.makeKeys(of: transcript)
    guard transcript.method.model == .numericComparison else { return .advanced(to: .awaitingCheck) }
    output.act(.pairingCode(transcript.pairingCode))
    return .advanced(to: .comparing(Comparison()))
  }

  /// Answers the initiator's check value after our user has confirmed the number. The user's answer is awaited first,
  /// so that a rejection is reported as one even if the check value is wrong.
  private mutating func compare(
    _ comparison: Comparison, with material: inout PairingMaterial, output: inout PairingOutput
  ) -> Outcome {
    step = .comparing(comparison)
    guard comparison.isConfirmed, let check = comparison.initiatorCheck else {
      return .advanced(to: .comparing(comparison))
    }
    return answer(check, with: &material, output: &output)
  }

  private func answer(
    _ check: Value128, with material: inout PairingMaterial, output: inout PairingOutput
  ) -> Outcome {
    guard check == transcript.initiatorCheck(macKey: material.secrets.macKey) else {
      return .failed(.dhKeyCheckFailed)
    }
    output.send(.pairingDHKeyCheck(transcript.responderCheck(macKey: material.secrets.macKey)))
    material.wipeMACKey()
    return .advanced(to: .awaitingEncryption)
  }

  // MARK: A passkey that we show and the initiator's user types

  // With Secure Connections 20 rounds, each of which gives away one bit of it, to a peer that knows it already;
  // without, one exchange. It is new for each pairing. 2.3.5.6.3 and 2.3.5.5.

  private mutating func showPasskey(of material: inout PairingMaterial, output: inout PairingOutput) {
    transcript.passkey = material.passkey
    output.act(.pairingPasskey(material.passkey))
  }

  private mutating func answer(
    _ confirm: Value128, in round: UInt8, with material: inout PairingMaterial, output: inout PairingOutput
  ) -> Outcome {
    transcript.responderNonce = material.nonce(of: round)
    output.send(.pairingConfirm(transcript.responderConfirm(round: round)))
    return .advanced(to: .awaitingRoundRandom(round: round, confirm: confirm))
  }

  private mutating func check(
    _ nonce: Value128, confirmedBy confirm: Value128, in round: UInt8, with material: inout PairingMaterial,
    output: inout PairingOutput
  ) -> Outcome {
    transcript.initiatorNonce = nonce
    guard confirm == transcript.initiatorConfirm(round: round) else { return .failed(.confirmValueFailed) }
    output.send(.pairingRandom(transcript.responderNonce))
    if round + 1 < PairingMaterial.rounds { return .advanced(to: .awaitingRoundConfirm(round: round + 1)) }
    material.makeKeys(of: transcript)
    return .advanced(to: .awaitingCheck)
  }

  private mutating func answerLegacy(
    _ confirm: Value128, with material: inout PairingMaterial, output: inout PairingOutput
  ) -> Outcome {
    transcript.responderNonce = material.nonce()
    output.send(.pairingConfirm(transcript.legacyResponderConfirm))
    return .advanced(to: .awaitingLegacyRandom(confirm: confirm))
  }

  private mutating func checkLegacy(
    _ nonce: Value128, confirmedBy confirm: Value128, with material: inout PairingMaterial,
    output: inout PairingOutput
  ) -> Outcome {
    transcript.initiatorNonce = nonce
    guard confirm == transcript.legacyInitiatorConfirm else { return .failed(.confirmValueFailed) }
    output.send(.pairingRandom(transcript.responderNonce))
    material.setEncryptionKey(transcript.shortTermKey)
    return .advanced(to: .awaitingEncryption)
  }

  // MARK: Key distribution: first all of ours, then all of theirs. 2.4.3.1 and 3.6.

  private func distributeKeys(
    of material: inout PairingMaterial, _ identity: LocalIdentity, output: inout PairingOutput
  ) -> Outcome {
    let keys = transcript.response.responderKeyDistribution
    if Features.hasPasskeys, keys.containsEncryptionKey {
      output.send(.encryptionInformation(material.longTermKey))
      output.send(.centralIdentification(material.keyIdentification))
    }
    if keys.containsIdentityKey {
      output.send(.identityInformation(identity.identityResolvingKey))
      output.send(.identityAddressInformation(identity.address))
    }
    return .advanced(to: .exchangingKeys(promisedKeys))
  }

  /// The code has been confirmed: the question takes its place.
  private func askConsent(_ keys: ReceivedKeys, output: inout PairingOutput) -> Outcome {
    if isCodeShown { output.act(.dismissPairingCode) }
    return .advanced(to: .awaitingConsent(keys))
  }

  private var promisedKeys: ReceivedKeys {
    let isIdentityPromised = transcript.response.initiatorKeyDistribution.containsIdentityKey
    return ReceivedKeys(identity: isIdentityPromised ? nil : transcript.initiator)
  }
}
