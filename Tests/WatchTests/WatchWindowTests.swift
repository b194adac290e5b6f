import ANCS
import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

/// What a panel of 32 rows shows of the picture of 64.
@Suite struct WatchWindowTests {
  private func wrist() -> Wrist {
    let wrist = Wrist()
    wrist.watch.window.isFitted = true
    wrist.watch.light.times = .usual
    wrist.press(.back)
    return wrist
  }

  @Test func theClockShowsItsDigitsFirst() {
    let wrist = wrist()
    #expect(wrist.watch.topRow == 16)
  }

  @Test func aCallShowsWhoItIsThenAllTheRestAgainAndAgain() {
    let wrist = wrist()
    wrist.post(1, .init(title: "Mai", category: 1, flags: 0x18))
    var rests: [Int] = []
    var last = -1
    // Whatever is held still for two seconds can be read.
    for _ in 0..<1_500 {
      let top = wrist.watch.topRow
      if top == last, rests.last != top { rests.append(top) }
      last = top
      wrist.wait(.milliseconds(20))
      if rests.count == 5 { break }
    }
    #expect(Set(rests) == [0, 16, 32])
  }

  @Test(arguments: 0..<4) func everyRowOfTheGridIsSeenWhole(row: Int) {
    let wrist = wrist()
    wrist.post(1, .init(title: "Mai", category: 1, flags: 0x18))
    var longest = Interval.zero
    var since: Instant?
    for _ in 0..<2_000 {
      let top = wrist.watch.topRow
      let isWhole = top <= 16 * row && 16 * row + 16 <= top + GlassWindow.rows
      if isWhole { since = since ?? wrist.now } else { since = nil }
      if let since { longest = max(longest, wrist.now.since(since)) }
      wrist.wait(.milliseconds(10))
    }
    #expect(longest >= .seconds(2))
  }

  @Test func theSelectedRowIsSeenFirst() {
    let wrist = wrist()
    wrist.hold(.decline)
    #expect(wrist.screen == .menu && wrist.watch.topRow == 16)
    for _ in 1..<MenuItem.count {
      wrist.press(.decline)
      #expect(wrist.screen == .menu && wrist.watch.topRow == 32)
    }
  }

  @Test func itStandsStillWhenTheGlassIsDimmed() {
    let wrist = wrist()
    wrist.wait(.seconds(7))
    #expect(wrist.watch.lightLevel == .dim && wrist.watch.topRow == 16)
    #expect(wrist.watch.window.deadline == nil)
  }

  @Test func aWholePanelNeverMoves() {
    let wrist = Wrist()
    wrist.post(1, .init(category: 1, flags: 0x18))
    wrist.wait(.seconds(10))
    #expect(wrist.watch.topRow == 0 && wrist.watch.window.deadline == nil)
  }
}
