import ATT
import GATT
import TestSupport
import Testing
import Timing

@testable import PhoneClient
@testable import PhoneSupport

@Suite struct NotificationSubscriptionTests {
  private typealias Server = NotificationCenterServer
  private typealias Handle = NotificationCenterServer.Handle

  @Test func itSubscribesToTheDataSourceFirst() {
    let harness = SubscriptionHarness.begun()
    #expect(harness.phase == .subscribed)
    #expect(harness.bearer.mtu == 185)
    #expect(
      harness.phone.writes.map(\.handle) == [
        Handle.serviceChangedConfiguration, Handle.dataSourceConfiguration, Handle.notificationSourceConfiguration,
      ])
    #expect(harness.phone.writes.map(\.value) == [[2, 0], [1, 0], [1, 0]])
    #expect(
      harness.takeSteps() == [
        .accept(Handle.serviceChanged), .accept(Handle.notificationSource), .accept(Handle.dataSource),
        .serviceFound(hasControlPoint: true, hasDataSource: true), .subscribed,
      ])
    #expect(harness.services.deadline == nil)
  }

  @Test func nothingHappensBeforeTheLinkIsSecured() {
    let harness = SubscriptionHarness()
    harness.run()
    harness.changeServices()
    harness.wait(.seconds(120))
    #expect(harness.takeSteps().isEmpty)
    #expect(harness.phone.requests.isEmpty)
  }

  @Test func aResultOfNoProcedureChangesNothing() {
    let harness = SubscriptionHarness()
    harness.services.begin(now: harness.now)
    harness.services.handle(.success, now: harness.now)
    #expect(harness.phase == .exchangingMTU)
  }

  @Test func aPhoneThatKeepsTheSmallestMTUIsSubscribedToo() {
    let harness = SubscriptionHarness()
    harness.phone.receiveMTU = 23
    harness.begin()
    #expect(harness.phase == .subscribed)
  }

  @Test func aPhoneWithoutServiceChangedIsSubscribedToo() {
    let harness = SubscriptionHarness.begun([Server.whole])
    #expect(harness.phase == .subscribed)
    #expect(harness.services.characteristics.handle(of: .serviceChanged) == nil)
  }

  @Test func aRefusedConfigurationOfServiceChangedDoesNotMatter() {
    let harness = SubscriptionHarness()
    harness.phone.refusals[Handle.serviceChangedConfiguration] = [0x05]
    harness.begin()
    #expect(harness.phase == .subscribed)
  }

  @Test func anAbsentServiceIsLookedForAfter5And15AndThenEvery60Seconds() {
    let harness = SubscriptionHarness.begun([Server.genericAttribute])
    var seconds: UInt32 = 0
    var searches: [UInt32] = []
    var count = harness.searchCount
    #expect(harness.phase == .waiting)
    while seconds < 210 {
      harness.wait(.seconds(1))
      seconds += 1
      if harness.searchCount > count { searches.append(seconds) }
      count = harness.searchCount
    }
    #expect(searches == [5, 20, 80, 140, 200])
  }

  @Test func aServiceThatComesLaterIsFound() {
    let harness = SubscriptionHarness.begun([Server.genericAttribute])
    harness.phone.services = [Server.genericAttribute, Server.whole]
    harness.wait(.seconds(5))
    #expect(harness.phase == .subscribed)
    #expect(harness.services.deadline == nil)
  }

  @Test func aServiceThatStaysAwayFor60SecondsEndsTheLinkOnce() {
    let harness = SubscriptionHarness.begun([Server.genericAttribute])
    _ = harness.takeSteps()
    harness.wait(.seconds(59))
    #expect(harness.takeSteps().isEmpty)
    harness.wait(.seconds(1))
    #expect(harness.takeSteps() == [.disconnect])
    harness.wait(.seconds(600))
    #expect(harness.takeSteps().isEmpty)
    harness.reconnect()
    harness.wait(.seconds(600))
    #expect(!harness.takeSteps().contains(.disconnect))
  }

  @Test func afterASubscriptionTheLinkMayBeEndedAgain() {
    let harness = SubscriptionHarness.begun([Server.genericAttribute])
    harness.wait(.seconds(60))
    harness.phone.services = [Server.genericAttribute, Server.whole]
    harness.reconnect()
    #expect(harness.phase == .subscribed)
    harness.phone.services = [Server.genericAttribute]
    harness.reconnect()
    _ = harness.takeSteps()
    harness.wait(.seconds(60))
    #expect(harness.takeSteps() == [.disconnect])
  }

  @Test func aRefusedSubscriptionIsTriedAgainAfterHalfASecond() {
    let harness = SubscriptionHarness()
    harness.phone.refusals[Handle.dataSourceConfiguration] = [0x05]
    harness.begin()
    #expect(harness.phase == .waiting)
    #expect(harness.takeSteps().last == .vanished)
    harness.wait(.milliseconds(499))
    #expect(harness.phase == .waiting)
    harness.wait(.milliseconds(1))
    #expect(harness.phase == .subscribed)
    #expect(harness.takeSteps().last == .subscribed)
  }

  @Test func afterThreeRefusalsItIsTriedOnceAMinute() {
    let harness = SubscriptionHarness()
    harness.phone.refusals[Handle.notificationSourceConfiguration] = .init(repeating: 0x05, count: 5)
    harness.begin()
    harness.wait(.milliseconds(1_500))
    #expect(harness.phone.writeCount(of: Handle.notificationSourceConfiguration) == 4)
    harness.wait(.seconds(59))
    #expect(harness.phone.writeCount(of: Handle.notificationSourceConfiguration) == 4)
    harness.wait(.seconds(61))
    #expect(harness.phase == .subscribed)
  }

  @Test func changedServicesAreLookedAtAfterAPause() {
    let harness = SubscriptionHarness.begun()
    _ = harness.takeSteps()
    let searches = harness.searchCount
    harness.changeServices()
    #expect(harness.takeSteps() == [.vanished])
    harness.wait(.milliseconds(99))
    #expect(harness.searchCount == searches)
    harness.wait(.milliseconds(1))
    #expect(harness.phase == .subscribed)
    #expect(harness.takeSteps().last == .subscribed)
  }

  @Test func manyChangesInARowAreOne() {
    let harness = SubscriptionHarness.begun()
    _ = harness.takeSteps()
    let searches = harness.searchCount
    for _ in 0..<20 {
      harness.changeServices()
      harness.wait(.milliseconds(50))
    }
    #expect(harness.takeSteps() == [.vanished])
    harness.wait(.milliseconds(50))
    #expect(harness.searchCount > searches)
    #expect(harness.phase == .subscribed)
  }

  @Test func aVanishedServiceIsSearchedAgain() {
    let harness = SubscriptionHarness.begun()
    harness.changeServices(to: [Server.genericAttribute])
    harness.wait(.seconds(3))
    #expect(harness.phase == .waiting)
    harness.changeServices(to: [Server.genericAttribute, Server.whole])
    harness.wait(.milliseconds(100))
    #expect(harness.phase == .subscribed)
  }

  /// - Conformance: iPhone | 5.3 absent at first
  @Test func aVanishedServiceThatStaysAwayEndsTheLinkOnceHoweverOftenServicesChange() {
    let harness = SubscriptionHarness.begun()
    harness.changeServices(to: [Server.genericAttribute])
    _ = harness.takeSteps()
    harness.wait(.seconds(30))
    harness.changeServices()
    harness.wait(.milliseconds(29_999))
    #expect(harness.takeSteps().isEmpty)
    harness.wait(.milliseconds(1))
    #expect(harness.takeSteps() == [.disconnect])
    harness.changeServices()
    harness.wait(.minutes(10))
    #expect(!harness.takeSteps().contains(.disconnect))
  }

  // MARK: Ranges of Service Changed

  private func range(_ first: UInt16, _ last: UInt16) throws -> HandleRange {
    try #require(HandleRange(rawFirst: first, rawLast: last))
  }

  /// - Conformance: iPhone | 5.26 services of others
  @Test(arguments: [(0x0022, 0xFFFF), (0x0001, 0x0010), (0x0200, 0x0220)] as [(UInt16, UInt16)])
  func aRangeWithoutAKnownHandleChangesNothing(_ first: UInt16, _ last: UInt16) throws {
    let harness = SubscriptionHarness.begun()
    let count = harness.phone.writes.count
    _ = harness.takeSteps()
    for _ in 0..<60 {
      harness.changeServices(in: try range(first, last))
      harness.wait(.minutes(1))
    }
    #expect(harness.takeSteps().isEmpty)
    #expect(harness.phone.writes.count == count)
    #expect(harness.phase == .subscribed)
  }

  @Test func aRangeThatTouchesTheServiceIsLookedAt() throws {
    let harness = SubscriptionHarness.begun()
    _ = harness.takeSteps()
    harness.changeServices(in: try range(Handle.dataSourceConfiguration, 0xFFFF))
    #expect(harness.takeSteps() == [.vanished])
    harness.wait(.milliseconds(100))
    #expect(harness.phase == .subscribed)
  }

  /// - Conformance: iPhone | 5.26 services of others
  @Test func whileTheServiceIsAbsentARangeThatIsTooShortForItIsNotLookedAt() throws {
    let harness = SubscriptionHarness.begun([Server.genericAttribute])
    harness.phone.services.append(Server.whole)
    harness.changeServices(in: try range(0x0200, 0x0202))
    harness.wait(.milliseconds(4_999))
    #expect(harness.phase == .waiting)
    #expect(harness.services.obstacle == .absence)
    harness.changeServices(in: try range(0x0200, 0x0203))
    #expect(harness.services.obstacle == .absence)
    harness.wait(.milliseconds(100))
    #expect(harness.phase == .subscribed)
  }

  @Test(arguments: [[], [1, 0, 2], [1, 0, 2, 0, 0], [0, 0, 2, 0], [3, 0, 2, 0]] as [[UInt8]])
  func anInvalidServiceChangedValueIsRefused(_ value: [UInt8]) {
    #expect(HandleRange(serviceChanged: value.span) == nil)
  }

  @Test func servicesAtOtherHandlesAreFoundThere() {
    let harness = SubscriptionHarness.begun()
    harness.changeServices(to: [Server.genericAttribute, Server.genericAttribute, Server.whole])
    harness.wait(.milliseconds(100))
    #expect(harness.phase == .subscribed)
    #expect(harness.services.characteristics.handle(of: .notificationSource)?.rawValue == Handle.notificationSource + 8)
  }

  /// For any procedure that runs when the services change: its late response is ignored.
  @Test(arguments: 0..<12) func theAnswerOfAnOvertakenProcedureIsNotTaken(_ answered: Int) {
    let harness = SubscriptionHarness()
    harness.isMute = true
    harness.begin()
    for _ in 0..<answered {
      harness.hearUnanswered(thenMute: true)
    }
    harness.changeServices(to: [Server.genericAttribute, Server.genericAttribute, Server.whole])
    harness.wait(.milliseconds(100))
    harness.hearUnanswered()
    harness.wait(.seconds(20))
    #expect(harness.phase == .subscribed)
    #expect(harness.services.characteristics.handle(of: .notificationSource)?.rawValue == Handle.notificationSource + 8)
  }

  @Test func theWholeOneOfSeveralServicesIsTaken() {
    let harness = SubscriptionHarness.begun([Server.genericAttribute, Server.broken, Server.sourceOnly, Server.whole])
    #expect(harness.phase == .subscribed)
    #expect(harness.services.characteristics.handle(of: .controlPoint) != nil)
    #expect(harness.takeSteps().contains(.serviceFound(hasControlPoint: true, hasDataSource: true)))
  }

  @Test func aServiceWithoutANotificationSourceIsIgnored() {
    let harness = SubscriptionHarness.begun([Server.genericAttribute, Server.broken])
    #expect(harness.phase == .waiting)
    #expect(harness.takeSteps() == [.accept(Handle.serviceChanged)])
  }

  @Test func aServiceWithoutASubscribableSourceIsIgnored() {
    let source = FakeServer.Characteristic(type: Server.notificationSource, properties: 0x10)
    let harness = SubscriptionHarness.begun([
      Server.genericAttribute, FakeServer.Service(type: Server.service, characteristics: [source]),
    ])
    #expect(harness.phase == .waiting)
  }

  /// Some Android phones have a complete service to which the watch cannot subscribe.
  @Test func aServiceThatCannotBeSubscribedIsPassedOverForOneThatCan() {
    var hollow = Server.whole
    for index in hollow.characteristics.indices { hollow.characteristics[index].descriptors = [] }
    let harness = SubscriptionHarness.begun([Server.genericAttribute, hollow, Server.whole])
    #expect(harness.phase == .subscribed)
    #expect(harness.takeSteps().contains(.serviceFound(hasControlPoint: true, hasDataSource: true)))
    let alone = SubscriptionHarness.begun([Server.genericAttribute, hollow])
    #expect(alone.phase == .waiting)
  }

  @Test func aServiceThatRefusesIsPassedOverForOneThatDoesNot() {
    let harness = SubscriptionHarness()
    harness.phone.services = [Server.genericAttribute, Server.whole, Server.whole]
    harness.phone.refusals[Handle.dataSourceConfiguration] = .init(repeating: 0x0E, count: 1_000)
    harness.begin()
    harness.wait(.seconds(2))
    #expect(harness.phase == .subscribed)
    #expect(harness.services.characteristics.handle(of: .notificationSource)?.rawValue != Handle.notificationSource)
    #expect(harness.services.obstacle == nil)
  }

  @Test func servicesThatAllRefuseAreTriedOnceAMinute() {
    let harness = SubscriptionHarness()
    let second = Handle.dataSourceConfiguration + 0x0D
    harness.phone.services = [Server.genericAttribute, Server.whole, Server.whole]
    harness.phone.refusals = [
      Handle.dataSourceConfiguration: .init(repeating: 0x0E, count: 1_000), second: .init(repeating: 0x0E, count: 2),
    ]
    harness.begin()
    harness.wait(.seconds(30))
    #expect(harness.services.obstacle == .refusal)
    #expect(harness.phone.writeCount(of: second) == 1)
    harness.wait(.minutes(2))
    #expect(harness.phone.writeCount(of: second) == 3)
    #expect(harness.phase == .subscribed)
  }

  @Test func aNotificationSourceAloneIsSubscribed() {
    let harness = SubscriptionHarness.begun([Server.genericAttribute, Server.sourceOnly])
    #expect(harness.phase == .subscribed)
    #expect(
      harness.takeSteps().suffix(2) == [.serviceFound(hasControlPoint: false, hasDataSource: false), .subscribed])
    #expect(harness.phone.writes.last?.handle == Handle.notificationSourceConfiguration)
  }

  // MARK: Silence

  @Test func aSilentPhoneIsSubscribedAgainInTheRequiredOrder() {
    let harness = SubscriptionHarness.begun()
    _ = harness.takeSteps()
    let count = harness.phone.writes.count
    harness.renew()
    #expect(harness.phase == .subscribed)
    #expect(
      harness.phone.writes.dropFirst(count).map(\.handle) == [
        Handle.notificationSourceConfiguration, Handle.dataSourceConfiguration, Handle.dataSourceConfiguration,
        Handle.notificationSourceConfiguration,
      ])
    #expect(harness.phone.writes.dropFirst(count).map(\.value) == [[0, 0], [0, 0], [1, 0], [1, 0]])
    // The end of the subscription ends the session and invalidates every UID. The accepted handles stay accepted.
    #expect(
      harness.takeSteps() == [.sessionOver, .serviceFound(hasControlPoint: true, hasDataSource: true), .subscribed])
    harness.wait(.minutes(10))
    #expect(harness.takeSteps().isEmpty)
  }

  @Test func subscriptionsThatCannotBeRenewedEndTheLinkOnce() {
    let harness = SubscriptionHarness.begun()
    harness.phone.refusals[Handle.dataSourceConfiguration] = .init(repeating: 0x0E, count: 1_000)
    harness.renew()
    _ = harness.takeSteps()
    harness.wait(.seconds(60))
    #expect(harness.takeSteps().contains(.disconnect))
    harness.wait(.minutes(60))
    #expect(!harness.takeSteps().contains(.disconnect))
  }

  @Test func aSilentSourceAloneIsToo() {
    let harness = SubscriptionHarness.begun([Server.sourceOnly])
    let count = harness.phone.writes.count
    harness.renew()
    #expect(harness.phone.writes.dropFirst(count).map(\.value) == [[0, 0], [1, 0]])
  }

  @Test func aPhoneThatRefusesToUnsubscribeIsSubscribedAnyway() {
    let harness = SubscriptionHarness.begun()
    harness.phone.refusals = [Handle.notificationSourceConfiguration: [0x0E], Handle.dataSourceConfiguration: [0x0E]]
    harness.renew()
    #expect(harness.phase == .subscribed)
    #expect(harness.phone.writes.suffix(2).map(\.value) == [[1, 0], [1, 0]])
  }

  @Test func missingSubscriptionsAreNotRenewed() {
    let harness = SubscriptionHarness.begun([Server.genericAttribute])
    #expect(harness.phase == .waiting)
    harness.renew()
    #expect(harness.phase == .waiting)
    harness.services.end()
    harness.renew()
    #expect(harness.phase == .idle)
  }

  @Test func anEndedLinkLeavesNothing() {
    let harness = SubscriptionHarness.begun([Server.genericAttribute])
    harness.services.end()
    #expect(harness.phase == .idle)
    #expect(harness.services.deadline == nil)
    harness.wait(.seconds(600))
    #expect(!harness.takeSteps().contains(.disconnect))
  }
}
