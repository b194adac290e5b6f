public import Graphics
internal import Octets

/// A short message about a button that failed, or whose effect is not visible otherwise.
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
  /// The phone allows no commands: the user has to allow them on the phone.
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
  /// The notification comes again later.
  case snoozed
  /// Too many are put off.
  case tooManySnoozed
  /// All notifications that the wearer wanted to clear are cleared.
  case cleared
  /// The phone has not cleared all of it.
  case notAllCleared

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
    case .snoozed: "Snoozed"
    case .tooManySnoozed: "Too many snoozed"
    case .cleared: "Cleared"
    case .notAllCleared: "Not all cleared"
    }
  }
}
