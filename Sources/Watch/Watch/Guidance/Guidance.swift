internal import Features
internal import Peripherals
internal import Screens
internal import Timing

/// The help for a new wearer: hints on four screens, and the tutorial after the first pairing.
///
/// A function of a button has a hint until it was used three times on its screen. A press without effect is not a use.
///
///     tutorial: unknown ── a bond at the start ──→ over
///                  ↓ no bond at the start            ↑ the tutorial is opened
///               waiting ── the first bond ──→ due ───┘
struct Guidance: Sendable {
  /// How long hints cover a text on the clock and the status screen.
  private static var coverTime: Interval { .seconds(10) }

  private enum FirstPairing {
    case unknown, waiting, due, over
  }

  private(set) var experience = WearerExperience()
  /// Whether the watch has the buttons *up* and *down*.
  private(set) var hasJoystick = false
  private var firstPairing = FirstPairing.unknown
  private var hasChanged = false
  /// The end of the time in which hints cover a text.
  private var coverEnd = Deadline()

  mutating func setHasJoystick(_ hasJoystick: Bool) { self.hasJoystick = hasJoystick }

  /// Sets the experience that was stored.
  mutating func restore(_ experience: WearerExperience) {
    self.experience = experience
    if experience.hasSeenTutorial { firstPairing = .over }
  }

  /// Whether the experience has changed since the last call, so that the owner must store it.
  mutating func takeHasChanged() -> Bool {
    defer { hasChanged = false }
    return hasChanged
  }

  // MARK: Hints

  /// Whether the hints of a page are on the display.
  func showsHints(on page: Page) -> Bool {
    guard Features.hasGuidance, let screen = page.hintedScreen else { return false }
    switch screen {
    case .clock, .status: return coverEnd.isSet && !knowsAll(on: screen)
    case .list, .menu: return !knowsAll(on: screen)
    }
  }

  /// The hints of a page: the first group with a function that the wearer does not know.
  func hints(on page: Page, _ facts: HintFacts) -> HintRow? {
    guard Features.hasGuidance, showsHints(on: page), let screen = page.hintedScreen else { return nil }
    let press = row(.press, .accept, .decline, on: screen, page.pressed(facts))
    let held = row(.hold, .acceptHeld, .declineHeld, on: screen, page.held(facts))
    if let row = press ?? held { return row }
    guard hasJoystick, !experience.knows(.joystick, on: screen) else { return nil }
    let moved = page.moved
    return HintRow(.joystick, left: moved.left, right: moved.right)
  }

  private func row(
    _ gesture: HintRow.Gesture, _ left: WearerExperience.Function, _ right: WearerExperience.Function,
    on screen: WearerExperience.Screen, _ labels: (left: Phrase?, right: Phrase?)
  ) -> HintRow? {
    let row = HintRow(
      gesture, left: experience.knows(left, on: screen) ? nil : labels.left,
      right: experience.knows(right, on: screen) ? nil : labels.right)
    return row.left == nil && row.right == nil ? nil : row
  }

  private func knowsAll(on screen: WearerExperience.Screen) -> Bool {
    var isAll = experience.knows(.accept, on: screen) && experience.knows(.decline, on: screen)
    if screen != .status { isAll = isAll && experience.knows(.declineHeld, on: screen) }
    if (screen == .list && Features.hasMuting) || (screen == .clock && Features.hasMusic) {
      isAll = isAll && experience.knows(.acceptHeld, on: screen)
    }
    return isAll && (!hasJoystick || experience.knows(.joystick, on: screen))
  }

  /// A page has opened, or the display was turned on: hints may cover a text of it.
  mutating func begin(on page: Page, now: Instant) {
    guard Features.hasGuidance, let screen = page.hintedScreen, !knowsAll(on: screen) else { return coverEnd.clear() }
    coverEnd.set(now + Self.coverTime)
  }

  /// Notes a gesture that had an effect.
  mutating func noteUse(_ gesture: ButtonGesture, on page: Page) {
    guard Features.hasGuidance, let screen = page.hintedScreen,
      let function = WearerExperience.Function(gesture, on: screen)
    else { return }
    if experience.countUse(of: function, on: screen) { hasChanged = true }
  }

  // MARK: Time

  var deadline: Instant? { coverEnd.instant }

  /// - Returns: whether hints make room for a text.
  mutating func expire(now: Instant) -> Bool { coverEnd.expire(at: now) }

  // MARK: The tutorial

  /// Follows the number of bonds.
  mutating func followBonds(count: Int) {
    switch (firstPairing, count > 0) {
    case (.unknown, false): firstPairing = .waiting
    case (.unknown, true): firstPairing = .over
    case (.waiting, true): firstPairing = .due
    case (.waiting, false), (.due, _), (.over, _): break
    }
  }

  /// Whether the tutorial follows the first pairing as soon as its dialogue has closed.
  var isTutorialDue: Bool { Features.hasGuidance && firstPairing == .due }

  /// Ends the wait for the tutorial.
  ///
  /// - Parameter isShown: whether it opens; false if the wearer wants no hints.
  mutating func endWait(isShown: Bool) {
    firstPairing = .over
    guard isShown else { return }
    experience.noteTutorial()
    hasChanged = true
  }
}
