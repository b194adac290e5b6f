internal import Cryptography
internal import Identifiers

/// The functions that pairing and privacy are made of, by their names in the specification.
///
/// Arguments are in wire order, least significant octet first, unless they say otherwise.
/// Core Spec 5.4, Vol 3, Part H, 2.2.
enum Toolbox {
  /// The confirm value over the x coordinates `u` and `v`. 2.2.6.
  static func f4(u: [32 of UInt8], v: [32 of UInt8], x: Value128, z: UInt8) -> Value128 {
    var mac = AESCMAC(key: x.mostSignificantFirst)
    mac.update(reversed(u).span)
    mac.update(reversed(v).span)
    mac.update(z)
    return Value128(mostSignificantFirst: mac.finalize())
  }

  /// The keys of a pairing from its shared secret `w`, which is most significant octet first. 2.2.7.
  static func f5(
    w: [32 of UInt8], n1: Value128, n2: Value128, a1: DeviceAddress, a2: DeviceAddress
  ) -> (macKey: Value128, longTermKey: Value128) {
    let salt: [16 of UInt8] = [
      0x6C, 0x88, 0x83, 0x91, 0xAA, 0xF5, 0xA5, 0x38, 0x60, 0x37, 0x0B, 0xDB, 0x5A, 0x60, 0x83, 0xBE,
    ]
    var extract = AESCMAC(key: salt)
    extract.update(w.span)
    var t = extract.finalize()
    func derive(_ counter: UInt8) -> Value128 {
      // The counter, "btle", what follows, and the length of the result in bits.
      var mac = AESCMAC(key: t)
      mac.update(([counter, 0x62, 0x74, 0x6C, 0x65] as [5 of UInt8]).span)
      mac.update(n1, n2)
      mac.update(a1, a2)
      mac.update(([0x01, 0x00] as [2 of UInt8]).span)
      return Value128(mostSignificantFirst: mac.finalize())
    }
    let keys = (macKey: derive(0), longTermKey: derive(1))
    wipe(&t)
    return keys
  }

  /// The check value over `r` and one side's capabilities. 2.2.8.
  static func f6(
    w: Value128, n1: Value128, n2: Value128, r: Value128, ioCap: PairingFeatures, a1: DeviceAddress, a2: DeviceAddress
  ) -> Value128 {
    var mac = AESCMAC(key: w.mostSignificantFirst)
    mac.update(n1, n2)
    mac.update(r.mostSignificantFirst.span)
    mac.update(ioCap.authenticationRequirements.rawValue)
    mac.update(ioCap.oobDataFlag)
    mac.update(ioCap.ioCapability.rawValue)
    mac.update(a1, a2)
    return Value128(mostSignificantFirst: mac.finalize())
  }

  /// The number to compare, all 32 bits of it. 2.2.9.
  static func g2(u: [32 of UInt8], v: [32 of UInt8], x: Value128, y: Value128) -> UInt32 {
    var mac = AESCMAC(key: x.mostSignificantFirst)
    mac.update(reversed(u).span)
    mac.update(reversed(v).span)
    mac.update(y.mostSignificantFirst.span)
    let code = mac.finalize()
    return UInt32(code[12]) << 24 | UInt32(code[13]) << 16 | UInt32(code[14]) << 8 | UInt32(code[15])
  }

  /// The hash of a resolvable private address. 2.2.2.
  static func ah(k: Value128, r: [3 of UInt8]) -> [3 of UInt8] {
    var padded = Value128.zero.octets
    for index in 0..<3 { padded[index] = r[index] }
    let encrypted = encrypt(Value128(octets: padded), key: k).octets
    return [encrypted[0], encrypted[1], encrypted[2]]
  }

  /// The confirm value of a legacy pairing; `ia` initiates, `ra` responds. 2.2.3.
  static func c1(
    k: Value128, r: Value128, preq: PairingFeatures, pres: PairingFeatures, ia: DeviceAddress, ra: DeviceAddress
  ) -> Value128 {
    var p1 = Value128.zero.octets
    p1[0] = ia.kind.rawValue
    p1[1] = ra.kind.rawValue
    p1[2] = SecurityManagerPDU.Code.pairingRequest.rawValue
    p1[9] = SecurityManagerPDU.Code.pairingResponse.rawValue
    for index in 0..<6 {
      p1[3 + index] = preq.octets[index]
      p1[10 + index] = pres.octets[index]
    }
    var p2 = Value128.zero.octets
    for index in 0..<6 {
      p2[index] = ra.octets[index]
      p2[6 + index] = ia.octets[index]
    }
    let inner = encrypt(r.exclusiveOr(Value128(octets: p1)), key: k)
    return encrypt(inner.exclusiveOr(Value128(octets: p2)), key: k)
  }

  /// The short term key of a legacy pairing. 2.2.4.
  static func s1(k: Value128, r1: Value128, r2: Value128) -> Value128 {
    encrypt(r2.half(followedBy: r1), key: k)
  }

  private static func encrypt(_ value: Value128, key: Value128) -> Value128 {
    Value128(mostSignificantFirst: AES128.encrypt(value.mostSignificantFirst, key: key.mostSignificantFirst))
  }
}

extension AESCMAC {
  /// Appends two nonces.
  fileprivate mutating func update(_ n1: Value128, _ n2: Value128) {
    update(n1.mostSignificantFirst.span)
    update(n2.mostSignificantFirst.span)
  }

  /// Appends two addresses of seven octets: the type, then the address, most significant octet first.
  fileprivate mutating func update(_ a1: DeviceAddress, _ a2: DeviceAddress) {
    update(a1.kind.rawValue)
    update(reversed(a1.octets).span)
    update(a2.kind.rawValue)
    update(reversed(a2.octets).span)
  }
}
