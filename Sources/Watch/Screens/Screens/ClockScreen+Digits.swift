internal import Graphics
internal import Octets
internal import Typefaces
internal import WatchModel

// The two faces with digits.
extension ClockScreen {
  private static let gap = 3
  /// The width of `pm`, or of the seconds, beside the digits.
  private static let signWidth = 12

  func drawDigital(into bitmap: inout Bitmap) {
    drawBar(into: &bitmap)
    let second = secondText
    let width = 4 * ClockDigit.minus.glyph.width + ClockDigit.colon.glyph.width + 4 * Self.gap
    let hasSigns = dayHalf.utf8CodeUnitCount > 0 || !second.isEmpty
    let y = Layout.rowHeight
    var x = (Layout.width - width - (hasSigns ? Self.signWidth + Self.gap : 0)) / 2
    for position in 0..<4 {
      if position == 2 {
        bitmap.draw(ClockDigit.colon.glyph, x: x, y: y)
        x += ClockDigit.colon.glyph.width + Self.gap
      }
      if let digit = digit(at: position) { bitmap.draw(digit.glyph, x: x, y: y) }
      x += ClockDigit.minus.glyph.width + Self.gap
    }
    let signs = Rectangle(x: x, y: y + 1, width: Self.signWidth, height: 8)
    bitmap.drawText(dayHalf, in: signs, TextFace.numerals)
    bitmap.drawText(
      second.span, in: Rectangle(x: x, y: y + ClockDigit.height - 9, width: Self.signWidth, height: 8),
      TextFace.numerals)
    drawDate(in: Layout.bottomRow, into: &bitmap)
  }

  /// Four digits of bars over the whole width, and the small signs in the bar.
  func drawLarge(into bitmap: inout Bitmap) {
    let rest = drawBar(into: &bitmap)
    var signs = ShortText(dayHalf)
    let second = secondText
    if !signs.isEmpty, !second.isEmpty { signs.append(" ") }
    signs.append(repairing: second.span)
    if TextFace.numerals.width(of: signs.span) <= rest.width {
      bitmap.drawText(
        signs.span, in: Rectangle(x: rest.x, y: 5, width: rest.width, height: 8), TextFace.numerals,
        TextStyle(alignment: .centered))
    }
    guard date != nil || time != nil else { return drawDigitsOfBars(height: 30, into: &bitmap, andDate: true) }
    drawDigitsOfBars(height: isCompact ? 31 : 46, into: &bitmap, andDate: false)
  }

  private func drawDigitsOfBars(height: Int, into bitmap: inout Bitmap, andDate isDateShown: Bool) {
    let width = 27
    var area = Rectangle(x: 1, y: Layout.rowHeight + 1, width: width, height: height)
    for position in 0..<4 {
      if position == 2 {
        for part in 1...2 {
          bitmap.fill(Rectangle(x: area.x, y: area.y + part * height / 3 - 3, width: 6, height: 6))
        }
        area.x += 10
      }
      if let digit = digit(at: position) { DigitOfBars(digit).draw(in: area, into: &bitmap) }
      area.x += width + (position == 1 ? 4 : 3)
    }
    if isDateShown { drawDate(in: Layout.bottomRow, into: &bitmap) }
  }
}

/// A digit of up to seven bars.
///
///      0
///     5 1
///      6
///     4 2
///      3
private struct DigitOfBars {
  /// A bit for each bar.
  private let bars: UInt8
  private static let thickness = 6

  init(_ digit: ClockDigit) {
    var bars: UInt8 = 0b100_0000
    let shapes: [10 of UInt8] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F]
    for value in 0..<10 where ClockDigit(value) == digit { bars = shapes[value] }
    self.bars = bars
  }

  func draw(in area: Rectangle, into bitmap: inout Bitmap) {
    for bar in 0..<7 where bars & 1 << UInt8(truncatingIfNeeded: bar) != 0 {
      bitmap.fillRounded(Self.place(of: bar, in: area))
    }
  }

  private static func place(of bar: Int, in area: Rectangle) -> Rectangle {
    let middle = area.y + (area.height - thickness) / 2
    let right = area.maxX - thickness
    switch bar {
    case 0: return Rectangle(x: area.x, y: area.y, width: area.width, height: thickness)
    case 3: return Rectangle(x: area.x, y: area.maxY - thickness, width: area.width, height: thickness)
    case 6: return Rectangle(x: area.x, y: middle, width: area.width, height: thickness)
    case 1, 5:
      return Rectangle(x: bar == 1 ? right : area.x, y: area.y, width: thickness, height: middle + thickness - area.y)
    default: return Rectangle(x: bar == 2 ? right : area.x, y: middle, width: thickness, height: area.maxY - middle)
    }
  }
}
