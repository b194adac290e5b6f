/// A device address as on the wire: its kind, 0 for public or 1 for random, and six octets.
package struct AirAddress: Equatable {
  package var kind: UInt8
  package var octets: [UInt8]

  package init(kind: UInt8, octets: [UInt8]) {
    self.kind = kind
    self.octets = octets
  }

  /// A resolvable private address. Core Spec 5.4, Vol 6, Part B, 1.3.2.2.
  init(resolvableWith key: [UInt8], random: [UInt8]) {
    var part = random
    part[2] = part[2] & 0x3F | 0x40
    kind = 1
    octets = PairingToolbox.ah(key: key, random: part) + part
  }

  /// As the functions of pairing take it, most significant octet first.
  var forPairing: [UInt8] { [kind] + octets.reversed() }
}
