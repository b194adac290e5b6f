import LinuxSupport
import Peripherals
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct EndingHoldTests {
  private var hold = EndingHold(interval: .seconds(6))

  private mutating func handle(_ button: Button, _ edge: ButtonEdge, at seconds: UInt32) {
    hold.handle(ButtonEvent(button: button, edge: edge), now: .start + .seconds(seconds))
  }

  private mutating func isOver(at seconds: UInt32) -> Bool {
    hold.handleTimeout(now: .start + .seconds(seconds))
    return hold.isOver
  }

  @Test mutating func declineHeldForSixSecondsEnds() {
    handle(.decline, .pressed, at: 1)
    let deadline = hold.deadline
    let early = isOver(at: 6)
    let late = isOver(at: 7)
    #expect(deadline == .start + .seconds(7))
    #expect(!early)
    #expect(late)
    #expect(hold.deadline == nil)
  }

  @Test mutating func releasedInTimeItEndsNothing() {
    handle(.decline, .pressed, at: 1)
    handle(.decline, .released, at: 7)
    let isOver = isOver(at: 7)
    #expect(!isOver)
  }

  @Test mutating func otherButtonsEndNothing() {
    handle(.accept, .pressed, at: 1)
    let isOver = isOver(at: 60)
    #expect(!isOver)
  }

  @Test mutating func withoutAnIntervalNothingEnds() {
    hold = EndingHold(interval: nil)
    handle(.decline, .pressed, at: 1)
    let isOver = isOver(at: 60)
    #expect(!isOver)
  }
}
