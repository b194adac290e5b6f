public import Graphics
internal import Octets
internal import Typefaces

/// One side has forgotten the other: which, how to mend it on the phone, and one press that mends it here.
public struct PairAgainScreen: ~Escapable {
  public enum Cause: UInt8, Equatable, Sendable {
    /// The phone has lost its key.
    case phoneForgot
    /// The watch has lost its key. The phone does not come back to pair until its user has forgotten the watch.
    case watchForgot
  }

  /// How many lines are seen at a time, above the labels: what a page is.
  public static let visibleLineCount = Layout.rowCount - 1

  private static let advice: StaticString = """
    The watch forgot
    this phone.
    On the phone:
    Settings >
    Bluetooth > (i)
    > Forget This
    Device. Then
    press Pair.
    """

  private let cause: Cause
  private let phone: Span<UInt8>
  private let topLine: Int
  public let lineCount: Int

  /// - Parameter phone: the one that forgot; empty if it is not known.
  @_lifetime(copy phone)
  public init(_ cause: Cause, phone: Span<UInt8>, topLine: Int) {
    self.cause = cause
    self.phone = phone
    self.topLine = topLine
    switch cause {
    case .phoneForgot: lineCount = Self.visibleLineCount
    case .watchForgot:
      var lines = TextLines(Self.advice.utf8Span, Layout.face)
      lineCount = lines.countRemaining(width: Layout.width)
    }
  }

  /// The last `topLine` that leaves no empty line below the text.
  public var maximumTopLine: Int { max(0, lineCount - Self.visibleLineCount) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let top = min(max(0, topLine), maximumTopLine)
    let scroll = ScrollPosition(top: top, visible: Self.visibleLineCount, total: lineCount)
    bitmap.drawBar(.linkTrouble, ("Pair again" as StaticString).utf8Span, scroll: scroll)
    switch cause {
    case .phoneForgot:
      bitmap.drawLine(phone.isEmpty ? ("The phone" as StaticString).utf8Span : phone, in: Layout.row(0))
      bitmap.drawLine(("forgot this watch" as StaticString).utf8Span, in: Layout.row(1))
    case .watchForgot: bitmap.drawParagraph(Self.advice.utf8Span, from: top, to: Layout.rowCount - 1)
    }
    let negative: StaticString = top == maximumTopLine ? "Later" : "More"
    bitmap.drawLabels(
      positive: .offered(("Pair" as StaticString).utf8Span), negative: .offered(negative.utf8Span))
  }
}
