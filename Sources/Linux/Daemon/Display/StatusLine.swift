internal import Octets
internal import Timing
internal import Watch

/// The line below the picture in the terminal: the actions that are possible now.
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
    case .pairingCode:
      text = BoundedText("Same code on the phone? As soon as the display shows Yes and No:  a: yes  d: no  q: quit")
    case .pairingPasskey: text = BoundedText("Type the number on the phone.  d: cancel  q: quit")
    case .pairingEnded: text = Self.help
    case .bondsChanged, .controllerFailed, .watch: return false
    }
    return true
  }
}
