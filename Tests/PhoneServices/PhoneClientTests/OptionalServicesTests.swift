import ATT
import TestSupport
import Testing
import Timing

@testable import PhoneClient
@testable import PhoneSupport

@Suite struct OptionalServicesTests {
  @Test func theOptionalServicesAreTheLastOnesOfTheTable() {
    for index in PhoneService.indices {
      let isOptional = PhoneService(index: index).row.need == .optional
      #expect(isOptional == PhoneService.optionalIndices.contains(index))
    }
  }

  private typealias Handle = OptionalServicesHarness.Handle

  @Test func aServiceIsFoundSubscribedToAndRead() {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.currentTime, OptionalServicesHarness.battery])
    #expect(
      harness.takeEvents(of: .currentTime) == [
        .found(.currentTime), .subscribed(.currentTime), .read(.currentTime), .read(.localTimeInformation),
      ])
    #expect(harness.values[.currentTime] == Array(0..<10))
    #expect(harness.values[.localTimeInformation] == [4, 4])
    #expect(harness.writes.map(\.handle) == [Handle.currentTimeConfiguration])
    #expect(harness.writes.map(\.value) == [[1, 0]])
    #expect(harness.deadline == nil)
  }

  @Test func noRequestIsSentBeforeTheStart() {
    let harness = OptionalServicesHarness([OptionalServicesHarness.currentTime])
    harness.run()
    harness.wait(.minutes(10))
    #expect(harness.phone.requests.isEmpty)
  }

  @Test func missingServicesAreReportedAndNotSearchedAgain() {
    let harness = OptionalServicesHarness.begun([])
    #expect(
      harness.takeEvents() == [
        .unavailable(.genericAccess, .absent), .unavailable(.currentTime, .absent), .unavailable(.battery, .absent),
        .unavailable(.deviceInformation, .absent), .unavailable(.media, .absent),
      ])
    let count = harness.searchCount
    harness.wait(.minutes(120))
    #expect(harness.searchCount == count)
    #expect(!harness.offers(.currentTime))
    #expect(!harness.read(.currentTime))
    #expect(!harness.write([1], to: .currentTime))
  }

  @Test func aValueWithoutADescriptorIsStillRead() {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.currentTime, OptionalServicesHarness.battery])
    #expect(
      harness.takeEvents(of: .battery) == [
        .found(.battery), .refused(.batteryLevel, .subscribe, .notSubscribable), .read(.batteryLevel),
      ])
    #expect(harness.values[.batteryLevel] == [80])
  }

  @Test func aServiceWithoutAValueIsReported() {
    var service = OptionalServicesHarness.currentTime
    service.characteristics.removeLast()
    let harness = OptionalServicesHarness.begun([service])
    #expect(harness.takeEvents(of: .currentTime).contains(.refused(.localTimeInformation, .read, .absent)))
  }

  @Test(arguments: [0x05, 0x08, 0x0E, 0x0F, 0x11, 0x80] as [UInt8]) func temporaryErrorsAreTriedThreeTimes(
    _ code: UInt8
  ) {
    let harness = OptionalServicesHarness([OptionalServicesHarness.currentTime])
    harness.phone.refusals[Handle.currentTime] = [code, code, code, code]
    harness.begin()
    var tries: [UInt32] = []
    var count = 1
    for second in 1...200 as ClosedRange<UInt32> {
      harness.wait(.seconds(1))
      // The other value is read once.
      if harness.phone.refusals[Handle.currentTime]?.count == 3 - count {
        tries.append(second)
        count += 1
      }
    }
    #expect(tries == [5, 65])
    #expect(
      harness.takeEvents(of: .currentTime).last
        == .refused(.currentTime, .read, .refused(ErrorCode(rawValue: code))))
    #expect(harness.deadline == nil)
  }

  @Test(arguments: [0x01, 0x02, 0x03, 0x06, 0x0A] as [UInt8]) func permanentErrorsAreTriedOnce(_ code: UInt8) {
    let harness = OptionalServicesHarness([OptionalServicesHarness.currentTime])
    harness.phone.refusals[Handle.currentTimeConfiguration] = [code]
    harness.begin()
    #expect(
      harness.takeEvents(of: .currentTime) == [
        .found(.currentTime), .refused(.currentTime, .subscribe, .refused(ErrorCode(rawValue: code))),
        .read(.currentTime), .read(.localTimeInformation),
      ])
    #expect(harness.deadline == nil)
  }

  @Test func valuesAreReadAfterTemporaryErrors() {
    let harness = OptionalServicesHarness([OptionalServicesHarness.currentTime])
    harness.phone.refusals[Handle.currentTime] = [0x05]
    harness.begin()
    #expect(!harness.takeEvents().contains(.read(.currentTime)))
    harness.wait(.seconds(5))
    #expect(harness.takeEvents() == [.read(.currentTime)])
  }

  @Test func aServiceAtWhichThePhoneFallsSilentIsLeftAloneForAnHour() {
    let harness = OptionalServicesHarness([
      OptionalServicesHarness.battery, NotificationCenterServer.genericAccess(name: [0x41]),
    ])
    harness.isMute = true
    harness.begin()
    harness.wait(.seconds(31))
    #expect(harness.isLost)
    harness.isMute = false
    _ = harness.takeEvents()
    harness.reconnect()
    #expect(harness.takeEvents(of: .genericAccess) == [.unavailable(.genericAccess, .noAnswer)])
    #expect(harness.values[.batteryLevel] == [80])
    harness.wait(.minutes(60))
    harness.reconnect()
    #expect(harness.values[.deviceName] == [0x41])
  }

  @Test func anAnswerAboutAnOldServiceIsIgnored() {
    let harness = OptionalServicesHarness([OptionalServicesHarness.battery])
    harness.begin()
    _ = harness.takeEvents()
    #expect(harness.read(.batteryLevel))
    harness.isMute = true
    harness.run()
    harness.changeServices()
    harness.hearUnanswered()
    #expect(harness.takeEvents() == [.forgotten(.battery)])
    harness.wait(.milliseconds(100))
    #expect(harness.takeEvents().contains(.read(.batteryLevel)))
  }

  @Test func aChangedServiceIsFoundAgainAndTheOthersStay() throws {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.currentTime, OptionalServicesHarness.battery])
    _ = harness.takeEvents()
    let handle = OptionalServicesHarness.Handle.batteryLevel
    harness.changeServices(in: try #require(HandleRange(rawFirst: handle, rawLast: handle)))
    #expect(harness.takeEvents() == [.forgotten(.battery)])
    #expect(harness.services.phase == .subscribed)
    harness.wait(.milliseconds(100))
    #expect(harness.takeEvents(of: .battery).contains(.read(.batteryLevel)))
    #expect(harness.takeEvents(of: .currentTime).isEmpty)
  }

  /// The phone may have given the handle to another characteristic.
  @Test func aValueThatIsNotSubscribedToIsNoSender() throws {
    let harness = OptionalServicesHarness.begun([NotificationCenterServer.genericAccess(name: [0x41])])
    #expect(harness.values[.deviceName] == [0x41])
    let name = try #require(harness.handle(of: .deviceName))
    let isSender = harness.services.characteristics.characteristic(at: name) != nil
    #expect(!isSender)
  }

  @Test func anAbsentServiceIsSearchedInTheChangedRange() throws {
    let harness = OptionalServicesHarness.begun([])
    _ = harness.takeEvents()
    let count = harness.searchCount
    harness.phone.services.append(OptionalServicesHarness.battery)
    harness.changeServices(in: try #require(HandleRange(rawFirst: 0x0200, rawLast: 0x0201)))
    harness.wait(.seconds(1))
    #expect(harness.searchCount == count)
    harness.changeServices(in: try #require(HandleRange(rawFirst: 0x0200, rawLast: 0x0202)))
    harness.wait(.milliseconds(100))
    #expect(harness.takeEvents(of: .battery).contains(.read(.batteryLevel)))
    #expect(harness.services.phase == .subscribed)
  }

  /// - Conformance: iPhone | 5.1 subscribed is not authorized
  @Test func theyDoNotWaitForNotificationsThatAreAbsent() {
    let harness = OptionalServicesHarness([OptionalServicesHarness.currentTime])
    harness.phone.services.removeLast()
    harness.begin()
    #expect(harness.services.phase == .waiting)
    #expect(
      harness.takeEvents(of: .currentTime) == [
        .found(.currentTime), .subscribed(.currentTime), .read(.currentTime), .read(.localTimeInformation),
      ])
    harness.phone.services.append(NotificationCenterServer.whole)
    harness.wait(.seconds(5))
    #expect(harness.services.phase == .subscribed)
    #expect(harness.takeEvents(of: .currentTime).isEmpty)
  }

  @Test func aRenewedSubscriptionRenewsTheirs() {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.currentTime])
    let count = harness.searchCount
    _ = harness.takeEvents()
    harness.renew()
    #expect(
      harness.takeEvents(of: .currentTime) == [
        .subscribed(.currentTime), .read(.currentTime), .read(.localTimeInformation),
      ])
    // Only the services that the phone did not have are searched again.
    #expect(harness.searchCount == count + 4)
  }

  @Test func constantValuesAreReadOnceOnEachLink() {
    let name = NotificationCenterServer.genericAccess(name: [0x41])
    let harness = OptionalServicesHarness.begun([name])
    #expect(harness.takeEvents(of: .genericAccess) == [.found(.genericAccess), .read(.deviceName)])
    harness.renew()
    harness.changeServices()
    harness.wait(.milliseconds(100))
    #expect(harness.services.phase == .subscribed)
    #expect(harness.takeEvents(of: .genericAccess).isEmpty)
    harness.reconnect()
    #expect(harness.takeEvents(of: .genericAccess) == [.found(.genericAccess), .read(.deviceName)])
  }

  @Test func writesGoFirstAndAlone() {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.currentTime])
    _ = harness.takeEvents()
    harness.isUrgentOnly = true
    #expect(harness.read(.currentTime))
    #expect(harness.write([1, 2], to: .currentTime))
    #expect(harness.write([3], to: .currentTime))
    harness.run()
    #expect(harness.writes.suffix(2).map(\.value) == [[1, 2], [3]])
    #expect(harness.takeEvents() == [.written(.currentTime), .written(.currentTime)])
    harness.isUrgentOnly = false
    harness.run()
    #expect(harness.takeEvents() == [.read(.currentTime)])
  }

  @Test func aRefusedWriteIsReportedAndNotRepeated() {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.currentTime])
    _ = harness.takeEvents()
    harness.phone.refusals[Handle.currentTime] = [0x0E]
    #expect(harness.write([1], to: .currentTime))
    harness.run()
    #expect(harness.takeEvents() == [.refused(.currentTime, .write, .refused(.unlikelyError))])
    harness.wait(.minutes(5))
    #expect(harness.phone.writeCount(of: Handle.currentTime) == 1)
  }

  @Test func theNinthWriteAndALongOneAreHandedBack() {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.currentTime])
    #expect(!harness.write(Array(repeating: 0, count: 9), to: .currentTime))
    let taken = (0..<9).map { _ in harness.write([1], to: .currentTime) }
    #expect(taken == Array(repeating: true, count: 8) + [false])
  }

  @Test func aValueOfAnyLengthIsReadWithinItsRoom() {
    var service = OptionalServicesHarness.battery
    service.characteristics[0].value = Array(repeating: 7, count: 512)
    let harness = OptionalServicesHarness.begun([service])
    #expect(harness.values[.batteryLevel]?.count == 512)
  }

  @Test func aNotifiedHandleIsKnownByItsValue() {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.currentTime])
    #expect(harness.characteristic(at: Handle.currentTime) == .currentTime)
    harness.services.end()
    #expect(harness.characteristic(at: Handle.currentTime) == nil)
  }

  /// A cut title may come while the notifications are subscribed to again.
  @Test func aReadThatWaitsIsMadeAfterTheSubscriptionsAreRenewed() {
    let harness = OptionalServicesHarness.begun([OptionalServicesHarness.media])
    _ = harness.takeEvents()
    let isRenewing = harness.services.renewSubscriptions(now: harness.now)
    #expect(isRenewing && harness.read(.entityAttribute))
    harness.run()
    #expect(harness.takeEvents(of: .media).contains(.read(.entityAttribute)))
    #expect(harness.values[.entityAttribute] == Array("Title".utf8))
  }
}
