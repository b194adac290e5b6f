internal import Features
internal import Timing

/// Scrolls a panel of half the height: chooses which 32 of the picture's 64 rows it shows.
///
///     resting ── 2.5 s ──→ sliding ── two rows every 20 ms ──→ resting at the next place
///        ↑__________________________|___ another screen, or a button: back at the first place
///
/// Most screens keep to a grid of rows of 16 pixels, so at 0 and at 32 every line of text and every label is whole.
/// A higher line, or one across row 32, is whole at 16. The first place shows the most important part: the time of
/// the clock, the caller, the code, the selected row of a list, else the top. With hints the labels come before the
/// top, and so do the answers to a question. On a dimmed display, the picture stands still after each place has been
/// shown once. It stands still while an alarm is changed, so that the wearer sees the value that a press changes. A
/// banner keeps the bottom row on the panel.
struct DisplayScroll: Sendable {
  static var rows: Int { 32 }
  private static var rest: Interval { .milliseconds(2_500) }
  private static var step: Interval { .milliseconds(20) }
  private static var stride: Int { 2 }

  /// How long it takes to show each place once: three rests, and 48 rows between them.
  static var tour: Interval { .seconds(8) }

  /// The scrolling begins again at the first place when one of these changes.
  private struct Cause: Equatable {
    let shown: Shown
    let page: Page
    let isMoving: Bool
    let isInRows: Bool
    let hasBanner: Bool
  }

  private var hasHalfPanel = false
  private var cause: Cause?
  /// The first row that is shown: 0...32.
  private(set) var top = 0
  private var first = 0
  /// Whether the bottom rows come before the top rows, because they hold hints or answers.
  private var hasBottomFirst = false
  private var goal = 0
  /// Whether each place has been shown since the scrolling began.
  private var hasShownAll = false
  private var next = Deadline()

  private var isFitted: Bool { Features.hasSmallPanels && hasHalfPanel }

  /// Whether the panel has only 32 rows.
  var isHalf: Bool { isFitted }

  mutating func fit(hasHalfPanel: Bool) { self.hasHalfPanel = hasHalfPanel }

  var deadline: Instant? { next.instant }

  /// Goes to the first place without scrolling if another screen or another part of the page is shown, if the text has
  /// come, or if the display becomes bright or stops scrolling. While a banner covers the bottom row, the bottom is
  /// shown.
  ///
  /// - Parameters:
  ///   - selectedRow: the row below the bar in which the selection of the page is; nil if nothing is selected.
  ///   - isInRows: whether the text keeps to the grid.
  /// - Returns: whether it did.
  mutating func follow(
    _ shown: Shown, _ page: Page, _ level: LightLevel, selectedRow: Int?, isInRows: Bool, hasHints: Bool,
    hasBanner: Bool, now: Instant
  ) -> Bool {
    hasBottomFirst = hasHints || shown.name == .tutorial || shown.name == .question
    // A display that dims early still shows each place once.
    let isMoving = level == .full || level == .dim && !hasShownAll
    let cause = Cause(shown: shown, page: page, isMoving: isMoving, isInRows: isInRows, hasBanner: hasBanner)
    guard isFitted, cause != self.cause else { return false }
    self.cause = cause
    let first = hasBanner ? Self.rows : Self.firstRow(of: shown.name, selectedRow: selectedRow, isInRows: isInRows)
    (self.first, goal, top) = (first, first, first)
    hasShownAll = !isMoving
    if isMoving, shown.name != .editAlarm, !hasBanner { next.set(now + Self.rest) } else { next.clear() }
    return true
  }

  /// A button is pressed: what is shown stays, so that the label under the finger remains in place.
  mutating func stay(now: Instant) {
    if next.isSet, top == goal { next.set(now + Self.rest) }
  }

  /// Whether the rows of the labels are shown.
  var showsLabels: Bool { !isFitted || top == Self.rows }

  /// - Returns: whether other rows are shown now.
  mutating func expire(now: Instant) -> Bool {
    guard Features.hasSmallPanels, next.expire(at: now) else { return false }
    if top == goal { goal = place(after: top) }
    top += goal > top ? Self.stride : -Self.stride
    next.set(now + (top == goal ? Self.rest : Self.step))
    if top == goal, top == first { hasShownAll = true }
    return true
  }

  /// The row of the picture with which a screen begins.
  private static func firstRow(of name: ScreenName, selectedRow: Int?, isInRows: Bool) -> Int {
    switch name {
    case .clock, .call, .activeCall, .pairing, .question, .timer, .stopwatch, .ring, .alarm, .missedAlarm, .tutorial:
      rows / 2
    case .list, .menu, .phones, .mute, .quiet, .alarms, .editAlarm, .settings, .setting:
      selectedRow.map { $0 == 0 ? rows / 2 : rows } ?? 0
    case .alert, .detail, .music: isInRows ? 0 : rows / 2
    case .status, .note, .pairAgain, .torch: 0
    }
  }

  /// First, top, bottom, and first again; or first, bottom, top. No place comes twice.
  private func place(after top: Int) -> Int {
    let (second, third) = hasBottomFirst ? (Self.rows, 0) : (0, Self.rows)
    if top == first { return first == second ? third : second }
    return top == second ? third : first
  }
}
