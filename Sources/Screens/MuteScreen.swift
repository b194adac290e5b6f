public import Graphics
internal import Octets
internal import Typefaces

/// What can be chosen of an application that alerts, or does not.
public enum MuteChoice: UInt8, Equatable, Sendable {
  case hour, today, always, unmute

  /// What can be chosen, in its order; nil behind the last.
  public init?(row: Int, isMuted: Bool) {
    switch (row, isMuted) {
    case (0, true): self = .unmute
    case (0, false): self = .hour
    case (1, false): self = .today
    case (2, false): self = .always
    default: return nil
    }
  }

  var label: StaticString {
    switch self {
    case .hour: "Mute 1 hour"
    case .today: "Mute today"
    case .always: "Mute always"
    case .unmute: "Unmute"
    }
  }

  var icon: Icon {
    switch self {
    case .hour: .moment
    case .today: .schedule
    case .always: .muted
    case .unmute: .other
    }
  }
}

/// For how long to mute an application, with one choice selected.
public struct MuteScreen: ~Escapable {
  private let application: Span<UInt8>
  private let isMuted: Bool
  private let selected: Int

  /// - Parameter application: its name.
  @_lifetime(copy application)
  public init(_ application: Span<UInt8>, isMuted: Bool, selected: Int) {
    self.application = application
    self.isMuted = isMuted
    self.selected = selected
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    bitmap.drawBar(isMuted ? .muted : .other, application)
    for index in 0..<Layout.rowCount {
      guard let choice = MuteChoice(row: index, isMuted: isMuted) else { return }
      let row = Layout.row(index)
      bitmap.draw(choice.icon.glyph, x: row.x, y: row.y)
      bitmap.drawLine(choice.label.utf8Span, in: row.droppingLeft(Icon.side + Layout.gap))
      if index == selected { bitmap.invert(row) }
    }
  }
}
