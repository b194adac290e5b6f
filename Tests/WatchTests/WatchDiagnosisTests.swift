import Peripherals
import Screens
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

/// Why nothing arrives, as it is told.
@Suite struct WatchDiagnosisTests {
  private typealias Server = NotificationCenterServer
  private typealias Handle = NotificationCenterServer.Handle

  @Test func aWatchWithoutABondSaysSo() {
    let scene = WatchScene.started()
    #expect(scene.troubles == [nil, .notBonded])
    scene.wait(.seconds(120))
    #expect(scene.troubles.last == .notBonded)
  }

  @Test func aStrangerIsNotBonded() {
    let scene = WatchScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    scene.phone.connect()
    scene.run()
    #expect(scene.states.last == .connected)
    #expect(scene.troubles.last == .notBonded)
  }

  @Test func theWayToReadyHasNoTrouble() {
    let scene = WatchScene.started(bonds: Sample.bonds())
    #expect(scene.troubles == [nil, .noPhone])
    scene.takeNotices()
    scene.answerCommands()
    scene.connect()
    #expect(scene.troubles.allSatisfy { $0 == nil })
    #expect(scene.states.last == .ready)
  }

  @Test func aPhoneThatWentAwayIsMissed() {
    let scene = WatchScene.ready()
    scene.phone.disconnect()
    scene.run()
    #expect(scene.troubles == [.noPhone, .noPhone])
  }

  @Test func aLostTransportIsARadioThatIsOff() {
    let scene = WatchScene.ready()
    scene.stop()
    #expect(scene.troubles.last == .radioOff)
    scene.start()
    #expect(scene.troubles.last == .noPhone)
  }

  @Test func aControllerThatFailsIsSaidToUntilItWorks() {
    let scene = WatchScene.ready()
    scene.deliver([0x04, 0x10, 0x01, 0x42])
    #expect(scene.troubles.last == .controllerFailed)
    scene.stop()
    #expect(scene.troubles.last == .controllerFailed)
    scene.start()
    #expect(scene.troubles.last == .noPhone)
  }

  @Test func aMissingServiceIsTold() {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.phone.attributes.services = [Server.genericAttribute]
    scene.connect()
    #expect(scene.troubles.last == .noService)
    scene.takeNotices()
    scene.wait(.seconds(20))
    #expect(scene.troubles.allSatisfy { $0 == .noService }, "also while it is looked for again")
    scene.answerCommands()
    scene.phone.attributes.services = [Server.genericAttribute, Server.whole]
    scene.changeServices()
    scene.wait(.seconds(1))
    #expect(scene.troubles.last == .some(nil))
  }

  @Test func aSubscriptionThatIsRefusedOnceIsNoTrouble() {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.answerCommands()
    scene.phone.attributes.refusals[Handle.dataSourceConfiguration] = [0x05]
    scene.connect()
    scene.wait(.milliseconds(500))
    #expect(scene.states.last == .ready)
    #expect(!scene.troubles.contains(.notSubscribed))
  }

  @Test func aSubscriptionThatIsRefusedAgainIsTold() {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.phone.attributes.refusals[Handle.dataSourceConfiguration] = [0x05, 0x05, 0x05]
    scene.connect()
    scene.wait(.milliseconds(500))
    #expect(scene.troubles.last == .notSubscribed)
    scene.answerCommands()
    scene.wait(.seconds(2))
    #expect(scene.states.last == .ready)
    #expect(scene.troubles.last == .some(nil))
  }

  @Test func aPhoneThatKeepsItsNotificationsIsTold() {
    let wrist = Wrist()
    wrist.disconnect()
    wrist.isMute = true
    wrist.connect()
    _ = wrist.command()
    wrist.watch.writeCompleted(attError: 0x03, now: wrist.now)
    wrist.collect()
    #expect(wrist.troubles.last == .notAuthorized)
  }

