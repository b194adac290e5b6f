import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// The part of the 64 rows that a panel of 32 rows shows.
@Suite struct WatchWindowTests {
  private func harness() -> MachineHarness {
    let harness = MachineHarness()
    harness.fit { $0.hasHalfPanel = true }
    harness.fit { $0.light = .usual }
    harness.press(.back)
    return harness
  }

  @Test func theClockShowsItsDigitsFirst() {
    let harness = harness()
    #expect(harness.watch.topRow == 16)
  }

  @Test func aCallShowsItsCallerThenTheRestRepeatedly() {
    let harness = harness()
    harness.post(1, .init(title: "Mai", category: 1, flags: 0x18))
    var rests: [Int] = []
    var last = -1
    // A part that does not move for two seconds can be read.
    for _ in 0..<1_500 {
      let top = harness.watch.topRow
      if top == last, rests.last != top { rests.append(top) }
      last = top
      harness.wait(.milliseconds(20))
      if rests.count == 5 { break }
    }
    #expect(Set(rests) == [0, 16, 32])
  }

  /// A screen that the display shows first.
  enum Scene: CaseIterable {
    case clock, call, alertWithCode, alertInSmallText, list, lastRowOfAList

    var screen: ScreenName {
      switch self {
      case .clock: .clock
      case .call: .call
      case .alertWithCode, .alertInSmallText: .alert
      case .list, .lastRowOfAList: .list
      }
    }
  }

  /// A watch that has just turned its display on, which dims and turns off after these times.
  private func harness(_ scene: Scene, _ times: LightTimes) -> MachineHarness {
    let harness = harness()
    harness.fit { $0.light = times }
    if scene == .alertInSmallText { harness.fit { $0.textSize = .small } }
    harness.wait(.seconds(60))
    switch scene {
    case .clock:
      harness.press(.back)
    case .call:
      harness.post(1, .init(title: "Mai", category: 1, flags: 0x18))
    case .alertWithCode:
      harness.post(1, .init(title: "ACME", message: "Your code is 482913"))
    case .alertInSmallText:
      harness.post(1, .init(title: "ACME", message: "See you at eight tomorrow in front of the house"))
    case .list, .lastRowOfAList:
      for number in 1...3 as ClosedRange<UInt32> { harness.post(number, .init(flags: 0x01)) }
      harness.press(.back)
      harness.press(.accept)
      if scene == .lastRowOfAList { for _ in 1..<3 { harness.press(.decline) } }
    }
    return harness
  }

  @Test(
    arguments: Scene.allCases,
    [
      LightTimes.usual, LightTimes(dimAfter: .seconds(3), offAfter: .seconds(15)),
      LightTimes(dimAfter: .seconds(3), offAfter: .seconds(5)), LightTimes(dimAfter: nil, offAfter: .seconds(1)),
    ])
  func everyRowOfTheGridIsSeenWholeWithinTenSeconds(scene: Scene, times: LightTimes) {
    let harness = harness(scene, times)
    #expect(harness.screen == scene.screen)
    var longest = [Interval](repeating: .zero, count: 4)
    var since = [Instant?](repeating: nil, count: 4)
    for _ in 0..<1_000 {
      let isSeen = harness.screen == scene.screen && harness.watch.lightLevel != .off
      let top = harness.watch.topRow
      for row in 0..<4 {
        let isWhole = isSeen && top <= 16 * row && 16 * row + 16 <= top + DisplayScroll.rows
        since[row] = isWhole ? since[row] ?? harness.now : nil
        if let start = since[row] { longest[row] = max(longest[row], harness.now.since(start)) }
      }
      harness.wait(.milliseconds(10))
    }
    #expect(longest.allSatisfy { $0 >= .seconds(2) }, "\(longest)")
  }

  @Test func theSelectedRowIsSeenFirst() {
    let harness = harness()
    harness.hold(.decline)
    #expect(harness.screen == .menu && harness.watch.topRow == 16)
    for _ in 1..<MenuItem.count {
      harness.press(.decline)
      #expect(harness.screen == .menu && harness.watch.topRow == 32)
    }
  }

  @Test func theValueOfAnAlarmThatAPressChangesStaysVisible() {
    let harness = harness()
    harness.hold(.decline)
    while harness.watch.navigation.page != .menu(.alarms) { harness.press(.decline) }
    harness.press(.accept)
    harness.press(.accept)
    for row in [16, 16, 16, 32, 16] {
      #expect(harness.screen == .editAlarm && harness.watch.topRow == row)
      harness.wait(.seconds(4))
      harness.press(.accept)
      #expect(harness.screen == .editAlarm && harness.watch.topRow == row)
      harness.press(.decline)
    }
    #expect(harness.screen == .alarms)
  }

