import Cryptography
import TestSupport
import Testing

@Suite struct AESCMACTests {
  let key: [16 of UInt8] = inlineOctets(hex: "2b7e151628aed2a6abf7158809cf4f3c")
  let message = octets(
    hex: """
      6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
      30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
      """)

  /// RFC 4493, 4.
  static let examples: [(Int, String)] = [
    (0, "bb1d6929e95937287fa37d129b756746"), (16, "070a16b46b4d4144f79bdd9dd04a287c"),
    (40, "dfa66747de9ae63030ca32611497c827"), (64, "51f0bebf7e3b9d92fc49741779363cfe"),
  ]

  @Test(arguments: examples)
  func codeIsAsPublished(count: Int, code: String) {
    var mac = AESCMAC(key: key)
    mac.update(message.span.extracting(first: count))
    #expect(mac.finalize().list == octets(hex: code))
  }

  @Test(arguments: examples)
  func codeDoesNotDependOnThePieces(count: Int, code: String) {
    for cut in 0...count {
      var mac = AESCMAC(key: key)
      mac.update(message.span.extracting(0..<cut))
      mac.update(message.span.extracting(cut..<count))
      #expect(mac.finalize().list == octets(hex: code))
    }
  }
}
