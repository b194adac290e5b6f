import Graphics
import Octets

/// A small typeface for tests. A character is a solid box of 4 by 8 pixels, or of 8 by 8 from U+2E80 on; a space is
/// blank; U+0300...U+036F are marks, two pixels wide.
public struct BoxTypeface: Typeface, Sendable {
  public init() {}

  public var lineHeight: Int { 8 }

  @_lifetime(immortal)
  public func glyph(for scalar: UTF8Scalar) -> Glyph {
    switch scalar.value {
    case 0x20: Glyph(width: 4, height: 8, octets: Self.octets(4, from: 0))
    case 0x300...0x36F: Glyph(width: 2, height: 8, isMark: true, octets: Self.octets(2, from: 8))
    // Joined Arabic letters are as wide as other letters.
    case 0xFB50...0xFDFF, 0xFE70...0xFEFC: Glyph(width: 4, height: 8, octets: Self.octets(4, from: 8))
    case 0x2E80...: Glyph(width: 8, height: 8, octets: Self.octets(8, from: 8))
    default: Glyph(width: 4, height: 8, octets: Self.octets(4, from: 8))
    }
  }

  @_lifetime(immortal)
  public func codeDigit(_ value: Int) -> Glyph { Glyph(width: 3, height: 8, octets: Self.octets(3, from: 8)) }

  /// Eight empty columns, then eight full ones. Never freed.
  private static let storage: UInt = {
    let columns = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16)
    for index in columns.indices { columns[index] = index < 8 ? 0 : 0xFF }
    return UInt(bitPattern: columns.baseAddress)
  }()

  @_lifetime(immortal)
  private static func octets(_ count: Int, from start: Int) -> Span<UInt8> {
    let columns = UnsafeBufferPointer<UInt8>(start: UnsafePointer(bitPattern: storage), count: 16)
    return _overrideLifetime(Span(_unsafeElements: columns), copying: ()).extracting(start..<start + count)
  }
}
