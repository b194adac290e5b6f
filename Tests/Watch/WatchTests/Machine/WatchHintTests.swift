import Features
import Identifiers
import Octets
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import Watch

/// The hints on clock, list, menu and status.
@Suite struct WatchHintTests {
  private func newcomer(hasJoystick: Bool = false, isHalf: Bool = false) -> MachineHarness {
    let harness = MachineHarness()
    var settings = WearerSettings()
    settings[.hints] = 1
    harness.watch.configure(settings)
    if hasJoystick { harness.fit { $0.hasJoystick = true } }
    if isHalf { harness.fit { $0.hasHalfPanel = true } }
    harness.press(.accept)
    harness.hold(.decline)
    return harness
  }

  private func row(_ harness: MachineHarness) -> HintRow? { harness.watch.hintRow(harness.phone) }

  private func hasChanged(_ harness: MachineHarness) -> Bool { harness.watch.takeHaveChoicesChanged() }

  @Test func withoutTheSettingThereAreNone() {
    let harness = MachineHarness()
    #expect(row(harness) == nil)
    harness.hold(.decline)
    #expect(harness.watch.screen == .menu && row(harness) == nil)
    #expect(!hasChanged(harness))
  }

  @Test func eachScreenSaysWhatItsButtonsDo() {
    let harness = newcomer()
    #expect(harness.watch.screen == .clock)
    let status: Phrase = Features.hasStatusPage ? .menu(.status) : .button(.menu)
    #expect(row(harness) == HintRow(.press, left: .title(.inbox), right: status))
    harness.press(.decline)
    #expect(harness.watch.screen == (Features.hasStatusPage ? .status : .menu))
    if Features.hasStatusPage {
      #expect(row(harness) == HintRow(.press, left: .button(.more), right: .button(.back)))
    }
    harness.hold(.decline)
    harness.post(1, .init())
    harness.post(2, .init())
    while harness.watch.screen == .alert { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.watch.screen == .list)
    #expect(row(harness) == HintRow(.press, left: .button(.open), right: .button(.next)))
    harness.press(.decline)
    #expect(row(harness)?.right == .button(.back))
  }

  /// A clock that moves about would cut the labels at the edge.
  @Test func theClockDoesNotMoveBelowThem() {
    let harness = newcomer()
    var times = LightTimes(dimAfter: nil, offAfter: nil)
    times.movesClock = true
    harness.fit { $0.light = times }
    var rows: Set<[UInt8]> = []
    for minute in stride(from: 0, to: 120, by: 10) {
      harness.setTime(TimeOfDay(hour: 12 + minute / 60, minute: minute % 60), nil, now: harness.now)
      #expect(row(harness) != nil)
      rows.insert(Array(harness.picture.suffix(2 * 128)))
    }
    #expect(rows.count == 1)
  }

  @Test func anEmptyListHasNothingToOpen() {
    let harness = newcomer()
    harness.press(.accept)
    #expect(harness.watch.screen == .list)
    #expect(row(harness) == HintRow(.press, left: nil, right: .button(.back)))
  }

  @Test func aHintGoesAfterThreeUses() {
    let harness = newcomer()
    harness.hold(.decline)
    #expect(row(harness) == HintRow(.press, left: .button(.choose), right: .button(.next)))
    for _ in 0..<2 { harness.press(.decline) }
    #expect(row(harness)?.right == .button(.next))
    #expect(!hasChanged(harness))
    harness.press(.decline)
    #expect(row(harness) == HintRow(.press, left: .button(.choose), right: nil))
    // Nothing is stored before a hint has gone.
    #expect(hasChanged(harness))
    #expect(!hasChanged(harness))
  }

  @Test func afterThePressesComeTheHolds() {
    let harness = newcomer()
    for _ in 0..<3 {
      harness.press(.accept)
      harness.press(.decline)
      harness.press(.decline)
      harness.press(.decline)
    }
    #expect(harness.watch.screen == .clock)
    #expect(row(harness) == HintRow(.hold, left: .menu(.music), right: .button(.menu)))
    for _ in 0..<3 {
      harness.hold(.decline)
      harness.hold(.decline)
      harness.hold(.accept)
      harness.hold(.decline)
    }
    #expect(harness.watch.screen == .clock && row(harness) == nil)
  }

