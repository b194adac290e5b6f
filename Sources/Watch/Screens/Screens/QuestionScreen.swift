public import Graphics
internal import Octets
internal import Typefaces

/// A question about a phone, the list or the settings, to be answered with yes or no.
public struct QuestionScreen: ~Escapable {
  public enum Question: UInt8, Equatable, Sendable {
    case forget
    /// A new phone would take the place of this one: the table of bonds is full, or the new phone claims to be it.
    case replace
    /// The notifications in the list go, also from the phone.
    case clear
    /// All settings get the values of the configuration.
    case reset
  }

  private let question: Question
  private let subject: Span<UInt8>
  private let acceptsInput: Bool

  /// - Parameters:
  ///   - subject: the name of the phone, the number of notifications to clear, or the words for all settings.
  ///   - acceptsInput: whether the buttons answer already. Until then there are no labels.
  @_lifetime(copy subject)
  public init(_ question: Question, about subject: Span<UInt8>, acceptsInput: Bool = true) {
    self.question = question
    self.subject = subject
    self.acceptsInput = acceptsInput
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let title: Phrase =
      switch question {
      case .forget: .title(.forget)
      case .replace: .title(.replace)
      case .clear: .title(.clearAll)
      case .reset: .title(.asConfigured)
      }
    bitmap.drawBar(.warning, title)
    bitmap.drawLarge(subject)
    guard acceptsInput else { return bitmap.drawPause() }
    bitmap.drawButtons(positive: .yes, negative: .no)
  }
}
