import CurrentTimeService
import Octets
import Screens
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import Watch

/// The whole watch and a phone that tells the time, its charge and its model: days pass in no time.
@Suite struct PhoneTimeTests {
  private typealias Server = NotificationCenterServer

  /// Where the services lie behind ANCS.
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

  private func scene(_ time: [UInt8], zone: [UInt8] = [4, 0], notifiesBattery: Bool = true) -> WatchScene {
    let scene = WatchScene.started(bonds: Sample.bonds())
    scene.phone.attributes.services = [
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
    scene.answerCommands()
    return scene
  }

  private func connected(_ time: [UInt8], zone: [UInt8] = [4, 0]) -> WatchScene {
    let scene = scene(time, zone: zone)
    scene.connect()
    return scene
  }

  private func set(_ scene: WatchScene, time: [UInt8]? = nil, zone: [UInt8]? = nil, battery: [UInt8]? = nil) {
    if let time { scene.phone.attributes.services[2].characteristics[0].value = time }
    if let zone { scene.phone.attributes.services[2].characteristics[1].value = zone }
    if let battery { scene.phone.attributes.services[3].characteristics[0].value = battery }
  }

  private func time(_ scene: WatchScene) -> TimeOfDay? { scene.application.client.watch.time }
  private func source(_ scene: WatchScene) -> TimeSource? { scene.application.client.watch.timeSource }

  private func needsSystemTime(_ scene: WatchScene) -> Bool { scene.application.needsSystemTime }

  private func reports(_ scene: WatchScene) -> [TimeReport] {
    scene.takeNotices().compactMap { if case .watch(.time(let report)) = $0 { report } else { nil } }
  }

  private func refusals(_ scene: WatchScene) -> [TimeRefusal] {
    scene.takeNotices().compactMap { if case .watch(.timeRefused(let refusal)) = $0 { refusal } else { nil } }
  }

  @Test func theClockShowsThePhonesTimeOnceItIsThere() {
    let scene = scene(octets(23, 12))
    #expect(time(scene) == nil)
    scene.connect()
    #expect(time(scene) == TimeOfDay(hour: 23, minute: 12))
    #expect(source(scene) == .phone)
    let reports = reports(scene)
    #expect(reports.map(\.source) == [.phone, .phone])
    #expect(reports.map(\.utcOffsetMinutes) == [nil, 60])
    #expect(reports.first?.time?.date == CivilDate(year: 2026, month: 11, day: 20))
    #expect(scene.phone.violations.isEmpty)
  }

  @Test func notificationsComeFirst() throws {
    let scene = connected(octets(23, 12))
    let writes = scene.phone.attributes.writes.map(\.handle)
    let source = try #require(writes.firstIndex(of: WatchScene.Handle.notificationSourceConfiguration))
    let time = try #require(writes.firstIndex(of: Handle.currentTimeConfiguration))
    #expect(source < time)
  }

  @Test func itGoesOnThroughALostLinkForAWeek() {
    let scene = connected(octets(23, 12))
    scene.phone.disconnect()
    scene.run()
    scene.wait(.minutes(60))
    #expect(time(scene) == TimeOfDay(hour: 0, minute: 12))
    #expect(scene.application.client.watch.date == CalendarDate(year: 2026, month: 11, day: 21))
    scene.wait(.minutes(7 * 1_440))
    #expect(time(scene) == nil)
    #expect(source(scene) == TimeSource.none)
  }

  @Test func thePhonesTimeGoesBeforeTheSystems() {
    let scene = scene(octets(23, 12))
    scene.application.setSystemTime(localMicroseconds: 1_795_230_720_000_000, now: scene.now)
    #expect(time(scene) == TimeOfDay(hour: 3, minute: 12))
    #expect(source(scene) == .system)
    scene.connect()
    #expect(time(scene) == TimeOfDay(hour: 23, minute: 12))
    #expect(reports(scene).map(\.source) == [.system, .phone, .phone])
  }

  @Test func theSystemsTimeIsAskedForEachMinute() {
    let scene = scene(octets(23, 12))
    scene.application.setSystemTime(localMicroseconds: nil, now: scene.now)
    #expect(!needsSystemTime(scene))
    scene.wait(.seconds(60))
    #expect(needsSystemTime(scene))
    scene.application.setSystemTime(localMicroseconds: 1_795_230_720_000_000, now: scene.now)
    #expect(!needsSystemTime(scene))
    #expect(time(scene) == TimeOfDay(hour: 3, minute: 12))
  }

  @Test func aNotifiedChangeIsReadAgainWithItsZoneAndShown() {
    let scene = connected(octets(23, 12))
    _ = reports(scene)
    set(scene, time: octets(17, 12), zone: [0xEC, 0])
    scene.notify(Handle.currentTime, octets(17, 12))
    scene.run()
    #expect(time(scene) == TimeOfDay(hour: 17, minute: 12))
    #expect(reports(scene).map(\.utcOffsetMinutes) == [nil, -300])
  }

  @Test func aNotifiedTimeThatTheReadingDoesNotConfirmIsNotShown() {
    let scene = connected(octets(23, 12))
    scene.notify(Handle.currentTime, octets(5, 12))
    scene.run()
    #expect(time(scene) == TimeOfDay(hour: 23, minute: 12))
  }

  @Test func aPhoneThatOnlyNotifiesIsTakenAtItsWord() {
    let scene = scene(octets(23, 12))
    scene.phone.attributes.refusals[Handle.currentTime] = Array(repeating: 0x02, count: 9)
    scene.connect()
    #expect(time(scene) == nil)
    scene.notify(Handle.currentTime, octets(7, 30))
    scene.run()
    #expect(time(scene) == TimeOfDay(hour: 7, minute: 30))
  }

  @Test(
    arguments: [
      ([0xEA, 0x07, 2, 29, 0, 0, 0, 0, 0, 0], .impossible), ([0, 0, 2, 1, 0, 0, 0, 0, 0, 0], .unset),
      ([0xEA, 0x07, 2], .length), ([], .length), ([0xB2, 0x07, 1, 1, 0, 0, 0, 0, 0, 0], .implausible),
    ] as [([UInt8], TimeRefusal)]) func whatCannotBeIsNotShownAndAskedForAgain(_ value: [UInt8], _ reason: TimeRefusal)
  {
    let scene = connected(value)
    #expect(time(scene) == nil)
    #expect(refusals(scene) == [reason])
    set(scene, time: octets(23, 12))
    scene.wait(.minutes(10))
    #expect(time(scene) != nil)
  }

  @Test func whatIsRefusedForAWhileIsAskedForAgain() {
    let scene = scene(octets(23, 12))
    scene.phone.attributes.refusals[Handle.currentTime] = [0x0E, 0x0E, 0x0E]
    scene.connect()
    scene.wait(.seconds(65))
    #expect(time(scene) == nil)
    scene.wait(.minutes(10))
    #expect(time(scene) != nil)
    // What it notifies is read again, as ever.
    scene.notify(Handle.currentTime, octets(5, 12))
    scene.run()
    #expect(time(scene) != TimeOfDay(hour: 5, minute: 12))
  }

  @Test func itIsReadAgainEverySixHours() {
    let scene = connected(octets(23, 12))
    let count = scene.phone.attributes.requests.count { $0 == 0x0A }
    // The phone's clock was set an hour back, without a word.
    set(scene, time: octets(4, 12, day: 21))
    scene.wait(.minutes(360))
    #expect(time(scene) == TimeOfDay(hour: 4, minute: 12))
    #expect(scene.phone.attributes.requests.count { $0 == 0x0A } > count)
  }

  @Test func aTimeInUTCIsToldOnceAfterEachReading() throws {
    let scene = connected(octets(23, 12), zone: [4, 4])
    let time = scene.application.takePhoneUTC(now: scene.now)
    let expected: Int64 = 1_795_216_320_000_000 - 7_200_000_000
    #expect(time == expected)
    let again = scene.application.takePhoneUTC(now: scene.now)
    #expect(again == nil)
  }

  @Test(arguments: [[0x80, 0], [4, 255], [4, 3], [4]] as [[UInt8]]) func withoutAZoneThereIsNoUTC(_ zone: [UInt8]) {
    let scene = connected(octets(23, 12), zone: zone)
    #expect(time(scene) == TimeOfDay(hour: 23, minute: 12))
    let utc = scene.application.takePhoneUTC(now: scene.now)
    #expect(utc == nil)
  }

  // MARK: Charge and model

  private func facts(_ scene: WatchScene) -> PhoneFacts { scene.application.client.watch.phoneFacts }

  @Test func chargeAndModelAreToldAndForgottenWithTheLink() {
    let scene = connected(octets(23, 12))
    #expect(facts(scene).batteryLevel == 80)
    #expect(facts(scene).model == BoundedText("iPhone16,1"))
    #expect(facts(scene).manufacturer == BoundedText("Apple Inc."))
    scene.notify(Handle.batteryLevel, [79])
    scene.run()
    #expect(facts(scene).batteryLevel == 79)
    #expect(scene.takeNotices().contains(.watch(.phone(facts(scene)))))
    scene.phone.disconnect()
    scene.run()
    #expect(facts(scene) == PhoneFacts())
  }

  @Test(arguments: [[101], [255], [], [50, 0]] as [[UInt8]]) func whatIsNoChargeChangesNothing(_ value: [UInt8]) {
    let scene = connected(octets(23, 12))
    scene.notify(Handle.batteryLevel, value)
    scene.run()
    #expect(facts(scene).batteryLevel == 80)
  }

  @Test func aChargeWhoseSubscriptionIsRefusedIsReadEveryTenMinutes() {
    let scene = scene(octets(23, 12))
    scene.phone.attributes.refusals[Handle.batteryLevelConfiguration] = [0x0E, 0x0E, 0x0E]
    scene.connect()
    #expect(facts(scene).batteryLevel == 80)
    scene.wait(.seconds(65))
    set(scene, battery: [60])
    scene.wait(.minutes(10))
    #expect(facts(scene).batteryLevel == 60)
  }

  @Test func aChargeThatIsRefusedForAWhileIsReadLater() {
    let scene = scene(octets(23, 12), notifiesBattery: false)
    scene.connect()
    scene.phone.attributes.refusals[Handle.batteryLevel] = [0x0E, 0x0E, 0x0E]
    set(scene, battery: [60])
    scene.wait(.minutes(15))
    #expect(facts(scene).batteryLevel == 80)
    scene.wait(.minutes(5))
    #expect(facts(scene).batteryLevel == 60)
  }

  @Test func aChargeThatIsNotNotifiedIsReadEveryTenMinutes() {
    let scene = scene(octets(23, 12), notifiesBattery: false)
    scene.connect()
    #expect(facts(scene).batteryLevel == 80)
    set(scene, battery: [60])
    scene.wait(.minutes(9))
    #expect(facts(scene).batteryLevel == 80)
    scene.wait(.minutes(1))
    #expect(facts(scene).batteryLevel == 60)
    set(scene, battery: [59])
    scene.wait(.minutes(10))
    #expect(facts(scene).batteryLevel == 59)
  }
}
