import ANCS
import Peripherals
import Screens
import Testing
import Timing
import Watch

/// The table of DESIGN section 6, cell by cell.
@Suite struct WatchButtonTests {
  /// Three notifications, of which the newest offers both actions.
  private func wrist() -> Wrist {
    let wrist = Wrist()
    wrist.post(1, .init(title: "one", flags: 0x01))
    wrist.post(2, .init(title: "two", flags: 0x01))
    wrist.post(3, .init(title: "three", message: String(repeating: "long text ", count: 50), flags: 0x19))
    wrist.events = []
    return wrist
  }

  private func onList(_ downs: Int = 0) -> Wrist {
    let wrist = wrist()
    wrist.press(.accept)
    for _ in 0..<downs { wrist.press(.down) }
    return wrist
  }

  private func onDetail() -> Wrist {
    let wrist = onList()
    wrist.press(.accept)
    return wrist
  }

  private func onAlert(flags: UInt8 = 0x18) -> Wrist {
    let wrist = wrist()
    wrist.post(9, .init(title: "nine", flags: flags))
    return wrist
  }

  // MARK: Clock

  @Test(arguments: [
    (Button.accept, ScreenName.list), (.decline, .status), (.up, .clock), (.down, .clock),
    (.select, .clock), (.back, .clock),
  ])
  func aPressOnTheClock(_ button: Button, _ screen: ScreenName) {
    let wrist = wrist()
    wrist.press(button)
    #expect(wrist.screen == screen)
  }

  @Test(arguments: [
    (Button.accept, ScreenName.music), (.decline, .menu), (.up, .clock), (.down, .clock),
    (.select, .clock), (.back, .clock),
  ])
  func aHoldOnTheClock(_ button: Button, _ screen: ScreenName) {
    let wrist = wrist()
    wrist.hold(button)
    #expect(wrist.screen == screen)
  }

  // MARK: List

  @Test(arguments: [
    (Button.accept, ScreenName.detail), (.decline, .list), (.up, .list), (.down, .list),
    (.select, .detail), (.back, .clock),
  ])
  func aPressOnTheList(_ button: Button, _ screen: ScreenName) {
    let wrist = onList()
    wrist.press(button)
    #expect(wrist.screen == screen)
  }

  @Test func nextPastTheLastLeadsBackToTheClock() {
    let wrist = onList()
    let first = wrist.picture
    wrist.press(.decline)
    #expect(wrist.picture != first)
    wrist.press(.decline)
    #expect(wrist.screen == .list)
    wrist.press(.decline)
    #expect(wrist.screen == .clock)
  }

  @Test func theSelectedIsOpened() {
    let wrist = onList(2)
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
    let opened = wrist.picture
    #expect(opened != onDetail().picture)
    wrist.press(.back)
    wrist.press(.accept)
    #expect(wrist.picture == opened, "back selects what was open")
  }

  @Test func holdingDeclineOnTheListPerformsTheNegativeAction() {
    let wrist = onList()
    wrist.hold(.decline)
    #expect(wrist.performed == [[2, 3, 0, 0, 0, 1]])
    #expect(wrist.screen == .list)
  }

  @Test func anEmptyListHasNothingToOpen() {
    let wrist = Wrist()
    wrist.press(.accept)
    for button in [Button.accept, .select, .up, .down] { wrist.press(button) }
    wrist.hold(.decline)
    #expect(wrist.screen == .list)
    wrist.press(.decline)
    #expect(wrist.screen == .clock)
  }

  // MARK: Detail

  @Test(arguments: [
    (Button.accept, ScreenName.detail), (.decline, .list), (.up, .detail), (.down, .detail),
    (.select, .detail), (.back, .list),
  ])
  func aPressOnADetail(_ button: Button, _ screen: ScreenName) {
    let wrist = onDetail()
    wrist.press(button)
    #expect(wrist.screen == screen)
  }

  @Test func acceptPagesThroughALongTextAndBackToItsTop() {
    let wrist = onDetail()
    let top = wrist.picture
    var pages = 0
    repeat {
      wrist.press(.accept)
      pages += 1
    } while wrist.picture != top && pages < 100
    #expect((5...20).contains(pages))
  }

