import Identifiers
import Octets
import TestSupport
import Testing

@testable import PhoneSupport
@testable import SecurityManager

@Suite struct SecurityManagerPDUTests {
  static let sixteen = "000102030405060708090a0b0c0d0e0f"

  /// One PDU of each kind, with its decoded value.
  static let samples: [(String, SecurityManagerPDU)] = {
    let value = Value128(wire: sixteen)
    let features = PairingFeatures(
      ioCapability: .keyboardDisplay, authenticationRequirements: .bondingWithProtection,
      initiatorKeyDistribution: KeyDistribution(rawValue: 0x0B),
      responderKeyDistribution: KeyDistribution(rawValue: 0x0F))
    return [
      ("01 04000d100b0f", .pairingRequest(features)),
      ("02 04000d100b0f", .pairingResponse(features)),
      ("03" + sixteen, .pairingConfirm(value)),
      ("04" + sixteen, .pairingRandom(value)),
      ("05 0c", .pairingFailed(0x0C)),
      ("06" + sixteen, .encryptionInformation(value)),
      (
        "07 3412 0807060504030201",
        .centralIdentification(LongTermKeyRequest(random: 0x0102_0304_0506_0708, encryptedDiversifier: 0x1234))
      ),
      ("08" + sixteen, .identityInformation(value)),
      ("09 01 aafb0d948170", .identityAddressInformation(Sample.phone)),
      ("0a" + sixteen, .signingInformation(value)),
      ("0b 0d", .securityRequest(.bondingWithProtection)),
      (
        "0c dd785c74039b7e98cb94874aadfaf8d5433e5cafeab54cf49e8079577ba4312c"
          + "4f5d71437743f8ead43ebd17911021d01f87438e40e252cdbedf983818129591",
        .pairingPublicKey(PairingMaterial(randomness: Sample.phoneMaterial)?.publicKey ?? .zero)
      ),
      ("0d" + sixteen, .pairingDHKeyCheck(value)),
      ("0e 04", .pairingKeypressNotification(4)),
    ]
  }()

  @Test(arguments: samples.indices)
  func decodesAndEncodesTheSameOctets(index: Int) throws {
    let (text, pdu) = Self.samples[index]
    #expect(try SecurityManagerPDU(octets(hex: text)) == pdu)
    #expect(try pdu.list == octets(hex: text))
  }

  @Test(arguments: samples.indices)
  func everyOtherLengthIsRefused(index: Int) throws {
    let whole = octets(hex: Self.samples[index].0)
    for count in 1..<whole.count {
      #expect(throws: DecodeError.truncated) { try SecurityManagerPDU([UInt8](whole.prefix(count))) }
    }
    #expect(throws: DecodeError.invalidValue) { try SecurityManagerPDU(whole + [0]) }
  }

  @Test func unknownAddressTypeIsRefused() {
    #expect(throws: DecodeError.invalidValue) { try SecurityManagerPDU(octets(hex: "09 02 aafb0d948170")) }
  }

  @Test func outputWithoutRoomThrows() {
    for (_, pdu) in Self.samples {
      var buffer = OctetBuffer<1>()
      #expect(throws: EncodeError.insufficientCapacity) {
        try buffer.append { output throws(EncodeError) in try pdu.encode(into: &output) }
      }
    }
  }

  @Test func decodedPDUsEncodeToTheSame() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      var list = octets(hex: Self.samples[generator.number(in: 0..<Self.samples.count)].0)
      for _ in 0..<generator.number(in: 0..<4) { list[generator.number(in: 0..<list.count)] = generator.octet() }
      guard let pdu = try? SecurityManagerPDU(list) else { continue }
      #expect(try pdu.list == list)
    }
  }
}
