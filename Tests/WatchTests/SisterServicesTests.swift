import ATT
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import Watch

@Suite struct SisterServicesTests {
  private typealias Handle = SisterRig.Handle

  @Test func aServiceIsFoundSubscribedToAndRead() {
    let rig = SisterRig.begun([SisterRig.currentTime, SisterRig.battery])
    #expect(
      rig.takeEvents(of: .currentTime) == [
        .found(.currentTime), .subscribed(.currentTime), .read(.currentTime), .read(.localTimeInformation),
      ])
    #expect(rig.values[.currentTime] == Array(0..<10))
    #expect(rig.values[.localTimeInformation] == [4, 4])
    #expect(rig.phone.writes.map(\.handle) == [Handle.currentTimeConfiguration])
    #expect(rig.phone.writes.map(\.value) == [[1, 0]])
    #expect(rig.deadline == nil)
  }

  @Test func nothingIsAskedBeforeItBegins() {
    let rig = SisterRig([SisterRig.currentTime])
    rig.run()
    rig.wait(.minutes(10))
    #expect(rig.phone.requests.isEmpty)
  }

  @Test func whatThePhoneDoesNotHaveIsToldOfAndNotLookedForAgain() {
    let rig = SisterRig.begun([])
    #expect(
      rig.takeEvents() == [
        .unavailable(.genericAccess, .absent), .unavailable(.currentTime, .absent), .unavailable(.battery, .absent),
        .unavailable(.deviceInformation, .absent), .unavailable(.media, .absent),
      ])
    let count = rig.searchCount
    rig.wait(.minutes(120))
    #expect(rig.searchCount == count)
    #expect(!rig.offers(.currentTime))
    #expect(!rig.read(.currentTime))
    #expect(!rig.write([1], to: .currentTime))
  }

  @Test func aValueWithoutADescriptorIsReadAllTheSame() {
    let rig = SisterRig.begun([SisterRig.currentTime, SisterRig.battery])
    #expect(
      rig.takeEvents(of: .battery) == [
        .found(.battery), .refused(.batteryLevel, .subscribe, .notSubscribable), .read(.batteryLevel),
      ])
    #expect(rig.values[.batteryLevel] == [80])
  }

  @Test func aServiceWithoutAValueSaysSo() {
    var service = SisterRig.currentTime
    service.characteristics.removeLast()
    let rig = SisterRig.begun([service])
    #expect(rig.takeEvents(of: .currentTime).contains(.refused(.localTimeInformation, .read, .absent)))
  }

  @Test(arguments: [0x05, 0x08, 0x0E, 0x0F, 0x11, 0x80] as [UInt8]) func whatMayPassIsTriedThreeTimes(_ code: UInt8) {
    let rig = SisterRig([SisterRig.currentTime])
    rig.phone.refusals[Handle.currentTime] = [code, code, code, code]
    rig.begin()
    var tries: [UInt32] = []
    var count = 1
    for second in 1...200 as ClosedRange<UInt32> {
      rig.wait(.seconds(1))
      // The other value is read once.
      if rig.phone.refusals[Handle.currentTime]?.count == 3 - count {
        tries.append(second)
        count += 1
      }
    }
    #expect(tries == [5, 65])
    #expect(
      rig.takeEvents(of: .currentTime).last
        == .refused(.currentTime, .read, .refused(ErrorCode(rawValue: code))))
    #expect(rig.deadline == nil)
  }

  @Test(arguments: [0x01, 0x02, 0x03, 0x06, 0x0A] as [UInt8]) func whatDoesNotPassIsTriedOnce(_ code: UInt8) {
    let rig = SisterRig([SisterRig.currentTime])
    rig.phone.refusals[Handle.currentTimeConfiguration] = [code]
    rig.begin()
    #expect(
      rig.takeEvents(of: .currentTime) == [
        .found(.currentTime), .refused(.currentTime, .subscribe, .refused(ErrorCode(rawValue: code))),
        .read(.currentTime), .read(.localTimeInformation),
      ])
    #expect(rig.deadline == nil)
  }

  @Test func whatPassesIsReadInTheEnd() {
    let rig = SisterRig([SisterRig.currentTime])
    rig.phone.refusals[Handle.currentTime] = [0x05]
    rig.begin()
    #expect(!rig.takeEvents().contains(.read(.currentTime)))
    rig.wait(.seconds(5))
    #expect(rig.takeEvents() == [.read(.currentTime)])
  }

  @Test func aServiceAtWhichThePhoneFallsSilentIsLeftAloneForAnHour() {
    let rig = SisterRig([SisterRig.battery, NotificationCenterServer.genericAccess(name: [0x41])])
    rig.isMute = true
    rig.begin()
    rig.wait(.seconds(31))
    #expect(rig.isLost)
    rig.isMute = false
    _ = rig.takeEvents()
    rig.reconnect()
    #expect(rig.takeEvents(of: .genericAccess) == [.unavailable(.genericAccess, .noAnswer)])
    #expect(rig.values[.batteryLevel] == [80])
    rig.wait(.minutes(60))
    rig.reconnect()
    #expect(rig.values[.deviceName] == [0x41])
  }

  @Test func anAnswerToWhatIsGoneCountsForNothing() {
    let rig = SisterRig([SisterRig.battery])
    rig.begin()
    _ = rig.takeEvents()
    #expect(rig.read(.batteryLevel))
    rig.isMute = true
    rig.run()
    rig.sisters.end()
    rig.hearUnanswered()
    #expect(rig.takeEvents().isEmpty)
    rig.begin()
    #expect(rig.takeEvents().contains(.read(.batteryLevel)))
  }

  @Test func aRenewedSubscriptionRenewsTheirs() {
    let rig = SisterRig.begun([SisterRig.currentTime])
    let count = rig.searchCount
    _ = rig.takeEvents()
    rig.begin()
    #expect(
      rig.takeEvents(of: .currentTime) == [
        .subscribed(.currentTime), .read(.currentTime), .read(.localTimeInformation),
      ])
    // What the phone did not have is looked for again, and that alone.
    #expect(rig.searchCount == count + 4)
  }

  @Test func whatDoesNotChangeIsReadOnceOnEachLink() {
    let name = NotificationCenterServer.genericAccess(name: [0x41])
    let rig = SisterRig.begun([name])
    #expect(rig.takeEvents(of: .genericAccess) == [.found(.genericAccess), .read(.deviceName)])
    rig.begin()
    rig.sisters.end()
    rig.begin()
    #expect(rig.takeEvents(of: .genericAccess).isEmpty)
    rig.reconnect()
    #expect(rig.takeEvents(of: .genericAccess) == [.found(.genericAccess), .read(.deviceName)])
  }

  @Test func whatIsWrittenGoesFirstAndAlone() {
    let rig = SisterRig.begun([SisterRig.currentTime])
    _ = rig.takeEvents()
    rig.isUrgentOnly = true
    #expect(rig.read(.currentTime))
    #expect(rig.write([1, 2], to: .currentTime))
    #expect(rig.write([3], to: .currentTime))
    rig.run()
    #expect(rig.phone.writes.suffix(2).map(\.value) == [[1, 2], [3]])
    #expect(rig.takeEvents() == [.written(.currentTime), .written(.currentTime)])
    rig.isUrgentOnly = false
    rig.run()
    #expect(rig.takeEvents() == [.read(.currentTime)])
  }

  @Test func aRefusedWriteIsToldOfAndNotRepeated() {
    let rig = SisterRig.begun([SisterRig.currentTime])
    _ = rig.takeEvents()
    rig.phone.refusals[Handle.currentTime] = [0x0E]
    #expect(rig.write([1], to: .currentTime))
    rig.run()
    #expect(rig.takeEvents() == [.refused(.currentTime, .write, .refused(.unlikelyError))])
    rig.wait(.minutes(5))
    #expect(rig.phone.writeCount(of: Handle.currentTime) == 1)
  }

  @Test func theNinthWriteAndALongOneAreHandedBack() {
    let rig = SisterRig.begun([SisterRig.currentTime])
    #expect(!rig.write(Array(repeating: 0, count: 9), to: .currentTime))
    let taken = (0..<9).map { _ in rig.write([1], to: .currentTime) }
    #expect(taken == Array(repeating: true, count: 8) + [false])
  }

  @Test func aValueOfAnyLengthIsReadWithinItsRoom() {
    var service = SisterRig.battery
    service.characteristics[0].value = Array(repeating: 7, count: 512)
    let rig = SisterRig.begun([service])
    #expect(rig.values[.batteryLevel]?.count == 512)
  }

  @Test func aNotifiedHandleIsKnownByItsValue() {
    let rig = SisterRig.begun([SisterRig.currentTime])
    #expect(rig.characteristic(at: Handle.currentTime) == .currentTime)
    rig.sisters.endLink()
    #expect(rig.characteristic(at: Handle.currentTime) == nil)
  }
}
