public import Graphics
internal import Identifiers
internal import Octets
internal import Typefaces
public import WatchModel

/// Why nothing arrives: an icon for each step, the remedy and the name of the first that is not done, then the facts.
///
/// The icons stand between the bar and two rows of text. A step that is done shows its icon, the one that fails the
/// same in a lit box, one under way three dots, and those behind it one.
public struct StatusScreen: ~Escapable {
  /// How many lines are seen at a time: what a page is.
  public static let visibleLineCount = Layout.rowCount - 1

  private let diagnosis: LinkDiagnosis
  private let facts: StatusFacts
  private let topLine: Int
  private let remedyLineCount: Int

  @_lifetime(copy facts)
  public init(_ diagnosis: LinkDiagnosis, _ facts: consuming StatusFacts, topLine: Int, _ language: Language = .english)
  {
    self.diagnosis = diagnosis
    self.facts = facts
    self.topLine = topLine
    guard let remedy = diagnosis.remedy else {
      remedyLineCount = 0
      return
    }
    var lines = TextLines(remedy.text(in: language).utf8Span, Layout.face)
    remedyLineCount = lines.countRemaining(width: Layout.width)
  }

  /// How many lines there are: the remedy's, the step's, then the facts.
  public var lineCount: Int { firstFact + facts.lineCount }

  private var firstFact: Int { remedyLineCount + (diagnosis.firstMissing == nil ? 0 : 1) }

  /// The last `topLine` that leaves no empty line below the text.
  public var maximumTopLine: Int { max(0, lineCount - Self.visibleLineCount) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let top = min(max(0, topLine), maximumTopLine)
    let scroll = ScrollPosition(top: top, visible: Self.visibleLineCount, total: lineCount)
    bitmap.drawBar(diagnosis.connection.icon, diagnosis.headline, scroll: scroll)
    drawStepIcons(into: &bitmap)
    if let remedy = diagnosis.remedy { bitmap.drawParagraph(remedy, from: top, inRowsFrom: 1) }
    for row in 0..<Self.visibleLineCount where top + row >= remedyLineCount {
      drawLine(top + row, in: Layout.row(row + 1), into: &bitmap)
    }
  }

  /// Draws the line `number`, which is behind the remedy.
  private func drawLine(_ number: Int, in row: Rectangle, into bitmap: inout Bitmap) {
    if let line = facts.line(number - firstFact), number >= firstFact { return draw(line, in: row, into: &bitmap) }
    guard number < firstFact, let step = diagnosis.firstMissing else { return }
    var text = ShortText()
    text.append(position: step.rawValue + 1, of: LinkStep.count)
    text.append(": ")
    text.append(.step(step), bitmap.language)
    bitmap.drawLine(text.span, in: row)
  }

  private func drawStepIcons(into bitmap: inout Bitmap) {
    for index in 0..<LinkStep.count {
      guard let step = LinkStep(rawValue: index) else { continue }
      let row = Layout.row(0).droppingFirst(index * Icon.side, in: bitmap.language)
      let place = row.first(Icon.side, in: bitmap.language)
      drawIcon(of: step, x: place.x, y: place.y, into: &bitmap)
    }
  }

  private func drawIcon(of step: LinkStep, x: Int, y: Int, into bitmap: inout Bitmap) {
    let light = diagnosis.light(of: step)
    switch light {
    case .on, .failed:
      let isBoxed = light == .failed
      // A dark line keeps the box apart from the bar.
      if isBoxed { bitmap.fillRounded(Rectangle(x: x, y: y + 1, width: Icon.side, height: Icon.side - 1)) }
      bitmap.draw(step.icon.glyph, x: x, y: y, isBoxed ? .dark : .lit)
    case .awaited, .off:
      let dots = light == .off ? 1..<2 : 0..<3
      for dot in dots { bitmap.fill(Rectangle(x: x + 2 + 5 * dot, y: y + 7, width: 2, height: 2)) }
    }
  }

  private func draw(_ line: StatusFacts.Line, in row: Rectangle, into bitmap: inout Bitmap) {
    switch line {
    case .lastEvent: drawAge(in: row, into: &bitmap)
    case .phone:
      bitmap.drawFirst(facts.isPhoneHere ? .linkReady : .linkWaiting, in: row)
      bitmap.drawLine(
        facts.phone, in: row.droppingFirst(Icon.side + Layout.gap, in: bitmap.language),
        TextStyle(alignment: bitmap.beginning))
    case .charge: drawCharge(in: row, into: &bitmap)
    case .time: bitmap.drawLine((facts.timeSource ?? .none).words, in: row)
    case .bondCount:
      var text = ShortText()
      text.append(
        .countedFact(facts.bondCount == 1 ? .onePhonePaired : .phonesPaired), facts.bondCount, bitmap.language)
      bitmap.drawLine(text.span, in: row)
    case .name: bitmap.drawLine(facts.name, in: row)
    case .address: drawAddress(in: row, into: &bitmap)
    case .loss(let kind):
      var text = ShortText()
      text.append(.countedFact(kind.phrase), Int(clamping: facts.losses[kind]), bitmap.language)
      bitmap.drawLine(text.span, in: row)
    case .recoveryTime(let index):
      var text = ShortText()
      text.append(facts.recoveries[index], now: facts.now, facts.style)
      bitmap.drawLine(text.span, in: row)
    case .recovery(let index): bitmap.drawLine(facts.recoveries[index].words, in: row)
    }
  }

  /// `80% iPhone 15 Pro`
  private func drawCharge(in row: Rectangle, into bitmap: inout Bitmap) {
    var text = BoundedText<32>()
    if let level = facts.batteryLevel {
      text.append(Int(level))
      text.append(facts.model.isEmpty ? "%" : "% ")
    }
    if let name = PhoneModel.name(of: facts.model.span) {
      text.append(repairing: name.utf8Span)
    } else {
      text.append(repairing: facts.model.span)
    }
    bitmap.drawLine(text.span, in: row)
  }

  private func drawAge(in row: Rectangle, into bitmap: inout Bitmap) {
    guard let age = facts.lastEventAge else {
      return bitmap.drawLine(.fact(.nothingCame), in: row)
    }
    var text = ShortText()
    text.append(lastEvent: age, bitmap.language)
    bitmap.drawLine(text.span, in: row)
  }

  private func drawAddress(in row: Rectangle, into bitmap: inout Bitmap) {
    guard let address = facts.address else { return }
    var text = ShortText()
    for index in (0..<6).reversed() {
      text.append(hexadecimal: address.octets[index])
      if index > 0 { text.append(":") }
    }
    let area = Rectangle(x: row.x + 1, y: row.y + 4, width: row.width - 1, height: 8)
    bitmap.drawText(text.span, in: area, TextFace.numerals)
  }
}
