import GAP
import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

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
    rig.wait(until: .start + .milliseconds(29_999))
    #expect(rig.commands() == [])
    rig.wait(until: second(30))
    #expect(rig.commands() == [disconnectUser])
  }

  @Test func aLinkThatIsEncryptedStays() {
    var rig = Rig.encrypted()
    rig.wait(until: second(299))
    #expect(rig.commands() == [])
    rig.wait(until: second(3_600))
    #expect(!rig.commands().contains(disconnectUser))
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
    var numbers = SeededGenerator(seed: 0xBE1F_0011)
    var rig = Rig.advertising()
    var now = Instant.start
    for _ in 0..<20_000 {
      now = now + .milliseconds(UInt32(numbers.number(below: 3_000)))
      if let event = randomEvent(&numbers, &rig.source) { _ = rig.link.handle(event, now: now) }
      switch numbers.number(below: 20) {
      case 0: rig.link.openPairingWindow(for: .seconds(UInt32(numbers.number(below: 200))), now: now)
      case 1: rig.link.closePairingWindow(now: now)
      case 2: rig.link.pairingStarted(now: now)
      case 3: rig.link.disconnect(.remoteUserTerminatedConnection)
      case 4: rig.link.stop()
      case 5...7: rig.link.start(as: Rig.randomAddress, now: now)
      case 8...12: rig.link.noteData()
      case 13: rig.link.parametersAnswered(.unanswered, now: now)
      default: break
      }
      if let deadline = rig.link.deadline, deadline <= now { rig.link.handleTimeout(now: now) }
      #expect(rig.commands().count < 10)
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
