public import Graphics
internal import Octets
internal import Typefaces
public import WatchModel

/// The watch has no bond, and a phone keeps asking for the key of one: how to mend it on the phone.
///
/// The phone does not come back to pair until its user has forgotten the watch.
public struct PairAgainScreen {
  /// How many lines are seen at a time, above the labels: what a page is.
  public static let visibleLineCount = Layout.rowCount - 1

  private static var advice: Phrase { .note(.watchForgot) }

  private let topLine: Int
  public let lineCount: Int

  public init(topLine: Int, _ language: Language = .english) {
    self.topLine = topLine
    var lines = TextLines(Self.advice.text(in: language).utf8Span, Layout.face)
    lineCount = lines.countRemaining(width: Layout.width)
  }

  /// The last `topLine` that leaves no empty line below the text.
  public var maximumTopLine: Int { max(0, lineCount - Self.visibleLineCount) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let top = min(max(0, topLine), maximumTopLine)
    let scroll = ScrollPosition(top: top, visible: Self.visibleLineCount, total: lineCount)
    bitmap.drawBar(.linkTrouble, .title(.pairAgain), scroll: scroll)
    bitmap.drawParagraph(Self.advice, from: top, to: Layout.rowCount - 1)
    bitmap.drawButtons(positive: .menu, negative: top == maximumTopLine ? .later : .more)
  }
}
