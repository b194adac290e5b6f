internal import Features
public import Graphics
internal import Octets
internal import Typefaces
public import WatchModel

/// The items of the menu, in the order of the menu.
public enum MenuItem: Int, Equatable, Sendable {
  case pairNewPhone
  case phones
  case disconnect
  case forgetPhone
  case status
  case music
  case quiet
  case clearAll
  case timer
  case stopwatch
  case torch
  case alarms
  case settings
  /// The face of the clock: each press of *accept* chooses the next one.
  case face
  case tutorial

  func label(_ face: ClockFace) -> Phrase {
    switch self {
    case .pairNewPhone: .menu(.pairNewPhone)
    case .phones: .menu(.phones)
    case .disconnect: .menu(.disconnect)
    case .forgetPhone: .menu(.forgetPhone)
    case .status: .menu(.status)
    case .music: .menu(.music)
    case .face: face.phrase
    case .quiet: .menu(.quietNow)
    case .clearAll: .menu(.clearAll)
    case .timer: .menu(.timer)
    case .stopwatch: .menu(.stopwatch)
    case .torch: .menu(.torch)
    case .alarms: .menu(.alarms)
    case .settings: .menu(.settings)
    case .tutorial: .menu(.tutorial)
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
    case .face: .moment
    case .quiet: .muted
    case .clearAll: .tick
    case .timer, .stopwatch: .moment
    case .torch: .eye
    case .alarms: .alarm
    case .settings: .menu
    case .tutorial: .eye
    }
  }
}

// The rows of the menu.
extension MenuItem {
  private static var allCount: Int { 15 }

  /// How many items the menu of this watch has.
  public static var count: Int { offeredCount(before: allCount) }

  /// The row of the menu in which the item is.
  public var row: Int { Self.offeredCount(before: rawValue) }

  /// The item in a row of the menu; nil outside of the menu.
  public static func inRow(_ row: Int) -> MenuItem? {
    for number in 0..<allCount {
      if let item = MenuItem(rawValue: number), item.isOffered, item.row == row { return item }
    }
    return nil
  }

  /// Whether this watch has the function: see `Features`.
  private var isOffered: Bool {
    switch self {
    case .pairNewPhone, .torch: true
    case .phones, .disconnect, .forgetPhone: Features.hasPhonePages
    case .status: Features.hasStatusPage
    case .quiet: Features.hasQuietTimes
    case .clearAll: Features.hasClearAll
    case .face: Features.hasClockFaces
    case .music: Features.hasMusic
    case .timer, .stopwatch, .alarms: Features.hasTimeTools
    case .settings: Features.hasSettingsPages
    case .tutorial: Features.hasGuidance
    }
  }

  private static func offeredCount(before end: Int) -> Int {
    var count = 0
    for number in 0..<end where MenuItem(rawValue: number)?.isOffered == true { count += 1 }
    return count
  }
}

/// The menu, with one item selected.
public struct MenuScreen {
  private let selected: MenuItem
  private let face: ClockFace
  private let hasHints: Bool

  /// - Parameters:
  ///   - face: the chosen face of the clock.
  ///   - hasHints: whether the bottom row is left free for hints.
  public init(selected: MenuItem, face: ClockFace = .digital, hasHints: Bool = false) {
    self.selected = selected
    self.hasHints = hasHints
    self.face = face
  }

  public func draw(into bitmap: inout Bitmap) {
    bitmap.clear()
    let window = RowWindow(count: MenuItem.count, selected: selected.row, hasHints: hasHints).range
    let scroll = ScrollPosition(top: window.lowerBound, visible: window.count, total: MenuItem.count)
    var position = ShortText()
    position.append(position: selected.row + 1, of: MenuItem.count)
    bitmap.drawBar(.menu, .menu(.menu), numerals: position, scroll: scroll)
    for index in window {
      guard let item = MenuItem.inRow(index) else { continue }
      bitmap.drawChoice(item.icon, item.label(face), inRow: index - window.lowerBound, isSelected: item == selected)
    }
  }
}

extension ClockFace {
  fileprivate var phrase: Phrase {
    switch self {
    case .digital: .menu(.digitalFace)
    case .analog: .menu(.analogFace)
    case .large: .menu(.largeFace)
    }
  }
}
