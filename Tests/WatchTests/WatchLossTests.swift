import ANCS
import Peripherals
import Screens
import Testing
import Timing

@testable import Watch

/// Nothing is lost without being counted, and the count is told.
@Suite struct WatchLossTests {
  private func reports(_ wrist: Wrist) -> [Losses] {
    wrist.collect()
    return wrist.events.compactMap { if case .losses(let losses) = $0 { losses } else { nil } }
  }

  @Test func withoutALossNothingIsTold() {
    let wrist = Wrist()
    for uid in 0..<32 { wrist.post(UInt32(uid), .init()) }
    wrist.wait(.minutes(5))
    #expect(reports(wrist).isEmpty)
    #expect(wrist.watch.lossCounts == Losses())
  }

  @Test func aStormIsOneLineASecondLater() {
    let wrist = Wrist()
    for uid in 0..<1_000 { wrist.post(UInt32(uid), .init(flags: 4)) }
    wrist.wait(.milliseconds(999))
    #expect(reports(wrist).isEmpty)
    wrist.wait(.milliseconds(1))
    #expect(reports(wrist).map { $0[.evicted] } == [968])
    wrist.wait(.minutes(10))
    #expect(reports(wrist).count == 1)
    wrist.post(1_000, .init())
    wrist.wait(.seconds(1))
    #expect(reports(wrist).map { $0[.evicted] } == [968, 969])
  }

  @Test func whatNobodyTakesInTimeIsCounted() {
    let wrist = Wrist()
    wrist.isMute = true
    for uid in 0..<100 { wrist.source(2, UInt32(uid), 0, 0) }
    wrist.wait(.seconds(1))
    #expect(wrist.watch.lossCounts[.untold] == 37, "the report itself found no room")
    wrist.collect()
    wrist.source(9, 0, 0, 0)
    wrist.wait(.seconds(1))
    #expect(reports(wrist).last?[.untold] == 37)
  }

  @Test func theStatusCountsThem() {
    let wrist = Wrist()
    wrist.press(.decline)
    #expect(wrist.screen == .status)
    let before = wrist.watch.findLastStatusLine()
    wrist.watch.receiveNotificationSource([1, 2, 3].span, now: wrist.now)
    wrist.wait(.seconds(1))
    #expect(wrist.takeNeedsRedraw())
    #expect(wrist.watch.findLastStatusLine() == before + 1)
    #expect(wrist.watch.lossCounts[.malformed] == 1)
  }
}
