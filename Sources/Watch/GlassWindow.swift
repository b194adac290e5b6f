internal import ANCS
internal import Octets
internal import Screens
internal import Timing

/// Which 32 of the picture's 64 rows a panel of half the height shows.
///
///     resting ── 2.5 s ──→ sliding ── two rows every 20 ms ──→ resting at the next place
///        ↑__________________________|___ another screen, or a button: back at the first place
///
/// All screens keep to a grid of rows of 16 pixels, so at 0 and at 32 every line of text and every label is seen whole.
/// The first place is where the matter is: the time of the clock, who calls, the selected row of a list, else the top.
/// It stands still while the glass is dimmed.
struct GlassWindow: Sendable {
  static var rows: Int { 32 }
  private static var rest: Interval { .milliseconds(2_500) }
  private static var step: Interval { .milliseconds(20) }
  private static var stride: Int { 2 }

  var isFitted = false
  /// The first row that is shown: 0...32.
  private(set) var top = 0
  private var first = 0
  private var goal = 0
  private var next = Deadline()

  var deadline: Instant? { next.instant }

  /// Goes to the first place, at once.
  mutating func begin(at first: Int, isLasting: Bool, now: Instant) {
    guard isFitted else { return }
    (self.first, goal, top) = (first, first, first)
    if isLasting { next.clear() } else { next.set(now + Self.rest) }
  }

  /// - Returns: whether other rows are shown now.
  mutating func expire(now: Instant) -> Bool {
    guard next.expire(at: now) else { return false }
    if top == goal { goal = place(after: top) }
    top += goal > top ? Self.stride : -Self.stride
    next.set(now + (top == goal ? Self.rest : Self.step))
    return true
  }

  /// First, top, bottom, and first again; no place twice.
  private func place(after top: Int) -> Int {
    if top == first { return first == 0 ? Self.rows : 0 }
    return top == 0 ? Self.rows : first
  }
}

extension WatchMachine {
  /// The first row of the picture that a panel of 32 rows shows, if that is what there is; else 0.
  public var topRow: Int { window.top }

  /// Begins with the part of the picture that matters.
  mutating func settleWindow(now: Instant) {
    guard window.isFitted else { return }
    let wanted = WindowCause(shown: current, page: page, light: light.level)
    guard wanted != windowCause else { return }
    windowCause = wanted
    window.begin(at: firstTop, isLasting: light.level != .full, now: now)
    needsRedraw = true
  }

  private var firstTop: Int {
    switch current.name {
    case .clock, .call, .activeCall, .pairing: return 16
    case .list, .menu, .phones, .mute: return selectedRow.map { $0 == 0 ? 16 : 32 } ?? 0
    case .alert, .detail, .status, .question, .note, .pairAgain, .music: return 0
    }
  }

  /// In which of the rows below the bar the selection stands.
  private var selectedRow: Int? {
    switch page {
    case .list(let selection): ListScreen.row(of: selection.index, count: session.notifications.count)
    case .menu(let item): ListScreen.row(of: item.rawValue, count: MenuItem.count)
    case .phones(let purpose, let row): ListScreen.row(of: row, count: rowCount(for: purpose))
    case .mute(_, let row, _): row
    case .clock, .detail, .status, .question, .note, .music: nil
    }
  }
}

/// What the window begins anew for.
struct WindowCause: Equatable {
  let shown: Shown
  let page: Page
  let light: LightLevel
}

extension WatchApplication {
  /// The panel has only 32 rows.
  public mutating func setHalfPanel() { client.watch.window.isFitted = true }
}
