import LinuxSupport
import Testing
import Timing

@testable import LinuxPlatform

@Suite struct ChipResetTests {
  private func at(_ seconds: UInt64) -> Instant { .milliseconds(seconds * 1_000) }

  @Test func aSetUpThatIsMissingForMoreThanFiveSecondsNeedsAReset() {
    var reset = ChipReset()
    #expect(reset.noteFailedOpening(isSetupMissing: true, now: at(10)) == nil)
    #expect(reset.noteFailedOpening(isSetupMissing: true, now: at(15)) == nil)
    #expect(reset.noteFailedOpening(isSetupMissing: true, now: at(16)) == 1)
  }

  @Test func theResetWaitsForASetUpThatStarts() {
    var reset = ChipReset()
    #expect(reset.noteFailedOpening(isSetupMissing: true, now: at(10)) == nil)
    #expect(reset.noteFailedOpening(isSetupMissing: false, now: at(14)) == nil)
    #expect(reset.noteFailedOpening(isSetupMissing: true, now: at(16)) == nil)
  }

  @Test func theSecondFailedReopeningNeedsAReset() {
    var reset = ChipReset()
    #expect(reset.noteLoss(wasProven: true, now: at(100)) == nil)
    #expect(reset.noteLoss(wasProven: false, now: at(104)) == nil)
    #expect(reset.noteLoss(wasProven: false, now: at(108)) == 1)
  }

  @Test func anAbsentOrUsedControllerNeedsNoReset() {
    var reset = ChipReset()
    for second in 0..<600 as Range<UInt64> {
      #expect(reset.noteFailedOpening(isSetupMissing: false, now: at(second)) == nil)
    }
  }

  @Test func aResetThatDoesNotHelpIsRepeatedAndThenSeldom() {
    var reset = ChipReset()
    var requests: [UInt64] = []
    for second in 0..<1_000 as Range<UInt64> {
      if let round = reset.noteFailedOpening(isSetupMissing: true, now: at(second)) {
        requests.append(second)
        #expect(Int(round) == requests.count)
      }
    }
    #expect(requests.prefix(3) == [6, 26, 46])
    #expect(requests.dropFirst(3) == [346, 646, 946])
  }

  @Test func aChipThatIsGoneAfterItsResetNeedsAnother() {
    var reset = ChipReset()
    _ = reset.noteFailedOpening(isSetupMissing: true, now: at(0))
    #expect(reset.noteFailedOpening(isSetupMissing: true, now: at(6)) == 1)
    #expect(reset.noteFailedOpening(isSetupMissing: false, now: at(25)) == nil)
    #expect(reset.noteFailedOpening(isSetupMissing: false, now: at(26)) == 2)
  }

  @Test func aControllerThatWorksAgainRestartsTheRounds() {
    var reset = ChipReset()
    _ = reset.noteLoss(wasProven: false, now: at(0))
    #expect(reset.noteLoss(wasProven: false, now: at(4)) == 1)
    _ = reset.noteLoss(wasProven: false, now: at(34))
    #expect(reset.noteLoss(wasProven: false, now: at(38)) == 2)
    #expect(reset.noteLoss(wasProven: true, now: at(1_000)) == nil)
    _ = reset.noteLoss(wasProven: false, now: at(1_004))
    #expect(reset.noteLoss(wasProven: false, now: at(1_008)) == 1)
  }
}
