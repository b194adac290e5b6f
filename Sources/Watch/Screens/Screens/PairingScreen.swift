public import Graphics
internal import Octets
internal import Typefaces

/// A pairing as the user sees it: the code to compare, then how it ended.
public struct PairingScreen {
  public enum Step: Equatable, Sendable {
    /// The user is to say whether the phone shows the same code: 0...999999.
    case compare(pairingCode: UInt32)
    /// The user has said yes here, but not on the phone.
    case waiting(pairingCode: UInt32)
    /// The user is to type it on the phone: 0...999999.
    case enterOnPhone(passkey: UInt32)
    case succeeded
    case failed(PairingFailureExplanation)
  }

  private let step: Step
  private let acceptsInput: Bool

  /// - Parameter acceptsInput: whether the buttons answer already. Until then there are no labels.
  public init(_ step: Step, acceptsInput: Bool = true) {
    self.step = step
    self.acceptsInput = acceptsInput
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    switch step {
    case .compare(let pairingCode): drawComparison(of: pairingCode, into: &bitmap)
    case .waiting(let pairingCode): drawWaiting(pairingCode, into: &bitmap)
    case .enterOnPhone(let passkey): drawEntry(of: passkey, into: &bitmap)
    case .succeeded: drawResult(.tick, .title(.paired), .note(.willCome), into: &bitmap)
    case .failed(let failure): drawResult(.warning, .title(.notPaired), failure.text, into: &bitmap)
    }
  }

  private func drawComparison(of pairingCode: UInt32, into bitmap: inout Bitmap) {
    bitmap.drawBar(.phone, .title(.sameCode))
    drawCode(pairingCode, into: &bitmap)
    guard acceptsInput else { return bitmap.drawPause() }
    bitmap.drawButtons(positive: .yes, negative: .no)
  }

  private func drawWaiting(_ pairingCode: UInt32, into bitmap: inout Bitmap) {
    bitmap.drawBar(.phone, .state(.pairing))
    drawCode(pairingCode, into: &bitmap)
    bitmap.drawLine(.line(.confirmOnPhone), in: Layout.bottomRow, TextStyle(alignment: .centered))
  }

  private func drawEntry(of passkey: UInt32, into bitmap: inout Bitmap) {
    bitmap.drawBar(.phone, .title(.typeOnPhone))
    drawCode(passkey, into: &bitmap)
    guard acceptsInput else { return bitmap.drawPause() }
    bitmap.drawButtons(positive: nil, negative: .cancel)
  }

  /// Six digits in two groups, twice the size of text.
  private func drawCode(_ code: UInt32, into bitmap: inout Bitmap) {
    var text = ShortText()
    text.append(Int(truncatingIfNeeded: code % 1_000_000), minimumDigits: 6)
    let groupWidth = 6 * Layout.face.width(of: ("0" as StaticString).utf8Span)
    let y = Layout.row(0).y
    let height = 2 * Layout.rowHeight
    var x = (Layout.width - 2 * groupWidth - Layout.rowHeight) / 2
    for group in 0..<2 {
      let digits = text.span.extracting(group * 3..<group * 3 + 3)
      let area = Rectangle(x: x, y: y, width: groupWidth, height: height)
      bitmap.drawText(digits, in: area, Layout.face, TextStyle(scale: 2))
      x += groupWidth + Layout.rowHeight
    }
  }

  private func drawResult(
    _ icon: Icon, _ headline: Phrase, _ explanation: Phrase, into bitmap: inout Bitmap
  ) {
    bitmap.drawBar(icon, headline)
    bitmap.drawParagraph(explanation)
  }
}

/// Why a pairing failed, as far as the user can do something about it.
public enum PairingFailureExplanation: Equatable, Sendable {
  /// The user said no, on either side.
  case refused
  /// The codes differed: perhaps someone listens.
  case mismatch
  case timedOut
  /// The pairing window was not open.
  case windowClosed
  /// As many phones are paired as the watch can keep.
  case noRoom
  case other

  var text: Phrase {
    switch self {
    case .refused: .note(.pairingRefused)
    case .mismatch: .note(.mismatch)
    case .timedOut: .note(.timedOut)
    case .windowClosed: .note(.windowClosed)
    case .noRoom: .note(.noRoom)
    case .other: .note(.pairingFailed)
    }
  }
}