  @Test func downAndUpScrollByALineAndStopAtTheEnds() {
    let wrist = onDetail()
    let top = wrist.picture
    wrist.press(.up)
    #expect(wrist.picture == top)
    wrist.press(.down)
    #expect(wrist.picture != top)
    wrist.press(.up)
    #expect(wrist.picture == top)
    for _ in 0..<100 { wrist.press(.down) }
    let bottom = wrist.picture
    wrist.press(.up)
    #expect(wrist.picture != bottom)
  }

  @Test func holdingPerformsTheActionsOnADetail() {
    let wrist = onDetail()
    wrist.hold(.accept)
    wrist.hold(.decline)
    #expect(wrist.performed == [[2, 3, 0, 0, 0, 0], [2, 3, 0, 0, 0, 1]])
    #expect(wrist.events.contains(.action(3, .positive, .ok)))
    #expect(wrist.screen == .detail)
  }

  // MARK: Alert

  @Test(arguments: [
    (Button.accept, ScreenName.detail), (.decline, .clock), (.up, .alert), (.down, .alert),
    (.select, .detail), (.back, .clock),
  ])
  func aPressOnAnAlert(_ button: Button, _ screen: ScreenName) {
    let wrist = onAlert()
    wrist.press(button)
    #expect(wrist.screen == screen)
  }

  @Test func holdingPerformsTheActionsOnAnAlert() {
    let wrist = onAlert()
    wrist.hold(.accept)
    wrist.hold(.decline)
    #expect(wrist.performed == [[2, 9, 0, 0, 0, 0], [2, 9, 0, 0, 0, 1]])
  }

  @Test(arguments: [(UInt8(0x00), 0), (0x08, 1), (0x10, 1), (0x18, 2)])
  func whatIsNotOfferedIsNotPerformed(_ flags: UInt8, _ count: Int) {
    let wrist = onAlert(flags: flags)
    wrist.hold(.accept)
    wrist.hold(.decline)
    #expect(wrist.performed.count == count)
  }

  // MARK: Status and menu

  @Test(arguments: [
    (Button.accept, ScreenName.status), (.decline, .clock), (.up, .status), (.down, .status),
    (.select, .status), (.back, .clock),
  ])
  func aPressOnTheStatus(_ button: Button, _ screen: ScreenName) {
    let wrist = wrist()
    wrist.press(.decline)
    wrist.press(button)
    #expect(wrist.screen == screen)
  }

  @Test func holdingDeclineLeavesStatusAndMenu() {
    let wrist = wrist()
    wrist.press(.decline)
    wrist.hold(.decline)
    #expect(wrist.screen == .clock)
    wrist.hold(.decline)
    #expect(wrist.screen == .menu)
    wrist.hold(.decline)
    #expect(wrist.screen == .clock)
  }

  @Test(arguments: [(0, ScreenName.status), (1, .note), (2, .note), (3, .note), (4, .status)])
  func theMenuLeadsToWhatFollowsFromAChoice(_ row: Int, _ screen: ScreenName) {
    let wrist = wrist()
    wrist.hold(.decline)
    for _ in 0..<row { wrist.press(.decline) }
    wrist.press(.accept)
    #expect(wrist.screen == screen)
    #expect(wrist.actions == (row == 0 ? [.openPairingWindow] : row == 2 ? [.disconnect] : []))
  }

  @Test func theMenuEndsAtTheClock() {
    let wrist = wrist()
    wrist.hold(.decline)
    for _ in 0..<MenuItem.count { wrist.press(.decline) }
    #expect(wrist.screen == .clock)
    wrist.hold(.decline)
    for _ in 0..<10 { wrist.press(.down) }
    #expect(wrist.screen == .menu)
    for _ in 0..<10 { wrist.press(.up) }
    wrist.press(.select)
    #expect(wrist.actions == [.openPairingWindow])
  }

  @Test func theStatusOpenedFromTheMenuLeadsBackToIt() {
    let wrist = wrist()
    wrist.hold(.decline)
    for _ in 0..<MenuItem.status.rawValue { wrist.press(.down) }
    wrist.press(.select)
    #expect(wrist.screen == .status)
    wrist.press(.back)
    #expect(wrist.screen == .menu)
  }

  // MARK: Nobody there

  @Test func aPageGoesBackToTheClockByItself() {
    for button in [Button.accept, .decline] {
      let wrist = wrist()
      wrist.press(button)
      wrist.wait(.seconds(119))
      #expect(wrist.screen != .clock)
      wrist.wait(.seconds(1))
      #expect(wrist.screen == .clock)
    }
  }
}
