public import Graphics
internal import Octets
internal import Typefaces
public import WatchModel

/// The result of a choice in the menu, and what follows from it.
public struct NoteScreen: ~Escapable {
  public enum Note: UInt8, Equatable, Sendable {
    /// The link was ended.
    case disconnected
    /// The bond was deleted.
    case forgotten
    /// There was no link to end.
    case notConnected
    /// There was no bond to delete.
    case noPairedPhones
    /// No notification can be cleared.
    case nothingToClear

    var headline: Phrase {
      switch self {
      case .disconnected: .state(.disconnected)
      case .forgotten: .outcomeTitle(.forgotten)
      case .notConnected: .outcomeTitle(.notConnected)
      case .noPairedPhones: .outcomeTitle(.noPairedPhones)
      case .nothingToClear: .outcomeTitle(.cannotClear)
      }
    }

    var text: Phrase {
      switch self {
      case .disconnected: .outcome(.comesBack)
      case .forgotten: .outcome(.forgetOnPhone)
      case .notConnected: .outcome(.notConnected)
      case .noPairedPhones: .outcome(.choosePair)
      case .nothingToClear: .outcome(.cannotClear)
      }
    }

    var icon: Icon {
      switch self {
      case .disconnected, .notConnected: .linkLost
      case .forgotten: .tick
      case .noPairedPhones: .warning
      case .nothingToClear: .tick
      }
    }
  }

  /// How many lines are seen at a time: what a page is.
  public static let visibleLineCount = Layout.rowCount

  private let note: Note
  private let phone: Span<UInt8>
  private let topLine: Int
  /// The number of lines, including the line of the phone's name.
  public let lineCount: Int

  /// - Parameter phone: the name of the phone that the note is about; empty if it is about no phone.
  @_lifetime(copy phone)
  public init(_ note: Note, phone: Span<UInt8>, topLine: Int, _ language: Language = .english) {
    self.note = note
    self.phone = phone
    self.topLine = topLine
    var lines = TextLines(note.text.text(in: language).utf8Span, Layout.face)
    lineCount = lines.countRemaining(width: Layout.width) + (phone.isEmpty ? 0 : 1)
  }

  /// The last `topLine` that leaves no empty line below the text.
  public var maximumTopLine: Int { max(0, lineCount - Self.visibleLineCount) }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let top = min(max(0, topLine), maximumTopLine)
    let scroll = ScrollPosition(top: top, visible: Self.visibleLineCount, total: lineCount)
    bitmap.drawBar(note.icon, note.headline, scroll: scroll)
    guard !phone.isEmpty else { return bitmap.drawParagraph(note.text, from: top) }
    if top == 0 { bitmap.drawLine(phone, in: Layout.row(0)) }
    bitmap.drawParagraph(note.text, from: max(0, top - 1), inRowsFrom: top == 0 ? 1 : 0)
  }
}
