import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch
import WatchModel

/// The table of buttons in the manual, cell by cell.
@Suite struct WatchButtonTests {
  /// Three notifications; the newest offers both actions.
  private func harness() -> MachineHarness {
    let harness = MachineHarness()
    harness.post(1, .init(title: "one", flags: 0x01))
    harness.post(2, .init(title: "two", flags: 0x01))
    harness.post(3, .init(title: "three", message: String(repeating: "long text ", count: 50), flags: 0x19))
    harness.events = []
    return harness
  }

  private func onList(_ downs: Int = 0) -> MachineHarness {
    let harness = harness()
    harness.press(.accept)
    for _ in 0..<downs { harness.press(.down) }
    return harness
  }

  private func onDetail() -> MachineHarness {
    let harness = onList()
    harness.press(.accept)
    return harness
  }

  private func onAlert(flags: UInt8 = 0x18) -> MachineHarness {
    let harness = harness()
    harness.post(9, .init(title: "nine", flags: flags))
    return harness
  }

  // MARK: Clock

  @Test(arguments: [
    (Button.accept, ScreenName.list), (.decline, .status), (.up, .list), (.down, .status),
    (.select, .list), (.back, .clock),
  ])
  func aPressOnTheClock(_ button: Button, _ screen: ScreenName) {
    let harness = harness()
    harness.press(button)
    #expect(harness.screen == screen)
  }

  @Test(arguments: [
    (Button.accept, ScreenName.music), (.decline, .menu), (.up, .clock), (.down, .menu),
    (.select, .music), (.back, .clock),
  ])
  func aHoldOnTheClock(_ button: Button, _ screen: ScreenName) {
    let harness = harness()
    harness.hold(button)
    #expect(harness.screen == screen)
  }

  // MARK: List

  @Test(arguments: [
    (Button.accept, ScreenName.detail), (.decline, .list), (.up, .list), (.down, .list),
    (.select, .detail), (.back, .clock),
  ])
  func aPressOnTheList(_ button: Button, _ screen: ScreenName) {
    let harness = onList()
    harness.press(button)
    #expect(harness.screen == screen)
  }

  @Test func nextPastTheLastLeadsBackToTheClock() {
    let harness = onList()
    let first = harness.picture
    harness.press(.decline)
    #expect(harness.picture != first)
    harness.press(.decline)
    #expect(harness.screen == .list)
    harness.press(.decline)
    #expect(harness.screen == .clock)
  }

  @Test func theSelectedIsOpened() {
    let harness = onList(2)
    harness.press(.accept)
    #expect(harness.screen == .detail)
    let opened = harness.picture
    #expect(opened != onDetail().picture)
    harness.press(.back)
    harness.press(.accept)
    #expect(harness.picture == opened, "back selects what was open")
  }

  @Test func holdingDeclineLeavesTheList() {
    let harness = onList()
    harness.hold(.decline)
    #expect(harness.performed.isEmpty, "its rows have no labels")
    #expect(harness.screen == .clock)
  }

  @Test func anEmptyListHasNothingToOpen() {
    let harness = MachineHarness()
    harness.press(.accept)
    for button in [Button.accept, .select, .up, .down] { harness.press(button) }
    #expect(harness.screen == .list)
    harness.press(.decline)
    #expect(harness.screen == .clock)
  }

  // MARK: Detail

  @Test(arguments: [
    (Button.accept, ScreenName.detail), (.decline, .list), (.up, .detail), (.down, .detail),
    (.select, .detail), (.back, .list),
  ])
  func aPressOnADetail(_ button: Button, _ screen: ScreenName) {
    let harness = onDetail()
    harness.press(button)
    #expect(harness.screen == screen)
  }

  @Test func acceptPagesThroughALongTextAndBackToItsTop() {
    let harness = onDetail()
    let top = harness.picture
    var pages = 0
    repeat {
      harness.press(.accept)
      pages += 1
    } while harness.picture != top && pages < 100
    #expect((5...20).contains(pages))
  }

  @Test func downAndUpScrollByALineAndStopAtTheEnds() {
    let harness = onDetail()
    let top = harness.picture
    harness.press(.up)
    #expect(harness.picture == top)
    harness.press(.down)
    #expect(harness.picture != top)
    harness.press(.up)
    #expect(harness.picture == top)
    for _ in 0..<100 { harness.press(.down) }
    let bottom = harness.picture
    harness.press(.up)
    #expect(harness.picture != bottom)
  }

