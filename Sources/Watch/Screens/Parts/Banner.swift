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
  /// The notification alerts again later.
  case snoozed
  /// Too many are snoozed.
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
    bitmap.drawLine(text, in: row, TextStyle(ink: .dark, alignment: .centered))
  }

  var text: Phrase {
    switch self {
    case .busy: .banner(.busy)
    case .notReady: .banner(.notReady)
    case .gone: .banner(.gone)
    case .noAnswer: .banner(.noAnswer)
    case .refused: .banner(.refused)
    case .forbidden: .banner(.forbidden)
    case .linkLost: .banner(.linkLost)
    case .notOffered: .banner(.notOffered)
    case .done: .banner(.done)
    case .muted: .muteResult(.muted)
    case .unmuted: .muteResult(.unmuted)
    case .noRoom: .muteResult(.noRoom)
    case .snoozed: .muteResult(.snoozed)
    case .tooManySnoozed: .muteResult(.tooManySnoozed)
    case .cleared: .banner(.cleared)
    case .notAllCleared: .banner(.notAllCleared)
    }
  }
}