  @Test func aDimmedDisplayStandsStillWhenItHasShownEachPlace() {
    let harness = harness()
    harness.wait(.milliseconds(5_600))
    #expect(harness.watch.lightLevel == .dim && harness.watch.topRow == 32, "dimming does not stop it")
    harness.wait(.milliseconds(2_600))
    #expect(harness.watch.lightLevel == .dim && harness.watch.topRow == 16)
    #expect(harness.watch.front.scroll.deadline == nil)
    harness.press(.back)
    harness.wait(.milliseconds(2_700))
    #expect(harness.watch.lightLevel == .full && harness.watch.topRow == 0, "it scrolls again")
  }

  @Test func aDisplayThatTurnsOffEarlyStillShowsEachPlace() {
    let harness = harness(.clock, LightTimes(dimAfter: nil, offAfter: .seconds(5)))
    harness.wait(.milliseconds(7_900))
    #expect(harness.watch.lightLevel != .off)
    harness.wait(.milliseconds(200))
    #expect(harness.watch.lightLevel == .off && harness.watch.topRow == 16)
    #expect(harness.watch.front.power.deadline == nil && harness.watch.front.scroll.deadline == nil)
  }

  @Test func aWholePanelNeverMoves() {
    let harness = MachineHarness()
    harness.post(1, .init(category: 1, flags: 0x18))
    harness.wait(.seconds(10))
    #expect(harness.watch.topRow == 0 && harness.watch.front.scroll.deadline == nil)
  }

  /// A banner covers the bottom row.
  @Test func theResultOfAPressIsSeenUntilItEnds() {
    let harness = harness()
    harness.post(1, .init())
    harness.press(.back)
    harness.press(.accept)
    harness.hold(.accept)
    #expect(harness.screen == .mute)
    harness.press(.accept)
    #expect(harness.watch.front.feedback.banner == .muted && harness.watch.topRow == 32)
    harness.wait(.milliseconds(1_900))
    #expect(harness.watch.front.feedback.banner == .muted && harness.watch.topRow == 32)
    harness.wait(.milliseconds(200))
    #expect(harness.watch.front.feedback.banner == nil && harness.watch.topRow == 16)
    harness.wait(.milliseconds(2_700))
    #expect(harness.watch.topRow == 0, "it scrolls again")
  }

  /// How long the rows 16 to 47, which hold what is two rows high, are seen whole without a pause.
  private func longestWholeMiddle(_ harness: MachineHarness) -> Interval {
    var longest = Interval.zero
    var since: Instant?
    for _ in 0..<2_000 {
      if harness.watch.topRow == 16 { since = since ?? harness.now } else { since = nil }
      if let since { longest = max(longest, harness.now.since(since)) }
      harness.wait(.milliseconds(10))
    }
    return longest
  }

  /// The category stands in the middle of an alert until its texts are here.
  @Test func anAlertBeginsAtTheTopWhenItsTextComes() {
    let harness = harness()
    harness.isMute = true
    harness.post(1, .init(title: "Mai", message: "See you at eight"))
    harness.wait(.seconds(1))
    #expect(harness.screen == .alert && harness.watch.topRow == 16)
    harness.isMute = false
    harness.pump()
    harness.wait(.milliseconds(100))
    #expect(harness.screen == .alert && harness.watch.topRow == 0)
  }

  @Test func aOneTimeCodeIsSeenWhole() {
    let harness = harness()
    harness.post(1, .init(title: "ACME", message: "Your code is 482913"))
    #expect(harness.screen == .alert)
    #expect(longestWholeMiddle(harness) >= .seconds(2))
  }

  @Test func aOneTimeCodeOnItsPageIsSeenWhole() {
    let harness = harness()
    harness.post(1, .init(title: "ACME", message: "Your code is 482913"))
    harness.press(.accept)
    #expect(harness.screen == .detail)
    #expect(longestWholeMiddle(harness) >= .seconds(2))
  }

  @Test func theSubjectOfAQuestionIsSeenWhole() {
    let harness = harness()
    harness.post(1, .init(flags: 0x11))
    harness.press(.back)
    harness.hold(.decline)
    while harness.watch.navigation.page != .menu(.clearAll) { harness.press(.decline) }
    harness.press(.accept)
    #expect(harness.screen == .question)
    #expect(longestWholeMiddle(harness) >= .seconds(2))
  }

  // With text-size = large the first line has rows 16 to 39, with small the second one has rows 28 to 39.
  @Test(arguments: [TextSize.small, .large]) func theLinesOfAnotherTextSizeAreSeenWhole(size: TextSize) {
    let harness = harness()
    harness.fit { $0.textSize = size }
    harness.post(1, .init(title: "ACME", message: "See you at eight tomorrow in front of the house"))
    #expect(harness.screen == .alert)
    #expect(longestWholeMiddle(harness) >= .seconds(2))
  }

  // A title without artist and album is two rows high, or stands in the middle of the two rows: see MusicScreen. The
  // word for the category stands there too, in place of a text that is not here (privacy = on).
  @Test func theCategoryOfANotificationWithoutTextIsSeenWhole() {
    let harness = harness()
    harness.post(1, .init(title: "", message: ""))
    #expect(harness.screen == .alert)
    #expect(longestWholeMiddle(harness) >= .seconds(2))
  }
}
