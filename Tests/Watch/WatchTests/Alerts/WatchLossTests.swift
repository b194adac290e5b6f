import ANCS
import Peripherals
import Screens
import Testing
import Timing
import WatchModel

@testable import Watch

/// Every loss is counted, and the count is reported.
@Suite struct WatchLossTests {
  private func reports(_ harness: MachineHarness) -> [Losses] {
    harness.collect()
    return harness.events.compactMap { if case .losses(let losses) = $0 { losses } else { nil } }
  }

  @Test func withoutALossNoEventIsWritten() {
    let harness = MachineHarness()
    for uid in 0..<32 { harness.post(UInt32(uid), .init()) }
    harness.wait(.minutes(5))
    #expect(reports(harness).isEmpty)
    #expect(harness.watch.link.losses.counts == Losses())
  }

  @Test func aBurstIsOneLineASecondLater() {
    let harness = MachineHarness()
    for uid in 0..<1_000 { harness.post(UInt32(uid), .init(flags: 4)) }
    harness.wait(.milliseconds(999))
    #expect(reports(harness).isEmpty)
    harness.wait(.milliseconds(1))
    #expect(reports(harness).map { $0[.evicted] } == [968])
    harness.wait(.minutes(10))
    #expect(reports(harness).count == 1)
    harness.post(1_000, .init())
    harness.wait(.seconds(1))
    #expect(reports(harness).map { $0[.evicted] } == [968, 969])
  }

  @Test func eventsThatAreNotTakenInTimeAreCounted() {
    let harness = MachineHarness()
    harness.isMute = true
    for uid in 0..<100 { harness.source(2, UInt32(uid), 0, 0) }
    harness.wait(.seconds(1))
    #expect(harness.watch.link.losses.counts[.untold] == 37, "the report itself found no room")
    harness.collect()
    harness.source(9, 0, 0, 0)
    harness.wait(.seconds(1))
    #expect(reports(harness).last?[.untold] == 37)
  }

  @Test func theStatusCountsThem() {
    let harness = MachineHarness()
    harness.press(.decline)
    #expect(harness.screen == .status)
    let before = harness.watch.lastStatusLine(harness.phone)
    harness.receiveNotificationSource([1, 2, 3].span, now: harness.now)
    harness.wait(.seconds(1))
    #expect(harness.takeNeedsRedraw())
    // The name of the step that waits for the first event has gone, too.
    #expect(harness.watch.lastStatusLine(harness.phone) == before)
    #expect(harness.watch.link.losses.counts[.malformed] == 1)
  }
}
