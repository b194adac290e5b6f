import LinuxSupport
import Peripherals
import TestSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct ButtonSequenceTests {
  private func drain(_ sequence: inout ButtonSequence, at now: Instant) -> [ButtonEvent] {
    var events: [ButtonEvent] = []
    while let event = sequence.next(now: now) { events.append(event) }
    return events
  }

  @Test func clickIsPressAndRelease() {
    var sequence = ButtonSequence(holdTime: .milliseconds(900))
    sequence.append(ButtonCommand(.accept, .click))
    #expect(
      drain(&sequence, at: .milliseconds(5)) == [
        ButtonEvent(button: .accept, edge: .pressed), ButtonEvent(button: .accept, edge: .released),
      ])
    #expect(sequence.deadline == nil)
  }

  @Test func pressAndReleaseStandAlone() {
    var sequence = ButtonSequence(holdTime: .milliseconds(900))
    sequence.append(ButtonCommand(.up, .press))
    #expect(drain(&sequence, at: .start) == [ButtonEvent(button: .up, edge: .pressed)])
    sequence.append(ButtonCommand(.up, .release))
    #expect(drain(&sequence, at: .start) == [ButtonEvent(button: .up, edge: .released)])
  }

  @Test func holdLastsAndWhatFollowsWaits() {
    var sequence = ButtonSequence(holdTime: .milliseconds(900))
    sequence.append(ButtonCommand(.decline, .hold))
    sequence.append(ButtonCommand(.accept, .click))
    #expect(drain(&sequence, at: .milliseconds(100)) == [ButtonEvent(button: .decline, edge: .pressed)])
    #expect(sequence.deadline == .milliseconds(1_000))
    #expect(drain(&sequence, at: .milliseconds(999)).isEmpty)
    #expect(
      drain(&sequence, at: .milliseconds(1_000)) == [
        ButtonEvent(button: .decline, edge: .released), ButtonEvent(button: .accept, edge: .pressed),
        ButtonEvent(button: .accept, edge: .released),
      ])
  }

  @Test func roomIsForWholeCommands() {
    var sequence = ButtonSequence(holdTime: .milliseconds(900))
    var count = 0
    while sequence.hasRoom {
      sequence.append(ButtonCommand(.accept, .click))
      count += 1
    }
    #expect(count == 8)
  }
}
