import ANCS
import Peripherals
import PhoneClient
import Screens
import SecurityManager
import TestSupport
import Testing
import Timing
import WatchModel

@testable import PhoneSupport
@testable import Watch

/// The whole watch and a phone whose notification service stops while the link works, with simulated days.
@Suite struct WatchRecoveryTests {
  private typealias Handle = NotificationCenterServer.Handle

  private func harness(otherPhones: UInt8 = 0) -> ApplicationHarness {
    let harness = ApplicationHarness.started(bonds: Sample.bonds(others: otherPhones))
    harness.answerCommands()
    // 2026-11-21T03:12
    harness.application.setSystemTime(localMicroseconds: 1_795_230_720_000_000, now: harness.now)
    harness.connect()
    harness.takeNotices()
    return harness
  }

  private func recoveries(_ harness: ApplicationHarness) -> [Recovery] {
    harness.takeNotices().compactMap { if case .watch(.recovery(let recovery)) = $0 { recovery } else { nil } }
  }

  @Test func anHourWithALivingPhoneNeedsNoRecovery() {
    let harness = harness()
    for uid in 0..<4 as Range<UInt8> {
      harness.wait(.minutes(15))
      harness.post(uid: uid)
    }
    #expect(recoveries(harness).isEmpty)
    #expect(harness.states.isEmpty)
  }

  @Test func servicesOfOtherApplicationsThatChangeOnceAMinuteDisturbNoCall() {
    let harness = harness()
    harness.post(uid: 1, category: 1, flags: 0x18)
    harness.press(.accept)
    harness.post(2, uid: 1, category: 1, flags: 0x18)
    harness.post(uid: 2, category: 12, flags: 0x10)
    #expect(harness.screen == .activeCall)
    harness.takeNotices()
    let configuration = Handle.notificationSourceConfiguration
    let before = harness.phone.attributes.writeCount(of: configuration)
    for _ in 0..<10 {
      harness.wait(.minutes(1))
      harness.changeHandles(0x0200...0x0220)
      #expect(harness.screen == .activeCall)
    }
    #expect(harness.states.isEmpty)
    #expect(recoveries(harness).isEmpty)
    #expect(harness.phone.attributes.writeCount(of: configuration) == before)
    harness.changeServices()
    harness.wait(.seconds(1))
    #expect(harness.phone.attributes.writeCount(of: configuration) > before, "this range has the service")
  }

  /// - Conformance: iPhone | 5.2 subscriptions that die silently
  @Test func afterSixHoursOfSilenceThePhoneIsSubscribedAgainAndSendsItsList() {
    let harness = harness()
    harness.post(uid: 5)
    #expect(harness.notificationCount == 1)
    let before = harness.phone.attributes.writeCount(of: Handle.notificationSourceConfiguration)
    harness.wait(.minutes(360))
    let found = recoveries(harness)
    #expect(found.map(\.step) == [.renewed])
    #expect(found.map(\.cause) == [.silence])
    #expect(found.first?.time == TimeOfDay(hour: 9, minute: 12))
    #expect(found.first?.date == CalendarDate(year: 2026, month: 11, day: 21))
    #expect(harness.phone.attributes.writeCount(of: Handle.notificationSourceConfiguration) == before + 2)
    // UID 5 now belongs to another notification.
    harness.post(uid: 5, flags: 4)
    #expect(harness.notificationCount == 1)
  }

  /// - Conformance: iPhone | 5.2 subscriptions that die silently
  @Test func aWeekOfSilenceCostsOneLink() {
    let harness = harness()
    var found: [Recovery] = []
    for _ in 0..<(7 * 24) {
      harness.wait(.minutes(60))
      found += recoveries(harness)
      if harness.isSessionAbsent {
        harness.phone.disconnect()
        harness.run()
        harness.connect()
      }
    }
    #expect(found.count { $0.step == .disconnected } == 1)
    #expect(found.prefix(3).map(\.step) == [.renewed, .disconnected, .renewed])
    #expect(found.count >= 24)
    #expect(harness.application.watch.link.recoveries.count == 8)
    #expect(harness.lostNoticeCount == 0)
  }

  /// Another phone connects, which has a bond too.
  private func connectAnother(_ harness: ApplicationHarness) {
    harness.phone.disconnect()
    harness.run()
    harness.phone.connect(from: Sample.bond().identity)
    harness.phone.encrypt(with: Sample.bond().longTermKey)
    harness.run()
  }

  @Test func aWeekOfSilenceCostsEachPhoneOneLink() {
    let harness = harness(otherPhones: 1)
    for _ in 0..<2 {
      var found: [Recovery] = []
      for _ in 0..<24 {
        harness.wait(.minutes(60))
        found += recoveries(harness)
        guard harness.isSessionAbsent else { continue }
        if found.contains(where: { $0.step == .disconnected }) { break }
      }
      #expect(found.map(\.step) == [.renewed, .disconnected])
      connectAnother(harness)
    }
  }

  @Test func aMissingServiceCostsEachPhoneOneLink() {
    let harness = harness(otherPhones: 1)
    harness.phone.attributes.services = [NotificationCenterServer.genericAttribute]
    harness.phone.disconnect()
    harness.run()
    for isAnother in [false, true] {
      if isAnother { connectAnother(harness) } else { harness.connect() }
      harness.wait(.seconds(61))
      #expect(recoveries(harness).map(\.cause) == [.absence])
      #expect(!harness.phone.isConnected)
    }
  }

  @Test func theStatusListsThem() {
    let harness = harness()
    let before = harness.application.watch.lastStatusLine(harness.application.client.phone)
    harness.wait(.minutes(360))
    #expect(harness.application.watch.lastStatusLine(harness.application.client.phone) == before + 2)
  }
}
