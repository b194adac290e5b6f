import ANCS
import BluetoothHost
import Peripherals
import PhoneClient
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

@Suite struct WatchApplicationTests {
  private typealias Server = NotificationCenterServer
  private typealias Handle = NotificationCenterServer.Handle

  // MARK: States

  @Test func aStartIsReportedStateByState() {
    #expect(ApplicationHarness.started(bonds: Sample.bonds()).states == [.starting, .advertising])
  }

  @Test func withoutABondTheWatchSaysThatItCanBePaired() {
    let harness = ApplicationHarness.started()
    #expect(harness.states == [.starting, .pairingOpen])
    harness.wait(.seconds(120))
    #expect(harness.states == [.starting, .pairingOpen, .advertising])
  }

  @Test func aBondedPhonesConnectionIsReportedStateByState() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.takeNotices()
    harness.answerCommands()
    harness.connect()
    #expect(harness.states == [.connected, .encrypted, .discovering, .ready])
    #expect(harness.phone.violations.isEmpty)
  }

  @Test func aLostLinkIsReportedAndThenTheSearchForThePhone() {
    let harness = ApplicationHarness.ready()
    harness.phone.disconnect()
    harness.run()
    #expect(harness.states == [.disconnected, .advertising])
    #expect(harness.isSessionAbsent)
  }

  @Test func aLostTransportIsReportedAndThenTheRecovery() {
    let harness = ApplicationHarness.ready()
    harness.stop()
    #expect(harness.states == [.disconnected, .recovering])
    harness.start()
    harness.connect()
    #expect(harness.states.dropFirst(2) == [.advertising, .connected, .encrypted, .discovering, .ready])
  }

  @Test func aFailedControllerIsReported() {
    let harness = ApplicationHarness.ready()
    harness.deliver([0x04, 0x10, 0x01, 0x42])
    #expect(harness.takeNotices().contains(.controllerFailed))
  }

  @Test func aPhoneWithoutNotificationsIsReported() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.attributes.services = [Server.genericAttribute]
    harness.connect()
    #expect(harness.states.last == .noNotifications)
    harness.wait(.seconds(59))
    #expect(harness.phone.disconnectReasons.isEmpty)
    harness.wait(.seconds(2))
    #expect(harness.phone.disconnectReasons == [0x13])
    #expect(harness.states.suffix(2) == [.disconnected, .advertising])
  }

  @Test func aPhoneWithoutItsKeyIsReportedUntilItIsSecuredAgain() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    for _ in 0..<2 {
      harness.phone.connect()
      harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
      harness.run()
      harness.phone.disconnect()
      harness.run()
    }
    #expect(harness.states.last == .phoneRefused)
  }

  // MARK: Pairing

  @Test func theUserPairsWithTheButtons() throws {
    let harness = ApplicationHarness.started()
    harness.takeNotices()
    harness.answerCommands()
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    let code = try #require(harness.phone.code)
    #expect(harness.takeNotices().contains(.code(code)))
    #expect(harness.screen == .pairing)
    harness.press(.accept)
    harness.phone.decide(isConfirmed: true)
    harness.run()
    #expect(harness.results == [.bonded])
    // First without the reason: the phone has a bond, which is being saved.
    #expect(harness.states == [.pairing, .encrypted, .discovering, .ready])
    #expect(harness.bondCount == 1)
    harness.wait(.seconds(5))
    #expect(harness.screen == .clock)
  }

  @Test func bondsAreStoredBeforeTheyAreReported() throws {
    let harness = ApplicationHarness.started()
    harness.pair()
    let notices = harness.takeNotices()
    let stored = try #require(notices.firstIndex(of: .bondsChanged))
    let told = try #require(notices.firstIndex(of: .ended(.bonded)))
    #expect(stored < told)
  }

  /// Only the first link of a bond ends if the phone sends nothing on it.
  @Test func aBondThatIsSavedBehindItsLinkDoesNotEndTheNextOne() {
    let harness = ApplicationHarness.started()
    harness.savesBonds = false
    harness.pair()
    harness.phone.disconnect()
    harness.run()
    harness.application.noteBondsSaved(now: harness.now)
    harness.savesBonds = true
    harness.answerCommands()
    harness.phone.connect()
    harness.phone.encrypt(with: harness.phone.longTermKey)
    harness.run()
    #expect(harness.results == [.bonded] && harness.states.last == .ready)
    harness.wait(.minutes(2))
    #expect(harness.phone.isConnected)
  }

  @Test func theUserRefusesWithAButton() {
    let harness = ApplicationHarness.started()
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    harness.press(.decline)
    #expect(harness.results == [.failed(.refusedByUs(.numericComparisonFailed))])
    #expect(harness.states.last == .connected)
    #expect(harness.screen == .pairing)
    harness.press(.accept)
    #expect(harness.screen == .clock)
  }

  @Test func thePhoneIsForgottenFromTheMenu() {
    let harness = ApplicationHarness.ready()
    harness.chooseForgetPhone()
    #expect(harness.bondCount == 0)
    #expect(!harness.phone.isConnected)
    #expect(harness.takeNotices().contains(.bondsChanged))
  }

  @Test(arguments: [true, false]) func theNotificationsOfAForgottenPhoneAreRemoved(isConnected: Bool) {
    let harness = ApplicationHarness.ready()
    harness.answerCommands()
    harness.post(uid: 7)
    harness.press(.decline)
    if !isConnected {
      harness.phone.disconnect()
      harness.run()
    }
    #expect(harness.notificationCount == 1)
    harness.chooseForgetPhone()
    #expect(harness.notificationCount == 0)
    #expect(harness.application.watch.unreadCount == 0)
  }

  @Test func forgettingAnotherPhoneLeavesTheList() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds(others: 1))
    harness.answerCommands()
    harness.connect()
    harness.post(uid: 7)
    harness.press(.decline)
    harness.choose(.forgetPhone)
    harness.press(.up)
    harness.press(.accept)
    harness.press(.accept)
    #expect(harness.bondCount == 1 && harness.phone.isConnected)
    #expect(harness.notificationCount == 1)
  }

  @Test func thePhoneThatReturnsFindsItsNotificationsAndAnotherOneFindsNothing() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds(others: 1))
    _ = harness.application.change(.choose(.history, 1), now: harness.now)
    harness.answerCommands()
    harness.connect()
    harness.post(uid: 7)
    harness.phone.disconnect()
    harness.run()
    harness.connect()
    #expect(harness.notificationCount == 1)
    #expect(harness.application.client.phone.lastEventAt != nil)
    harness.phone.disconnect()
    harness.run()
    harness.phone.connect(from: Sample.bond().identity)
    harness.phone.encrypt(with: Sample.bond().longTermKey)
    harness.run()
    #expect(harness.notificationCount == 0)
    #expect(harness.application.client.phone.lastEventAt == nil)
  }

  @Test func theStatusCountsTheBondsThatThereAre() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    #expect(harness.shownBondCount == 1)
    harness.chooseForgetPhone()
    #expect(harness.shownBondCount == 0)
  }

  // MARK: Notifications

  @Test(arguments: [23, 185, 517] as [UInt16]) func aNotificationIsFetchedAtAnyMTU(_ mtu: UInt16) {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.attributes.receiveMTU = mtu
    harness.answerCommands(inPiecesOf: Int(mtu) - 3)
    harness.connect()
    harness.takeNotices()
    harness.post(uid: 7)
    #expect(
      harness.takeNotices() == [
        .watch(.notificationAdded(7)), .watch(.alert(7, AlertDecision(.normal, .new))), .watch(.screen(.alert)),
        .watch(.notificationContent(7)),
      ])
    #expect(harness.phone.violations.isEmpty)
  }

  @Test(arguments: [1, 3, 27]) func aNotificationIsFetchedInFragmentsOfAnySize(_ size: Int) {
    let harness = ApplicationHarness.ready()
    harness.answerCommands(inPiecesOf: 20)
    harness.phone.fragmentSize = { size }
    harness.post(uid: 7)
    #expect(harness.takeNotices().last == .watch(.notificationContent(7)))
  }

  @Test func anActionIsWrittenAndItsResultReported() {
    let harness = ApplicationHarness.ready()
    harness.answerCommands()
    harness.post(uid: 7, category: 1, flags: 0x18)
    #expect(harness.screen == .call)
    harness.press(.accept)
    #expect(harness.phone.attributes.writes.last?.value == [2, 7, 0, 0, 0, 0])
    #expect(harness.takeNotices().contains(.watch(.action(7, .positive, .ok))))
  }

  @Test func anActionThatThePhoneRefusesIsReportedAsRefused() {
    let harness = ApplicationHarness.ready()
    harness.answerCommands()
    harness.post(uid: 7, category: 1, flags: 0x18)
    harness.phone.attributes.refusals[Handle.controlPoint] = [0xA2]
    harness.press(.accept)
    #expect(harness.takeNotices().contains(.watch(.action(7, .positive, .refused(.invalidParameter)))))
  }

  @Test func valuesFromOtherHandlesAreIgnored() {
    let harness = ApplicationHarness.ready()
    harness.notify(0x0044, [0, 0, 4, 1, 7, 0, 0, 0])
    harness.run()
    #expect(harness.notificationCount == 0)
  }

  @Test func aReplyThatALostLinkCutIsRequestedOnTheNextOne() {
    let harness = ApplicationHarness.ready()
    harness.phone.attributes.reply = { command in [[0x1B] + wire(Handle.dataSource) + command[..<5] + [0, 10, 0, 0x61]]
    }
    harness.post(uid: 7)
    harness.phone.disconnect()
    harness.run()
    harness.answerCommands()
    harness.connect()
    harness.takeNotices()
    harness.post(uid: 7, flags: 0x04)
    #expect(harness.takeNotices().last == .watch(.notificationContent(7)))
  }

  @Test func changedServicesAreFoundAgainWithAWriteUnderWay() {
    let harness = ApplicationHarness.ready()
    harness.answerCommands()
    harness.phone.isMute = true
    harness.post(uid: 7)
    harness.changeServices(to: [Server.genericAttribute, Server.genericAttribute, Server.whole])
    #expect(harness.isSessionAbsent)
    #expect(harness.states.last == .discovering)
    harness.phone.isMute = false
    // The response to the pending write.
    harness.phone.send([0x13], on: 4)
    harness.run()
    harness.wait(.milliseconds(100))
    #expect(harness.states.suffix(2) == [.discovering, .ready])
    harness.notify(Handle.notificationSource + 8, [0, 0, 4, 1, 9, 0, 0, 0])
    harness.run()
    #expect(harness.takeNotices().contains(.watch(.notificationAdded(9))))
    // The old handle has no meaning any more.
    harness.notify(Handle.notificationSource, [0, 0, 4, 1, 8, 0, 0, 0])
    harness.run()
    #expect(!harness.takeNotices().contains(.watch(.notificationAdded(8))))
  }

  @Test func servicesMayChangeTheirHandlesAgainAndAgain() {
    let harness = ApplicationHarness.ready()
    harness.answerCommands()
    for shift in 1...6 as ClosedRange<UInt8> {
      let others = [FakeServer.Service](repeating: Server.genericAttribute, count: 1 + Int(shift))
      harness.changeServices(to: others + [Server.whole])
      harness.wait(.milliseconds(100))
      harness.notify(Handle.notificationSource + 8 * UInt16(shift), [0, 0, 4, 1, shift, 0, 0, 0])
      harness.run()
      #expect(harness.takeNotices().contains(.watch(.notificationAdded(NotificationUID(rawValue: UInt32(shift))))))
    }
  }

  @Test func aWriteThatTheLostLinkNeverAnsweredHoldsNothingUp() {
    let harness = ApplicationHarness.ready()
    harness.phone.isMute = true
    harness.post(uid: 7)
    harness.phone.disconnect()
    harness.run()
    harness.phone.isMute = false
    harness.answerCommands()
    harness.connect()
    harness.post(uid: 8)
    #expect(harness.takeNotices().last == .watch(.notificationContent(8)))
  }

  @Test func everyIndicationIsConfirmed() {
    let harness = ApplicationHarness.ready()
    harness.phone.forgetFrames()
    harness.changeServices()
    #expect(harness.phone.heard(on: 4).contains([0x1E]))
  }

  @Test func aBurstOfNotificationsLosesNoNotice() {
    let harness = ApplicationHarness.ready()
    for uid in 0..<100 { harness.post(uid: UInt8(uid), flags: 0x04) }
    let added = harness.takeNotices().count { if case .watch(.notificationAdded) = $0 { true } else { false } }
    #expect(added == 100)
    #expect(harness.lostNoticeCount == 0)
    #expect(harness.notificationCount == 32)
  }

  /// The phone is tested every quarter of an hour, and the controller twice in between.
  @Test func anIdleConnectedWatchWakesForItsTestsAlone() {
    let harness = ApplicationHarness.ready()
    harness.answerCommands()
    harness.wait(.minutes(20))
    let end = harness.now + .minutes(60)
    var deadlines: [Instant] = []
    while let deadline = harness.deadline, deadline <= end, deadlines.count < 100 {
      deadlines.append(deadline)
      harness.wait(deadline.since(harness.now))
    }
    #expect(deadlines.count == 12, "\(deadlines)")
  }

  @Test func aPhoneThatSendsNothingForSixHoursIsSubscribedAgain() {
    let harness = ApplicationHarness.ready()
    harness.answerCommands()
    harness.wait(.minutes(359))
    _ = harness.takeNotices()
    let count = harness.phone.attributes.writes.count
    harness.wait(.minutes(2))
    #expect(
      harness.phone.attributes.writes.dropFirst(count).map(\.value).filter { $0.count == 2 } == [
        [0, 0], [0, 0], [1, 0], [1, 0],
      ])
    let recoveries = harness.takeNotices().compactMap { notice -> Recovery? in
      if case .watch(.recovery(let recovery)) = notice { recovery } else { nil }
    }
    #expect(recoveries.map(\.step) == [.renewed] && recoveries.map(\.cause) == [.silence])
  }

  // MARK: Timing of the link

  /// The services are looked for after encryption, which an iPhone starts up to three seconds after connecting.
  @Test func aLinkThatIsNotYetEncryptedIsAskedForTheTimingOfABusyOne() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.connect()
    harness.run()
    harness.wait(.seconds(2))
    func asked() -> [[UInt8]] { harness.phone.heard(on: 5).map { Array($0.dropFirst(2)) } }
    #expect(asked() == [octets(hex: "08 00 1800 2800 0000 5802")])
    harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
    harness.run()
    harness.wait(.seconds(40))
    #expect(asked().last == octets(hex: "08 00 5400 6c00 0400 5802"), "nothing waits any more")
  }
}
