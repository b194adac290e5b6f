internal import Graphics
internal import Octets
internal import Typefaces

/// Text becomes pixels: UTF-8, the glyph's place in the pack, its columns.
public struct GlyphWorkload: ~Copyable {
  public enum Script: UInt8, Sendable { case latin, han }

  private var bitmap = Bitmap()
  private let text: StaticString
  /// How many glyphs a row of the text has.
  private let count: Int
  /// Rows above the page's edge.
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
