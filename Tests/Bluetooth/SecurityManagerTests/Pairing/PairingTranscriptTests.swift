import Identifiers
import TestSupport
import Testing

@testable import PhoneSupport
@testable import SecurityManager

/// Complete pairings with the specification's second sample keys, computed by two independent implementations.
@Suite struct PairingTranscriptTests {
  func makeTranscript(_ request: String, _ response: String) throws -> PairingTranscript {
    var transcript = PairingTranscript(
      request: try PairingFeatures(pdu: request), response: try PairingFeatures(pdu: response),
      initiator: Sample.phone, responder: Sample.watch)
    transcript.initiatorKey = try #require(PairingMaterial(randomness: Sample.phoneMaterial)).publicKey
    transcript.responderKey = try #require(PairingMaterial(randomness: Sample.watchMaterial)).publicKey
    transcript.initiatorNonce = Sample.phoneNonce
    transcript.responderNonce = Sample.watchNonce
    return transcript
  }

  @Test func numericComparisonIsAsComputedElsewhere() throws {
    let transcript = try makeTranscript("0104000d100b0b", "0201000d100202")
    #expect(transcript.responderConfirm == Value128(wire: "922e286256008441f0c3d4cfe54f136c"))
    #expect(transcript.pairingCode == 196_010)
    let keys = transcript.keys(sharedSecret: Sample.sharedSecret)
    #expect(keys.macKey == Value128("d765a2372fef08410d2308b901640856"))
    #expect(keys.longTermKey == Value128("c844d53d50351bc32076b0d712d73df3"))
    #expect(
      transcript.initiatorCheck(macKey: keys.macKey) == Value128(wire: "9e8f413b8cd47f0af1f6352ae80c4422"))
    #expect(
      transcript.responderCheck(macKey: keys.macKey) == Value128(wire: "84949297aec32e4e488d9e292c6f789a"))
  }

  @Test func justWorksIsAsComputedElsewhere() throws {
    let transcript = try makeTranscript("01040009100b0b", "02030009100202")
    let keys = transcript.keys(sharedSecret: Sample.sharedSecret)
    #expect(keys.longTermKey == Value128("c844d53d50351bc32076b0d712d73df3"))
    #expect(
      transcript.initiatorCheck(macKey: keys.macKey) == Value128(wire: "cb32ce09f8b5c49e567f5eedc36a70c2"))
    #expect(
      transcript.responderCheck(macKey: keys.macKey) == Value128(wire: "940fe7d8ab820d0a12a7dc6a9d42dee2"))
  }

  @Test(arguments: [
    (UInt8(0), "c96f455ad5f3903eec16b2a83408cfb1", "5b72c1b2e5b9a1df77cb0c65f2259ed2"),
    (3, "1429b5ffb87d033dbbbaa984e960c2a5", "2208c8b218c756de3fa291f1b443dc25"),
    (19, "abf96a11dccbbbdb83086e34c93913f8", "a40b10c9f8d628f4c33d0ac0b7e7af83"),
  ])
  func passkeyConfirmsAreAsComputedElsewhere(round: UInt8, initiator: String, responder: String) throws {
    let transcript = try makePasskeyTranscript(round)
    #expect(transcript.initiatorConfirm(round: round) == Value128(wire: initiator))
    #expect(transcript.responderConfirm(round: round) == Value128(wire: responder))
  }

  @Test func passkeyKeysAreAsComputedElsewhere() throws {
    let transcript = try makePasskeyTranscript(19)
    #expect(transcript.method == PairingMethod(model: .passkeyEntry, usesSecureConnections: true))
    let keys = transcript.keys(sharedSecret: Sample.sharedSecret)
    #expect(keys.longTermKey == Value128("56907a13855c4354280114f70afce4e9"))
    #expect(
      transcript.initiatorCheck(macKey: keys.macKey) == Value128(wire: "838dd3446a6f937d4b833d515f77ae79"))
    #expect(
      transcript.responderCheck(macKey: keys.macKey) == Value128(wire: "e231f90ec94cca929b34c512cefeeaa7"))
  }

  /// Just Works, which is the passkey 0; and a passkey.
  @Test(arguments: [
    (
      UInt32(0), "1a140d41d766c0066bcd18be80f130fe", "0b8709ef73d2a9d0584de3a04c7a5275",
      "0e9c2df23070643c2d323d0ce0179225"
    ),
    (
      19_655, "6f6b65da20e1afe796f6c91ee8e9fa99", "d60dbaa86893b7056c3d56415c761dfc",
      "d7998f778d0f88676c80fe714b0520c0"
    ),
  ])
  func legacyPairingIsAsComputedElsewhere(passkey: UInt32, mconfirm: String, sconfirm: String, key: String) throws {
    var transcript = try makeTranscript("01040005100303", "02000005100302")
    transcript.passkey = passkey
    #expect(transcript.method == PairingMethod(model: .passkeyEntry, usesSecureConnections: false))
    #expect(transcript.legacyInitiatorConfirm == Value128(wire: mconfirm))
    #expect(transcript.legacyResponderConfirm == Value128(wire: sconfirm))
    #expect(transcript.shortTermKey == Value128(wire: key))
  }

  private func makePasskeyTranscript(_ round: UInt8) throws -> PairingTranscript {
    var transcript = try makeTranscript("0104000d100b0b", "0200000d100202")
    transcript.passkey = Sample.passkey
    transcript.initiatorNonce = Sample.nonce(Sample.phoneNonce, of: round)
    transcript.responderNonce = Sample.nonce(Sample.watchNonce, of: round)
    return transcript
  }
}
