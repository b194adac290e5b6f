public import WatchModel

/// A picture of lit and dark pixels in the order of an SSD1306's memory.
///
/// The octet of page `p` and column `x` is `octets[p * width + x]`; its bit 0 is row `8 * p`, its bit 7 the row seven
/// below. SSD1306 datasheet rev 1.1, 8.7. Drawing never fails: what lies outside is not drawn.
public struct Bitmap: ~Copyable {
  /// The most octets a picture has: 128 columns of 8 pages.
  public static let capacity = 1024

  /// Columns: 1...128.
  public let width: Int
  /// Rows: a multiple of 8, 8...64.
  public let height: Int
  /// Begins at a multiple of four octets, because only `Int` properties precede it.
  var storage: [1024 of UInt8] = .init(repeating: 0)
  /// The language of the texts that the screens draw into it.
  public var language = Language.english

  /// A dark picture.
  ///
  /// - Precondition: the sides are in the ranges above.
  public init(width: Int = 128, height: Int = 64) {
    precondition(width >= 1 && width <= 128 && height >= 8 && height <= 64 && height & 7 == 0)
    self.width = width
    self.height = height
  }

  /// The area of the whole picture.
  public var bounds: Rectangle { Rectangle(x: 0, y: 0, width: width, height: height) }

  /// How many rows of eight pixels there are.
  public var pageCount: Int { height >> 3 }

  /// All pixels, page by page: `width * pageCount` octets.
  public var octets: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { storage.span.extracting(first: width * pageCount) }
  }

  /// Whether a pixel is lit; one outside never is.
  public func isLit(x: Int, y: Int) -> Bool {
    guard x >= 0, x < width, y >= 0, y < height else { return false }
    return storage[(y >> 3) * width + x] & (1 << UInt8(truncatingIfNeeded: y & 7)) != 0
  }

  /// Draws one pixel.
  public mutating func set(x: Int, y: Int, _ ink: Ink = .lit) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    let index = (y >> 3) * width + x
    storage[index] = ink.pen.draw(1 << UInt8(truncatingIfNeeded: y & 7), on: storage[index])
  }

  /// Makes all pixels dark.
  public mutating func clear() {
    storage = .init(repeating: 0)
  }
}
