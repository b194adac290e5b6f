import Testing
import Timing

@testable import LinuxPlatform

@Suite struct SavingAttemptsTests {
  private func failure(_ number: Int32) -> PlatformError {
    PlatformError(.bondStore, .write, LastingText("/state"), status: -number)
  }

  @Test func pausesDoubleUpToFiveMinutes() {
    var attempts = SavingAttempts()
    var now = Instant.start
    var pauses: [UInt32] = []
    for _ in 0..<11 {
      _ = attempts.noteFailure(failure(28), now: now)
      guard let next = attempts.deadline else { break }
      pauses.append(next.since(now).wholeMilliseconds / 1_000)
      now = next
      #expect(attempts.expire(at: now) == true)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  }

  @Test func theSameFailureIsToldOnceAndAnotherIsTold() {
    var attempts = SavingAttempts()
    let isTold = [28, 28, 5, 5, 28].map { attempts.noteFailure(failure($0), now: .start) }
    #expect(isTold == [true, false, true, false, true])
  }

  @Test func successEndsItAndIsWorthTellingAfterAFailureOnly() {
    var attempts = SavingAttempts()
    #expect(attempts.noteSuccess() == false)
    _ = attempts.noteFailure(failure(28), now: .start)
    #expect(attempts.isPending)
    #expect(attempts.noteSuccess() == true)
    #expect(!attempts.isPending && attempts.deadline == nil)
    #expect(attempts.noteFailure(failure(28), now: .start) == true, "a new failure is told")
    #expect(attempts.deadline == .start + .seconds(1))
  }

  @Test func aFailureIsPendingAlsoWhileItIsTriedAgain() {
    var attempts = SavingAttempts()
    _ = attempts.noteFailure(failure(5), now: .start)
    #expect(attempts.expire(at: .start + .milliseconds(999)) == false)
    #expect(attempts.expire(at: .start + .seconds(1)) == true)
    #expect(attempts.isPending && attempts.deadline == nil)
  }
}
