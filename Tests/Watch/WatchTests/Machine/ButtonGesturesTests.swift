import Peripherals
import Testing
import Timing
import Watch
import WatchModel

@Suite struct ButtonGesturesTests {
  private var gestures = ButtonGestures()

  private func at(_ milliseconds: UInt32) -> Instant { .start + .milliseconds(milliseconds) }

  private mutating func edge(_ button: Button, _ edge: ButtonEdge, _ milliseconds: UInt32) -> ButtonGesture? {
    gestures.handle(ButtonEvent(button: button, edge: edge), now: at(milliseconds))
  }

  @Test mutating func aShortPressIsAPress() {
    #expect(edge(.accept, .pressed, 0) == nil)
    #expect(gestures.deadline == at(800))
    #expect(gestures.handleTimeout(now: at(799)) == nil)
    #expect(edge(.accept, .released, 799) == ButtonGesture(.accept, .press))
    #expect(gestures.deadline == nil)
  }

  @Test mutating func aLongOneIsAHoldAtOnceAndOnce() {
    #expect(edge(.decline, .pressed, 0) == nil)
    #expect(gestures.handleTimeout(now: at(800)) == ButtonGesture(.decline, .hold))
    #expect(gestures.deadline == nil)
    #expect(gestures.handleTimeout(now: at(5_000)) == nil)
    #expect(edge(.decline, .released, 5_000) == nil)
    #expect(edge(.decline, .pressed, 6_000) == nil)
    #expect(edge(.decline, .released, 6_010) == ButtonGesture(.decline, .press))
  }

  @Test mutating func theHoldTimeIsTheOwnersChoice() {
    gestures = ButtonGestures(holdTime: .milliseconds(300))
    #expect(edge(.accept, .pressed, 0) == nil)
    #expect(gestures.deadline == at(300))
    #expect(gestures.handleTimeout(now: at(300)) == ButtonGesture(.accept, .hold))
  }

  @Test mutating func aHoldWhoseTimerIsLateIsAHold() {
    #expect(edge(.accept, .pressed, 0) == nil)
    #expect(edge(.accept, .released, 801) == ButtonGesture(.accept, .hold))
  }

  @Test mutating func cancelledPressesDoNothing() {
    #expect(edge(.accept, .pressed, 0) == nil)
    gestures.cancel()
    #expect(gestures.deadline == nil)
    #expect(edge(.accept, .released, 100) == nil)
    #expect(edge(.accept, .pressed, 200) == nil)
    #expect(edge(.accept, .released, 300) == ButtonGesture(.accept, .press))
  }

  @Test mutating func aSecondButtonCancelsTheFirst() {
    #expect(edge(.accept, .pressed, 0) == nil)
    #expect(edge(.decline, .pressed, 10) == nil)
    #expect(edge(.accept, .released, 20) == nil)
    #expect(edge(.decline, .released, 30) == ButtonGesture(.decline, .press))
  }

  @Test mutating func aReleaseWithoutAPressDoesNothing() {
    #expect(edge(.up, .released, 0) == nil)
  }

  @Test mutating func aHeldButtonThatBouncesIsOneHold() {
    #expect(edge(.accept, .pressed, 0) == nil)
    #expect(gestures.handleTimeout(now: at(800)) == ButtonGesture(.accept, .hold))
    #expect(edge(.accept, .pressed, 900) == nil)
    #expect(edge(.accept, .released, 2_000) == nil)
  }
}
