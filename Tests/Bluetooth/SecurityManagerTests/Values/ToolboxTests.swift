import Identifiers
import TestSupport
import Testing

@testable import PhoneSupport
@testable import SecurityManager

/// Core Spec 5.4, Vol 3, Part H, Appendix D and 2.2.3, 2.2.4.
@Suite struct ToolboxTests {
  let u = wire32("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
  let v = wire32("55188b3d32f6bb9a900afcfbeed4e72a59cb9ac2f19d7cfb6b4fdd49f47fc5fd")
  let x = Value128("d5cb8454d177733effffb2ec712baeab")
  let y = Value128("a6e8e7cc25a75f6e216583f7ff3dc4cf")
  let a1 = DeviceAddress(.public, "56123737bfce")
  let a2 = DeviceAddress(.public, "a713702dcfc1")

  @Test func f4IsAsPublished() {
    #expect(Toolbox.f4(u: u, v: v, x: x, z: 0) == Value128("f2c916f107a9bd1cf1eda1bea974872d"))
  }

  @Test func f5IsAsPublished() {
    let w: [32 of UInt8] = inlineOctets(hex: "ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698")
    let keys = Toolbox.f5(w: w, n1: x, n2: y, a1: a1, a2: a2)
    #expect(keys.macKey == Value128("2965f176a1084a02fd3f6a20ce636e20"))
    #expect(keys.longTermKey == Value128("6986791169d7cd23980522b594750a38"))
  }

  @Test func f6IsAsPublished() {
    var features = PairingFeatures(
      ioCapability: IOCapability(rawValue: 2), authenticationRequirements: AuthenticationRequirements(rawValue: 1),
      initiatorKeyDistribution: .none, responderKeyDistribution: .none)
    features.oobDataFlag = 1
    let check = Toolbox.f6(
      w: Value128("2965f176a1084a02fd3f6a20ce636e20"), n1: x, n2: y, r: Value128("12a3343bb453bb5408da42d20c2d0fc8"),
      ioCap: features, a1: a1, a2: a2)
    #expect(check == Value128("e3c473989cd0e8c5d26c0b09da958f61"))
  }

  @Test func g2IsAsPublished() {
    #expect(Toolbox.g2(u: u, v: v, x: x, y: y) == 0x2F9E_D5BA)
  }

  @Test func ahIsAsPublished() {
    let hash = Toolbox.ah(k: Value128("ec0234a357c8ad05341010a60a397d9b"), r: [0x94, 0x81, 0x70])
    #expect(hash.list == [0xAA, 0xFB, 0x0D])
  }

  @Test func c1IsAsPublished() throws {
    let confirm = Toolbox.c1(
      k: .zero, r: Value128("5783D52156AD6F0E6388274EC6702EE0"), preq: try PairingFeatures(pdu: "01010000100707"),
      pres: try PairingFeatures(pdu: "02030000080005"), ia: DeviceAddress(.random, "A1A2A3A4A5A6"),
      ra: DeviceAddress(.public, "B1B2B3B4B5B6"))
    #expect(confirm == Value128("1e1e3fef878988ead2a74dc5bef13b86"))
  }

  @Test func s1IsAsPublished() {
    let key = Toolbox.s1(
      k: .zero, r1: Value128("000F0E0D0C0B0A091122334455667788"), r2: Value128("010203040506070899AABBCCDDEEFF00"))
    #expect(key == Value128("9a1fe1f0e8b0f49b5b4216ae796da062"))
  }
}
