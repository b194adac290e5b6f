import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

@Suite struct RepeatedAttemptsTests {
  @Test func noPhoneIsLockedOutAtFirst() {
    #expect(!RepeatedAttempts().isLockedOut(at: .start))
  }

  @Test func waitDoublesFromOneSecondToSixtyFour() {
    var attempts = RepeatedAttempts()
    var now = Instant.seconds(50)
    for wait: UInt32 in [1, 2, 4, 8, 16, 32, 64, 64, 64] {
      attempts.recordFailure(at: now)
      #expect(attempts.isLockedOut(at: now))
      #expect(attempts.isLockedOut(at: now + .milliseconds(wait * 1000 - 1)))
      now = now + .seconds(wait)
      #expect(!attempts.isLockedOut(at: now))
    }
  }

  @Test func successForgets() {
    var attempts = RepeatedAttempts()
    for _ in 0..<5 { attempts.recordFailure(at: .start) }
    attempts.recordSuccess()
    #expect(attempts == RepeatedAttempts())
  }

  @Test func tenMinutesForget() {
    var attempts = RepeatedAttempts()
    for _ in 0..<5 { attempts.recordFailure(at: .start) }
    attempts.recordFailure(at: .seconds(600))
    #expect(attempts.isLockedOut(at: .milliseconds(600_999)))
    #expect(!attempts.isLockedOut(at: .seconds(601)))
  }

  @Test func clockThatGoesBackDoesNotExtendTheLockout() {
    var attempts = RepeatedAttempts()
    attempts.recordFailure(at: .seconds(1000))
    #expect(attempts.isLockedOut(at: .start))
    #expect(!attempts.isLockedOut(at: .seconds(1001)))
  }

  @Test func thirdFailureExhaustsTheWindow() {
    var attempts = RepeatedAttempts()
    for _ in 0..<2 { attempts.recordFailure(at: .start) }
    #expect(!attempts.isWindowExhausted)
    attempts.recordFailure(at: .start)
    #expect(attempts.isWindowExhausted)
    attempts.recordOpenedWindow()
    #expect(!attempts.isWindowExhausted)
    #expect(!attempts.isLockedOut(at: .start))
  }
}
