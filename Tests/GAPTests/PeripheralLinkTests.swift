import GAP
import HCI
import Identifiers
import Octets
import Testing
import Timing

/// A link machine with the events of a controller, and the packets of what it asks for.
private struct Rig: ~Copyable {
  static let publicAddress = DeviceAddress(kind: .public, octets: [1, 2, 3, 4, 5, 6])
  static let randomAddress = DeviceAddress(kind: .random, octets: [1, 2, 3, 4, 5, 0xC6])

  var link = PeripheralLink(payload: AdvertisingPayload(layout: .solicitationFirst, name: Array("Belfry".utf8).span))
  var source = EventSource()
  private(set) var parameterRequests = 0

  /// The packets of all commands it wants to send now.
  mutating func commands() -> [[UInt8]] {
    var packets: [[UInt8]] = []
    while let action = link.nextAction() {
      switch action {
      case .send(let command): packets.append(packet(command))
      case .requestConnectionParameters(_, let parameters):
        #expect(parameters == ConnectionParameterPolicy.preferred)
        parameterRequests += 1
      }
    }
    return packets
  }

  mutating func handle(_ event: ControllerEvent?, at now: Instant = .start) -> PeripheralLink.Change? {
    guard let event else {
      Issue.record("no event")
      return nil
    }
    return link.handle(event, now: now)
  }

  mutating func handle(_ hex: String, at now: Instant = .start) -> PeripheralLink.Change? {
    handle(source(hex), at: now)
  }

  /// Lets all that it sends succeed, until it sends no more; returns the opcodes.
  mutating func serve(at now: Instant = .start) -> [UInt16] {
    var opcodes: [UInt16] = []
    while true {
      let packets = commands()
      if packets.isEmpty { return opcodes }
      for packet in packets {
        let opcode = Opcode(rawValue: UInt16(packet[1]) | UInt16(packet[2]) << 8)
        opcodes.append(opcode.rawValue)
        #expect(link.handle(.commandSucceeded(opcode), now: now) == nil)
      }
    }
  }

  static func advertising(at now: Instant = .start) -> Rig {
    var rig = Rig()
    rig.link.start(as: publicAddress, now: now)
    _ = rig.serve(at: now)
    return rig
  }

  static func connected(at now: Instant = .start) -> Rig {
    var rig = advertising(at: now)
    #expect(rig.handle(rig.source.connected(0x40), at: now) != nil)
    return rig
  }

  static func encrypted(at now: Instant = .start) -> Rig {
    var rig = connected(at: now)
    rig.source.supplyKey(0x40)
    #expect(rig.handle("04 08 04 00 40 00 01", at: now) == .encrypted(GAPTests.handle(0x40)))
    return rig
  }

  /// Passes the time to `now` by way of each deadline.
  mutating func wait(until now: Instant) {
    var turns = 0
    while let deadline = link.deadline, deadline <= now {
      link.handleTimeout(now: deadline)
      turns += 1
      #expect(turns < 100)
      if turns == 100 { return }
    }
  }
}

private let restart: [UInt16] = [0x200A, 0x2006, 0x2008, 0x2009, 0x200A]
private let disconnectUser = octets("01 06 04 03 40 00 13")
private let disconnectAuthentication = octets("01 06 04 03 40 00 05")

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
    #expect(rig.link.deadline == nil)
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

@Suite struct PeripheralLinkConnectionTests {
  @Test func aConnectionIsServed() {
    var rig = Rig.advertising()
    guard case .connected(let connection) = rig.handle(rig.source.connected(0x40)) else {
      Issue.record("not connected")
      return
    }
    #expect(connection.handle == handle(0x40))
    #expect(rig.link.state == .connected(handle(0x40)))
    #expect(rig.commands() == [])
  }

  @Test func theEndOfTheLinkStartsAdvertisingAfresh() {
    var rig = Rig.encrypted()
    #expect(rig.handle("04 05 04 00 40 00 08") == .disconnected(handle(0x40), reason: .connectionTimeout))
    #expect(rig.link.state == .preparing(.fast))
    #expect(rig.serve() == restart)
    #expect(rig.link.state == .advertising(.fast))
  }

  @Test func aConnectionDuringTheChangeOfPaceIsServed() {
    var rig = Rig.advertising()
    rig.wait(until: second(30))
    #expect(rig.commands() == [octets("01 0A 20 01 00")])
    #expect(rig.handle(rig.source.connected(0x40)) != nil)
    _ = rig.link.handle(.commandFailed(.leSetAdvertisingEnable, .commandDisallowed), now: second(30))
    #expect(rig.commands() == [])
    #expect(rig.link.state == .connected(handle(0x40)))
  }

