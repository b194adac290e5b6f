public import Graphics
internal import Octets
internal import Typefaces

/// A page of the tutorial, in the order of the tutorial.
public enum TutorialPage: UInt8, Equatable, Sendable {
  case accept, decline, hold, display, joystick, menu

  /// The number of pages.
  static func count(hasJoystick: Bool) -> Int { hasJoystick ? 6 : 5 }

  /// The next page; nil after the last one. A watch without *up* and *down* has no page about them.
  public func next(hasJoystick: Bool) -> TutorialPage? {
    self == .display && !hasJoystick ? .menu : TutorialPage(rawValue: rawValue + 1)
  }

  /// The page before; nil before the first one.
  public func previous(hasJoystick: Bool) -> TutorialPage? {
    guard rawValue > 0 else { return nil }
    return self == .menu && !hasJoystick ? .display : TutorialPage(rawValue: rawValue - 1)
  }

  fileprivate func number(hasJoystick: Bool) -> Int {
    self == .menu ? Self.count(hasJoystick: hasJoystick) : Int(rawValue) + 1
  }

  fileprivate var title: Phrase {
    switch self {
    case .accept: .lesson(.acceptTitle)
    case .decline: .lesson(.declineTitle)
    case .hold: .lesson(.holdTitle)
    case .display: .lesson(.displayTitle)
    case .joystick: .lesson(.joystickTitle)
    case .menu: .menu(.tutorial)
    }
  }

  fileprivate var text: Phrase {
    switch self {
    case .accept: .lesson(.accept)
    case .decline: .lesson(.decline)
    case .hold: .lesson(.hold)
    case .display: .lesson(.display)
    case .joystick: .lesson(.joystick)
    case .menu: .lesson(.menu)
    }
  }
}

/// A page of the tutorial: two lines about the buttons, and the labels with which the wearer goes on or skips the rest.
public struct TutorialScreen {
  private let page: TutorialPage
  private let hasJoystick: Bool

  /// - Parameter hasJoystick: whether the watch has the buttons *up* and *down*.
  public init(_ page: TutorialPage, hasJoystick: Bool) {
    self.page = page
    self.hasJoystick = hasJoystick
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    var position = ShortText()
    position.append(
      position: page.number(hasJoystick: hasJoystick), of: TutorialPage.count(hasJoystick: hasJoystick))
    bitmap.drawBar(.eye, page.title, numerals: position)
    bitmap.drawParagraph(page.text, to: Layout.rowCount - 1)
    let isLast = page.next(hasJoystick: hasJoystick) == nil
    bitmap.drawButtons(positive: isLast ? .done : .next, negative: isLast ? nil : .skip)
  }
}
