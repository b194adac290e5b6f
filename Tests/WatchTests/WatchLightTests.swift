import ANCS
import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

@Suite struct WatchLightTests {
  private func wrist(_ times: LightTimes = .usual) -> Wrist {
    let wrist = Wrist()
    wrist.watch.light.times = times
    wrist.press(.select)
    wrist.press(.back)
    wrist.events = []
    return wrist
  }

  private func levels(_ wrist: Wrist) -> [LightLevel] {
    wrist.events.compactMap { if case .light(let level) = $0 { level } else { nil } }
  }

  @Test func whatNobodyNeedsIsDimmedAndThenDark() {
    let wrist = wrist()
    wrist.wait(.milliseconds(4_900))
    #expect(wrist.watch.lightLevel == .full)
    wrist.wait(.milliseconds(200))
    #expect(wrist.watch.lightLevel == .dim)
    wrist.wait(.milliseconds(9_700))
    #expect(wrist.watch.lightLevel == .dim)
    wrist.wait(.milliseconds(300))
    #expect(wrist.watch.lightLevel == .off)
    #expect(levels(wrist) == [.dim, .off])
    #expect(wrist.watch.light.deadline == nil)
  }

  @Test func theFirstPressInTheDarkOnlyLightsTheGlass() {
    let wrist = wrist()
    wrist.wait(.seconds(20))
    _ = wrist.takeNeedsRedraw()
    wrist.press(.accept)
    #expect(wrist.watch.lightLevel == .full && wrist.screen == .clock)
    #expect(wrist.takeNeedsRedraw())
    wrist.press(.accept)
    #expect(wrist.screen == .list)
  }

  @Test func aHoldInTheDarkDoesNothingEither() {
    let wrist = wrist()
    wrist.wait(.seconds(20))
    wrist.hold(.decline)
    #expect(wrist.screen == .clock && wrist.watch.lightLevel == .full)
    wrist.hold(.decline)
    #expect(wrist.screen == .menu)
  }

  @Test func inQuietHoursTheGlassIsNoMoreThanDim() {
    let wrist = wrist()
    wrist.watch.alerts.settings.quietHours = QuietHours(start: 22 * 60, end: 7 * 60)
    wrist.watch.setTime(TimeOfDay(hour: 21, minute: 59), nil, now: wrist.now)
    #expect(wrist.watch.lightLevel == .full)
    wrist.watch.setTime(TimeOfDay(hour: 22, minute: 0), nil, now: wrist.now)
    wrist.pump()
    #expect(levels(wrist) == [.dim])
    wrist.wait(.seconds(20))
    wrist.press(.accept)
    #expect(wrist.screen == .clock && wrist.watch.lightLevel == .dim)
    wrist.press(.accept)
    #expect(wrist.screen == .list && wrist.watch.lightLevel == .dim)
    // What does not alert then leaves the glass as it is.
    wrist.wait(.seconds(20))
    wrist.post(1, .init(flags: 0x02))
    #expect(wrist.watch.lightLevel == .off)
    // A call rings in full light.
    wrist.post(2, .init(category: 1, flags: 0x18))
    #expect(wrist.screen == .call && wrist.watch.lightLevel == .full)
    wrist.remove(2)
    #expect(wrist.watch.lightLevel == .dim)
    wrist.watch.setTime(TimeOfDay(hour: 7, minute: 0), nil, now: wrist.now)
    #expect(wrist.watch.lightLevel == .full)
    wrist.pump()
    #expect(levels(wrist) == [.dim, .off, .dim, .off, .full, .dim, .full])
  }

  @Test func aDimGlassCanBeReadSoAPressCounts() {
    let wrist = wrist()
    wrist.wait(.seconds(7))
    #expect(wrist.watch.lightLevel == .dim)
    wrist.press(.accept)
    #expect(wrist.screen == .list && wrist.watch.lightLevel == .full)
    wrist.wait(.milliseconds(4_900))
    #expect(wrist.watch.lightLevel == .full)
  }

