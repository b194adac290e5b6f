import Screens
import Testing
import Timing
import WatchModel

@testable import PhoneSupport
@testable import Watch

@Suite struct WatchApplicationRobustnessTests {
  private static let recording = WatchFuzz.record()

  /// Nothing traps, no table exceeds its bound, the watch becomes idle, and a restart always helps.
  @Test(arguments: 0..<40 as Range<UInt64>) func anyInputLeavesTheWatchWorking(_ seed: UInt64) {
    let fuzz = WatchFuzz(seed: seed, recording: Self.recording)
    let harness = fuzz.harness
    for _ in 0..<200 {
      fuzz.step()
      #expect(harness.bondCount <= 8)
      #expect(harness.notificationCount <= 32)
      #expect(harness.lostNoticeCount == 0)
      #expect(harness.application.unfinishedDeliveryCount == 0)
    }
    #expect(harness.longestRun < 10_000)
    #expect(harness.longestWait < 1_000)
    harness.stop()
    harness.phone.reset()
    harness.start()
    #expect(harness.phone.isAdvertising)
    harness.wait(.seconds(180))
    harness.phone.connect()
    harness.run()
    #expect(harness.states.last == .connected || harness.states.last == .pairing)
  }

  @Test func theRecordingHoldsAllKindsOfPackets() {
    #expect(Self.recording.count > 80)
    #expect(Self.recording.contains { $0[0] == 0x02 && $0[7] == 0x06 })
    #expect(Self.recording.contains { $0[0] == 0x04 && $0[1] == 0x08 })
  }

  /// Every prefix of every packet of a session, one after the other, on a link that is ready.
  @Test func prefixesOfARealSessionNeverTrap() {
    let harness = ApplicationHarness.ready()
    for packet in Self.recording {
      for count in 0..<packet.count { harness.deliver(Array(packet[..<count])) }
      harness.run()
    }
    #expect(harness.bondCount <= 8)
    #expect(harness.longestRun < 10_000)
  }
}
