import LinuxSupport
import Peripherals
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct DebouncerTests {
  private func at(_ milliseconds: UInt64) -> Instant { .milliseconds(milliseconds) }

  @Test func pressCountsWhenItHasSettled() {
    var line = Debouncer()
    #expect(line.deadline == nil)
    #expect(line.handleEdge(isActive: true, at: at(100)) == nil)
    #expect(line.deadline == at(108))
    #expect(line.settle(isActive: true, now: at(107)) == nil)
    #expect(line.settle(isActive: true, now: at(108)) == .pressed)
    #expect(line.deadline == nil)
  }

  /// A line whose press has counted.
  private func pressedLine() -> Debouncer {
    var line = Debouncer()
    #expect(line.handleEdge(isActive: true, at: at(100)) == nil)
    #expect(line.settle(isActive: true, now: at(108)) == .pressed)
    return line
  }

  @Test func releaseCountsAtOnceAndNeedsNoSecondLook() {
    var line = pressedLine()
    #expect(line.handleEdge(isActive: false, at: at(500)) == .released)
    #expect(line.deadline == nil)
  }

  @Test func chatterBehindAReleaseIsNoPress() {
    var line = pressedLine()
    #expect(line.handleEdge(isActive: false, at: at(500)) == .released)
    for (time, level) in [(501, true), (502, false), (504, true), (505, false)] as [(UInt64, Bool)] {
      #expect(line.handleEdge(isActive: level, at: at(time)) == nil)
    }
    // The kernel may have dropped edges, so the level is read once more.
    #expect(line.deadline == at(513))
    #expect(line.settle(isActive: false, now: at(513)) == nil)
    #expect(line.deadline == nil)
  }

  @Test func buttonThatIsDownAgainAfterChatterIsPressedAgain() {
    var line = pressedLine()
    #expect(line.handleEdge(isActive: false, at: at(500)) == .released)
    #expect(line.handleEdge(isActive: true, at: at(501)) == nil)
    #expect(line.settle(isActive: true, now: at(509)) == .pressed)
  }

  @Test func chatterIsOneEdge() {
    var line = Debouncer()
    for (time, level) in [(100, true), (101, false), (102, true), (105, false), (106, true)] as [(UInt64, Bool)] {
      #expect(line.handleEdge(isActive: level, at: at(time)) == nil)
    }
    #expect(line.settle(isActive: true, now: at(114)) == .pressed)
  }

  @Test func shortPulseIsNotAPress() {
    var line = Debouncer()
    #expect(line.handleEdge(isActive: true, at: at(100)) == nil)
    #expect(line.handleEdge(isActive: false, at: at(102)) == nil)
    #expect(line.settle(isActive: false, now: at(110)) == nil)
    #expect(line.deadline == nil)
  }

  @Test func pushQuickerThanTheLoopIsNotLost() {
    var line = Debouncer()
    // All edges are read at 400 ms, after a long turn of the loop.
    #expect(line.handleEdge(isActive: true, at: at(100)) == nil)
    #expect(line.handleEdge(isActive: false, at: at(200)) == .pressed)
    #expect(line.settle(isActive: false, now: at(400)) == .released)
  }

  @Test func lostEdgesAreMadeUpByTheLevel() {
    var line = Debouncer()
    #expect(line.handleEdge(isActive: true, at: at(100)) == nil)
    #expect(line.settle(isActive: true, now: at(108)) == .pressed)
    #expect(line.handleEdge(isActive: true, at: at(200)) == nil)
    // The kernel dropped the last edge: the button is released.
    #expect(line.settle(isActive: false, now: at(208)) == nil)
    #expect(line.deadline == at(216))
    #expect(line.settle(isActive: false, now: at(216)) == .released)
  }

  @Test func buttonHeldAtStartCountsAsReleased() {
    var line = Debouncer()
    #expect(line.handleEdge(isActive: false, at: at(100)) == nil)
    #expect(line.settle(isActive: false, now: at(108)) == nil)
  }
}
