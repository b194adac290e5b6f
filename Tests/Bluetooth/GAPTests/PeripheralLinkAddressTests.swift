import GAP
import HCI
import Identifiers
import Testing
import Timing

@Suite struct PeripheralLinkAddressTests {
  private static let next = DeviceAddress(kind: .random, octets: [9, 9, 9, 4, 5, 0x46])
  private static let third = DeviceAddress(kind: .random, octets: [8, 8, 8, 4, 5, 0x46])
  private static let restart: [UInt16] = [0x200A, 0x2005, 0x2006, 0x2008, 0x2009, 0x200A]

  private func advertising() -> LinkHarness {
    var harness = LinkHarness()
    harness.link.start(as: LinkHarness.randomAddress, now: .start)
    _ = harness.serve()
    return harness
  }

  @Test func anotherAddressIsTakenWithAdvertisingOff() {
    var harness = advertising()
    harness.link.changeAddress(to: Self.next)
    #expect(harness.link.advertisedAddress == LinkHarness.randomAddress)
    #expect(harness.serve() == Self.restart)
    #expect(harness.link.advertisedAddress == Self.next)
    #expect(harness.link.state == .advertising(.fast))
  }

  @Test func theFastPhaseIsNotLengthenedByIt() {
    var harness = advertising()
    harness.wait(until: .start + .seconds(29))
    harness.link.changeAddress(to: Self.next)
    _ = harness.serve(at: .start + .seconds(29))
    harness.wait(until: .start + .seconds(30))
    #expect(harness.link.state == .preparing(.moderate))
  }

  @Test func aChangeInTheMiddleOfTheCommandsWaitsForTheirEnd() {
    var harness = LinkHarness()
    harness.link.start(as: LinkHarness.randomAddress, now: .start)
    _ = harness.commands()
    harness.link.changeAddress(to: Self.next)
    harness.link.changeAddress(to: Self.third)
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    #expect(harness.serve() == Array(Self.restart.dropFirst()) + Self.restart)
    #expect(harness.link.advertisedAddress == Self.third)
  }

  @Test func aLinkKeepsTheAddressThatItBeganWith() {
    var harness = advertising()
    #expect(harness.handle(harness.source.connected(0x40)) != nil)
    harness.link.changeAddress(to: Self.next)
    #expect(harness.commands() == [])
    #expect(harness.link.advertisedAddress == LinkHarness.randomAddress)
    _ = harness.handle("04 05 04 00 40 00 13")
    _ = harness.serve()
    #expect(harness.link.advertisedAddress == Self.next)
  }

  @Test func aLinkThatBeginsBeforeTheAddressIsSetHasTheOldOne() {
    var harness = advertising()
    harness.link.changeAddress(to: Self.next)
    _ = harness.commands()
    #expect(harness.handle(harness.source.connected(0x40)) != nil)
    #expect(harness.link.advertisedAddress == LinkHarness.randomAddress)
  }

  @Test func theAnswerToAnOlderCommandDoesNotSetANewerAddress() {
    var harness = LinkHarness()
    harness.link.start(as: LinkHarness.randomAddress, now: .start)
    _ = harness.commands()
    harness.link.changeAddress(to: Self.next)
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    _ = harness.commands()
    _ = harness.link.handle(.connectionFailed(.connectionFailedToBeEstablished), now: .start)
    #expect(harness.commands() == [])
    _ = harness.link.handle(.commandSucceeded(.leSetRandomAddress), now: .start)
    #expect(harness.link.advertisedAddress == LinkHarness.randomAddress)
    #expect(harness.serve() == Self.restart)
    #expect(harness.link.advertisedAddress == Self.next)
  }
}
