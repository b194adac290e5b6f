public import Graphics
internal import Octets
internal import Typefaces

/// A question about a phone, to be answered with yes or no.
public struct QuestionScreen: ~Escapable {
  public enum Question: UInt8, Equatable, Sendable {
    case forget
    /// The table of bonds is full: this one would have to go.
    case replace
  }

  private let question: Question
  private let phone: Span<UInt8>

  /// - Parameter phone: the name of the phone.
  @_lifetime(copy phone)
  public init(_ question: Question, phone: Span<UInt8>) {
    self.question = question
    self.phone = phone
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let title: StaticString =
      switch question {
      case .forget: "Forget?"
      case .replace: "Replace?"
      }
    bitmap.drawBar(.warning, title.utf8Span)
    bitmap.drawLarge(phone)
    bitmap.drawLabels(
      positive: .offered(("Yes" as StaticString).utf8Span), negative: .offered(("No" as StaticString).utf8Span))
  }
}
