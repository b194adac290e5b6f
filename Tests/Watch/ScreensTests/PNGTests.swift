import Testing

@testable import belfry_screens

@Suite struct PNGTests {
  /// The check octets of every PNG's last chunk; and the checksum of RFC 1950 for a well-known word.
  @Test func checksumsMatchTheStandards() {
    #expect(PNG.crc(Array("IEND".utf8)) == 0xAE42_6082)
    #expect(PNG.adler(Array("Wikipedia".utf8)) == 0x11E6_0398)
  }

  @Test func pixelsArePackedFourToAnOctet() {
    var canvas = Canvas(width: 5, height: 1)
    canvas[1, 0] = .dark
    canvas[2, 0] = .lit
    canvas[3, 0] = .caption
    canvas[4, 0] = .lit
    let octets = PNG(canvas, palette: [[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]]).octets
    // The filter octet, then 00 01 10 11 and 10 with padding, as one stored block of three octets.
    let block: [UInt8] = [0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFF, 0x00, 0b00_01_10_11, 0b10_00_00_00]
    let text = octets.map { String($0) }.joined(separator: " ")
    #expect(text.contains(block.map { String($0) }.joined(separator: " ")))
  }
}
