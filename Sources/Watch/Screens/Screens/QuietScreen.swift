public import Graphics
internal import Octets
internal import Typefaces
public import WatchModel

/// A choice on the screen *Quiet now*.
public enum QuietChoice: Equatable, Sendable {
  case begin(QuietDuration)
  case end

  /// Creates the choice in a row; nil behind the last row.
  ///
  /// - Parameter isQuiet: whether the wearer has chosen quiet already.
  public init?(row: Int, isQuiet: Bool) {
    switch (row, isQuiet) {
    case (0, true): self = .end
    case (0, false): self = .begin(.hour)
    case (1, false): self = .begin(.morning)
    case (2, false): self = .begin(.changed)
    default: return nil
    }
  }

  var label: Phrase {
    switch self {
    case .begin(.hour): .choice(.quietHour)
    case .begin(.morning): .choice(.quietUntilMorning)
    case .begin(.changed): .choice(.quietUntilChanged)
    case .end: .choice(.endQuiet)
    }
  }

  var icon: Icon {
    switch self {
    case .begin(.hour): .moment
    case .begin(.morning): .quiet
    case .begin(.changed): .muted
    case .end: .other
    }
  }
}

/// For how long nothing alerts from now on, with one choice selected.
public struct QuietScreen {
  private let isQuiet: Bool
  private let selected: Int

  public init(isQuiet: Bool, selected: Int) {
    self.isQuiet = isQuiet
    self.selected = selected
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    bitmap.drawBar(.muted, .menu(.quietNow))
    for index in 0..<Layout.rowCount {
      guard let choice = QuietChoice(row: index, isQuiet: isQuiet) else { return }
      bitmap.drawChoice(choice.icon, choice.label, inRow: index, isSelected: index == selected)
    }
  }
}
