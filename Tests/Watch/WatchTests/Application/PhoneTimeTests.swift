import CurrentTimeService
import Octets
import Screens
import TestSupport
import Testing
import Timing
import WatchModel

@testable import PhoneClient
@testable import PhoneSupport
@testable import Watch

/// The whole watch and a phone that reports the time, its charge and its model, with simulated days.
@Suite struct PhoneTimeTests {
  private typealias Server = NotificationCenterServer

  /// The handles of the services after ANCS.
  private enum Handle {
    static let currentTime: UInt16 = 0x0027
    static let currentTimeConfiguration: UInt16 = 0x0028
    static let batteryLevel: UInt16 = 0x0031
    static let batteryLevelConfiguration: UInt16 = 0x0032
  }

  private static let modelled = FakeServer.Service(
    type: [0x0A, 0x18],
    characteristics: [
      .init(type: [0x24, 0x2A], properties: 0x02, value: Array("iPhone16,1".utf8)),
      .init(type: [0x29, 0x2A], properties: 0x02, value: Array("Apple Inc.".utf8)),
    ])

  /// 2026-11-20 at a time of day.
  private func octets(_ hours: UInt8, _ minutes: UInt8, day: UInt8 = 20) -> [UInt8] {
    [0xEA, 0x07, 11, day, hours, minutes, 0, 0, 0, 0]
  }

  private func harness(_ time: [UInt8], zone: [UInt8] = [4, 0], notifiesBattery: Bool = true) -> ApplicationHarness {
    let harness = ApplicationHarness.started(bonds: Sample.bonds())
    harness.phone.attributes.services = [
      Server.genericAttribute, Server.whole,
      FakeServer.Service(
        type: [0x05, 0x18],
        characteristics: [
          .init(type: [0x2B, 0x2A], properties: 0x12, descriptors: [0x2902], value: time),
          .init(type: [0x0F, 0x2A], properties: 0x02, value: zone),
        ]),
      FakeServer.Service(
        type: [0x0F, 0x18],
        characteristics: [
          .init(
            type: [0x19, 0x2A], properties: notifiesBattery ? 0x12 : 0x02,
            descriptors: notifiesBattery ? [0x2902] : [], value: [80])
        ]),
      Self.modelled,
    ]
    harness.answerCommands()
    return harness
  }

  private func connected(_ time: [UInt8], zone: [UInt8] = [4, 0]) -> ApplicationHarness {
    let harness = harness(time, zone: zone)
    harness.connect()
    return harness
  }

  private func set(_ harness: ApplicationHarness, time: [UInt8]? = nil, zone: [UInt8]? = nil, battery: [UInt8]? = nil) {
    if let time { harness.phone.attributes.services[2].characteristics[0].value = time }
    if let zone { harness.phone.attributes.services[2].characteristics[1].value = zone }
    if let battery { harness.phone.attributes.services[3].characteristics[0].value = battery }
  }

  private func time(_ harness: ApplicationHarness) -> TimeOfDay? { harness.application.watch.clock.time }
  private func source(_ harness: ApplicationHarness) -> TimeSource? { harness.application.watch.clock.source }

  private func needsSystemTime(_ harness: ApplicationHarness) -> Bool {
    harness.application.needsSystemTime(at: harness.now)
  }

  private func reports(_ harness: ApplicationHarness) -> [TimeReport] {
    harness.takeNotices().compactMap { if case .watch(.time(let report)) = $0 { report } else { nil } }
  }

  private func refusals(_ harness: ApplicationHarness) -> [TimeRefusal] {
    harness.takeNotices().compactMap { if case .watch(.timeRefused(let refusal)) = $0 { refusal } else { nil } }
  }

  @Test func theClockShowsThePhonesTimeOnceItIsThere() {
    let harness = harness(octets(23, 12))
    #expect(time(harness) == nil)
    harness.connect()
    #expect(time(harness) == TimeOfDay(hour: 23, minute: 12))
    #expect(source(harness) == .phone)
    let reports = reports(harness)
    #expect(reports.map(\.source) == [.phone, .phone])
    #expect(reports.map(\.utcOffsetMinutes) == [nil, 60])
    #expect(reports.first?.time?.date == CivilDate(year: 2026, month: 11, day: 20))
    #expect(harness.phone.violations.isEmpty)
  }

