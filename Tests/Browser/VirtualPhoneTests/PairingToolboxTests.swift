import TestSupport
import Testing

@testable import VirtualPhone

/// The specification's sample data. Core Spec 5.4, Vol 3, Part H, appendix D.
@Suite struct PairingToolboxTests {
  private static func wire(_ digits: String) -> [UInt8] { octets(hex: digits).reversed() }

  private let u = wire("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
  private let v = wire("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd")
  private let x = wire("d5cb8454d177733effffb2ec712baeab")
  private let y = wire("a6e8e7cc25a75f6e216583f7ff3dc4cf")

  @Test func f4MatchesTheSpecification() {
    #expect(PairingToolbox.f4(u: u, v: v, x: x, z: 0) == Self.wire("f2c916f107a9bd1cf1eda1bea974872d"))
  }

  @Test func g2MatchesTheSpecification() {
    #expect(PairingToolbox.g2(u: u, v: v, x: x, y: y) == 0x2F9E_D5BA % 1_000_000)
  }

  @Test func f5MatchesTheSpecification() {
    let keys = PairingToolbox.f5(
      secret: octets(hex: "ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698"), n1: x, n2: y,
      a1: AirAddress(kind: 0, octets: Self.wire("56123737bfce")),
      a2: AirAddress(kind: 0, octets: Self.wire("a713702dcfc1")))
    #expect(keys.longTermKey == Self.wire("6986791169d7cd23980522b594750a38"))
    #expect(keys.macKey == Self.wire("2965f176a1084a02fd3f6a20ce636e20"))
  }

  @Test func ahMatchesTheSpecification() {
    let key = Self.wire("ec0234a357c8ad05341010a60a397d9b")
    #expect(PairingToolbox.ah(key: key, random: Self.wire("708194")) == Self.wire("0dfbaa"))
  }
}
