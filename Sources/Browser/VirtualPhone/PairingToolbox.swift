import Cryptography

/// The functions of Secure Connections pairing. All values are in wire order, least significant octet first.
///
/// Written from the specification, not shared with the watch: two implementations have to agree for a pairing to work.
/// Core Spec 5.4, Vol 3, Part H, 2.2.
package enum PairingToolbox {
  /// The confirm value. 2.2.6.
  package static func f4(u: [UInt8], v: [UInt8], x: [UInt8], z: UInt8) -> [UInt8] {
    mac(key: x, u.reversed() + v.reversed() + [z])
  }

  /// The keys. `secret` is most significant octet first. 2.2.7.
  package static func f5(
    secret: [UInt8], n1: [UInt8], n2: [UInt8], a1: AirAddress, a2: AirAddress
  ) -> (macKey: [UInt8], longTermKey: [UInt8]) {
    let salt: [UInt8] = [
      0xBE, 0x83, 0x60, 0x5A, 0xDB, 0x0B, 0x37, 0x60, 0x38, 0xA5, 0xF5, 0xAA, 0x91, 0x83, 0x88, 0x6C,
    ]
    let key = mac(key: salt, secret)
    let name: [UInt8] = [0x62, 0x74, 0x6C, 0x65]
    let tail = n1.reversed() + n2.reversed() + a1.forPairing + a2.forPairing + [0x01, 0x00]
    return (mac(key: key, [0] + name + tail), mac(key: key, [1] + name + tail))
  }

  package static let noPasskey = [UInt8](repeating: 0, count: 16)

  /// The check value; `capabilities` are AuthReq, OOB flag and IO capability. 2.2.8.
  package static func f6(
    key: [UInt8], n1: [UInt8], n2: [UInt8], passkey: [UInt8] = noPasskey, capabilities: [UInt8], a1: AirAddress,
    a2: AirAddress
  ) -> [UInt8] {
    let nonces = n1.reversed() + n2.reversed()
    return mac(key: key, nonces + passkey.reversed() + capabilities + a1.forPairing + a2.forPairing)
  }

  /// The number that both sides show, 0 to 999999. 2.2.9.
  static func g2(u: [UInt8], v: [UInt8], x: [UInt8], y: [UInt8]) -> UInt32 {
    mac(key: x, u.reversed() + v.reversed() + y.reversed()).longNumber(at: 0) % 1_000_000
  }

  /// The hash in a resolvable private address. 2.2.2.
  static func ah(key: [UInt8], random: [UInt8]) -> [UInt8] {
    let block = [UInt8](repeating: 0, count: 13) + random.reversed()
    let encrypted = AES128.encrypt(inline(block), key: inline(key.reversed()))
    return [encrypted[15], encrypted[14], encrypted[13]]
  }

  private static func mac(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    var mac = AESCMAC(key: inline(key.reversed()))
    for octet in message { mac.update(octet) }
    let result = mac.finalize()
    return (0..<16).map { result[15 - $0] }
  }

  static func inline<let count: Int>(_ octets: [UInt8]) -> [count of UInt8] { .init { octets[$0] } }
}