  @Test func notificationsComeFirst() throws {
    let harness = connected(octets(23, 12))
    let writes = harness.phone.attributes.writes.map(\.handle)
    let source = try #require(writes.firstIndex(of: ApplicationHarness.Handle.notificationSourceConfiguration))
    let time = try #require(writes.firstIndex(of: Handle.currentTimeConfiguration))
    #expect(source < time)
  }

  @Test func itGoesOnThroughALostLinkForAWeek() {
    let harness = connected(octets(23, 12))
    harness.phone.disconnect()
    harness.run()
    harness.wait(.minutes(60))
    #expect(time(harness) == TimeOfDay(hour: 0, minute: 12))
    #expect(harness.application.watch.clock.date == CalendarDate(year: 2026, month: 11, day: 21))
    harness.wait(.minutes(7 * 1_440))
    #expect(time(harness) == nil)
    #expect(source(harness) == TimeSource.none)
  }

  @Test func thePhonesTimeGoesBeforeTheSystems() {
    let harness = harness(octets(23, 12))
    harness.application.setSystemTime(localMicroseconds: 1_795_230_720_000_000, now: harness.now)
    #expect(time(harness) == TimeOfDay(hour: 3, minute: 12))
    #expect(source(harness) == .system)
    harness.connect()
    #expect(time(harness) == TimeOfDay(hour: 23, minute: 12))
    #expect(reports(harness).map(\.source) == [.system, .phone, .phone])
  }

  @Test func theSystemsTimeIsAskedForEachMinute() {
    let harness = harness(octets(23, 12))
    harness.application.setSystemTime(localMicroseconds: nil, now: harness.now)
    #expect(!needsSystemTime(harness))
    harness.wait(.seconds(60))
    #expect(needsSystemTime(harness))
    harness.application.setSystemTime(localMicroseconds: 1_795_230_720_000_000, now: harness.now)
    #expect(!needsSystemTime(harness))
    #expect(time(harness) == TimeOfDay(hour: 3, minute: 12))
  }

  @Test func aNotifiedChangeIsReadAgainWithItsZoneAndShown() {
    let harness = connected(octets(23, 12))
    _ = reports(harness)
    set(harness, time: octets(17, 12), zone: [0xEC, 0])
    harness.notify(Handle.currentTime, octets(17, 12))
    harness.run()
    #expect(time(harness) == TimeOfDay(hour: 17, minute: 12))
    #expect(reports(harness).map(\.utcOffsetMinutes) == [nil, -300])
  }

  @Test func aNotifiedTimeThatTheReadingDoesNotConfirmIsNotShown() {
    let harness = connected(octets(23, 12))
    harness.notify(Handle.currentTime, octets(5, 12))
    harness.run()
    #expect(time(harness) == TimeOfDay(hour: 23, minute: 12))
  }

  @Test func aNotifiedTimeCountsIfItCannotBeRead() {
    let harness = harness(octets(23, 12))
    harness.phone.attributes.refusals[Handle.currentTime] = Array(repeating: 0x02, count: 9)
    harness.connect()
    #expect(time(harness) == nil)
    harness.notify(Handle.currentTime, octets(7, 30))
    harness.run()
    #expect(time(harness) == TimeOfDay(hour: 7, minute: 30))
  }

  @Test(
    arguments: [
      ([0xEA, 0x07, 2, 29, 0, 0, 0, 0, 0, 0], .impossible), ([0, 0, 2, 1, 0, 0, 0, 0, 0, 0], .unset),
      ([0xEA, 0x07, 2], .length), ([], .length), ([0xB2, 0x07, 1, 1, 0, 0, 0, 0, 0, 0], .implausible),
    ] as [([UInt8], TimeRefusal)]) func impossibleTimesAreNotShownAndReadAgain(_ value: [UInt8], _ reason: TimeRefusal)
  {
    let harness = connected(value)
    #expect(time(harness) == nil)
    #expect(refusals(harness) == [reason])
    set(harness, time: octets(23, 12))
    harness.wait(.minutes(10))
    #expect(time(harness) != nil)
  }

  @Test func temporarilyRefusedValuesAreReadAgain() {
    let harness = harness(octets(23, 12))
    harness.phone.attributes.refusals[Handle.currentTime] = [0x0E, 0x0E, 0x0E]
    harness.connect()
    harness.wait(.seconds(65))
    #expect(time(harness) == nil)
    harness.wait(.minutes(10))
    #expect(time(harness) != nil)
    // A notified value is still read again.
    harness.notify(Handle.currentTime, octets(5, 12))
    harness.run()
    #expect(time(harness) != TimeOfDay(hour: 5, minute: 12))
  }