  /// Without the part *Muting* a held *accept* has no function in the list.
  @Test func inTheListAHeldAcceptHasAHintIfItMutes() {
    let harness = newcomer()
    harness.post(1, .init())
    while harness.watch.screen == .alert { harness.press(.decline) }
    for _ in 0..<3 {
      harness.press(.accept)
      harness.press(.accept)
      harness.press(.decline)
      harness.press(.decline)
    }
    harness.press(.accept)
    #expect(harness.watch.screen == .list)
    let mute: Phrase? = Features.hasMuting ? .button(.mute) : nil
    #expect(row(harness) == HintRow(.hold, left: mute, right: .button(.back)))
    for _ in 0..<3 {
      harness.hold(.decline)
      harness.press(.accept)
    }
    #expect(row(harness) == mute.map { HintRow(.hold, left: $0, right: nil) })
    for _ in 0..<3 {
      harness.hold(.accept)
      #expect(harness.watch.screen == (Features.hasMuting ? .mute : .list))
      if Features.hasMuting { harness.hold(.decline) }
    }
    #expect(harness.watch.screen == .list && row(harness) == nil)
  }

  @Test func theJoystickComesLast() {
    let harness = newcomer(hasJoystick: true)
    harness.hold(.decline)
    for _ in 0..<3 { harness.press(.decline) }
    for _ in 0..<3 {
      harness.hold(.decline)
      harness.hold(.decline)
    }
    harness.press(.up)
    for _ in 0..<3 {
      #expect(harness.watch.screen == .menu)
      harness.press(.select)
      harness.press(.back)
      harness.hold(.down)
    }
    #expect(row(harness) == HintRow(.joystick, left: .button(.scroll), right: nil))
    for _ in 0..<3 { harness.press(.down) }
    #expect(row(harness) == nil)
  }

  @Test func aPressWithoutEffectIsNoUse() {
    let harness = newcomer()
    harness.press(.accept)
    for _ in 0..<4 { harness.press(.accept) }
    #expect(harness.watch.screen == .list)
    harness.post(1, .init())
    harness.press(.decline)
    #expect(row(harness)?.left == .button(.open))
  }

  @Test func onTheClockTheDateComesBack() {
    let harness = newcomer()
    #expect(row(harness) != nil)
    harness.wait(.seconds(9))
    #expect(row(harness) != nil)
    _ = harness.watch.takeNeedsRedraw()
    harness.wait(.seconds(2))
    #expect(row(harness) == nil)
    let needsRedraw = harness.watch.takeNeedsRedraw()
    #expect(needsRedraw)
  }

  @Test func turningTheDisplayOnShowsThemAgain() {
    let harness = newcomer()
    harness.fit { $0.light = .usual }
    harness.press(.decline)
    harness.press(.decline)
    harness.wait(.seconds(30))
    #expect(harness.watch.lightLevel == .off && row(harness) == nil)
    harness.press(.accept)
    #expect(harness.watch.screen == .clock && row(harness) != nil)
  }

  @Test func anAlertHasNone() {
    let harness = newcomer()
    harness.post(1, .init())
    #expect(harness.watch.screen == .alert)
    harness.watch.draw(harness.phone, into: &harness.bitmap)
    let alert = harness.bitmap.picture()
    harness.watch.configure(WearerSettings())
    harness.watch.draw(harness.phone, into: &harness.bitmap)
    #expect(harness.bitmap.picture() == alert)
  }

  @Test func theSelectedRowIsNeverBehindThem() {
    let harness = newcomer()
    harness.hold(.decline)
    for item in 0..<MenuItem.count {
      let place = harness.watch.navigation.page.selectedRow(notificationCount: 0, phoneCount: 0, hasHints: true)
      #expect(place == (item == 0 ? 0 : 1))
      harness.press(.down)
    }
  }

  /// The labels come after the time, before the icons of the bar.
  @Test func aSmallPanelShowsThemSecond() {
    let harness = newcomer(isHalf: true)
    harness.press(.decline)
    harness.press(.decline)
    #expect(harness.watch.screen == .clock && harness.watch.topRow == 16)
    harness.wait(.milliseconds(2_500 + 8 * 20))
    #expect(harness.watch.topRow == 32)
  }

  @Test func theExperienceSurvivesARestart() throws {
    let harness = newcomer()
    harness.hold(.decline)
    for _ in 0..<3 { harness.press(.decline) }
    let octets = output(capacity: WearerRecord.capacity) { (output) in
      #expect(throws: Never.self) { try harness.watch.choices.encode(into: &output) }
    }
    let restarted = newcomer()
    restarted.watch.setChoices(try WearerRecord(decoding: octets.span))
    restarted.hold(.decline)
    #expect(row(restarted) == HintRow(.press, left: .button(.choose), right: nil))
  }
}
