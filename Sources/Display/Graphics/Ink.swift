/// The effect of drawing on the pixels it covers.
public enum Ink: Equatable, Sendable {
  /// Lights the pixel.
  case lit
  /// Makes the pixel dark.
  case dark
  /// Exchanges lit and dark.
  case inverted

  /// The ink that is visible on this one: drawing with it undoes this ink.
  var opposite: Ink {
    switch self {
    case .lit: .dark
    case .dark: .lit
    case .inverted: .inverted
    }
  }

  /// The ink as two masks, so that drawing needs no branch for each octet.
  var pen: Pen {
    switch self {
    case .lit: Pen(erased: 0xFF, flipped: 0xFF)
    case .dark: Pen(erased: 0xFF, flipped: 0x00)
    case .inverted: Pen(erased: 0x00, flipped: 0xFF)
    }
  }
}

/// Drawn bits are first erased, then flipped, each only if its mask says so.
struct Pen {
  let erased: UInt8
  let flipped: UInt8

  /// Whether it is that of `lit`: of what most is drawn with.
  var isLit: Bool { erased & flipped == 0xFF }

  /// `octet` with `bits` drawn.
  @inline(__always)
  func draw(_ bits: UInt8, on octet: UInt8) -> UInt8 {
    (octet & ~(bits & erased)) ^ (bits & flipped)
  }
}
