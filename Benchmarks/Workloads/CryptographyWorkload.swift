internal import Cryptography

/// The computations of a pairing: AES-CMAC as f4 uses it, and the two P-256 multiplications that take most of its time.
public struct CryptographyWorkload: Sendable {
  public enum Part: UInt8, Sendable {
    /// f4: AES-CMAC of 65 octets.
    case toolbox
    /// A key pair, and the secret shared with the other side's public key.
    case pairing
  }

  private let part: Part
  private var key: [32 of UInt8] = .init(repeating: 0x5A)

  public init(_ part: Part) { self.part = part }

  public mutating func run(times: Int) -> Tally {
    var tally = Tally()
    for _ in 0..<times {
      switch part {
      case .toolbox: confirm(&tally)
      case .pairing: agree(&tally)
      }
      tally.items += 1
    }
    return tally
  }

  private mutating func confirm(_ tally: inout Tally) {
    var mac = AESCMAC(key: .init(repeating: key[0]))
    mac.update(key.span)
    mac.update(key.span)
    mac.update(0)
    let value = mac.finalize()
    key[0] = value[0]
    tally.note(Int(value[0]))
  }

  /// Uses each secret as the next private key; if it is not a valid key, starts again with the first one.
  private mutating func agree(_ tally: inout Tally) {
    guard let own = P256.PrivateKey(key) else {
      key = .init(repeating: 0x5A)
      return
    }
    let secret = own.sharedSecret(with: own.publicKey)
    tally.note(Int(secret[0]))
    key = secret
  }
}