  @Test func anAlertLightsTheGlassAndGoesDarkAgain() {
    let wrist = wrist()
    wrist.wait(.seconds(60))
    wrist.post(1, .init())
    #expect(wrist.screen == .alert && wrist.watch.lightLevel == .full)
    wrist.wait(.seconds(1))
    wrist.press(.accept)
    #expect(wrist.screen == .detail)
    wrist.wait(.seconds(16))
    #expect(wrist.screen == .detail && wrist.watch.lightLevel == .off)
    // Whoever looks again finds what was there.
    wrist.press(.decline)
    #expect(wrist.screen == .detail && wrist.watch.lightLevel == .full)
  }

  @Test func whatIsOnlyListedLeavesTheGlassDark() {
    let wrist = wrist()
    wrist.wait(.seconds(60))
    wrist.post(1, .init(flags: 0x01))
    #expect(wrist.watch.lightLevel == .off && wrist.screen == .clock)
  }

  @Test func aCallIsBrightAsLongAsItRingsAndCanBeAnsweredAtOnce() {
    let wrist = wrist()
    wrist.wait(.seconds(60))
    wrist.post(1, .init(category: 1, flags: 0x18))
    for _ in 0..<30 {
      #expect(wrist.screen == .call && wrist.watch.lightLevel == .full)
      wrist.wait(.seconds(1))
    }
    wrist.press(.accept)
    #expect(wrist.performed.count == 1)
    wrist.remove(1)
    wrist.wait(.seconds(16))
    #expect(wrist.watch.lightLevel == .off)
  }

  @Test func aPairingIsBrightUntilItIsAnswered() {
    let wrist = wrist()
    wrist.wait(.seconds(60))
    wrist.watch.pairingStarted(.compare(code: 42_137), now: wrist.now)
    wrist.wait(.seconds(18))
    #expect(wrist.screen == .pairing && wrist.watch.lightLevel == .full)
    wrist.press(.accept)
    wrist.watch.pairingEnded(nil, now: wrist.now)
    wrist.press(.decline)
    wrist.wait(.seconds(16))
    #expect(wrist.watch.lightLevel == .off)
  }

  @Test func theTimesAreTheUsers() {
    let bright = wrist(LightTimes())
    bright.wait(.minutes(60))
    #expect(bright.watch.lightLevel == .full && levels(bright).isEmpty)
    let lasting = wrist(LightTimes(dimAfter: .seconds(2), offAfter: nil))
    lasting.wait(.minutes(60))
    #expect(levels(lasting) == [.dim])
    let abrupt = wrist(LightTimes(dimAfter: nil, offAfter: .seconds(2)))
    abrupt.wait(.minutes(60))
    #expect(levels(abrupt) == [.off])
  }

  @Test func aRunningCallWakesNobodyInTheDark() {
    let wrist = wrist()
    wrist.post(1, .init(category: 1, flags: 0x18))
    wrist.wait(.seconds(1))
    wrist.press(.accept)
    wrist.post(2, .init(category: 12, flags: 0x10))
    wrist.remove(1)
    #expect(wrist.screen == .activeCall)
    wrist.wait(.seconds(16))
    #expect(wrist.watch.lightLevel == .off)
    _ = wrist.takeNeedsRedraw()
    wrist.wait(.seconds(5))
    #expect(!wrist.takeNeedsRedraw())
  }

  @Test func aClockThatIsNeverDarkMovesAbout() {
    var times = LightTimes(dimAfter: .seconds(5), offAfter: nil)
    times.movesClock = true
    let wrist = wrist(times)
    var places: Set<[Int]> = []
    for minute in stride(from: 0, to: 120, by: 10) {
      wrist.watch.setTime(TimeOfDay(hour: 12 + minute / 60, minute: minute % 60), nil, now: wrist.now)
      places.insert([wrist.watch.clockPlace.x, wrist.watch.clockPlace.y])
    }
    #expect(places.count == 8 && !places.contains([0, 0]))
    #expect(places.allSatisfy { abs($0[0]) <= 1 && abs($0[1]) <= 1 })
    wrist.watch.light.times = .usual
    #expect(wrist.watch.clockPlace == (0, 0))
  }
}