  @Test func itIsReadAgainEverySixHours() {
    let harness = connected(octets(23, 12))
    let count = harness.phone.attributes.requests.count { $0 == 0x0A }
    // The phone's clock was set back by an hour without a notification.
    set(harness, time: octets(4, 12, day: 21))
    harness.wait(.minutes(360))
    #expect(time(harness) == TimeOfDay(hour: 4, minute: 12))
    #expect(harness.phone.attributes.requests.count { $0 == 0x0A } > count)
  }

  @Test func aTimeInUTCIsReportedOnceAfterEachReading() throws {
    let harness = connected(octets(23, 12), zone: [4, 4])
    let time = harness.application.takePhoneUTC(now: harness.now)
    let expected: Int64 = 1_795_216_320_000_000 - 7_200_000_000
    #expect(time == expected)
    let again = harness.application.takePhoneUTC(now: harness.now)
    #expect(again == nil)
  }

  @Test(arguments: [[0x80, 0], [4, 255], [4, 3], [4]] as [[UInt8]]) func withoutAZoneThereIsNoUTC(_ zone: [UInt8]) {
    let harness = connected(octets(23, 12), zone: zone)
    #expect(time(harness) == TimeOfDay(hour: 23, minute: 12))
    let utc = harness.application.takePhoneUTC(now: harness.now)
    #expect(utc == nil)
  }

  // MARK: Charge and model

  private func facts(_ harness: ApplicationHarness) -> PhoneFacts { harness.application.client.phone.facts }

  @Test func chargeAndModelAreReportedAndForgottenWithTheLink() {
    let harness = connected(octets(23, 12))
    #expect(facts(harness).batteryLevel == 80)
    #expect(facts(harness).model == BoundedText("iPhone16,1"))
    #expect(facts(harness).manufacturer == BoundedText("Apple Inc."))
    harness.notify(Handle.batteryLevel, [79])
    harness.run()
    #expect(facts(harness).batteryLevel == 79)
    #expect(harness.takeNotices().contains(.watch(.phone(facts(harness)))))
    harness.phone.disconnect()
    harness.run()
    #expect(facts(harness) == PhoneFacts())
  }

  @Test(arguments: [[101], [255], [], [50, 0]] as [[UInt8]]) func invalidChargeChangesNothing(_ value: [UInt8]) {
    let harness = connected(octets(23, 12))
    harness.notify(Handle.batteryLevel, value)
    harness.run()
    #expect(facts(harness).batteryLevel == 80)
  }

  @Test func aChargeWhoseSubscriptionIsRefusedIsReadEveryTenMinutes() {
    let harness = harness(octets(23, 12))
    harness.phone.attributes.refusals[Handle.batteryLevelConfiguration] = [0x0E, 0x0E, 0x0E]
    harness.connect()
    #expect(facts(harness).batteryLevel == 80)
    harness.wait(.seconds(65))
    set(harness, battery: [60])
    harness.wait(.minutes(10))
    #expect(facts(harness).batteryLevel == 60)
  }

  @Test func aChargeThatIsRefusedForAWhileIsReadLater() {
    let harness = harness(octets(23, 12), notifiesBattery: false)
    harness.connect()
    harness.phone.attributes.refusals[Handle.batteryLevel] = [0x0E, 0x0E, 0x0E]
    set(harness, battery: [60])
    harness.wait(.minutes(15))
    #expect(facts(harness).batteryLevel == 80)
    harness.wait(.minutes(5))
    #expect(facts(harness).batteryLevel == 60)
  }

  @Test func aChargeThatIsNotNotifiedIsReadEveryTenMinutes() {
    let harness = harness(octets(23, 12), notifiesBattery: false)
    harness.connect()
    #expect(facts(harness).batteryLevel == 80)
    set(harness, battery: [60])
    harness.wait(.minutes(9))
    #expect(facts(harness).batteryLevel == 80)
    harness.wait(.minutes(1))
    #expect(facts(harness).batteryLevel == 60)
    set(harness, battery: [59])
    harness.wait(.minutes(10))
    #expect(facts(harness).batteryLevel == 59)
  }
}
