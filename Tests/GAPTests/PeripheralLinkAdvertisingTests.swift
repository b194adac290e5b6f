import GAP
import HCI
import Identifiers
import Octets
import Testing
import Timing

@Suite struct PeripheralLinkAdvertisingTests {
  @Test func nothingIsDoneBeforeTheStart() {
    var rig = Rig()
    #expect(rig.link.state == .standby)
    #expect(rig.commands() == [])
    #expect(rig.link.deadline == nil)
  }

  @Test func advertisingIsTurnedOnInItsOrderOneCommandAtATime() {
    var rig = Rig()
    rig.link.start(as: Rig.publicAddress, now: .start)
    #expect(rig.link.state == .preparing(.fast))
    #expect(rig.commands() == [octets("01 0A 20 01 00")])
    #expect(rig.commands() == [])
    // Advertising was off: not a failure.
    #expect(rig.link.handle(.commandFailed(.leSetAdvertisingEnable, .commandDisallowed), now: .start) == nil)
    #expect(rig.commands() == [octets("01 06 20 0F 20 00 20 00 00 00 00 00 00 00 00 00 00 07 00")])
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingParameters), now: .start)
    #expect(rig.commands()[0][..<8] == octets("01 08 20 20 1D 02 01 06")[...])
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingData), now: .start)
    #expect(rig.commands()[0][..<7] == octets("01 09 20 20 08 07 09")[...])
    _ = rig.link.handle(.commandSucceeded(.leSetScanResponseData), now: .start)
    #expect(rig.link.state == .preparing(.fast))
    #expect(rig.commands() == [octets("01 0A 20 01 01")])
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    #expect(rig.link.state == .advertising(.fast))
    #expect(rig.commands() == [])
  }

  @Test func aRandomAddressIsSetWhileAdvertisingIsOff() {
    var rig = Rig()
    rig.link.start(as: Rig.randomAddress, now: .start)
    #expect(rig.commands() == [octets("01 0A 20 01 00")])
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    #expect(rig.commands() == [octets("01 05 20 06 01 02 03 04 05 C6")])
    _ = rig.link.handle(.commandSucceeded(.leSetRandomAddress), now: .start)
    #expect(rig.commands() == [octets("01 06 20 0F 20 00 20 00 00 01 00 00 00 00 00 00 00 07 00")])
  }

  @Test func answersToOtherCommandsAreNotTaken() {
    var rig = Rig()
    rig.link.start(as: Rig.publicAddress, now: .start)
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    #expect(rig.commands() == [octets("01 0A 20 01 00")])
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingData), now: .start)
    _ = rig.link.handle(.commandFailed(.readRSSI, .commandDisallowed), now: .start)
    #expect(rig.commands() == [])
  }

  @Test func aRefusalIsFollowedByAPauseThatGrows() {
    var rig = Rig()
    rig.link.start(as: Rig.publicAddress, now: .start)
    var now = Instant.start
    for seconds in [1, 2, 4, 8, 16, 30, 30] as [UInt32] {
      _ = rig.commands()
      _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: now)
      _ = rig.commands()
      _ = rig.link.handle(.commandFailed(.leSetAdvertisingParameters, .commandDisallowed), now: now)
      #expect(rig.commands() == [])
      now = now + .seconds(seconds)
      rig.link.handleTimeout(now: now)
      if now < second(30) { #expect(rig.link.state == .preparing(.fast)) }
      if now == second(31) {
        // The fast time is over: a new sequence, and the pause begins anew.
        #expect(rig.link.state == .preparing(.slow))
        return
      }
    }
  }

  @Test func aRefusalInTheSlowTimeIsTriedAgainForEver() {
    var rig = Rig.advertising()
    rig.wait(until: second(30))
    var now = second(30)
    for seconds in [1, 2, 4, 8, 16, 30, 30, 30] as [UInt32] {
      #expect(rig.commands() == [octets("01 0A 20 01 00")])
      _ = rig.link.handle(.commandFailed(.leSetAdvertisingEnable, .commandDisallowed), now: now)
      _ = rig.commands()
      _ = rig.link.handle(.commandFailed(.leSetAdvertisingParameters, .invalidHCICommandParameters), now: now)
      #expect(rig.link.deadline == now + .seconds(seconds))
      now = now + .seconds(seconds)
      rig.link.handleTimeout(now: now)
    }
  }

  @Test func advertisingSlowsDownAfterHalfAMinute() {
    var rig = Rig.advertising()
    #expect(rig.link.deadline == second(30))
    rig.wait(until: second(29))
    #expect(rig.link.state == .advertising(.fast))
    rig.wait(until: second(30))
    #expect(rig.link.state == .preparing(.slow))
    var parameters: [UInt8] = []
    var opcodes: [UInt16] = []
    while let packet = rig.commands().first {
      let opcode = UInt16(packet[1]) | UInt16(packet[2]) << 8
      if opcode == 0x2006 { parameters = packet }
      opcodes.append(opcode)
      _ = rig.link.handle(.commandSucceeded(Opcode(rawValue: opcode)), now: second(30))
    }
    #expect(opcodes == restart)
    #expect(parameters[4..<8] == octets("64 06 64 06")[...])
    #expect(rig.link.state == .advertising(.slow))
    #expect(rig.link.deadline == second(330))
  }

  @Test func advertisingStaysFastWhileThePairingWindowIsOpen() {
    var rig = Rig()
    rig.link.openPairingWindow(for: .seconds(120), now: .start)
    rig.link.start(as: Rig.publicAddress, now: .start)
    _ = rig.serve()
    rig.wait(until: second(119))
    #expect(rig.link.state == .advertising(.fast))
    #expect(rig.link.isPairingWindowOpen(at: second(119)) == true)
    rig.wait(until: second(120))
    #expect(rig.link.state == .preparing(.slow))
    #expect(rig.link.isPairingWindowOpen(at: second(120)) == false)
  }

  @Test func openingThePairingWindowMakesAdvertisingFastAgain() {
    var rig = Rig.advertising()
    rig.wait(until: second(30))
    _ = rig.serve(at: second(30))
    rig.link.openPairingWindow(for: .seconds(60), now: second(40))
    #expect(rig.link.state == .preparing(.fast))
    #expect(rig.serve(at: second(40)) == restart)
    rig.wait(until: second(99))
    #expect(rig.link.state == .advertising(.fast))
    rig.wait(until: second(100))
    #expect(rig.link.state == .preparing(.slow))
  }

  @Test func itIsFastForFiveMinutesAtMostWhileTheWindowIsOpen() {
    var rig = Rig.advertising()
    rig.link.openPairingWindow(for: .seconds(3_600), now: .start)
    rig.wait(until: .start + .milliseconds(299_999))
    #expect(rig.link.state == .advertising(.fast))
    rig.wait(until: second(300))
    #expect(rig.link.state == .preparing(.slow))
    _ = rig.serve(at: second(300))
    rig.link.openPairingWindow(for: .seconds(3_600), now: second(400))
    _ = rig.serve(at: second(400))
    // Opened again while it is fast: five minutes from then.
    rig.link.openPairingWindow(for: .seconds(3_600), now: second(600))
    rig.serveUntil(.start + .milliseconds(899_999))
    #expect(rig.link.state == .advertising(.fast))
    rig.serveUntil(second(900))
    #expect(rig.link.state == .advertising(.slow))
  }

  // While nothing happens.

  @Test func advertisingIsTurnedOnAfreshEveryFiveMinutes() {
    var rig = Rig.advertising()
    rig.wait(until: second(30))
    _ = rig.serve(at: second(30))
    rig.wait(until: .start + .milliseconds(329_999))
    #expect(rig.commands() == [])
    for minutes: UInt32 in [0, 5, 10] {
      let now = second(330 + 60 * minutes)
      rig.wait(until: now)
      #expect(rig.link.state == .preparing(.slow))
      #expect(rig.serve(at: now) == restart)
      #expect(rig.link.state == .advertising(.slow))
    }
  }

  @Test func thatAlsoFollowsARefusalBeforeIt() {
    var rig = Rig.advertising()
    rig.wait(until: second(30))
    _ = rig.serve(at: second(30))
    rig.wait(until: second(330))
    _ = rig.commands()
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: second(330))
    _ = rig.commands()
    _ = rig.link.handle(.commandFailed(.leSetAdvertisingParameters, .commandDisallowed), now: second(330))
    #expect(rig.link.deadline == second(331))
    rig.wait(until: second(331))
    #expect(rig.serve(at: second(331)) == restart)
    #expect(rig.link.deadline == second(631))
  }

  @Test func aRandomAddressThatIsRefusedWhileTheRadioUsesItIsSetAfterAPause() {
    var rig = Rig()
    rig.link.start(as: Rig.randomAddress, now: .start)
    _ = rig.commands()
    _ = rig.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    _ = rig.commands()
    _ = rig.link.handle(.commandFailed(.leSetRandomAddress, .commandDisallowed), now: .start)
    #expect(rig.commands() == [])
    rig.wait(until: .start + .milliseconds(999))
    #expect(rig.commands() == [])
    rig.wait(until: second(1))
    // Advertising is turned off first, so that nothing uses the address.
    #expect(rig.serve(at: second(1)) == [0x200A, 0x2005] + restart.dropFirst())
    #expect(rig.link.state == .advertising(.fast))
  }

  @Test func aStoppedLinkIsSilentAndKeepsItsWindow() {
    var rig = Rig.connected()
    rig.link.openPairingWindow(for: .seconds(60), now: .start)
    rig.link.stop()
    #expect(rig.link.state == .standby)
    #expect(rig.link.deadline == nil)
    #expect(rig.commands() == [])
    #expect(rig.link.isPairingWindowOpen(at: second(59)) == true)
    rig.link.start(as: Rig.publicAddress, now: second(10))
    #expect(rig.serve(at: second(10)) == restart)
  }
}
