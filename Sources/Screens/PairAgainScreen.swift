public import Graphics
internal import Octets
internal import Typefaces

/// One side has forgotten the other: which, how to mend it on the phone, and one press that mends it here.
public struct PairAgainScreen {
  public enum Cause: UInt8, Equatable, Sendable {
    /// The phone has lost its key.
    case phoneForgot
    /// The watch has lost its key.
    case watchForgot

    var text: StaticString {
      switch self {
      case .phoneForgot: "The phone forgot this watch."
      case .watchForgot:
        "The watch forgot this phone.\nOn the phone:\nSettings >\nBluetooth > (i)\n> Forget This\nDevice. Then\npress Pair."
      }
    }
  }

  /// How many lines are seen at a time, above the labels: what a page is.
  public static let visibleLineCount = Layout.rowCount - 1

  private let cause: Cause
  private let topLine: Int
  public let lineCount: Int

  public init(_ cause: Cause, topLine: Int) {
    self.cause = cause
    self.topLine = topLine
    var lines = TextLines(cause.text.utf8Span, Layout.face)
    lineCount = lines.countRemaining(width: Layout.width)
  }

  /// The last `topLine` that leaves no empty line below the text.
  public var maximumTopLine: Int { max(0, lineCount - Self.visibleLineCount) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let top = min(max(0, topLine), maximumTopLine)
    let scroll = ScrollPosition(top: top, visible: Self.visibleLineCount, total: lineCount)
    bitmap.drawBar(.linkTrouble, ("Pair again" as StaticString).utf8Span, scroll: scroll)
    bitmap.drawParagraph(cause.text.utf8Span, from: top, to: Layout.rowCount - 1)
    let negative: StaticString = top == maximumTopLine ? "Later" : "More"
    bitmap.drawLabels(
      positive: .offered(("Pair" as StaticString).utf8Span), negative: .offered(negative.utf8Span))
  }
}