  @Test func aFailedConnectionStartsAdvertisingAfresh() {
    var rig = Rig.advertising()
    #expect(rig.handle("04 3E 13 01 3E 40 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01") == nil)
    #expect(rig.link.state == .preparing(.fast))
    #expect(rig.serve() == restart)
  }

  @Test func aFailedConnectionBesideALinkChangesNothing() {
    var rig = Rig.connected()
    #expect(rig.handle("04 3E 13 01 3E 41 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01") == nil)
    #expect(rig.link.state == .connected(handle(0x40)))
    #expect(rig.commands() == [])
  }

  @Test func aSecondLinkIsEnded() {
    var rig = Rig.encrypted()
    #expect(rig.handle(rig.source.connected(0x41)) == nil)
    #expect(rig.commands() == [octets("01 06 04 03 41 00 13")])
    #expect(rig.link.state == .encrypted(handle(0x40)))
    #expect(rig.handle("04 05 04 00 41 00 16") == nil)
    #expect(rig.link.state == .encrypted(handle(0x40)))
  }

  @Test func aLinkAsCentralIsEndedAndAdvertisingStartedAfresh() {
    var rig = Rig.advertising()
    #expect(rig.handle(rig.source.connected(0x41, isPeripheral: false)) == nil)
    #expect(rig.commands().first == octets("01 06 04 03 41 00 13"))
    #expect(rig.link.state == .preparing(.fast))
  }

  @Test func aLinkBeforeTheStartIsEnded() {
    var rig = Rig()
    #expect(rig.handle(rig.source.connected(0x41)) == nil)
    #expect(rig.commands() == [octets("01 06 04 03 41 00 13")])
    #expect(rig.link.state == .standby)
  }

  @Test func theSameHandleAgainIsAnotherLink() {
    var rig = Rig.encrypted()
    guard case .replaced(by: let connection) = rig.handle(rig.source.connected(0x40)) else {
      Issue.record("not replaced")
      return
    }
    #expect(connection.handle == handle(0x40))
    #expect(rig.link.state == .connected(handle(0x40)))
  }

  @Test func theSameHandleAsCentralEndsTheLink() {
    var rig = Rig.encrypted()
    let change = rig.handle(rig.source.connected(0x40, isPeripheral: false))
    #expect(change == .disconnected(handle(0x40), reason: .connectionTimeout))
    #expect(rig.commands().first == disconnectUser)
    #expect(rig.link.state == .preparing(.fast))
  }

