import Graphics
import Octets
import Typefaces

/// A picture in four colours.
struct Canvas {
  enum Colour: UInt8 {
    /// Around the display.
    case page
    case dark
    case lit
    case caption
  }

  let width: Int
  let height: Int
  private var pixels: [Colour]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = Array(repeating: .page, count: width * height)
  }

  subscript(x: Int, y: Int) -> Colour {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Draws a bitmap with its top left corner at a point; each of its pixels becomes a square of `scale` by `scale`.
  mutating func draw(_ bitmap: borrowing Bitmap, x left: Int, y top: Int, scale: Int, lit: Colour, dark: Colour) {
    for y in 0..<bitmap.height * scale {
      for x in 0..<bitmap.width * scale {
        self[left + x, top + y] = bitmap.isLit(x: x / scale, y: y / scale) ? lit : dark
      }
    }
  }

  /// A picture of one screen with a dark margin, as on the display.
  init(_ bitmap: borrowing Bitmap, scale: Int) {
    let margin = 4 * scale
    self.init(width: bitmap.width * scale + 2 * margin, height: bitmap.height * scale + 2 * margin)
    for index in pixels.indices { pixels[index] = .dark }
    draw(bitmap, x: margin, y: margin, scale: scale, lit: .lit, dark: .dark)
  }

  /// All samples on one sheet, each over its name.
  init(sheetOf samples: [ScreenSample], columns: Int, scale: Int) {
    let gap = 16
    let cell = (width: 128 * scale, height: 64 * scale + 24)
    let rows = (samples.count + columns - 1) / columns
    self.init(width: gap + columns * (cell.width + gap), height: gap + rows * (cell.height + gap))
    for (index, sample) in samples.enumerated() {
      let x = gap + index % columns * (cell.width + gap)
      let y = gap + index / columns * (cell.height + gap)
      let bitmap = sample.bitmap()
      for row in -4..<64 * scale + 4 {
        for column in -4..<cell.width + 4 { self[x + column, y + row] = .dark }
      }
      draw(bitmap, x: x, y: y, scale: scale, lit: .lit, dark: .dark)
      drawCaption(sample.name, x: x, y: y + 64 * scale + 6)
    }
  }

  private mutating func drawCaption(_ text: String, x: Int, y: Int) {
    var bitmap = Bitmap(width: 128, height: 16)
    let octets = Array(text.utf8)
    bitmap.drawText(octets.span, in: bitmap.bounds, Unifont())
    draw(bitmap, x: x, y: y, scale: 1, lit: .caption, dark: .page)
  }
}
