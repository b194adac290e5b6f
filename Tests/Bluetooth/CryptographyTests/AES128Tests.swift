import Cryptography
import TestSupport
import Testing

@Suite struct AES128Tests {
  /// FIPS 197, Appendix C.1, and SP 800-38A, F.1.1.
  @Test(arguments: [
    (
      "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
      "69c4e0d86a7b0430d8cdb78070b4c55a"
    ),
    (
      "2b7e151628aed2a6abf7158809cf4f3c", "6bc1bee22e409f96e93d7e117393172a",
      "3ad77bb40d7a3660a89ecaf32466ef97"
    ),
  ])
  func blockIsEncryptedAsPublished(key: String, plaintext: String, ciphertext: String) {
    let encrypted = AES128.encrypt(inlineOctets(hex: plaintext), key: inlineOctets(hex: key))
    #expect(encrypted.list == octets(hex: ciphertext))
  }
}
