public import Graphics
internal import Octets

/// What is said, for a moment, of a button that did not do what it should have, or whose effect is not seen otherwise.
public enum Banner: UInt8, Equatable, Sendable {
  /// Too much is asked of the phone already.
  case busy
  /// The phone is not there, or takes no commands.
  case notReady
  /// The phone knows the notification no longer.
  case gone
  /// The phone did not answer.
  case noAnswer
  /// The phone did not do it.
  case refused
  /// The phone lets nobody do anything: the user has to allow it there.
  case forbidden
  /// The link was lost before the phone answered.
  case linkLost
  /// The notification has no such action.
  case notOffered
  /// The phone took the command.
  case done
  /// The application does not alert any more.
  case muted
  /// It does again.
  case unmuted
  /// Too many are muted.
  case noRoom

  /// Draws it over the bottom row of whatever is there.
  public func draw(into bitmap: inout Bitmap) {
    let row = Layout.bottomRow
    bitmap.fill(row, .dark)
    bitmap.fillRounded(row.box)
    bitmap.drawLine(text.utf8Span, in: row, TextStyle(ink: .dark, alignment: .centered))
  }

  var text: StaticString {
    switch self {
    case .busy: "Wait a moment"
    case .notReady: "No phone now"
    case .gone: "Gone already"
    case .noAnswer: "No answer"
    case .refused: "Phone said no"
    case .forbidden: "Not allowed"
    case .linkLost: "Link lost"
    case .notOffered: "Not offered"
    case .done: "Done"
    case .muted: "Muted"
    case .unmuted: "Not muted"
    case .noRoom: "Too many muted"
    }
  }
}
