import GAP
import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@Suite struct PeripheralLinkConnectionTests {
  @Test func aConnectionIsServed() {
    var harness = LinkHarness.advertising()
    guard case .connected(let connection) = harness.handle(harness.source.connected(0x40)) else {
      Issue.record("not connected")
      return
    }
    #expect(connection.handle == handle(0x40))
    #expect(harness.link.state == .connected(handle(0x40)))
    #expect(harness.commands() == [])
  }

  @Test func theEndOfTheLinkStartsAdvertisingAfresh() {
    var harness = LinkHarness.encrypted()
    #expect(harness.handle("04 05 04 00 40 00 08") == .disconnected(handle(0x40), reason: .connectionTimeout))
    #expect(harness.link.state == .preparing(.fast))
    #expect(harness.serve() == restart)
    #expect(harness.link.state == .advertising(.fast))
  }

  @Test func aConnectionDuringTheChangeOfPaceIsServed() {
    var harness = LinkHarness.advertising()
    harness.wait(until: second(30))
    #expect(harness.commands() == [octets("01 0A 20 01 00")])
    #expect(harness.handle(harness.source.connected(0x40)) != nil)
    _ = harness.link.handle(.commandFailed(.leSetAdvertisingEnable, .commandDisallowed), now: second(30))
    #expect(harness.commands() == [])
    #expect(harness.link.state == .connected(handle(0x40)))
  }

  @Test func aFailedConnectionStartsAdvertisingAfresh() {
    var harness = LinkHarness.advertising()
    #expect(harness.handle("04 3E 13 01 3E 40 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01") == nil)
    #expect(harness.link.state == .preparing(.fast))
    #expect(harness.serve() == restart)
  }

  @Test func aFailedConnectionBesideALinkChangesNothing() {
    var harness = LinkHarness.connected()
    #expect(harness.handle("04 3E 13 01 3E 41 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01") == nil)
    #expect(harness.link.state == .connected(handle(0x40)))
    #expect(harness.commands() == [])
  }

  @Test func aSecondLinkIsEnded() {
    var harness = LinkHarness.encrypted()
    #expect(harness.handle(harness.source.connected(0x41)) == nil)
    #expect(harness.commands() == [octets("01 06 04 03 41 00 13")])
    #expect(harness.link.state == .encrypted(handle(0x40)))
    #expect(harness.handle("04 05 04 00 41 00 16") == nil)
    #expect(harness.link.state == .encrypted(handle(0x40)))
  }

  @Test func aLinkAsCentralIsEndedAndAdvertisingStartedAfresh() {
    var harness = LinkHarness.advertising()
    #expect(harness.handle(harness.source.connected(0x41, isPeripheral: false)) == nil)
    #expect(harness.commands().first == octets("01 06 04 03 41 00 13"))
    #expect(harness.link.state == .preparing(.fast))
  }

  @Test func aLinkBeforeTheStartIsEnded() {
    var harness = LinkHarness()
    #expect(harness.handle(harness.source.connected(0x41)) == nil)
    #expect(harness.commands() == [octets("01 06 04 03 41 00 13")])
    #expect(harness.link.state == .standby)
  }

  @Test func theSameHandleAgainIsAnotherLink() {
    var harness = LinkHarness.encrypted()
    guard case .replaced(by: let connection) = harness.handle(harness.source.connected(0x40)) else {
      Issue.record("not replaced")
      return
    }
    #expect(connection.handle == handle(0x40))
    #expect(harness.link.state == .connected(handle(0x40)))
  }

  @Test func theSameHandleAsCentralEndsTheLink() {
    var harness = LinkHarness.encrypted()
    let change = harness.handle(harness.source.connected(0x40, isPeripheral: false))
    #expect(change == .disconnected(handle(0x40), reason: .connectionTimeout))
    #expect(harness.commands().first == disconnectUser)
    #expect(harness.link.state == .preparing(.fast))
  }

  @Test func aFailedControllerEndsTheLink() {
    var harness = LinkHarness.connected()
    #expect(
      harness.link.handle(.failed(.hardwareError(1)), now: .start)
        == .disconnected(handle(0x40), reason: .connectionTimeout))
    #expect(harness.link.state == .standby)
    #expect(harness.link.handle(.failed(.hardwareError(1)), now: .start) == nil)
  }

  @Test func aPhoneThatReconnectsRepeatedlyGetsNoFastAdvertising() {
    var harness = LinkHarness.advertising()
    for turn in 0..<4 as Range<UInt32> {
      #expect(harness.link.state == .advertising(.fast))
      harness.connect(at: second(12 * turn))
      harness.link.noteData()
      harness.disconnect(at: second(12 * turn + 10))
      _ = harness.serve(at: second(12 * turn + 10))
    }
    #expect(harness.link.state == .advertising(.slow))
    harness.connect(at: second(200))
    harness.disconnect(at: second(205))
    #expect(harness.link.state == .preparing(.fast))
  }

  /// The additional pause is 1 s, 2 s and 4 s, and never longer.
  @Test func afterLinksWithoutSuccessAdvertisingPauses() {
    var harness = LinkHarness.advertising()
    var now = Instant.start
    for pause: UInt32 in [0, 0, 0, 1_000, 2_000, 4_000, 4_000, 4_000] {
      harness.connect(at: now)
      now = now + .seconds(2)
      harness.disconnect(at: now)
      if pause > 0 {
        #expect(harness.commands() == [])
        harness.wait(until: now + .milliseconds(pause - 1))
        #expect(harness.commands() == [])
      }
      now = now + .milliseconds(pause)
      harness.wait(until: now)
      #expect(harness.serve(at: now) == restart)
    }
  }

  @Test func failedConnectionsCountAsLinksWithoutSuccess() {
    var harness = LinkHarness.advertising()
    for pause: UInt32 in [0, 0, 0, 1] {
      #expect(harness.handle("04 3E 13 01 3E 40 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01") == nil)
      #expect(harness.link.deadline == second(pause == 0 ? 30 : pause))
      if pause == 0 { #expect(harness.serve() == restart) }
    }
  }

  @Test func anOpenWindowAdvertisesFastAfterManyShortLinks() {
    var harness = LinkHarness.advertising()
    harness.link.openPairingWindow(for: .seconds(120), now: .start)
    for turn in 0..<6 as Range<UInt32> {
      _ = harness.handle(harness.source.connected(0x40), at: second(turn))
      _ = harness.handle("04 05 04 00 40 00 13", at: second(turn))
      _ = harness.serve(at: second(turn))
    }
    #expect(harness.link.state == .advertising(.fast))
  }

  // Ending the link.

  @Test func theOwnersWishEndsTheLinkOnce() {
    var harness = LinkHarness.connected()
    harness.link.disconnect(.authenticationFailure)
    harness.link.disconnect(.remoteUserTerminatedConnection)
    #expect(harness.commands() == [disconnectAuthentication])
    harness.link.disconnect(.remoteUserTerminatedConnection)
    #expect(harness.commands() == [])
  }

  @Test func withoutALinkTheWishIsVoid() {
    var harness = LinkHarness.advertising()
    harness.link.disconnect(.remoteUserTerminatedConnection)
    #expect(harness.commands() == [])
  }

  @Test func aRefusedEndIsAskedForAgain() {
    var harness = LinkHarness.connected()
    harness.link.disconnect(.remoteUserTerminatedConnection)
    _ = harness.commands()
    _ = harness.link.handle(.commandFailed(.disconnect, .controllerBusy), now: second(5))
    #expect(harness.commands() == [])
    harness.wait(until: second(6))
    #expect(harness.commands() == [disconnectUser])
  }

  @Test func lostDataEndTheLink() {
    var harness = LinkHarness.connected()
    _ = harness.handle("04 1A 01 01")
    #expect(harness.commands() == [disconnectUser])
  }

  // Silence.

  private func rejectSilentLink(_ harness: inout LinkHarness, at begin: Instant) -> [[UInt8]] {
    harness.connect(at: begin)
    harness.link.reject()
    let commands = harness.commands()
    harness.disconnect(at: begin + .seconds(1))
    _ = harness.serve(at: begin + .seconds(1))
    return commands
  }

  /// Only a timeout of that command can cause a restart of the controller.
  @Test func afterThreeSilentLinksTheControllerHasToAnswerACommand() {
    var harness = LinkHarness.advertising()
    for turn: UInt32 in 0..<9 {
      let commands = rejectSilentLink(&harness, at: second(4 * turn))
      #expect(commands == (turn == 2 || turn == 8 ? [readAddress, disconnectUser] : [disconnectUser]))
    }
  }

  @Test func dataRestartsTheCount() {
    var harness = LinkHarness.advertising()
    for turn: UInt32 in 0..<9 {
      #expect(rejectSilentLink(&harness, at: second(8 * turn)) == [disconnectUser])
      harness.connect(at: second(8 * turn + 4))
      harness.link.noteData()
      harness.disconnect(at: second(8 * turn + 5))
      _ = harness.serve(at: second(8 * turn + 5))
    }
  }

  @Test func aControllerThatIsAskedForTheSignalTellsThatItIsAlive() {
    var harness = LinkHarness.encrypted()
    harness.wait(until: .start + .milliseconds(300_999))
    #expect(harness.commands() == [])
    for turn: UInt32 in [1, 2, 3] {
      harness.wait(until: second(301 * turn))
      #expect(harness.commands() == [octets("01 05 14 02 40 00")])
    }
  }

  @Test func aControllerThatSentAPacketIsNotAskedForFiveMinutes() {
    var harness = LinkHarness.encrypted()
    harness.wait(until: second(200))
    harness.link.noteController(now: second(200))
    harness.wait(until: second(500))
    #expect(harness.commands() == [])
    harness.wait(until: second(501))
    #expect(harness.commands() == [octets("01 05 14 02 40 00")])
  }

  // Timing.

  @Test func betterTimingIsAskedForASecondLater() {
    var harness = LinkHarness.connected()
    harness.wait(until: .start + .milliseconds(999))
    #expect(harness.commands() == [])
    #expect(harness.parameterRequests == 0)
    harness.wait(until: second(1))
    #expect(harness.commands() == [])
    #expect(harness.parameterRequests == 1)
  }

  @Test func aChangeThatIsPromisedAndNotMadeIsAskedForAgain() {
    var harness = LinkHarness.connected()
    harness.wait(until: second(1))
    _ = harness.commands()
    harness.link.parametersAnswered(.accepted, now: second(2))
    harness.wait(until: second(6))
    _ = harness.commands()
    #expect(harness.parameterRequests == 1)
    harness.wait(until: second(7))
    _ = harness.commands()
    #expect(harness.parameterRequests == 2)
  }

  /// The watch stops after three requests, for any answers of the phone and any changes of the timing.
  @Test func threeTimesIsAllThatALinkAsks() {
    var numbers = SeededGenerator(seed: 0xBE1F_0012)
    for _ in 0..<200 {
      var harness = LinkHarness.encrypted()
      for now in 1..<600 as Range<UInt32> {
        harness.wait(until: second(now))
        _ = harness.commands()
        switch numbers.number(below: 8) {
        case 0: harness.link.parametersAnswered(.accepted, now: second(now))
        case 1: harness.link.parametersAnswered(.rejected, now: second(now))
        case 2: harness.link.parametersAnswered(.unanswered, now: second(now))
        case 3: _ = harness.handle("04 3E 0A 03 00 40 00 60 00 04 00 58 02", at: second(now))
        case 4: _ = harness.handle("04 3E 0A 03 00 40 00 18 00 00 00 48 00", at: second(now))
        case 5: _ = harness.handle("04 3E 0B 06 40 00 18 00 18 00 00 00 48 00", at: second(now))
        default: break
        }
      }
      #expect(harness.parameterRequests <= 3)
    }
  }

  @Test func aUsedLinkIsAskedForFasterTiming() {
    var harness = LinkHarness.connected()
    harness.link.setActivity(.busy, now: .start)
    harness.wait(until: second(1))
    var asked: [ConnectionParameters] = []
    while let action = harness.link.nextAction() {
      if case .requestConnectionParameters(_, let parameters) = action { asked.append(parameters) }
    }
    #expect(asked == [ConnectionParameterPolicy.parameters(for: .busy, power: .balanced)])
  }

  @Test func timingThatSuitsIsNotAskedFor() {
    var harness = LinkHarness.connected()
    #expect(harness.handle("04 3E 0A 03 00 40 00 60 00 04 00 58 02") == nil)
    harness.wait(until: second(10))
    _ = harness.commands()
    #expect(harness.parameterRequests == 0)
  }

  @Test func timingThatCouldNotBeChangedIsStillAskedFor() {
    var harness = LinkHarness.connected()
    #expect(harness.handle("04 3E 0A 03 3B 40 00 60 00 04 00 58 02") == nil)
    harness.wait(until: second(10))
    _ = harness.commands()
    #expect(harness.parameterRequests == 1)
  }

  @Test func aLinkAboutToEndIsNotAsked() {
    var harness = LinkHarness.connected()
    harness.link.disconnect(.remoteUserTerminatedConnection)
    harness.wait(until: second(10))
    _ = harness.commands()
    #expect(harness.parameterRequests == 0)
  }

  @Test func thePhonesProposalIsAlwaysAnswered() {
    var harness = LinkHarness.connected()
    #expect(harness.handle("04 3E 0B 06 40 00 18 00 28 00 03 00 58 02") == nil)
    #expect(harness.commands() == [octets("01 20 20 0E 40 00 18 00 28 00 03 00 58 02 00 00 00 00")])
    #expect(harness.handle("04 3E 0B 06 40 00 00 00 00 00 00 00 00 00") == nil)
    #expect(harness.commands() == [octets("01 21 20 03 40 00 3B")])
  }

  @Test func eventsWithoutMeaningChangeNothing() {
    for phase in 0..<3 {
      var harness = phase == 0 ? LinkHarness() : phase == 1 ? LinkHarness.advertising() : LinkHarness.connected()
      let state = harness.link.state
      let deadline = harness.link.deadline
      let events: [ControllerEvent] = [
        .ready, .rssi(handle(0x40), -60), .authenticatedPayloadTimeoutExpired(handle(0x40)),
        .disconnected(handle(0x99), reason: .connectionTimeout), .commandSucceeded(.readRSSI),
      ]
      for event in events { #expect(harness.link.handle(event, now: .start) == nil) }
      #expect(harness.link.state == state)
      #expect(harness.link.deadline == deadline)
      #expect(harness.commands() == [])
    }
  }
}