  @Test func onlyTheReasonMayChange() {
    let wrist = Wrist(connected: false)
    wrist.watch.linkChanged(to: .advertising, trouble: .noPhone, now: wrist.now)
    wrist.watch.linkChanged(to: .advertising, trouble: .noPhone, now: wrist.now)
    wrist.watch.linkChanged(to: .advertising, trouble: .phoneHeldOff, now: wrist.now)
    wrist.collect()
    #expect(wrist.troubles == [.noPhone, .phoneHeldOff])
  }

  // MARK: Silence

  private func passMinutes(_ count: UInt32, on wrist: Wrist) {
    for _ in 0..<count {
      wrist.wait(.minutes(1))
      wrist.watch.setTime(nil, nil, now: wrist.now)
    }
    wrist.collect()
  }

  @Test func twelveHoursWithoutAWordAreTold() {
    let wrist = Wrist()
    passMinutes(719, on: wrist)
    #expect(!wrist.troubles.contains(.silent))
    passMinutes(1, on: wrist)
    #expect(wrist.troubles.last == .silent)
    wrist.post(1, .init())
    #expect(wrist.troubles.last == .some(nil))
    passMinutes(719, on: wrist)
    #expect(wrist.troubles.last == .some(nil))
  }

  @Test func withoutALinkSilenceIsNoNews() {
    let wrist = Wrist()
    wrist.disconnect()
    passMinutes(2_000, on: wrist)
    #expect(!wrist.troubles.contains(.silent))
    wrist.connect()
    passMinutes(60, on: wrist)
    #expect(!wrist.troubles.contains(.silent), "it counts from when the link was ready")
  }

  @Test func theStatusGrowsOlderByTheMinute() {
    let wrist = Wrist()
    wrist.post(1, .init(flags: 0x01))
    wrist.press(.decline)
    #expect(wrist.screen == .status)
    let first = wrist.picture
    wrist.wait(.seconds(70))
    wrist.watch.setTime(nil, nil, now: wrist.now)
    #expect(wrist.takeNeedsRedraw())
    #expect(wrist.picture != first)
  }

  @Test func theStatusShowsEveryTroubleInItsOwnWay() {
    var pictures: Set<[UInt8]> = []
    let troubles = (UInt8.min...UInt8.max).compactMap { LinkTrouble(rawValue: $0) }.filter { $0 != .silent }
    for trouble in troubles {
      let wrist = Wrist(connected: false)
      wrist.watch.linkChanged(to: .advertising, trouble: trouble, now: wrist.now)
      wrist.press(.decline)
      pictures.insert(wrist.picture)
    }
    #expect(pictures.count == troubles.count)
  }

  // MARK: Bonds that do not match

  @Test func aPhoneThatTheWatchForgotIsToldUntilThePairingWindowIsOpened() {
    let scene = WatchScene.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    for _ in 0..<2 {
      scene.phone.connect()
      scene.phone.encrypt(with: Sample.phoneBond.longTermKey)
      scene.run()
      scene.phone.disconnect(0x13)
      scene.run()
    }
    #expect(scene.states.last == .bondLost)
    #expect(scene.troubles.last == .bondUnknownToWatch)
    #expect(scene.screen == .pairAgain)
    scene.press(.accept)
    #expect(scene.states.last == .pairingOpen)
    #expect(scene.troubles.last == .pairingWindowOpen)
  }

  @Test func aPhoneThatForgotTheWatchIsToldUntilItIsForgotten() {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.phone.connect()
    scene.run()
    scene.phone.disconnect(0x06)
    scene.run()
    #expect(scene.troubles.last == .bondUnknownToPhone)
    #expect(scene.screen == .pairAgain)
    scene.press(.decline)
    scene.chooseForgetPhone()
    #expect(scene.troubles.last == .notBonded)
    #expect(scene.bondCount == 0)
  }

  @Test func aPhoneThatWasSentAwayIsHeldOffForAMinute() {
    let scene = WatchScene.ready()
    scene.choose(.disconnect)
    #expect(scene.troubles.last == .phoneHeldOff)
    scene.wait(.seconds(59))
    #expect(scene.troubles.last == .phoneHeldOff)
    scene.wait(.seconds(2))
    #expect(scene.troubles.last == .noPhone)
  }
}
