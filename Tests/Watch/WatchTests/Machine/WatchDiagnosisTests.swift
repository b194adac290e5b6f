import BluetoothHost
import Peripherals
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import PhoneSupport
@testable import SecurityManager
@testable import Watch

/// The reported reasons why nothing arrives.
@Suite struct WatchDiagnosisTests {
  private typealias Server = NotificationCenterServer
  private typealias Handle = NotificationCenterServer.Handle

  @Test func aWatchWithoutABondReportsIt() {
    let harness = ApplicationHarness.started()
    #expect(harness.troubles == [nil, .notBonded])
    harness.wait(.seconds(120))
    #expect(harness.troubles.last == .notBonded)
  }

  @Test func aStrangerIsNotBonded() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    harness.phone.connect()
    harness.run()
    #expect(harness.states.last == .connected)
    #expect(harness.troubles.last == .notBonded)
  }

  @Test func connectingReportsNoTrouble() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    #expect(harness.troubles == [nil, .noPhone])
    harness.takeNotices()
    harness.answerCommands()
    harness.connect()
    #expect(harness.troubles.allSatisfy { $0 == nil })
    #expect(harness.states.last == .ready)
  }

  @Test func aPhoneThatWentAwayIsMissed() {
    let harness = ApplicationHarness.ready()
    harness.phone.disconnect()
    harness.run()
    #expect(harness.troubles == [.noPhone, .noPhone])
  }

  @Test func aLostTransportIsARadioThatIsOff() {
    let harness = ApplicationHarness.ready()
    harness.stop()
    #expect(harness.troubles.last == .radioOff)
    harness.start()
    #expect(harness.troubles.last == .noPhone)
  }

  @Test func aControllerThatIsMissingFromTheStartIsARadioThatIsOff() {
    let harness = ApplicationHarness()
    harness.fit { $0.light = .usual }
    harness.wait(.seconds(30))
    #expect(harness.application.watch.lightLevel == .off)
    harness.application.noteControllerMissing(now: harness.now)
    harness.run()
    #expect(harness.states.last == .starting && harness.troubles.last == .radioOff)
    #expect(harness.application.watch.lightLevel == .full, "the wearer sees it without a press")
    #expect(harness.application.watch.screen == .status)
    harness.wait(.minutes(2))
    #expect(harness.application.watch.lightLevel == .off && harness.application.watch.screen == .clock)
    harness.start()
    #expect(harness.troubles.last == .notBonded)
  }

  @Test func aMissingControllerLeavesThePageThatTheWearerHasOpened() {
    let harness = ApplicationHarness()
    harness.hold(.decline)
    #expect(harness.application.watch.screen == .menu)
    harness.application.noteControllerMissing(now: harness.now)
    harness.run()
    #expect(harness.application.watch.screen == .menu && harness.troubles.last == .radioOff)
  }

  @Test func theClockShowsWhyTheRadioIsOffWhileTheTimeIsUnknown() {
    func picture(_ trouble: LinkTrouble?) -> [UInt8] {
      let harness = MachineHarness(connected: false)
      harness.setTime(nil, nil, now: harness.now)
      harness.linkChanged(to: .starting, trouble: trouble, now: harness.now)
      return harness.picture
    }
    #expect(picture(.radioOff) != picture(nil))
    #expect(picture(.controllerFailed) != picture(.radioOff))
    #expect(picture(.noPhone) == picture(nil), "the state of the connection says it")
  }

  @Test func aControllerThatFailsIsShownUntilItWorks() {
    let harness = ApplicationHarness.ready()
    harness.deliver([0x04, 0x10, 0x01, 0x42])
    #expect(harness.troubles.last == .controllerFailed)
    harness.stop()
    #expect(harness.troubles.last == .controllerFailed)
    harness.start()
    #expect(harness.troubles.last == .noPhone)
  }

  /// The controller is opened again and again, and does not answer.
  @Test func aLongFaultIsShownForAllOfItsTime() {
    let harness = ApplicationHarness.ready()
    harness.deliver([0x04, 0x10, 0x01, 0x42])
    #expect(harness.troubles.last == .controllerFailed)
    harness.phone.controller.answers[0x0C03] = .silence
    for _ in 0..<60 {
      harness.stop()
      harness.start()
      harness.wait(.minutes(1))
      #expect(harness.troubles.last == .controllerFailed)
    }
    harness.phone.controller.answers[0x0C03] = nil
    harness.stop()
    harness.start()
    #expect(harness.troubles.last == .noPhone)
  }

  @Test func aMissingServiceIsReported() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.attributes.services = [Server.genericAttribute]
    harness.connect()
    #expect(harness.troubles.last == .noService)
    harness.takeNotices()
    harness.wait(.seconds(20))
    #expect(harness.troubles.allSatisfy { $0 == .noService }, "also while it is looked for again")
    harness.answerCommands()
    harness.phone.attributes.services = [Server.genericAttribute, Server.whole]
    harness.changeServices()
    harness.wait(.seconds(1))
    #expect(harness.troubles.last == .some(nil))
  }

  @Test func aSubscriptionThatIsRefusedOnceIsNotReported() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.answerCommands()
    harness.phone.attributes.refusals[Handle.dataSourceConfiguration] = [0x05]
    harness.connect()
    harness.wait(.milliseconds(500))
    #expect(harness.states.last == .ready)
    #expect(!harness.troubles.contains(.notSubscribed))
  }

  @Test func aSubscriptionThatIsRefusedAgainIsReported() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.attributes.refusals[Handle.dataSourceConfiguration] = [0x05, 0x05, 0x05]
    harness.connect()
    harness.wait(.milliseconds(500))
    #expect(harness.troubles.last == .notSubscribed)
    harness.answerCommands()
    harness.wait(.seconds(2))
    #expect(harness.states.last == .ready)
    #expect(harness.troubles.last == .some(nil))
  }

  @Test func aPhoneThatSendsNoNotificationsIsReported() {
    let harness = MachineHarness()
    harness.disconnect()
    harness.isMute = true
    harness.connect()
    _ = harness.command()
    harness.writeCompleted(attError: 0x03, now: harness.now)
    harness.collect()
    #expect(harness.troubles.last == .notAuthorized)
  }

  @Test func onlyTheReasonMayChange() {
    let harness = MachineHarness(connected: false)
    harness.linkChanged(to: .advertising, trouble: .noPhone, now: harness.now)
    harness.linkChanged(to: .advertising, trouble: .noPhone, now: harness.now)
    harness.linkChanged(to: .advertising, trouble: .phoneHeldOff, now: harness.now)
    harness.collect()
    #expect(harness.troubles == [.noPhone, .phoneHeldOff])
  }

  // MARK: Silence

  private func passMinutes(_ count: UInt32, on harness: MachineHarness) {
    for _ in 0..<count {
      harness.wait(.minutes(1))
      harness.setTime(nil, nil, now: harness.now)
    }
    harness.collect()
  }

  @Test func twelveHoursOfSilenceAreReported() {
    let harness = MachineHarness()
    passMinutes(719, on: harness)
    #expect(!harness.troubles.contains(.silent))
    passMinutes(1, on: harness)
    #expect(harness.troubles.last == .silent)
    harness.post(1, .init())
    #expect(harness.troubles.last == .some(nil))
    passMinutes(719, on: harness)
    #expect(harness.troubles.last == .some(nil))
  }

  @Test func silenceWithoutALinkIsNotReported() {
    let harness = MachineHarness()
    harness.disconnect()
    passMinutes(2_000, on: harness)
    #expect(!harness.troubles.contains(.silent))
    harness.connect()
    passMinutes(60, on: harness)
    #expect(!harness.troubles.contains(.silent), "it counts from when the link was ready")
  }

  @Test func theStatusGrowsOlderByTheMinute() {
    let harness = MachineHarness()
    harness.post(1, .init(flags: 0x01))
    harness.press(.decline)
    #expect(harness.screen == .status)
    let first = harness.picture
    harness.wait(.seconds(70))
    harness.setTime(nil, nil, now: harness.now)
    #expect(harness.takeNeedsRedraw())
    #expect(harness.picture != first)
  }

  @Test func theStatusShowsEveryTroubleInItsOwnWay() {
    var pictures: Set<[UInt8]> = []
    let troubles = (UInt8.min...UInt8.max).compactMap { LinkTrouble(rawValue: $0) }.filter { $0 != .silent }
    for trouble in troubles {
      let harness = MachineHarness(connected: false)
      harness.linkChanged(to: .advertising, trouble: trouble, now: harness.now)
      harness.press(.decline)
      pictures.insert(harness.picture)
    }
    #expect(pictures.count == troubles.count)
  }

  @Test func oneUpMovesAStatusWhoseTextBecameShorter() {
    let harness = MachineHarness(connected: false)
    harness.linkChanged(to: .advertising, trouble: .bondUnknownToWatch, now: harness.now)
    harness.collect()
    harness.press(.decline)
    for _ in 0..<20 { harness.press(.down) }
    harness.linkChanged(to: .advertising, trouble: .noPhone, now: harness.now)
    harness.collect()
    #expect(harness.screen == .status)
    let end = harness.picture
    harness.press(.up)
    #expect(harness.picture != end)
  }

  // MARK: Bonds that do not match

  private func askForUnknownKey(_ harness: ApplicationHarness) {
    for _ in 0..<2 {
      harness.phone.connect()
      harness.phone.encrypt(with: Sample.phoneBond.longTermKey)
      harness.run()
      harness.phone.disconnect(0x13)
      harness.run()
    }
  }

  @Test func aKeyRequestWithoutAnyBondIsAnsweredByAdvice() {
    let harness = ApplicationHarness.started()
    askForUnknownKey(harness)
    #expect(harness.troubles.last == .bondUnknownToWatch)
    #expect(harness.screen == .pairAgain)
  }

  /// Two radios with random addresses can cause that, so it is no reason to delete a bond.
  @Test func aKeyRequestBesideABondIsOnlyMarkedUntilThePairingWindowIsOpened() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
    askForUnknownKey(harness)
    #expect(harness.states.last == .phoneRefused)
    #expect(harness.troubles.last == .keyRequested)
    #expect(harness.screen == .clock)
    harness.choose(.pairNewPhone)
    #expect(harness.states.last == .pairingOpen)
    #expect(harness.troubles.last == .pairingWindowOpen)
    harness.wait(.minutes(2))
    #expect(harness.troubles.last == .noPhone)
  }

  @Test func aRefusedPairingIsOnlyMarkedUntilAPhoneIsSecured() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    harness.phone.disconnect(0x13)
    harness.run()
    #expect(harness.results == [.failed(.refusedByUs(.pairingNotSupported))])
    #expect(harness.states.last == .phoneRefused)
    #expect(harness.troubles.last == .pairingRequested)
    #expect(harness.screen == .clock)
    harness.connect()
    harness.phone.disconnect(0x13)
    harness.run()
    #expect(harness.troubles.last == .noPhone)
  }

  private func askToPair(_ harness: ApplicationHarness) {
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    harness.phone.disconnect(0x13)
    harness.run()
  }

  /// A stranger that has gone must not leave its mark for days.
  @Test func theMarkOfAStrangerEndsTenMinutesAfterItsLastSign() {
    let signs: [((ApplicationHarness) -> Void, LinkTrouble)] = [
      (askToPair, .pairingRequested), (askForUnknownKey, .keyRequested),
    ]
    for (giveSign, trouble) in signs {
      let harness = ApplicationHarness.started(bonds: Sample.bonds(bondedWithPhone: false, others: 1))
      giveSign(harness)
      harness.wait(.minutes(9))
      #expect(harness.troubles.last == trouble)
      giveSign(harness)
      harness.wait(.milliseconds(599_000))
      #expect(harness.troubles.last == trouble)
      harness.wait(.seconds(2))
      #expect(harness.troubles.last == .noPhone)
      giveSign(harness)
      #expect(harness.troubles.last == trouble)
    }
  }

  /// Without a bond, the phone has to forget the watch, however long that takes.
  @Test func theMarkOfALostBondStays() {
    let harness = ApplicationHarness.started()
    askForUnknownKey(harness)
    harness.wait(.minutes(60))
    #expect(harness.troubles.last == .bondUnknownToWatch)
  }

  @Test func theMarkChangesTheClock() {
    let harness = MachineHarness(connected: false)
    harness.linkChanged(to: .advertising, trouble: .noPhone, now: harness.now)
    let before = harness.picture
    harness.linkChanged(to: .phoneRefused, trouble: .pairingRequested, now: harness.now)
    #expect(harness.screen == .clock)
    #expect(harness.picture != before)
  }

  @Test func aRefusedPairingIsShownIfThereIsNoBond() {
    let harness = ApplicationHarness.started()
    harness.wait(.minutes(2))
    harness.phone.connect()
    harness.phone.startPairing()
    harness.run()
    #expect(harness.screen == .pairing)
    #expect(harness.application.watch.dialogues.pairing.step == .failed(.windowClosed))
  }

  @Test func aPhoneThatForgotTheWatchIsReportedUntilItIsForgotten() {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.connect()
    harness.run()
    harness.phone.disconnect(0x06)
    harness.run()
    #expect(harness.troubles.last == .bondUnknownToPhone)
    #expect(harness.screen == .clock)
    harness.chooseForgetPhone()
    #expect(harness.troubles.last == .notBonded)
    #expect(harness.bondCount == 0)
  }

  @Test func aDisconnectedPhoneMayNotConnectForAMinute() {
    let harness = ApplicationHarness.ready()
    harness.choose(.disconnect)
    #expect(harness.troubles.last == .phoneHeldOff)
    harness.wait(.seconds(59))
    #expect(harness.troubles.last == .phoneHeldOff)
    harness.wait(.seconds(2))
    #expect(harness.troubles.last == .noPhone)
  }
}
