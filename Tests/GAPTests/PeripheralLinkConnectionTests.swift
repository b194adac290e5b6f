import GAP
import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

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
      rig.connect(at: second(12 * turn))
      rig.link.noteData()
      rig.disconnect(at: second(12 * turn + 10))
      _ = rig.serve(at: second(12 * turn + 10))
    }
    #expect(rig.link.state == .advertising(.slow))
    rig.connect(at: second(200))
    rig.disconnect(at: second(205))
    #expect(rig.link.state == .preparing(.fast))
  }

  /// The time to wait on top is 1 s, 2 s, 4 s and no more.
  @Test func aPhoneThatComesAndGoesInVainIsWaitedForAfterAPause() {
    var rig = Rig.advertising()
    var now = Instant.start
    for pause: UInt32 in [0, 0, 0, 1_000, 2_000, 4_000, 4_000, 4_000] {
      rig.connect(at: now)
      now = now + .seconds(2)
      rig.disconnect(at: now)
      if pause > 0 {
        #expect(rig.commands() == [])
        rig.wait(until: now + .milliseconds(pause - 1))
        #expect(rig.commands() == [])
      }
      now = now + .milliseconds(pause)
      rig.wait(until: now)
      #expect(rig.serve(at: now) == restart)
    }
  }

  @Test func connectionsThatFailAreLinksInVain() {
    var rig = Rig.advertising()
    for pause: UInt32 in [0, 0, 0, 1] {
      #expect(rig.handle("04 3E 13 01 3E 40 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01") == nil)
      #expect(rig.link.deadline == second(pause == 0 ? 30 : pause))
      if pause == 0 { #expect(rig.serve() == restart) }
    }
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

  // Silence.

  @Test func aLinkOverWhichNothingComesIsEndedAfterFiveSeconds() {
    var rig = Rig.connected(isSilent: true)
    rig.wait(until: .start + .milliseconds(4_999))
    #expect(rig.commands() == [])
    rig.wait(until: second(5))
    #expect(rig.commands() == [disconnectUser])
  }

  @Test func aWordIsEnoughToStay() {
    var rig = Rig.connected(isSilent: true)
    rig.link.noteData()
    rig.wait(until: second(29))
    #expect(rig.commands() == [])
  }

  /// What a controller tells by events proves nothing of what it does with data.
  @Test func encryptionAloneIsNoWord() {
    var rig = Rig.connected(isSilent: true)
    #expect(rig.handle("04 3E 0D 05 40 00 00 00 00 00 00 00 00 00 00 00") == nil)
    rig.source.supplyKey(0x40)
    #expect(rig.handle("04 08 04 00 40 00 01") == .encrypted(handle(0x40)))
    rig.wait(until: second(5))
    #expect(rig.commands() == [disconnectUser])
  }

  @Test func afterThreeSuchLinksTheControllerIsStartedAfresh() {
    var rig = Rig.advertising()
    rig.link.openPairingWindow(for: .seconds(120), now: .start)
    for turn in 0..<3 as Range<UInt32> {
      #expect(rig.controllerRestarts == 0)
      rig.connect(at: second(10 * turn))
      rig.wait(until: second(10 * turn + 5))
      #expect(rig.commands() == (turn < 2 ? [disconnectUser] : []))
      if turn < 2 {
        rig.disconnect(at: second(10 * turn + 6))
        _ = rig.serve(at: second(10 * turn + 6))
      }
    }
    #expect(rig.controllerRestarts == 1)
    #expect(
      rig.link.handle(.failed(.noData), now: second(25)) == .disconnected(handle(0x40), reason: .connectionTimeout))
    #expect(rig.link.deadline == nil)
  }

  @Test func aControllerThatIsAskedForTheSignalTellsThatItIsAlive() {
    var rig = Rig.encrypted()
    rig.wait(until: .start + .milliseconds(299_999))
    #expect(rig.commands() == [])
    for turn: UInt32 in [1, 2, 3] {
      rig.wait(until: second(300 * turn))
      #expect(rig.commands() == [octets("01 05 14 02 40 00")])
    }
  }

  // Timing.

  @Test func betterTimingIsAskedForASecondLater() {
    var rig = Rig.connected()
    rig.wait(until: .start + .milliseconds(999))
    #expect(rig.commands() == [])
    #expect(rig.parameterRequests == 0)
    rig.wait(until: second(1))
    #expect(rig.commands() == [])
    #expect(rig.parameterRequests == 1)
  }

  @Test func aChangeThatIsPromisedAndNotMadeIsAskedForAgain() {
    var rig = Rig.connected()
    rig.wait(until: second(1))
    _ = rig.commands()
    rig.link.parametersAnswered(.accepted, now: second(2))
    rig.wait(until: second(6))
    _ = rig.commands()
    #expect(rig.parameterRequests == 1)
    rig.wait(until: second(7))
    _ = rig.commands()
    #expect(rig.parameterRequests == 2)
  }

  /// Whatever the phone answers, and however often it changes the timing: three requests, then it is left in peace.
  @Test func threeTimesIsAllThatALinkAsks() {
    var numbers = SeededGenerator(seed: 0xBE1F_0012)
    for _ in 0..<200 {
      var rig = Rig.encrypted()
      for now in 1..<600 as Range<UInt32> {
        rig.wait(until: second(now))
        _ = rig.commands()
        switch numbers.number(below: 8) {
        case 0: rig.link.parametersAnswered(.accepted, now: second(now))
        case 1: rig.link.parametersAnswered(.rejected, now: second(now))
        case 2: rig.link.parametersAnswered(.unanswered, now: second(now))
        case 3: _ = rig.handle("04 3E 0A 03 00 40 00 24 00 03 00 58 02", at: second(now))
        case 4: _ = rig.handle("04 3E 0A 03 00 40 00 18 00 00 00 48 00", at: second(now))
        case 5: _ = rig.handle("04 3E 0B 06 40 00 18 00 18 00 00 00 48 00", at: second(now))
        default: break
        }
      }
      #expect(rig.parameterRequests <= 3)
    }
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
