import Cryptography
import TestSupport
import Testing

@Suite struct WipingTests {
  @Test func everyOctetIsZeroAfterwards() {
    var secret: [33 of UInt8] = .init(repeating: 0xA5)
    wipe(&secret)
    #expect(secret.list == [UInt8](repeating: 0, count: 33))
  }
}
