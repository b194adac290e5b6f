import ANCS
import Screens
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import Watch

/// The whole watch and a phone whose notification service dies while the link stands: days pass in no time.
@Suite struct WatchRecoveryTests {
  private typealias Handle = NotificationCenterServer.Handle

  private func scene() -> WatchScene {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.answerCommands()
    // 2026-11-21T03:12
    scene.application.setSystemTime(localMicroseconds: 1_795_230_720_000_000, now: scene.now)
    scene.connect()
    scene.takeNotices()
    return scene
  }

  private func recoveries(_ scene: WatchScene) -> [Recovery] {
    scene.takeNotices().compactMap { if case .watch(.recovery(let recovery)) = $0 { recovery } else { nil } }
  }

  @Test func anHourWithALivingPhoneNeedsNoRecovery() {
    let scene = scene()
    for uid in 0..<4 as Range<UInt8> {
      scene.wait(.minutes(15))
      scene.post(uid: uid)
    }
    #expect(recoveries(scene).isEmpty)
    #expect(scene.states.isEmpty)
  }

  /// - Conformance: iPhone | 5.2 subscriptions that die silently
  @Test func afterSixHoursOfSilenceThePhoneIsSubscribedAnewAndItsListIsReplayed() {
    let scene = scene()
    scene.post(uid: 5)
    #expect(scene.notificationCount == 1)
    let before = scene.phone.attributes.writeCount(of: Handle.notificationSourceConfiguration)
    scene.wait(.minutes(360))
    let found = recoveries(scene)
    #expect(found.map(\.step) == [.renewed])
    #expect(found.map(\.cause) == [.silence])
    #expect(found.first?.time == TimeOfDay(hour: 9, minute: 12))
    #expect(found.first?.date == CalendarDate(year: 2026, month: 11, day: 21))
    #expect(scene.phone.attributes.writeCount(of: Handle.notificationSourceConfiguration) == before + 2)
    // What had the UID 5 is another notification now.
    scene.post(uid: 5, flags: 4)
    #expect(scene.notificationCount == 1)
  }

  /// - Conformance: iPhone | 5.2 subscriptions that die silently
  @Test func aWeekOfSilenceCostsOneLink() {
    let scene = scene()
    var found: [Recovery] = []
    for _ in 0..<(7 * 24) {
      scene.wait(.minutes(60))
      found += recoveries(scene)
      if scene.isSessionAbsent {
        scene.phone.disconnect()
        scene.run()
        scene.connect()
      }
    }
    #expect(found.count { $0.step == .disconnected } == 1)
    #expect(found.prefix(3).map(\.step) == [.renewed, .disconnected, .renewed])
    #expect(found.count >= 24)
    #expect(scene.application.client.watch.recoveries.count == 8)
    #expect(scene.lostNoticeCount == 0)
  }

  @Test func theStatusListsThem() {
    let scene = scene()
    let before = scene.application.client.watch.findLastStatusLine()
    scene.wait(.minutes(360))
    #expect(scene.application.client.watch.findLastStatusLine() == before + 2)
  }
}
