internal import Octets
internal import Timing
internal import Watch

/// The line below the picture in the terminal: what can be done now.
struct StatusLine {
  private var text = StatusLine.help

  private static let help = BoundedText<160>(
    "a accept  d decline  A/D hold  j/k scroll  Enter select  Esc back  q quit")

  var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span }
  }

  /// Follows the pairing; returns whether the line is another now.
  mutating func update(after notice: borrowing WatchNotice) -> Bool {
    switch notice {
    case .pairingCode: text = BoundedText("Does the phone show the same code?  a: yes, they match  d: no  q: quit")
    case .pairingPasskey: text = BoundedText("Type the number on the phone.  d: cancel  q: quit")
    case .pairingEnded: text = Self.help
    case .bondsChanged, .controllerFailed, .watch: return false
    }
    return true
  }
}
