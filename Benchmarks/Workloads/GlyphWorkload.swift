internal import Graphics
internal import Octets
internal import Typefaces

/// Converts text to pixels: decodes UTF-8, finds each glyph in the pack, draws its columns.
public struct GlyphWorkload: ~Copyable {
  public enum Script: UInt8, Sendable { case latin, han }

  private var bitmap = Bitmap()
  private let text: StaticString
  /// The number of glyphs per row of the text.
  private let count: Int
  /// The number of rows above the page boundary.
  private let shift: Int

  public init(_ script: Script, isOffPage: Bool = false) {
    text = script == .latin ? "The quick brown " : "今天晚上七点一起"
    count = script == .latin ? 16 : 8
    shift = isOffPage ? 3 : 0
  }

  /// Draws the text `rows` times.
  public mutating func run(rows: Int) -> Tally {
    var tally = Tally()
    for row in 0..<rows {
      let area = Rectangle(x: 0, y: (row & 1) * 16 + shift, width: 128, height: 16)
      bitmap.drawText(text, in: area, Unifont())
      tally.items += count
    }
    tally.note(Int(bitmap.octets[3]))
    return tally
  }
}
