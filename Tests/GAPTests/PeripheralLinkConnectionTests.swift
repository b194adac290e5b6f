import GAP
import HCI
import Identifiers
import Octets
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
