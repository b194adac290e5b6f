public import Graphics
public import Identifiers
internal import Octets
internal import Typefaces

/// How the watch stands with the phone and what to do about it, then who the watch is.
public struct StatusScreen: ~Escapable {
  /// How many lines are seen at a time: what a page is.
  public static let visibleLineCount = Layout.rowCount

  private let connection: ConnectionState
  private let name: Span<UInt8>
  private let address: DeviceAddress?
  private let bondCount: Int
  private let topLine: Int
  private let remedyLineCount: Int

  /// - Parameters:
  ///   - name: as advertised.
  ///   - address: ours; nil if unknown.
  ///   - bondCount: how many phones are paired.
  @_lifetime(copy name)
  public init(connection: ConnectionState, name: Span<UInt8>, address: DeviceAddress?, bondCount: Int, topLine: Int) {
    self.connection = connection
    self.name = name
    self.address = address
    self.bondCount = bondCount
    self.topLine = topLine
    var lines = TextLines(connection.remedy.utf8Span, Layout.face)
    remedyLineCount = lines.countRemaining(width: Layout.width)
  }

  /// How many lines there are: the remedy's, then phones, name and address.
  public var lineCount: Int { remedyLineCount + (address == nil ? 2 : 3) }

  /// The last `topLine` that leaves no empty line below the text.
  public var maximumTopLine: Int { max(0, lineCount - Self.visibleLineCount) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let top = min(max(0, topLine), maximumTopLine)
    let scroll = ScrollPosition(top: top, visible: Self.visibleLineCount, total: lineCount)
    bitmap.drawBar(connection.lamp, connection.headline.utf8Span, scroll: scroll)
    bitmap.drawParagraph(connection.remedy.utf8Span, from: top)
    for row in 0..<Self.visibleLineCount where top + row >= remedyLineCount && top + row < lineCount {
      drawFact(top + row - remedyLineCount, in: Layout.row(row), into: &bitmap)
    }
  }

  private func drawFact(_ number: Int, in row: Rectangle, into bitmap: inout Bitmap) {
    switch number {
    case 0:
      var text = ShortText()
      text.append(bondCount)
      text.append(bondCount == 1 ? " phone paired" : " phones paired")
      bitmap.drawText(text.span, in: row, Layout.face)
    case 1: bitmap.drawText(name, in: row, Layout.face)
    default: drawAddress(in: row, into: &bitmap)
    }
  }

  private func drawAddress(in row: Rectangle, into bitmap: inout Bitmap) {
    guard let address else { return }
    var text = ShortText()
    for index in (0..<6).reversed() {
      text.append(hexadecimal: address.octets[index])
      if index > 0 { text.append(":") }
    }
    let area = Rectangle(x: row.x + 1, y: row.y + 4, width: row.width - 1, height: 8)
    bitmap.drawText(text.span, in: area, Numerals())
  }
}
