import GAP
import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

@Suite struct PeripheralLinkSecurityTests {
  @Test func encryptionWithTheWatchsKeyIsReported() {
    var harness = LinkHarness.encrypted()
    #expect(harness.link.state == .encrypted(handle(0x40)))
    #expect(harness.commands() == [])
    #expect(harness.handle("04 30 03 00 40 00") == nil)
    #expect(harness.link.state == .encrypted(handle(0x40)))
  }

  @Test func encryptionWithoutOurKeyEndsTheLink() {
    var harness = LinkHarness.connected()
    #expect(harness.handle("04 08 04 00 40 00 01") == .encryptionLost(handle(0x40)))
    #expect(harness.commands() == [disconnectAuthentication])
    #expect(harness.link.state == .connected(handle(0x40)))
  }

  @Test func encryptionThatEndsEndsTheLink() {
    var harness = LinkHarness.encrypted()
    #expect(harness.handle("04 08 04 00 40 00 00") == .encryptionLost(handle(0x40)))
    #expect(harness.commands() == [disconnectAuthentication])
    #expect(harness.link.state == .connected(handle(0x40)))
  }

  @Test func aKeyThatCannotBeRefreshedEndsTheLink() {
    var harness = LinkHarness.encrypted()
    #expect(harness.handle("04 30 03 06 40 00") == .encryptionLost(handle(0x40)))
    #expect(harness.commands() == [disconnectAuthentication])
  }

  @Test func aFailedEncryptionLeavesTheLinkAsItIs() {
    var harness = LinkHarness.connected()
    #expect(harness.handle("04 08 04 06 40 00 00") == nil)
    #expect(harness.commands() == [])
    #expect(harness.link.state == .connected(handle(0x40)))
  }

  @Test func encryptionOfAnotherLinkIsIgnored() {
    var harness = LinkHarness.encrypted()
    _ = harness.handle(harness.source.connected(0x41))
    _ = harness.commands()
    #expect(harness.handle("04 08 04 00 41 00 01") == nil)
    #expect(harness.handle("04 30 03 06 41 00") == nil)
    #expect(harness.commands() == [])
    #expect(harness.link.state == .encrypted(handle(0x40)))
  }

  // Rejection.

  @Test func aRejectedLinkEndsOnce() {
    var harness = LinkHarness.connected()
    harness.link.reject()
    harness.link.reject()
    #expect(harness.commands() == [disconnectUser])
    harness.wait(until: second(3_600))
    #expect(!harness.commands().contains(disconnectUser))
  }

  @Test func aLinkStaysUntilItIsRejected() {
    var harness = LinkHarness.connected()
    harness.wait(until: second(3_600))
    #expect(!harness.commands().contains(disconnectUser))
  }

  @Test func rejectedLinksDoNotDelayTheNext() {
    var harness = LinkHarness.advertising()
    for turn: UInt32 in 0..<12 {
      harness.connect(at: second(4 * turn))
      harness.link.noteData()
      harness.wait(until: second(4 * turn + 3))
      harness.link.reject()
      harness.disconnect(at: second(4 * turn + 3))
      #expect(harness.serve(at: second(4 * turn + 3)) == restart)
      #expect(harness.link.state == .advertising(.fast))
    }
  }

  /// For any events at any time: no trap, and always a deadline, a command, or a final state.
  @Test func randomEventsNeverTrap() {
    var numbers = SeededGenerator(seed: 0xBE1F_0011)
    var harness = LinkHarness.advertising()
    var now = Instant.start
    for _ in 0..<20_000 {
      now = now + .milliseconds(UInt32(numbers.number(below: 3_000)))
      if let event = randomEvent(&numbers, &harness.source) { _ = harness.link.handle(event, now: now) }
      switch numbers.number(below: 20) {
      case 0: harness.link.openPairingWindow(for: .seconds(UInt32(numbers.number(below: 200))), now: now)
      case 1: harness.link.closePairingWindow(now: now)
      case 2: harness.link.reject()
      case 3: harness.link.disconnect(.remoteUserTerminatedConnection)
      case 4: harness.link.stop()
      case 5...7: harness.link.start(as: LinkHarness.randomAddress, now: now)
      case 8...12: harness.link.noteData()
      case 13: harness.link.parametersAnswered(.unanswered, now: now)
      default: break
      }
      if let deadline = harness.link.deadline, deadline <= now { harness.link.handleTimeout(now: now) }
      #expect(harness.commands().count < 10)
    }
  }

  private func randomEvent(_ numbers: inout SeededGenerator, _ source: inout EventSource) -> ControllerEvent? {
    let opcodes: [Opcode] = [
      .leSetAdvertisingEnable, .leSetAdvertisingParameters, .leSetAdvertisingData, .leSetScanResponseData, .disconnect,
      .leSetRandomAddress,
    ]
    let opcode = opcodes[numbers.number(below: opcodes.count)]
    let number = UInt8(numbers.number(below: 3))
    switch numbers.number(below: 12) {
    case 0...4: return .commandSucceeded(opcode)
    case 5: return .commandFailed(opcode, .commandDisallowed)
    case 6: return source.connected(number, isPeripheral: numbers.number(below: 8) > 0)
    case 7: return .disconnected(handle(UInt16(number)), reason: .connectionTimeout)
    case 8: return .connectionFailed(.connectionFailedToBeEstablished)
    case 9: return source("04 08 04 00 0\(number) 00 01")
    case 10: return source("04 3E 0B 06 0\(number) 00 18 00 28 00 03 00 58 02")
    default: return .dataBufferOverflow
    }
  }
}
