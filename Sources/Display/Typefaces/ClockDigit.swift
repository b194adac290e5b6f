public import Graphics

/// A character of the large clock, 32 pixels high. The raw value is its place in `Fonts/clock-digits.txt`.
public struct ClockDigit: Equatable, Sendable {
  let number: Int

  /// - Returns: nil unless `value` is 0...9.
  public init?(_ value: Int) {
    guard (0...9).contains(value) else { return nil }
    number = value
  }

  private init(number: Int) { self.number = number }

  public static let colon = ClockDigit(number: 10)
  /// The sign in place of a digit while the time is unknown.
  public static let minus = ClockDigit(number: 11)

  public static let height = 32

  public var glyph: Glyph {
    @_lifetime(immortal)
    get { GlyphPack.picture(number, of: .clockDigits) }
  }
}
