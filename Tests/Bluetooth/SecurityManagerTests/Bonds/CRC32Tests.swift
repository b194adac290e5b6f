import Testing

@testable import PhoneSupport
@testable import SecurityManager

@Suite struct CRC32Tests {
  /// The check value in catalogues of checksums, for the nine digits.
  @Test func checkValueIsTheKnownOne() {
    var checksum = CRC32()
    let digits = [UInt8]("123456789".utf8)
    checksum.update(digits.span.extracting(first: 4))
    checksum.update(digits.span.extracting(droppingFirst: 4))
    #expect(checksum.value == 0xCBF4_3926)
  }

  @Test func theChecksumOfNoOctetsIsZero() { #expect(CRC32().value == 0) }
}
