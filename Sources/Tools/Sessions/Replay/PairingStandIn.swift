import Cryptography
import VirtualPhone

/// The recorded phone's part in a pairing: computes the values that the bundle leaves out, to match the replayed watch.
///
/// It fills in public keys, confirm values, nonces and check values of LE Secure Connections. The order and the times
/// of the PDUs are as recorded. Core Spec 5.4, Vol 3, Part H, 2.3.5.6.
struct PairingStandIn {
  /// The addresses on the air, kind first.
  var phone: [UInt8] = []
  var watch: [UInt8] = []
  /// The number that the user types; nil if numbers are compared.
  var passkey: UInt32?

  private let privateKey = PairingStandIn.makeKey()
  private var request: [UInt8] = []
  private var response: [UInt8] = []
  private var watchX: [UInt8] = []
  private var secret: [UInt8] = []
  private var nonce = [UInt8](repeating: 0, count: 16)
  private var watchNonce: [UInt8] = []
  private var round = 0

  private static func makeKey() -> P256.PrivateKey {
    // Any number is a valid key, except 0 and numbers near the curve's order.
    P256.PrivateKey([32 of UInt8] { UInt8($0 + 1) })!
  }

  private var publicX: [UInt8] { (0..<32).map { privateKey.publicKey.x[31 - $0] } }
  private var publicY: [UInt8] { (0..<32).map { privateKey.publicKey.y[31 - $0] } }

  /// Notes a PDU that the watch has sent.
  mutating func note(sent pdu: [UInt8]) {
    switch (pdu.first, pdu.count) {
    case (0x02, 7): response = pdu
    case (0x0C, 65): takePublicKey(pdu)
    case (0x04, 17): watchNonce = Array(pdu.dropFirst())
    default: break
    }
  }

  /// Returns the PDU that the phone sends in place of the recorded `pdu`.
  mutating func fillIn(_ pdu: [UInt8]) -> [UInt8] {
    switch (pdu.first, pdu.count) {
    case (0x01, 7):
      request = pdu
      round = 0
      passkey = nil
      return pdu
    case (0x0C, 65): return [0x0C] + publicX + publicY
    case (0x03, 17): return [0x03] + nextConfirm()
    case (0x04, 17):
      if passkey == nil { nonce = [UInt8](repeating: 0x5A, count: 16) }
      return [0x04] + nonce
    case (0x0D, 17): return [0x0D] + check
    default: return pdu
    }
  }

  private mutating func takePublicKey(_ pdu: [UInt8]) {
    watchX = Array(pdu[1..<33])
    let x: [32 of UInt8] = inline(watchX.reversed())
    let y: [32 of UInt8] = inline(pdu[33..<65].reversed())
    guard let point = P256.PublicKey(x: x, y: y) else { return }
    let shared = privateKey.sharedSecret(with: point)
    secret = (0..<32).map { shared[$0] }
  }

  /// The confirm value for one bit of the passkey in each of twenty rounds.
  private mutating func nextConfirm() -> [UInt8] {
    nonce = [UInt8](repeating: UInt8(0x60 + round & 31), count: 16)
    let bit = UInt8((passkey ?? 0) >> UInt32(min(round, 31)) & 1)
    round += 1
    return PairingToolbox.f4(u: publicX, v: watchX, x: nonce, z: 0x80 | bit)
  }

  private var check: [UInt8] {
    guard request.count == 7, phone.count == 7, watch.count == 7, !watchNonce.isEmpty else {
      return [UInt8](repeating: 0, count: 16)
    }
    let (a1, a2) = (AirAddress(phone), AirAddress(watch))
    let keys = PairingToolbox.f5(secret: secret, n1: nonce, n2: watchNonce, a1: a1, a2: a2)
    let value = (0..<4).map { UInt8(truncatingIfNeeded: (passkey ?? 0) >> UInt32(8 * $0)) }
    return PairingToolbox.f6(
      key: keys.macKey, n1: nonce, n2: watchNonce, passkey: value + [UInt8](repeating: 0, count: 12),
      capabilities: [request[3], request[2], request[1]], a1: a1, a2: a2)
  }
}

extension AirAddress {
  fileprivate init(_ octets: [UInt8]) { self.init(kind: octets[0], octets: Array(octets.dropFirst())) }
}
