import Cryptography
import TestSupport
import Testing

/// A key pair of the Core Specification, Vol 3, Part H, 2.3.5.6.1 and Vol 2, Part G, 7.1.2.
struct KeyPairSample: Sendable {
  let privateKey: String
  let x: String
  let y: String

  var publicKey: P256.PublicKey? { P256.PublicKey(x: inlineOctets(hex: x), y: inlineOctets(hex: y)) }
  func makePrivateKey() -> P256.PrivateKey? { P256.PrivateKey(inlineOctets(hex: privateKey)) }

  static let debug = KeyPairSample(
    privateKey: "3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd",
    x: "20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6",
    y: "dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b")
  static let partner = KeyPairSample(
    privateKey: "55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd",
    x: "1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190",
    y: "4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a")
  static let secondA = KeyPairSample(
    privateKey: "06a516693c9aa31a6084545d0c5db641b48572b97203ddffb7ac73f7d0457663",
    x: "2c31a47b5779809ef44cb5eaaf5c3e43d5f8faad4a8794cb987e9b03745c78dd",
    y: "919512183898dfbecd52e2408e43871fd021109117bd3ed4eaf8437743715d4f")
  static let secondB = KeyPairSample(
    privateKey: "529aa0670d72cd6497502ed473502b037e8803b5c60829a5a3caa219505530ba",
    x: "f465e43ff23d3f1b9dc7dfc04da8758184dbc966204796eccf0d6cf5e16500cc",
    y: "0201d048bcbbd899eeefc424164e33c201c2b010ca6b4d43a8a155cad8ecb279")
}

@Suite struct P256Tests {
  static let prime = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"
  static let primePlusOne = "ffffffff00000001000000000000000000000001000000000000000000000000"
  static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
  static let orderMinusOne = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"
  static let zero = String(repeating: "00", count: 32)
  static let one = String(repeating: "00", count: 31) + "01"
  static let ones = String(repeating: "ff", count: 32)
  /// The base point. SP 800-186, 3.2.1.3.
  static let baseX = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
  static let baseY = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
  /// The prime minus the base point's y: the other point with the same x.
  static let negatedBaseY = "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a"

  @Test(arguments: [KeyPairSample.debug, .partner, .secondA, .secondB])
  func publicKeyBelongsToPrivateKey(sample: KeyPairSample) throws {
    let publicKey = try #require(sample.makePrivateKey()).publicKey
    #expect(publicKey.x.list == octets(hex: sample.x))
    #expect(publicKey.y.list == octets(hex: sample.y))
    #expect(publicKey == sample.publicKey)
  }

  @Test(arguments: [
    (
      KeyPairSample.debug, KeyPairSample.partner, "ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698"
    ),
    (
      KeyPairSample.debug, KeyPairSample.debug, "70aad7e649f91c7cae5f79fc32992787c38757a8728b7b55da7bb3cb4800ab2d"
    ),
    (
      KeyPairSample.secondA, KeyPairSample.secondB, "ab85843a2f6d883f62e5684b38e307335fe6e1945ecd19604105c6f23221eb69"
    ),
  ])
  func bothSidesShareThePublishedSecret(one: KeyPairSample, other: KeyPairSample, secret: String) throws {
    let onePrivateKey = try #require(one.makePrivateKey())
    let otherPrivateKey = try #require(other.makePrivateKey())
    #expect(onePrivateKey.sharedSecret(with: try #require(other.publicKey)).list == octets(hex: secret))
    #expect(otherPrivateKey.sharedSecret(with: try #require(one.publicKey)).list == octets(hex: secret))
  }

  @Test(arguments: [one, orderMinusOne])
  func privateKeyAtTheEdgeOfTheRangeIsTaken(scalar: String) throws {
    let publicKey = try #require(P256.PrivateKey(inlineOctets(hex: scalar))).publicKey
    #expect(publicKey.x.list == octets(hex: Self.baseX))
    #expect(publicKey.y.list == octets(hex: scalar == Self.one ? Self.baseY : Self.negatedBaseY))
  }

  @Test(arguments: [zero, order, ones])
  func privateKeyOutOfRangeIsRefused(scalar: String) {
    #expect(P256.PrivateKey(inlineOctets(hex: scalar)) == nil)
  }

  /// SM/PER/KDU/BI-01 to -04 send keys of these kinds; CVE-2018-5383.
  @Test(arguments: [
    (zero, zero),
    (KeyPairSample.debug.x, String(repeating: "42", count: 32)),
    (KeyPairSample.secondA.x, KeyPairSample.secondB.y),
    (prime, baseY), (baseX, prime), (primePlusOne, baseY), (ones, ones), (zero, one), (one, zero), (prime, prime),
    (baseX, baseX), (baseX, zero), (zero, baseY),
    (KeyPairSample.debug.x, "dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28c"),
  ])
  func invalidPublicKeyIsRefused(x: String, y: String) {
    #expect(P256.PublicKey(x: inlineOctets(hex: x), y: inlineOctets(hex: y)) == nil)
  }

  /// Points whose coordinates are on the curve modulo the prime, but are not below the prime: x = 5 + p.
  @Test func coordinateAboveThePrimeIsRefusedEvenIfCongruentToAPoint() {
    let x = String(repeating: "00", count: 31) + "05"
    let xPlusPrime = "ffffffff00000001000000000000000000000001000000000000000000000004"
    let y = "459243b9aa581806fe913bce99817ade11ca503c64d9a3c533415c083248fbcc"
    #expect(P256.PublicKey(x: inlineOctets(hex: x), y: inlineOctets(hex: y)) != nil)
    #expect(P256.PublicKey(x: inlineOctets(hex: xPlusPrime), y: inlineOctets(hex: y)) == nil)
  }

  @Test func publicKeyWithAnyOneBitFlippedIsRefused() {
    let valid = octets(hex: KeyPairSample.secondA.x + KeyPairSample.secondA.y)
    for bit in 0..<512 {
      var point = valid
      point[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(P256.PublicKey(x: [32 of UInt8] { point[$0] }, y: [32 of UInt8] { point[32 + $0] }) == nil, "bit \(bit)")
    }
  }

  @Test func randomKeysAgree() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      let one = try #require(P256.PrivateKey([32 of UInt8] { _ in generator.octet() }))
      let other = try #require(P256.PrivateKey([32 of UInt8] { _ in generator.octet() }))
      #expect(P256.PublicKey(x: one.publicKey.x, y: one.publicKey.y) == one.publicKey)
      #expect(one.sharedSecret(with: other.publicKey).list == other.sharedSecret(with: one.publicKey).list)
    }
  }

  @Test func secretWithLeadingZerosKeepsItsLength() throws {
    // The first multiple of the base point whose x starts with a zero octet.
    var scalar = [UInt8](repeating: 0, count: 32)
    var found: [UInt8]?
    for candidate in 1..<2000 where found == nil {
      scalar[30] = UInt8(candidate >> 8)
      scalar[31] = UInt8(candidate & 0xFF)
      let key = try #require(P256.PrivateKey([32 of UInt8] { scalar[$0] }))
      let base = try #require(P256.PublicKey(x: inlineOctets(hex: Self.baseX), y: inlineOctets(hex: Self.baseY)))
      let secret = key.sharedSecret(with: base).list
      #expect(secret == key.publicKey.x.list)
      if secret[0] == 0 { found = secret }
    }
    #expect(found?.count == 32)
  }
}
