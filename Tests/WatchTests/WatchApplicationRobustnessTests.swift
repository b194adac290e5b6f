import Screens
import Testing
import Timing

@testable import PhoneSupport
@testable import Watch

@Suite struct WatchApplicationRobustnessTests {
  private static let recording = WatchFuzz.record()

  /// Nothing traps, no table outgrows its bound, everything comes to rest, and a fresh start always helps.
  @Test(arguments: 0..<40 as Range<UInt64>) func whateverArrivesTheWatchGoesOn(_ seed: UInt64) {
    let fuzz = WatchFuzz(seed: seed, recording: Self.recording)
    let scene = fuzz.scene
    for _ in 0..<200 {
      fuzz.step()
      #expect(scene.bondCount <= 8)
      #expect(scene.notificationCount <= 32)
      #expect(scene.lostNoticeCount == 0)
    }
    #expect(scene.longestRun < 10_000)
    #expect(scene.longestWait < 1_000)
    scene.stop()
    scene.phone.reset()
    scene.start()
    #expect(scene.phone.isAdvertising)
    scene.wait(.seconds(180))
    scene.phone.connect()
    scene.run()
    #expect(scene.states.last == .connected || scene.states.last == .pairing)
  }

  @Test func theRecordingHoldsAllKindsOfPackets() {
    #expect(Self.recording.count > 80)
    #expect(Self.recording.contains { $0[0] == 0x02 && $0[7] == 0x06 })
    #expect(Self.recording.contains { $0[0] == 0x04 && $0[1] == 0x08 })
  }

  /// Every prefix of every packet of a session, one after the other, on a link that is ready.
  @Test func prefixesOfARealSessionNeverTrap() {
    let scene = WatchScene.ready()
    for packet in Self.recording {
      for count in 0..<packet.count { scene.deliver(Array(packet[..<count])) }
      scene.run()
    }
    #expect(scene.bondCount <= 8)
    #expect(scene.longestRun < 10_000)
  }
}
