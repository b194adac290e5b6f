import Testing
import Timing

@testable import GAP

@Suite struct RejectionPausesTests {
  @Test func eachRejectionDoublesThePauseUpToAMinute() {
    var pauses = RejectionPauses()
    var now = second(1)
    var taken: [UInt64] = []
    #expect(pauses.pause(at: now) == .zero)
    for _ in 0..<10 {
      pauses.phoneRejected(now: now)
      taken.append(UInt64(pauses.pause(at: now).microseconds / 1_000_000))
      now = now + pauses.pause(at: now)
    }
    #expect(taken == [0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  }

  @Test func fiveQuietMinutesEndIt() {
    var pauses = RejectionPauses()
    for _ in 0..<5 { pauses.phoneRejected(now: second(10)) }
    #expect(pauses.pause(at: second(309)) == .seconds(8))
    #expect(pauses.pause(at: second(310)) == .zero)
    pauses.phoneRejected(now: second(310))
    #expect(pauses.pause(at: second(310)) == .zero)
  }
}
