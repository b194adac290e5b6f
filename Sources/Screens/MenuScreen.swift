public import Graphics
internal import Octets
internal import Typefaces

/// What the menu offers, in its order.
public enum MenuItem: Int, Equatable, Sendable {
  case pairNewPhone
  case phones
  case disconnect
  case forgetPhone
  case status
  case music

  public static let count = 6

  var label: StaticString {
    switch self {
    case .pairNewPhone: "Pair new phone"
    case .phones: "Phones"
    case .disconnect: "Disconnect"
    case .forgetPhone: "Forget phone"
    case .status: "Status"
    case .music: "Music"
    }
  }

  var icon: Icon {
    switch self {
    case .pairNewPhone: .linkWaiting
    case .phones: .phone
    case .disconnect: .linkLost
    case .forgetPhone: .cross
    case .status: .linkReady
    case .music: .music
    }
  }
}

/// The menu, with one item selected.
public struct MenuScreen {
  private let selected: MenuItem

  public init(selected: MenuItem) {
    self.selected = selected
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let window = RowWindow(count: MenuItem.count, selected: selected.rawValue).range
    let scroll = ScrollPosition(top: window.lowerBound, visible: window.count, total: MenuItem.count)
    var position = ShortText()
    position.append(position: selected.rawValue + 1, of: MenuItem.count)
    bitmap.drawBar(.menu, ("Menu" as StaticString).utf8Span, numerals: position, scroll: scroll)
    for index in window {
      guard let item = MenuItem(rawValue: index) else { continue }
      let row = Layout.row(index - window.lowerBound)
      bitmap.draw(item.icon.glyph, x: row.x, y: row.y)
      bitmap.drawLine(item.label.utf8Span, in: row.droppingLeft(Icon.side + Layout.gap))
      if item == selected { bitmap.invert(row) }
    }
  }
}