  @Test func holdingPerformsTheActionsOnADetail() {
    let harness = onDetail()
    for _ in 0..<100 { harness.press(.down) }
    harness.hold(.accept)
    harness.wait(.seconds(2))
    harness.hold(.decline)
    #expect(harness.performed == [[2, 3, 0, 0, 0, 0], [2, 3, 0, 0, 0, 1]])
    #expect(harness.events.contains(.action(3, .positive, .ok)))
    #expect(harness.screen == .detail)
  }

  // MARK: Alert

  @Test(arguments: [
    (Button.accept, ScreenName.detail), (.decline, .clock), (.up, .alert), (.down, .alert),
    (.select, .detail), (.back, .clock),
  ])
  func aPressOnAnAlert(_ button: Button, _ screen: ScreenName) {
    let harness = onAlert()
    harness.press(button)
    #expect(harness.screen == screen)
  }

  @Test func holdingPerformsTheActionsOnAnAlert() {
    let harness = onAlert()
    harness.hold(.accept)
    harness.wait(.seconds(2))
    harness.hold(.decline)
    #expect(harness.performed == [[2, 9, 0, 0, 0, 0], [2, 9, 0, 0, 0, 1]])
  }

  @Test(arguments: [(UInt8(0x00), 0), (0x08, 1), (0x10, 1), (0x18, 2)])
  func actionsThatAreNotOfferedAreNotPerformed(_ flags: UInt8, _ count: Int) {
    let harness = onAlert(flags: flags)
    harness.hold(.accept)
    harness.wait(.seconds(2))
    harness.hold(.decline)
    #expect(harness.performed.count == count)
  }

  // MARK: Status and menu

  @Test(arguments: [
    (Button.accept, ScreenName.status), (.decline, .clock), (.up, .status), (.down, .status),
    (.select, .status), (.back, .clock),
  ])
  func aPressOnTheStatus(_ button: Button, _ screen: ScreenName) {
    let harness = harness()
    harness.press(.decline)
    harness.press(button)
    #expect(harness.screen == screen)
  }

  @Test func holdingDeclineLeavesStatusAndMenu() {
    let harness = harness()
    harness.press(.decline)
    harness.hold(.decline)
    #expect(harness.screen == .clock)
    harness.hold(.decline)
    #expect(harness.screen == .menu)
    harness.hold(.decline)
    #expect(harness.screen == .clock)
  }

  @Test(arguments: [(0, ScreenName.status), (1, .note), (2, .note), (3, .note), (4, .status)])
  func theMenuOpensTheScreenOfTheChosenItem(_ row: Int, _ screen: ScreenName) {
    let harness = harness()
    harness.hold(.decline)
    for _ in 0..<row { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.screen == screen)
    #expect(harness.actions == (row == 0 ? [.openPairingWindow] : row == 2 ? [.disconnect] : []))
  }

  @Test func theMenuEndsAtTheClock() {
    let harness = harness()
    harness.hold(.decline)
    for _ in 0..<MenuItem.count { harness.press(.decline) }
    #expect(harness.screen == .clock)
    harness.hold(.decline)
    for _ in 0..<10 { harness.press(.down) }
    #expect(harness.screen == .menu)
    for _ in 0..<10 { harness.press(.up) }
    harness.press(.select)
    #expect(harness.actions == [.openPairingWindow])
  }

  @Test func theStatusOpenedFromTheMenuLeadsBackToIt() {
    let harness = harness()
    harness.hold(.decline)
    for _ in 0..<MenuItem.status.rawValue { harness.press(.down) }
    harness.press(.select)
    #expect(harness.screen == .status)
    harness.press(.back)
    #expect(harness.screen == .menu)
  }

  // MARK: Inactivity

  @Test func aPageGoesBackToTheClockByItself() {
    for button in [Button.accept, .decline] {
      let harness = harness()
      harness.press(button)
      harness.wait(.seconds(119))
      #expect(harness.screen != .clock)
      harness.wait(.seconds(1))
      #expect(harness.screen == .clock)
    }
  }
}
