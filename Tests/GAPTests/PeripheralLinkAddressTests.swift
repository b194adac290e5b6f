import GAP
import HCI
import Identifiers
import Testing
import Timing

@Suite struct PeripheralLinkAddressTests {
  private static let next = DeviceAddress(kind: .random, octets: [9, 9, 9, 4, 5, 0x46])
  private static let third = DeviceAddress(kind: .random, octets: [8, 8, 8, 4, 5, 0x46])
  private static let restart: [UInt16] = [0x200A, 0x2005, 0x2006, 0x2008, 0x2009, 0x200A]

  private func advertising() -> Rig {
    var rig = Rig()
    rig.link.start(as: Rig.randomAddress, now: .start)
    _ = rig.serve()
    return rig
  }

  @Test func anotherAddressIsTakenWithAdvertisingOff() {
    var rig = advertising()
    rig.link.changeAddress(to: Self.next)
    #expect(rig.link.advertisedAddress == Rig.randomAddress)
    #expect(rig.serve() == Self.restart)
    #expect(rig.link.advertisedAddress == Self.next)
    #expect(rig.link.state == .advertising(.fast))
  }

  @Test func theFastPhaseIsNotLengthenedByIt() {
    var rig = advertising()
    rig.wait(until: .start + .seconds(29))
    rig.link.changeAddress(to: Self.next)
    _ = rig.serve(at: .start + .seconds(29))
    rig.wait(until: .start + .seconds(30))
    #expect(rig.link.state == .preparing(.slow))
  }

  @Test func aChangeInTheMiddleOfTheCommandsWaitsForTheirEnd() {
    var rig = Rig()
    rig.link.start(as: Rig.randomAddress, now: .start)
    _ = rig.commands()
    rig.link.changeAddress(to: Self.next)
    rig.link.changeAddress(to: Self.third)
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    #expect(rig.serve() == Array(Self.restart.dropFirst()) + Self.restart)
    #expect(rig.link.advertisedAddress == Self.third)
  }

  @Test func aLinkKeepsTheAddressThatItBeganWith() {
    var rig = advertising()
    #expect(rig.handle(rig.source.connected(0x40)) != nil)
    rig.link.changeAddress(to: Self.next)
    #expect(rig.commands() == [])
    #expect(rig.link.advertisedAddress == Rig.randomAddress)
    _ = rig.handle("04 05 04 00 40 00 13")
    _ = rig.serve()
    #expect(rig.link.advertisedAddress == Self.next)
  }

  @Test func aLinkThatBeginsBeforeTheAddressIsSetHasTheOldOne() {
    var rig = advertising()
    rig.link.changeAddress(to: Self.next)
    _ = rig.commands()
    #expect(rig.handle(rig.source.connected(0x40)) != nil)
    #expect(rig.link.advertisedAddress == Rig.randomAddress)
  }

  @Test func theAnswerToAnOlderCommandDoesNotSetANewerAddress() {
    var rig = Rig()
    rig.link.start(as: Rig.randomAddress, now: .start)
    _ = rig.commands()
    rig.link.changeAddress(to: Self.next)
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    _ = rig.commands()
    _ = rig.link.handle(.connectionFailed(.connectionFailedToBeEstablished), now: .start)
    #expect(rig.commands() == [])
    _ = rig.link.handle(.commandSucceeded(.leSetRandomAddress), now: .start)
    #expect(rig.link.advertisedAddress == Rig.randomAddress)
    #expect(rig.serve() == Self.restart)
    #expect(rig.link.advertisedAddress == Self.next)
  }
}