  @Test func aFailedControllerEndsTheLink() {
    var rig = Rig.connected()
    #expect(
      rig.link.handle(.failed(.hardwareError(1)), now: .start)
        == .disconnected(handle(0x40), reason: .connectionTimeout))
    #expect(rig.link.state == .standby)
    #expect(rig.link.handle(.failed(.hardwareError(1)), now: .start) == nil)
  }

  @Test func aPhoneThatComesAndGoesIsNotWaitedForFast() {
    var rig = Rig.advertising()
    for turn in 0..<4 as Range<UInt32> {
      #expect(rig.link.state == .advertising(.fast))
      _ = rig.handle(rig.source.connected(0x40), at: second(10 * turn))
      _ = rig.handle("04 05 04 00 40 00 13", at: second(10 * turn + 5))
      _ = rig.serve(at: second(10 * turn + 5))
    }
    #expect(rig.link.state == .advertising(.slow))
    _ = rig.handle(rig.source.connected(0x40), at: second(200))
    _ = rig.handle("04 05 04 00 40 00 13", at: second(205))
    #expect(rig.link.state == .preparing(.fast))
  }

  @Test func anOpenPairingWindowOutweighsThat() {
    var rig = Rig.advertising()
    rig.link.openPairingWindow(for: .seconds(120), now: .start)
    for turn in 0..<6 as Range<UInt32> {
      _ = rig.handle(rig.source.connected(0x40), at: second(turn))
      _ = rig.handle("04 05 04 00 40 00 13", at: second(turn))
      _ = rig.serve(at: second(turn))
    }
    #expect(rig.link.state == .advertising(.fast))
  }

  // Ending it.

  @Test func theOwnersWishEndsTheLinkOnce() {
    var rig = Rig.connected()
    rig.link.disconnect(.authenticationFailure)
    rig.link.disconnect(.remoteUserTerminatedConnection)
    #expect(rig.commands() == [disconnectAuthentication])
    rig.link.disconnect(.remoteUserTerminatedConnection)
    #expect(rig.commands() == [])
  }

  @Test func withoutALinkTheWishIsVoid() {
    var rig = Rig.advertising()
    rig.link.disconnect(.remoteUserTerminatedConnection)
    #expect(rig.commands() == [])
  }

  @Test func aRefusedEndIsAskedForAgain() {
    var rig = Rig.connected()
    rig.link.disconnect(.remoteUserTerminatedConnection)
    _ = rig.commands()
    _ = rig.link.handle(.commandFailed(.disconnect, .controllerBusy), now: second(5))
    #expect(rig.commands() == [])
    rig.wait(until: second(6))
    #expect(rig.commands() == [disconnectUser])
  }

  @Test func lostDataEndTheLink() {
    var rig = Rig.connected()
    _ = rig.handle("04 1A 01 01")
    #expect(rig.commands() == [disconnectUser])
  }

  // Timing.

  @Test func betterTimingIsAskedForOnceASecondLater() {
    var rig = Rig.connected()
    #expect(rig.link.deadline == second(1))
    rig.wait(until: second(29))
    #expect(rig.commands() == [])
    #expect(rig.parameterRequests == 1)
    rig.wait(until: second(60))
    _ = rig.commands()
    #expect(rig.parameterRequests == 1)
  }

  @Test func timingThatSuitsIsNotAskedFor() {
    var rig = Rig.connected()
    #expect(rig.handle("04 3E 0A 03 00 40 00 24 00 03 00 58 02") == nil)
    rig.wait(until: second(10))
    _ = rig.commands()
    #expect(rig.parameterRequests == 0)
  }

  @Test func timingThatCouldNotBeChangedIsStillAskedFor() {
    var rig = Rig.connected()
    #expect(rig.handle("04 3E 0A 03 3B 40 00 24 00 03 00 58 02") == nil)
    rig.wait(until: second(10))
    _ = rig.commands()
    #expect(rig.parameterRequests == 1)
  }

  @Test func aLinkAboutToEndIsNotAsked() {
    var rig = Rig.connected()
    rig.link.disconnect(.remoteUserTerminatedConnection)
    rig.wait(until: second(10))
    _ = rig.commands()
    #expect(rig.parameterRequests == 0)
  }

  @Test func thePhonesProposalIsAlwaysAnswered() {
    var rig = Rig.connected()
    #expect(rig.handle("04 3E 0B 06 40 00 18 00 28 00 03 00 58 02") == nil)
    #expect(rig.commands() == [octets("01 20 20 0E 40 00 18 00 28 00 03 00 58 02 00 00 00 00")])
    #expect(rig.handle("04 3E 0B 06 40 00 00 00 00 00 00 00 00 00") == nil)
    #expect(rig.commands() == [octets("01 21 20 03 40 00 3B")])
  }

  @Test func eventsWithoutMeaningChangeNothing() {
    for phase in 0..<3 {
      var rig = phase == 0 ? Rig() : phase == 1 ? Rig.advertising() : Rig.connected()
      let state = rig.link.state
      let deadline = rig.link.deadline
      let events: [ControllerEvent] = [
        .ready, .rssi(handle(0x40), -60), .authenticatedPayloadTimeoutExpired(handle(0x40)),
        .disconnected(handle(0x99), reason: .connectionTimeout), .commandSucceeded(.readRSSI),
      ]
      for event in events { #expect(rig.link.handle(event, now: .start) == nil) }
      #expect(rig.link.state == state)
      #expect(rig.link.deadline == deadline)
      #expect(rig.commands() == [])
    }
  }
}

@Suite struct PeripheralLinkSecurityTests {
  @Test func encryptionWithOurKeyIsTold() {
    var rig = Rig.encrypted()
    #expect(rig.link.state == .encrypted(handle(0x40)))
    #expect(rig.commands() == [])
    #expect(rig.handle("04 30 03 00 40 00") == nil)
    #expect(rig.link.state == .encrypted(handle(0x40)))
  }

  @Test func encryptionWithoutOurKeyEndsTheLink() {
    var rig = Rig.connected()
    #expect(rig.handle("04 08 04 00 40 00 01") == .encryptionLost(handle(0x40)))
    #expect(rig.commands() == [disconnectAuthentication])
    #expect(rig.link.state == .connected(handle(0x40)))
  }

  @Test func encryptionThatEndsEndsTheLink() {
    var rig = Rig.encrypted()
    #expect(rig.handle("04 08 04 00 40 00 00") == .encryptionLost(handle(0x40)))
    #expect(rig.commands() == [disconnectAuthentication])
    #expect(rig.link.state == .connected(handle(0x40)))
  }

  @Test func aKeyThatCannotBeRefreshedEndsTheLink() {
    var rig = Rig.encrypted()
    #expect(rig.handle("04 30 03 06 40 00") == .encryptionLost(handle(0x40)))
    #expect(rig.commands() == [disconnectAuthentication])
  }

