internal import Octets
internal import Timing

/// The pairing under way, the values that it uses, and the time until which its next input must come.
///
///     unprepared → prepared → under way
///         ↑___________________________│
///
/// The values are made in advance, because that takes a while. They stay in this place, where they are wiped.
struct PairingProcedure {
  /// The pairing under way.
  private(set) var pairing: Pairing?
  /// The device's keys and random values for the current or the next pairing.
  private(set) var material = PairingMaterial()
  /// When the pairing has failed without another input.
  private(set) var deadline = Deadline()

  var isUnderWay: Bool { pairing != nil }

  var needsPreparation: Bool { !material.isPresent }

  mutating func prepare(randomness: PairingRandomness) {
    guard needsPreparation else { return }
    material.make(from: randomness)
  }

  /// The same with material that was made before.
  mutating func prepare(with prepared: PairingMaterial) { if needsPreparation { material = prepared } }

  /// Answers a Pairing Request that was accepted.
  ///
  /// - Precondition: `needsPreparation` is false.
  mutating func begin(
    _ request: ReceivedPairingRequest, on link: PairingLink, output: inout PairingOutput, now: Instant
  ) {
    pairing = Pairing(request: request.request, response: request.response, on: link)
    pairing?.begin(with: &material, output: &output)
    restart(now: now)
  }

  /// Moves the pairing on, and gives the peer and the user new time.
  ///
  /// - Returns: why the pairing has to end; nil if it goes on, or if none is under way.
  mutating func advance(
    _ input: Pairing.Input, output: inout PairingOutput, now: Instant
  ) -> PairingFailedReason? {
    switch pairing?.handle(input, with: &material, output: &output) {
    case .advanced: restart(now: now)
    case .failed(let reason): return reason
    case .ignored, nil: break
    }
    return nil
  }

  private mutating func restart(now: Instant) { deadline.set(now + PairingResponder.procedureTimeout) }

  /// The key that encrypts the link; nil until the peer has proved itself and we have answered.
  func encryptionKey(for request: LongTermKeyRequest) -> Value128? {
    guard pairing?.awaitsEncryption == true, request == .secureConnections, !material.secrets.encryptionKey.isZero
    else { return nil }
    return material.secrets.encryptionKey
  }

  /// The bond needs the user's consent, who has the time that is left.
  mutating func awaitConsent(output: inout PairingOutput) {
    _ = pairing?.handle(.consentNeeded, with: &material, output: &output)
  }

  /// Makes the bond of a pairing that has succeeded.
  ///
  /// - Parameter local: the identity of the device that the peer received.
  mutating func makeBond(with keys: Pairing.ReceivedKeys, of local: LocalIdentity) -> Bond? {
    pairing?.makeBond(with: keys, of: local, &material)
  }

  /// Forgets the pairing and its values, whatever its result.
  mutating func forget() {
    pairing = nil
    material.wipe()
    deadline.clear()
  }

  /// - Returns: whether the time has passed, once.
  mutating func expire(at now: Instant) -> Bool { deadline.expire(at: now) }
}
