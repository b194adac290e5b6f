import ATT
import GATT
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import Watch

@Suite struct ProviderLinkTests {
  private typealias Server = NotificationCenterServer
  private typealias Handle = NotificationCenterServer.Handle

  @Test func itLeadsToASubscriptionTheDataSourceFirst() {
    let rig = ProviderRig.begun()
    #expect(rig.stage == .subscribed)
    #expect(rig.bearer.mtu == 185)
    #expect(
      rig.phone.writes.map(\.handle) == [
        Handle.serviceChangedConfiguration, Handle.dataSourceConfiguration, Handle.notificationSourceConfiguration,
      ])
    #expect(rig.phone.writes.map(\.value) == [[2, 0], [1, 0], [1, 0]])
    #expect(
      rig.takeSteps() == [
        .accept(Handle.serviceChanged), .accept(Handle.notificationSource), .accept(Handle.dataSource),
        .serviceFound(hasControlPoint: true, hasDataSource: true), .subscribed,
      ])
    #expect(rig.provider.deadline == nil)
  }

  @Test func nothingHappensBeforeTheLinkIsSecured() {
    let rig = ProviderRig()
    rig.run()
    rig.changeServices()
    rig.wait(.seconds(120))
    #expect(rig.takeSteps().isEmpty)
    #expect(rig.phone.requests.isEmpty)
  }

  @Test func aResultOfNoProcedureChangesNothing() {
    let rig = ProviderRig()
    rig.provider.begin(now: rig.now)
    rig.provider.handle(.success, now: rig.now)
    #expect(rig.stage == .exchangingMTU)
  }

  @Test func aPhoneThatKeepsTheSmallestMTUIsSubscribedToo() {
    let rig = ProviderRig()
    rig.phone.receiveMTU = 23
    rig.begin()
    #expect(rig.stage == .subscribed)
  }

  @Test func aPhoneWithoutServiceChangedIsSubscribedToo() {
    let rig = ProviderRig.begun([Server.whole])
    #expect(rig.stage == .subscribed)
    #expect(rig.provider.serviceChanged == nil)
  }

  @Test func aRefusedConfigurationOfServiceChangedDoesNotMatter() {
    let rig = ProviderRig()
    rig.phone.refusals[Handle.serviceChangedConfiguration] = [0x05]
    rig.begin()
    #expect(rig.stage == .subscribed)
  }

  @Test func anAbsentServiceIsLookedForAfter5And15AndThenEvery60Seconds() {
    let rig = ProviderRig.begun([Server.genericAttribute])
    var seconds: UInt32 = 0
    var searches: [UInt32] = []
    var count = rig.searchCount
    #expect(rig.stage == .waiting)
    while seconds < 210 {
      rig.wait(.seconds(1))
      seconds += 1
      if rig.searchCount > count { searches.append(seconds) }
      count = rig.searchCount
    }
    #expect(searches == [5, 20, 80, 140, 200])
  }

  @Test func aServiceThatComesLaterIsFound() {
    let rig = ProviderRig.begun([Server.genericAttribute])
    rig.phone.services = [Server.genericAttribute, Server.whole]
    rig.wait(.seconds(5))
    #expect(rig.stage == .subscribed)
    #expect(rig.provider.deadline == nil)
  }

  @Test func aServiceThatStaysAwayFor60SecondsEndsTheLinkOnce() {
    let rig = ProviderRig.begun([Server.genericAttribute])
    _ = rig.takeSteps()
    rig.wait(.seconds(59))
    #expect(rig.takeSteps().isEmpty)
    rig.wait(.seconds(1))
    #expect(rig.takeSteps() == [.disconnect])
    rig.wait(.seconds(600))
    #expect(rig.takeSteps().isEmpty)
    rig.reconnect()
    rig.wait(.seconds(600))
    #expect(!rig.takeSteps().contains(.disconnect))
  }

  @Test func afterASubscriptionTheLinkMayBeEndedAgain() {
    let rig = ProviderRig.begun([Server.genericAttribute])
    rig.wait(.seconds(60))
    rig.phone.services = [Server.genericAttribute, Server.whole]
    rig.reconnect()
    #expect(rig.stage == .subscribed)
    rig.phone.services = [Server.genericAttribute]
    rig.reconnect()
    _ = rig.takeSteps()
    rig.wait(.seconds(60))
    #expect(rig.takeSteps() == [.disconnect])
  }

  @Test func aRefusedSubscriptionIsTriedAgainAfterHalfASecond() {
    let rig = ProviderRig()
    rig.phone.refusals[Handle.dataSourceConfiguration] = [0x05]
    rig.begin()
    #expect(rig.stage == .waiting)
    #expect(rig.takeSteps().last == .vanished)
    rig.wait(.milliseconds(499))
    #expect(rig.stage == .waiting)
    rig.wait(.milliseconds(1))
    #expect(rig.stage == .subscribed)
    #expect(rig.takeSteps().last == .subscribed)
  }

  @Test func afterThreeRefusalsItIsTriedOnceAMinute() {
    let rig = ProviderRig()
    rig.phone.refusals[Handle.notificationSourceConfiguration] = .init(repeating: 0x05, count: 5)
    rig.begin()
    rig.wait(.milliseconds(1_500))
    #expect(rig.phone.writeCount(of: Handle.notificationSourceConfiguration) == 4)
    rig.wait(.seconds(59))
    #expect(rig.phone.writeCount(of: Handle.notificationSourceConfiguration) == 4)
    rig.wait(.seconds(61))
    #expect(rig.stage == .subscribed)
  }

  @Test func changedServicesAreLookedAtAfterAPause() {
    let rig = ProviderRig.begun()
    _ = rig.takeSteps()
    let searches = rig.searchCount
    rig.changeServices()
    #expect(rig.takeSteps() == [.vanished])
    rig.wait(.milliseconds(99))
    #expect(rig.searchCount == searches)
    rig.wait(.milliseconds(1))
    #expect(rig.stage == .subscribed)
    #expect(rig.takeSteps().last == .subscribed)
  }

  @Test func manyChangesInARowAreOne() {
    let rig = ProviderRig.begun()
    _ = rig.takeSteps()
    let searches = rig.searchCount
    for _ in 0..<20 {
      rig.changeServices()
      rig.wait(.milliseconds(50))
    }
    #expect(rig.takeSteps() == [.vanished])
    rig.wait(.milliseconds(50))
    #expect(rig.searchCount > searches)
    #expect(rig.stage == .subscribed)
  }

  @Test func aVanishedServiceIsWaitedFor() {
    let rig = ProviderRig.begun()
    rig.changeServices(to: [Server.genericAttribute])
    rig.wait(.seconds(3))
    #expect(rig.stage == .waiting)
    rig.changeServices(to: [Server.genericAttribute, Server.whole])
    rig.wait(.milliseconds(100))
    #expect(rig.stage == .subscribed)
  }

  @Test func servicesAtOtherHandlesAreFoundThere() {
    let rig = ProviderRig.begun()
    rig.changeServices(to: [Server.genericAttribute, Server.genericAttribute, Server.whole])
    rig.wait(.milliseconds(100))
    #expect(rig.stage == .subscribed)
    #expect(rig.provider.handles?.notificationSource.rawValue == Handle.notificationSource + 8)
  }

  /// Whatever was under way when the services changed: its late answer belongs to nobody.
  @Test(arguments: 0..<12) func theAnswerOfAnOvertakenProcedureIsNotTaken(_ answered: Int) {
    let rig = ProviderRig()
    rig.isMute = true
    rig.begin()
    for _ in 0..<answered {
      rig.hearUnanswered(thenMute: true)
    }
    rig.changeServices(to: [Server.genericAttribute, Server.genericAttribute, Server.whole])
    rig.wait(.milliseconds(100))
    rig.hearUnanswered()
    rig.wait(.seconds(20))
    #expect(rig.stage == .subscribed)
    #expect(rig.provider.handles?.notificationSource.rawValue == Handle.notificationSource + 8)
  }

  @Test func theWholeOneOfSeveralServicesIsTaken() {
    let rig = ProviderRig.begun([Server.genericAttribute, Server.broken, Server.sourceOnly, Server.whole])
    #expect(rig.stage == .subscribed)
    #expect(rig.provider.handles?.controlPoint != nil)
    #expect(rig.takeSteps().contains(.serviceFound(hasControlPoint: true, hasDataSource: true)))
  }

  @Test func aServiceWithoutANotificationSourceIsNone() {
    let rig = ProviderRig.begun([Server.genericAttribute, Server.broken])
    #expect(rig.stage == .waiting)
    #expect(rig.takeSteps() == [.accept(Handle.serviceChanged)])
  }

  @Test func aNotificationSourceThatCannotBeSubscribedIsNone() {
    let source = FakeServer.Characteristic(type: Server.notificationSource, properties: 0x10)
    let rig = ProviderRig.begun([
      Server.genericAttribute, FakeServer.Service(type: Server.service, characteristics: [source]),
    ])
    #expect(rig.stage == .waiting)
  }

  /// As some Android phones have it: the whole service, and nothing of it to be subscribed to.
  @Test func aServiceThatCannotBeSubscribedIsPassedOverForOneThatCan() {
    var hollow = Server.whole
    for index in hollow.characteristics.indices { hollow.characteristics[index].descriptors = [] }
    let rig = ProviderRig.begun([Server.genericAttribute, hollow, Server.whole])
    #expect(rig.stage == .subscribed)
    #expect(rig.takeSteps().contains(.serviceFound(hasControlPoint: true, hasDataSource: true)))
    let alone = ProviderRig.begun([Server.genericAttribute, hollow])
    #expect(alone.stage == .waiting)
  }

  @Test func aServiceThatRefusesIsPassedOverForOneThatDoesNot() {
    let rig = ProviderRig()
    rig.phone.services = [Server.genericAttribute, Server.whole, Server.whole]
    rig.phone.refusals[Handle.dataSourceConfiguration] = .init(repeating: 0x0E, count: 1_000)
    rig.begin()
    rig.wait(.seconds(2))
    #expect(rig.stage == .subscribed)
    #expect(rig.provider.handles?.notificationSource.rawValue != Handle.notificationSource)
    #expect(rig.provider.obstacle == nil)
  }

  @Test func servicesThatAllRefuseAreTriedOnceAMinute() {
    let rig = ProviderRig()
    let second = Handle.dataSourceConfiguration + 0x0D
    rig.phone.services = [Server.genericAttribute, Server.whole, Server.whole]
    rig.phone.refusals = [
      Handle.dataSourceConfiguration: .init(repeating: 0x0E, count: 1_000), second: .init(repeating: 0x0E, count: 2),
    ]
    rig.begin()
    rig.wait(.seconds(30))
    #expect(rig.provider.obstacle == .refusal)
    #expect(rig.phone.writeCount(of: second) == 1)
    rig.wait(.minutes(2))
    #expect(rig.phone.writeCount(of: second) == 3)
    #expect(rig.stage == .subscribed)
  }

  @Test func aNotificationSourceAloneIsSubscribed() {
    let rig = ProviderRig.begun([Server.genericAttribute, Server.sourceOnly])
    #expect(rig.stage == .subscribed)
    #expect(
      rig.takeSteps().suffix(2) == [.serviceFound(hasControlPoint: false, hasDataSource: false), .subscribed])
    #expect(rig.phone.writes.last?.handle == Handle.notificationSourceConfiguration)
  }

  // MARK: Silence

  @Test func aSilentPhoneIsSubscribedAnewInTheOrderThatItWants() {
    let rig = ProviderRig.begun()
    _ = rig.takeSteps()
    let count = rig.phone.writes.count
    rig.renew()
    #expect(rig.stage == .subscribed)
    #expect(
      rig.phone.writes.dropFirst(count).map(\.handle) == [
        Handle.notificationSourceConfiguration, Handle.dataSourceConfiguration, Handle.dataSourceConfiguration,
        Handle.notificationSourceConfiguration,
      ])
    #expect(rig.phone.writes.dropFirst(count).map(\.value) == [[0, 0], [0, 0], [1, 0], [1, 0]])
    // With the subscription ends the session, and every UID with it; what is let through stays.
    #expect(
      rig.takeSteps() == [.sessionOver, .serviceFound(hasControlPoint: true, hasDataSource: true), .subscribed])
    rig.wait(.minutes(10))
    #expect(rig.takeSteps().isEmpty)
  }

  @Test func subscriptionsThatCannotBeRenewedEndTheLinkOnce() {
    let rig = ProviderRig.begun()
    rig.phone.refusals[Handle.dataSourceConfiguration] = .init(repeating: 0x0E, count: 1_000)
    rig.renew()
    _ = rig.takeSteps()
    rig.wait(.seconds(60))
    #expect(rig.takeSteps().contains(.disconnect))
    rig.wait(.minutes(60))
    #expect(!rig.takeSteps().contains(.disconnect))
  }

  @Test func aSilentSourceAloneIsToo() {
    let rig = ProviderRig.begun([Server.sourceOnly])
    let count = rig.phone.writes.count
    rig.renew()
    #expect(rig.phone.writes.dropFirst(count).map(\.value) == [[0, 0], [1, 0]])
  }

  @Test func aPhoneThatRefusesToBeUnsubscribedIsSubscribedAllTheSame() {
    let rig = ProviderRig.begun()
    rig.phone.refusals = [Handle.notificationSourceConfiguration: [0x0E], Handle.dataSourceConfiguration: [0x0E]]
    rig.renew()
    #expect(rig.stage == .subscribed)
    #expect(rig.phone.writes.suffix(2).map(\.value) == [[1, 0], [1, 0]])
  }

  @Test func whatIsNotSubscribedIsNotRenewed() {
    let rig = ProviderRig.begun([Server.genericAttribute])
    #expect(rig.stage == .waiting)
    rig.renew()
    #expect(rig.stage == .waiting)
    rig.provider.end()
    rig.renew()
    #expect(rig.stage == .idle)
  }

  @Test func anEndedLinkLeavesNothing() {
    let rig = ProviderRig.begun([Server.genericAttribute])
    rig.provider.end()
    #expect(rig.stage == .idle)
    #expect(rig.provider.deadline == nil)
    rig.wait(.seconds(600))
    #expect(!rig.takeSteps().contains(.disconnect))
  }
}
