import ANCS
import BluetoothHost
import Peripherals
import Screens
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

@Suite struct WatchApplicationTests {
  private typealias Server = NotificationCenterServer
  private typealias Handle = NotificationCenterServer.Handle

  // MARK: States

  @Test func aStartIsToldStateByState() {
    #expect(WatchScene.started(bonds: Sample.bonds()).states == [.starting, .advertising])
  }

  @Test func withoutABondTheWatchSaysThatItCanBePaired() {
    let scene = WatchScene.started()
    #expect(scene.states == [.starting, .pairingOpen])
    scene.wait(.seconds(120))
    #expect(scene.states == [.starting, .pairingOpen, .advertising])
  }

  @Test func aBondedPhonesWayToReadyIsToldStateByState() {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.takeNotices()
    scene.answerCommands()
    scene.connect()
    #expect(scene.states == [.connected, .encrypted, .discovering, .ready])
    #expect(scene.phone.violations.isEmpty)
  }

  @Test func aLostLinkIsToldAndThenThatThePhoneIsLookedFor() {
    let scene = WatchScene.ready()
    scene.phone.disconnect()
    scene.run()
    #expect(scene.states == [.disconnected, .advertising])
    #expect(scene.isSessionAbsent)
  }

  @Test func aLostTransportIsToldAndThenThatTheWatchRecovers() {
    let scene = WatchScene.ready()
    scene.stop()
    #expect(scene.states == [.disconnected, .recovering])
    scene.start()
    scene.connect()
    #expect(scene.states.dropFirst(2) == [.advertising, .connected, .encrypted, .discovering, .ready])
  }

  @Test func aFailedControllerIsToldOf() {
    let scene = WatchScene.ready()
    scene.deliver([0x04, 0x10, 0x01, 0x42])
    #expect(scene.takeNotices().contains(.controllerFailed))
  }

  @Test func aPhoneWithoutNotificationsIsToldOf() {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.phone.attributes.services = [Server.genericAttribute]
    scene.connect()
    #expect(scene.states.last == .noNotifications)
    scene.wait(.seconds(59))
    #expect(scene.phone.disconnectReasons.isEmpty)
    scene.wait(.seconds(2))
    #expect(scene.phone.disconnectReasons == [0x13])
    #expect(scene.states.suffix(2) == [.disconnected, .advertising])
  }

  @Test func aPhoneWhoseKeyIsGoneIsToldOfUntilItIsSecuredAgain() {
    let scene = WatchScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    for _ in 0..<2 {
      scene.phone.connect()
      scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
      scene.run()
      scene.phone.disconnect()
      scene.run()
    }
    #expect(scene.states.last == .bondLost)
  }

  // MARK: Pairing

  @Test func theUserPairsWithTheButtons() throws {
    let scene = WatchScene.started()
    scene.takeNotices()
    scene.answerCommands()
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    let code = try #require(scene.phone.code)
    #expect(scene.takeNotices().contains(.code(code)))
    #expect(scene.screen == .pairing)
    scene.press(.accept)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    #expect(scene.results == [.bonded])
    #expect(scene.states == [.encrypted, .discovering, .ready])
    #expect(scene.bondCount == 1)
    scene.wait(.seconds(5))
    #expect(scene.screen == .clock)
  }

  @Test func bondsAreToBeStoredBeforeTheyAreToldOf() throws {
    let scene = WatchScene.started()
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    scene.press(.accept)
    scene.phone.decide(isConfirmed: true)
    scene.run()
    let notices = scene.takeNotices()
    let stored = try #require(notices.firstIndex(of: .bondsChanged))
    let told = try #require(notices.firstIndex(of: .ended(.bonded)))
    #expect(stored < told)
  }

