/// A picture file with four colours, not compressed: few lines instead of a library.
///
/// PNG specification (third edition), 5 and 11.2; RFC 1950 and 1951 for the stored blocks.
struct PNG {
  private(set) var octets: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// - Parameter palette: four colours, each red, green, blue.
  init(_ canvas: Canvas, palette: [[UInt8]]) {
    // 2 bits per pixel, colour type 3: an index into the palette.
    let header = Self.bigEndian(UInt32(canvas.width)) + Self.bigEndian(UInt32(canvas.height)) + [2, 3, 0, 0, 0]
    appendChunk("IHDR", header)
    appendChunk("PLTE", Array(palette.joined()))
    appendChunk("IDAT", Self.stored(Self.scanLines(canvas)))
    appendChunk("IEND", [])
  }

  private mutating func appendChunk(_ name: String, _ body: [UInt8]) {
    let content = Array(name.utf8) + body
    octets += Self.bigEndian(UInt32(body.count)) + content + Self.bigEndian(Self.crc(content))
  }

  /// The rows, each after an octet that marks it as not filtered.
  private static func scanLines(_ canvas: Canvas) -> [UInt8] {
    var lines: [UInt8] = []
    for y in 0..<canvas.height {
      lines.append(0)
      for start in stride(from: 0, to: canvas.width, by: 4) {
        var octet: UInt8 = 0
        for x in start..<start + 4 { octet = octet << 2 | (x < canvas.width ? canvas[x, y].rawValue : 0) }
        lines.append(octet)
      }
    }
    return lines
  }

  /// A zlib stream of stored blocks.
  private static func stored(_ octets: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: octets.count, by: 65_535) {
      let block = octets[start..<min(start + 65_535, octets.count)]
      let length = UInt16(block.count)
      stream.append(block.endIndex == octets.count ? 1 : 0)
      stream += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
      stream += block
    }
    return stream + bigEndian(adler(octets))
  }

  static func crc(_ octets: [UInt8]) -> UInt32 {
    var remainder: UInt32 = .max
    for octet in octets {
      remainder ^= UInt32(octet)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    }
    return ~remainder
  }

  static func adler(_ octets: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for octet in octets {
      low = (low + UInt32(octet)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
