import GAP
import HCI
import Identifiers
import Octets
import Testing
import Timing

@Suite struct PeripheralLinkAdvertisingTests {
  @Test func noCommandIsSentBeforeTheStart() {
    var harness = LinkHarness()
    #expect(harness.link.state == .standby)
    #expect(harness.commands() == [])
    #expect(harness.link.deadline == nil)
  }

  @Test func advertisingIsTurnedOnInItsOrderOneCommandAtATime() {
    var harness = LinkHarness()
    harness.link.openPairingWindow(for: .seconds(120), now: .start)
    harness.link.start(as: LinkHarness.publicAddress, now: .start)
    #expect(harness.link.state == .preparing(.fast))
    #expect(harness.commands() == [octets("01 0A 20 01 00")])
    #expect(harness.commands() == [])
    // Advertising was off: not a failure.
    #expect(harness.link.handle(.commandFailed(.leSetAdvertisingEnable, .commandDisallowed), now: .start) == nil)
    #expect(harness.commands() == [octets("01 06 20 0F 20 00 20 00 00 00 00 00 00 00 00 00 00 07 00")])
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingParameters), now: .start)
    #expect(harness.commands()[0][..<8] == octets("01 08 20 20 1D 02 01 06")[...])
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingData), now: .start)
    #expect(harness.commands()[0][..<7] == octets("01 09 20 20 08 07 09")[...])
    _ = harness.link.handle(.commandSucceeded(.leSetScanResponseData), now: .start)
    #expect(harness.link.state == .preparing(.fast))
    #expect(harness.commands() == [octets("01 0A 20 01 01")])
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    #expect(harness.link.state == .advertising(.fast))
    #expect(harness.commands() == [])
  }

  @Test func aRandomAddressIsSetWhileAdvertisingIsOff() {
    var harness = LinkHarness()
    harness.link.start(as: LinkHarness.randomAddress, now: .start)
    #expect(harness.commands() == [octets("01 0A 20 01 00")])
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    #expect(harness.commands() == [octets("01 05 20 06 01 02 03 04 05 C6")])
    _ = harness.link.handle(.commandSucceeded(.leSetRandomAddress), now: .start)
    #expect(harness.commands() == [octets("01 06 20 0F 20 00 20 00 00 01 00 00 00 00 00 00 00 07 00")])
  }

  @Test func answersToOtherCommandsAreNotTaken() {
    var harness = LinkHarness()
    harness.link.start(as: LinkHarness.publicAddress, now: .start)
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    #expect(harness.commands() == [octets("01 0A 20 01 00")])
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingData), now: .start)
    _ = harness.link.handle(.commandFailed(.readRSSI, .commandDisallowed), now: .start)
    #expect(harness.commands() == [])
  }

  @Test func aRefusalIsFollowedByAPauseThatGrows() {
    var harness = LinkHarness()
    harness.link.start(as: LinkHarness.publicAddress, now: .start)
    var now = Instant.start
    for seconds in [1, 2, 4, 8, 16, 30, 30] as [UInt32] {
      _ = harness.commands()
      _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: now)
      _ = harness.commands()
      _ = harness.link.handle(.commandFailed(.leSetAdvertisingParameters, .commandDisallowed), now: now)
      #expect(harness.commands() == [])
      now = now + .seconds(seconds)
      harness.link.handleTimeout(now: now)
      if now < second(30) { #expect(harness.link.state == .preparing(.fast)) }
      if now == second(31) {
        // The fast period has ended: a new sequence starts, and the pause starts again.
        #expect(harness.link.state == .preparing(.moderate))
        return
      }
    }
  }

  @Test func aRefusalInTheSlowPeriodIsRetriedWithoutLimit() {
    var harness = LinkHarness.advertising()
    harness.wait(until: second(30))
    var now = second(30)
    for seconds in [1, 2, 4, 8, 16, 30, 30, 30] as [UInt32] {
      #expect(harness.commands() == [octets("01 0A 20 01 00")])
      _ = harness.link.handle(.commandFailed(.leSetAdvertisingEnable, .commandDisallowed), now: now)
      _ = harness.commands()
      _ = harness.link.handle(.commandFailed(.leSetAdvertisingParameters, .invalidHCICommandParameters), now: now)
      #expect(harness.link.deadline == now + .seconds(seconds))
      now = now + .seconds(seconds)
      harness.link.handleTimeout(now: now)
    }
  }

  @Test func advertisingSlowsDownAfterHalfAMinute() {
    var harness = LinkHarness.advertising()
    #expect(harness.link.deadline == second(30))
    harness.wait(until: second(29))
    #expect(harness.link.state == .advertising(.fast))
    harness.wait(until: second(30))
    #expect(harness.link.state == .preparing(.moderate))
    var parameters: [UInt8] = []
    var opcodes: [UInt16] = []
    while let packet = harness.commands().first {
      let opcode = UInt16(packet[1]) | UInt16(packet[2]) << 8
      if opcode == 0x2006 { parameters = packet }
      opcodes.append(opcode)
      _ = harness.link.handle(.commandSucceeded(Opcode(rawValue: opcode)), now: second(30))
    }
    #expect(opcodes == restart)
    #expect(parameters[4..<8] == octets("F4 00 F4 00")[...])
    #expect(harness.link.state == .advertising(.moderate))
    #expect(harness.link.deadline == second(330))
  }

  @Test func advertisingStaysFastWhileThePairingWindowIsOpen() {
    var harness = LinkHarness()
    harness.link.openPairingWindow(for: .seconds(120), now: .start)
    harness.link.start(as: LinkHarness.publicAddress, now: .start)
    _ = harness.serve()
    harness.serveUntil(second(119))
    #expect(harness.link.state == .advertising(.fast))
    #expect(harness.link.isPairingWindowOpen(at: second(119)) == true)
    harness.wait(until: second(120))
    #expect(harness.link.state == .preparing(.moderate))
    #expect(harness.link.isPairingWindowOpen(at: second(120)) == false)
  }

  @Test func openingThePairingWindowMakesAdvertisingFastAgain() {
    var harness = LinkHarness.advertising()
    harness.wait(until: second(30))
    _ = harness.serve(at: second(30))
    harness.link.openPairingWindow(for: .seconds(60), now: second(40))
    #expect(harness.link.state == .preparing(.fast))
    #expect(harness.serve(at: second(40)) == restart)
    harness.serveUntil(second(99))
    #expect(harness.link.state == .advertising(.fast))
    harness.wait(until: second(100))
    #expect(harness.link.state == .preparing(.moderate))
  }

  @Test func itIsFastForFiveMinutesAtMostWhileTheWindowIsOpen() {
    var harness = LinkHarness.advertising()
    harness.link.openPairingWindow(for: .seconds(3_600), now: .start)
    #expect(harness.serve() == restart)
    harness.serveUntil(.start + .milliseconds(299_999))
    #expect(harness.link.state == .advertising(.fast))
    harness.wait(until: second(300))
    #expect(harness.link.state == .preparing(.moderate))
    _ = harness.serve(at: second(300))
    harness.link.openPairingWindow(for: .seconds(3_600), now: second(400))
    _ = harness.serve(at: second(400))
    // Opened again during the fast period: five minutes from then on.
    harness.link.openPairingWindow(for: .seconds(3_600), now: second(600))
    harness.serveUntil(.start + .milliseconds(899_999))
    #expect(harness.link.state == .advertising(.fast))
    harness.serveUntil(second(900))
    #expect(harness.link.state == .advertising(.moderate))
  }

  // The time until a returning phone finds the watch.

  @Test(arguments: [
    (ReconnectionSpeed.fast, [0x20, 0xF4, 0xF4]), (.balanced, [0x20, 0xF4, 0x29C]), (.saving, [0x20, 0x664, 0x664]),
  ])
  func theSpeedDecidesTheIntervals(speed: ReconnectionSpeed, intervals: [UInt16]) {
    var harness = LinkHarness(speed: speed)
    harness.link.start(as: LinkHarness.publicAddress, now: .start)
    _ = harness.serve()
    var intervalsSeen = [harness.interval]
    for end in [Instant.start + .milliseconds(29_999), second(30), .start + .milliseconds(899_999), second(900)] {
      harness.serveUntil(end)
      if intervalsSeen.last != harness.interval { intervalsSeen.append(harness.interval) }
      if end == .start + .milliseconds(29_999) { #expect(harness.interval == intervals[0]) }
      if end == .start + .milliseconds(899_999) { #expect(harness.interval == intervals[1]) }
    }
    #expect(harness.interval == intervals[2])
    // It never becomes slower than that.
    harness.serveUntil(second(7_200))
    #expect(harness.interval == intervals[2])
  }

  @Test func bothLayoutsTakeTurnsWhileTheWindowIsOpen() {
    var harness = LinkHarness()
    harness.link.openPairingWindow(for: .seconds(20), now: .start)
    harness.link.start(as: LinkHarness.publicAddress, now: .start)
    _ = harness.serve()
    let solicitation: UInt8 = 0x15
    let name: UInt8 = 0x09
    for seconds in 0..<20 as Range<UInt32> {
      harness.serveUntil(second(seconds))
      #expect(harness.link.state == .advertising(.fast))
      // The AD type after the flags.
      #expect(harness.data[5] == (seconds / 5 % 2 == 0 ? solicitation : name))
      #expect(harness.scanResponse[2] == (seconds / 5 % 2 == 0 ? name : solicitation))
    }
    harness.serveUntil(second(20))
    #expect(harness.data[1...4] == octets("02 01 04 11")[...])
    harness.serveUntil(second(26))
    #expect(harness.data[5] == solicitation)
  }

  // The watch is idle.

  @Test func advertisingIsTurnedOnAfreshEveryFiveMinutes() {
    var harness = LinkHarness.advertising()
    harness.wait(until: second(30))
    _ = harness.serve(at: second(30))
    harness.wait(until: .start + .milliseconds(329_999))
    #expect(harness.commands() == [])
    for minutes: UInt32 in [0, 5] {
      let now = second(330 + 60 * minutes)
      harness.wait(until: now)
      #expect(harness.link.state == .preparing(.moderate))
      #expect(harness.serve(at: now) == restart)
      #expect(harness.link.state == .advertising(.moderate))
    }
  }

  @Test func refusedParametersAreRetriedAfterOneSecond() {
    var harness = LinkHarness.advertising()
    harness.wait(until: second(30))
    _ = harness.serve(at: second(30))
    harness.wait(until: second(330))
    _ = harness.commands()
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: second(330))
    _ = harness.commands()
    _ = harness.link.handle(.commandFailed(.leSetAdvertisingParameters, .commandDisallowed), now: second(330))
    #expect(harness.link.deadline == second(331))
    harness.wait(until: second(331))
    #expect(harness.serve(at: second(331)) == restart)
    #expect(harness.link.deadline == second(631))
  }

  @Test func aRandomAddressThatIsRefusedWhileTheRadioUsesItIsSetAfterAPause() {
    var harness = LinkHarness()
    harness.link.start(as: LinkHarness.randomAddress, now: .start)
    _ = harness.commands()
    _ = harness.link.handle(.commandSucceeded(.leSetAdvertisingEnable), now: .start)
    _ = harness.commands()
    _ = harness.link.handle(.commandFailed(.leSetRandomAddress, .commandDisallowed), now: .start)
    #expect(harness.commands() == [])
    harness.wait(until: .start + .milliseconds(999))
    #expect(harness.commands() == [])
    harness.wait(until: second(1))
    // Advertising is turned off first, so that the address is not in use.
    #expect(harness.serve(at: second(1)) == [0x200A, 0x2005] + restart.dropFirst())
    #expect(harness.link.state == .advertising(.fast))
  }

  @Test func aStoppedLinkIsSilentAndKeepsItsWindow() {
    var harness = LinkHarness.connected()
    harness.link.openPairingWindow(for: .seconds(60), now: .start)
    harness.link.stop()
    #expect(harness.link.state == .standby)
    #expect(harness.link.deadline == nil)
    #expect(harness.commands() == [])
    #expect(harness.link.isPairingWindowOpen(at: second(59)) == true)
    harness.link.start(as: LinkHarness.publicAddress, now: second(10))
    #expect(harness.serve(at: second(10)) == restart)
  }

  @Test func nameIsSentOnlyWhileThePairingWindowIsOpen() {
    var harness = LinkHarness.advertising()
    func data(_ harness: inout LinkHarness, at now: Instant) -> [[UInt8]] {
      var sent: [[UInt8]] = []
      while let packet = harness.commands().first {
        let opcode = UInt16(packet[1]) | UInt16(packet[2]) << 8
        if opcode == 0x2008 || opcode == 0x2009 { sent.append(Array(packet[4...6 + Int(packet[4] > 2 ? 1 : 0)])) }
        _ = harness.link.handle(.commandSucceeded(Opcode(rawValue: opcode)), now: now)
      }
      return sent
    }
    harness.link.openPairingWindow(for: .seconds(20), now: .start)
    #expect(data(&harness, at: .start) == [octets("1D 02 01 06"), octets("08 07 09 42")])
    harness.wait(until: second(20))
    #expect(data(&harness, at: second(20)) == [octets("15 02 01 04"), octets("00 00 00")])
    harness.link.openPairingWindow(for: .seconds(20), now: second(21))
    #expect(data(&harness, at: second(21)).first == octets("1D 02 01 06"))
    harness.link.closePairingWindow(now: second(22))
    #expect(data(&harness, at: second(22)).first == octets("15 02 01 04"))
  }

  /// A phone that looks for the second layout must find it.
  @Test func aStrangerWhoConnectsBeforeEachChangeDoesNotHideALayout() {
    var harness = LinkHarness.advertising()
    var now = Instant.start
    harness.link.openPairingWindow(for: .seconds(120), now: now)
    var layouts: Set<[UInt8]> = []
    for _ in 0..<4 {
      _ = harness.serve(at: now)
      layouts.insert(harness.data)
      now = now + .seconds(4)
      harness.wait(until: now)
      harness.connect(at: now)
      harness.disconnect(at: now)
    }
    #expect(layouts.count == 2)
  }
}