  @Test func theUserRefusesWithAButton() {
    let scene = WatchScene.started()
    scene.phone.connect()
    scene.phone.startPairing()
    scene.run()
    scene.press(.decline)
    #expect(scene.results == [.failed(.refusedByUs(code: 0x0C))])
    #expect(scene.states.last == .connected)
    #expect(scene.screen == .pairing)
    scene.press(.accept)
    #expect(scene.screen == .clock)
  }

  @Test func thePhoneIsForgottenFromTheMenu() {
    let scene = WatchScene.ready()
    scene.chooseForgetPhone()
    #expect(scene.bondCount == 0)
    #expect(!scene.phone.isConnected)
    #expect(scene.takeNotices().contains(.bondsChanged))
  }

  @Test func theStatusCountsTheBondsThatThereAre() {
    let scene = WatchScene.started(bonds: Sample.bonds())
    #expect(scene.shownBondCount == 1)
    scene.chooseForgetPhone()
    #expect(scene.shownBondCount == 0)
  }

  // MARK: Notifications

  @Test(arguments: [23, 185, 517] as [UInt16]) func aNotificationIsFetchedAtAnyMTU(_ mtu: UInt16) {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.phone.attributes.receiveMTU = mtu
    scene.answerCommands(inPiecesOf: Int(mtu) - 3)
    scene.connect()
    scene.takeNotices()
    scene.post(uid: 7)
    #expect(
      scene.takeNotices() == [
        .watch(.notificationAdded(7)), .watch(.alert(7, AlertDecision(.normal, .new))), .watch(.screen(.alert)),
        .watch(.notificationContent(7)),
      ])
    #expect(scene.phone.violations.isEmpty)
  }

  @Test(arguments: [1, 3, 27]) func aNotificationIsFetchedInFragmentsOfAnySize(_ size: Int) {
    let scene = WatchScene.ready()
    scene.answerCommands(inPiecesOf: 20)
    scene.phone.fragmentSize = { size }
    scene.post(uid: 7)
    #expect(scene.takeNotices().last == .watch(.notificationContent(7)))
  }

  @Test func anActionIsWrittenAndItsResultTold() {
    let scene = WatchScene.ready()
    scene.answerCommands()
    scene.post(uid: 7, category: 1, flags: 0x18)
    #expect(scene.screen == .call)
    scene.press(.accept)
    #expect(scene.phone.attributes.writes.last?.value == [2, 7, 0, 0, 0, 0])
    #expect(scene.takeNotices().contains(.watch(.action(7, .positive, .ok))))
  }

  @Test func anActionThatThePhoneRefusesIsToldAsRefused() {
    let scene = WatchScene.ready()
    scene.answerCommands()
    scene.post(uid: 7, category: 1, flags: 0x18)
    scene.phone.attributes.refusals[Handle.controlPoint] = [0xA2]
    scene.press(.accept)
    #expect(scene.takeNotices().contains(.watch(.action(7, .positive, .refused(.invalidParameter)))))
  }

  @Test func valuesFromOtherHandlesAreNotHeard() {
    let scene = WatchScene.ready()
    scene.notify(0x0044, [0, 0, 4, 1, 7, 0, 0, 0])
    scene.run()
    #expect(scene.notificationCount == 0)
  }

  @Test func aLinkLostInMidReplyIsMadeUpForOnTheNextOne() {
    let scene = WatchScene.ready()
    scene.phone.attributes.reply = { command in [[0x1B] + wire(Handle.dataSource) + command[..<5] + [0, 10, 0, 0x61]] }
    scene.post(uid: 7)
    scene.phone.disconnect()
    scene.run()
    scene.answerCommands()
    scene.connect()
    scene.takeNotices()
    scene.post(uid: 7, flags: 0x04)
    #expect(scene.takeNotices().last == .watch(.notificationContent(7)))
  }

  @Test func changedServicesAreFoundAgainWithAWriteUnderWay() {
    let scene = WatchScene.ready()
    scene.answerCommands()
    scene.phone.isMute = true
    scene.post(uid: 7)
    scene.changeServices(to: [Server.genericAttribute, Server.genericAttribute, Server.whole])
    #expect(scene.isSessionAbsent)
    #expect(scene.states.last == .noNotifications)
    scene.phone.isMute = false
    // The answer to the write that was under way.
    scene.phone.send([0x13], on: 4)
    scene.run()
    scene.wait(.milliseconds(100))
    #expect(scene.states.suffix(2) == [.discovering, .ready] || scene.states.last == .discovering)
    scene.notify(Handle.notificationSource + 8, [0, 0, 4, 1, 9, 0, 0, 0])
    scene.run()
    #expect(scene.takeNotices().contains(.watch(.notificationAdded(9))))
    // What had this handle has no more meaning.
    scene.notify(Handle.notificationSource, [0, 0, 4, 1, 8, 0, 0, 0])
    scene.run()
    #expect(!scene.takeNotices().contains(.watch(.notificationAdded(8))))
  }

  @Test func servicesMayChangeTheirHandlesAgainAndAgain() {
    let scene = WatchScene.ready()
    scene.answerCommands()
    for shift in 1...6 as ClosedRange<UInt8> {
      let others = [FakeServer.Service](repeating: Server.genericAttribute, count: 1 + Int(shift))
      scene.changeServices(to: others + [Server.whole])
      scene.wait(.milliseconds(100))
      scene.notify(Handle.notificationSource + 8 * UInt16(shift), [0, 0, 4, 1, shift, 0, 0, 0])
      scene.run()
      #expect(scene.takeNotices().contains(.watch(.notificationAdded(NotificationUID(rawValue: UInt32(shift))))))
    }
  }

  @Test func aWriteThatTheLostLinkNeverAnsweredHoldsNothingUp() {
    let scene = WatchScene.ready()
    scene.phone.isMute = true
    scene.post(uid: 7)
    scene.phone.disconnect()
    scene.run()
    scene.phone.isMute = false
    scene.answerCommands()
    scene.connect()
    scene.post(uid: 8)
    #expect(scene.takeNotices().last == .watch(.notificationContent(8)))
  }

  @Test func everyIndicationIsConfirmed() {
    let scene = WatchScene.ready()
    scene.phone.forgetFrames()
    scene.changeServices()
    #expect(scene.phone.heard(on: 4).contains([0x1E]))
  }

  @Test func aBurstOfNotificationsLosesNoNotice() {
    let scene = WatchScene.ready()
    for uid in 0..<100 { scene.post(uid: UInt8(uid), flags: 0x04) }
    let added = scene.takeNotices().count { if case .watch(.notificationAdded) = $0 { true } else { false } }
    #expect(added == 100)
    #expect(scene.lostNoticeCount == 0)
    #expect(scene.notificationCount == 32)
  }

  /// Nothing else wakes it than the question, every five minutes, whether the controller is still there.
  @Test func anIdleConnectedWatchWaitsForItsWatchdogAlone() throws {
    let scene = WatchScene.ready()
    scene.answerCommands()
    scene.wait(.seconds(600))
    let first = try #require(scene.deadline)
    scene.wait(.seconds(300))
    #expect(scene.deadline == first + .minutes(5))
  }

  @Test func aPhoneThatSendsNothingForSixHoursIsSubscribedAnew() {
    let scene = WatchScene.ready()
    scene.answerCommands()
    scene.wait(.minutes(359))
    _ = scene.takeNotices()
    let count = scene.phone.attributes.writes.count
    scene.wait(.minutes(2))
    #expect(
      scene.phone.attributes.writes.dropFirst(count).map(\.value).filter { $0.count == 2 } == [
        [0, 0], [0, 0], [1, 0], [1, 0],
      ])
    let recoveries = scene.takeNotices().compactMap { notice -> Recovery? in
      if case .watch(.recovery(let recovery)) = notice { recovery } else { nil }
    }
    #expect(recoveries.map(\.step) == [.renewed] && recoveries.map(\.cause) == [.silence])
  }
}