  @Test func aFailedEncryptionLeavesTheLinkAsItIs() {
    var rig = Rig.connected()
    #expect(rig.handle("04 08 04 06 40 00 00") == nil)
    #expect(rig.commands() == [])
    #expect(rig.link.state == .connected(handle(0x40)))
  }

  @Test func encryptionOfAnotherLinkIsIgnored() {
    var rig = Rig.encrypted()
    _ = rig.handle(rig.source.connected(0x41))
    _ = rig.commands()
    #expect(rig.handle("04 08 04 00 41 00 01") == nil)
    #expect(rig.handle("04 30 03 06 41 00") == nil)
    #expect(rig.commands() == [])
    #expect(rig.link.state == .encrypted(handle(0x40)))
  }

  // Strangers.

  @Test func aStrangerIsShownOutAfterHalfAMinute() {
    var rig = Rig.connected()
    rig.wait(until: second(29))
    #expect(rig.commands() == [])
    rig.wait(until: second(30))
    #expect(rig.commands() == [disconnectUser])
  }

  @Test func aLinkThatIsEncryptedStays() {
    var rig = Rig.encrypted()
    rig.wait(until: second(3_600))
    #expect(rig.commands() == [])
    #expect(rig.link.deadline == nil)
  }

  @Test func aStrangerMayStayWhileThePairingWindowIsOpen() {
    var rig = Rig.connected()
    rig.link.openPairingWindow(for: .seconds(120), now: .start)
    rig.wait(until: second(119))
    #expect(rig.commands() == [])
    rig.wait(until: second(120))
    #expect(rig.commands() == [disconnectUser])
  }

  @Test func closingThePairingWindowEndsThatPatience() {
    var rig = Rig.connected()
    rig.link.openPairingWindow(for: .seconds(120), now: .start)
    rig.wait(until: second(40))
    rig.link.closePairingWindow(now: second(40))
    rig.wait(until: second(40))
    #expect(rig.commands() == [disconnectUser])
  }

  @Test func aPairingUnderWayKeepsTheLinkAMinuteOnce() {
    var rig = Rig.connected()
    rig.link.openPairingWindow(for: .seconds(120), now: .start)
    rig.wait(until: second(119))
    rig.link.pairingStarted(now: second(119))
    rig.link.closePairingWindow(now: second(119))
    rig.wait(until: second(150))
    rig.link.pairingStarted(now: second(150))
    #expect(rig.commands() == [])
    rig.wait(until: second(178))
    #expect(rig.commands() == [])
    rig.wait(until: second(179))
    #expect(rig.commands() == [disconnectUser])
  }

  /// Whatever the controller tells and whenever: no trap, and always a deadline, a command, or a state to rest in.
  @Test func randomEventsNeverTrap() {
    var numbers = SeededNumbers(seed: 0xBE1F_0011)
    var rig = Rig.advertising()
    var now = Instant.start
    for _ in 0..<20_000 {
      now = now + .milliseconds(UInt32(numbers.next(below: 3_000)))
      if let event = randomEvent(&numbers, &rig.source) { _ = rig.link.handle(event, now: now) }
      switch numbers.next(below: 20) {
      case 0: rig.link.openPairingWindow(for: .seconds(UInt32(numbers.next(below: 200))), now: now)
      case 1: rig.link.closePairingWindow(now: now)
      case 2: rig.link.pairingStarted(now: now)
      case 3: rig.link.disconnect(.remoteUserTerminatedConnection)
      case 4: rig.link.stop()
      case 5...7: rig.link.start(as: Rig.randomAddress, now: now)
      default: break
      }
      if let deadline = rig.link.deadline, deadline <= now { rig.link.handleTimeout(now: now) }
      #expect(rig.commands().count < 10)
    }
  }

  private func randomEvent(_ numbers: inout SeededNumbers, _ source: inout EventSource) -> ControllerEvent? {
    let opcodes: [Opcode] = [
      .leSetAdvertisingEnable, .leSetAdvertisingParameters, .leSetAdvertisingData, .leSetScanResponseData, .disconnect,
      .leSetRandomAddress,
    ]
    let opcode = opcodes[numbers.next(below: opcodes.count)]
    let number = UInt8(numbers.next(below: 3))
    switch numbers.next(below: 12) {
    case 0...4: return .commandSucceeded(opcode)
    case 5: return .commandFailed(opcode, .commandDisallowed)
    case 6: return source.connected(number, isPeripheral: numbers.next(below: 8) > 0)
    case 7: return .disconnected(handle(UInt16(number)), reason: .connectionTimeout)
    case 8: return .connectionFailed(.connectionFailedToBeEstablished)
    case 9: return source("04 08 04 00 0\(number) 00 01")
    case 10: return source("04 3E 0B 06 0\(number) 00 18 00 28 00 03 00 58 02")
    default: return .dataBufferOverflow
    }
  }
}
