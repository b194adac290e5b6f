import Testing
import Timing

@testable import GAP

@Suite struct LinkChurnTests {
  /// `count` links without success, one per second; the last one is at `second(count)`.
  private func churn(_ count: UInt32) -> LinkChurn {
    var churn = LinkChurn()
    for number in 0..<count {
      churn.linkEnded(begunAt: second(number), wasEncrypted: false, now: second(number + 1))
    }
    return churn
  }

  @Test func moreThanThreeLinksInAMinuteAreChurn() {
    var churn = LinkChurn()
    for number: UInt32 in [0, 10, 20] {
      churn.linkEnded(begunAt: second(number), wasEncrypted: true, now: second(number + 1))
    }
    #expect(!churn.isChurning(at: second(21)))
    churn.linkEnded(begunAt: second(30), wasEncrypted: true, now: second(30))
    #expect(churn.isChurning(at: .start + .milliseconds(59_999)))
    #expect(!churn.isChurning(at: second(60)))
  }

  @Test(arguments: zip([0, 3, 4, 5, 6, 7, 1_000] as [UInt32], [0, 0, 1, 2, 4, 4, 4] as [UInt32]))
  func thePauseGrowsToFourSeconds(_ count: UInt32, _ pause: UInt32) {
    #expect(churn(count).pause(at: second(count)) == .seconds(pause))
  }

  @Test func aMinuteOfQuietEndsIt() {
    var churn = churn(6)
    #expect(churn.pause(at: second(6) + .milliseconds(59_999)) == .seconds(4))
    #expect(churn.pause(at: second(66)) == .zero)
    churn.connectionFailed(now: second(66))
    #expect(churn.pause(at: second(66)) == .zero)
  }

  @Test func anEncryptedLinkEndsIt() {
    var churn = churn(6)
    churn.linkEnded(begunAt: second(7), wasEncrypted: true, now: second(8))
    #expect(churn.pause(at: second(8)) == .zero)
  }

  @Test func aLinkThatLastsEndsIt() {
    var churn = churn(6)
    churn.linkEnded(begunAt: second(7), wasEncrypted: false, now: .start + .milliseconds(16_999))
    #expect(churn.pause(at: second(17)) == .seconds(4))
    churn.linkEnded(begunAt: second(17), wasEncrypted: false, now: second(27))
    #expect(churn.pause(at: second(27)) == .zero)
  }

  @Test func linksThatTheWatchRejectedDoNotCount() {
    var churn = LinkChurn()
    for number: UInt32 in 0..<20 {
      churn.linkEnded(
        begunAt: second(3 * number), wasEncrypted: false, isRejected: true, now: second(3 * number + 3))
    }
    #expect(!churn.isChurning(at: second(60)) && churn.pause(at: second(60)) == .zero)
  }
}
