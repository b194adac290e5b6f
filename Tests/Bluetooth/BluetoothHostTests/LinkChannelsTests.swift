import ATT
import BluetoothHost
import GATT
import HCI
import Identifiers
import TestSupport
import Testing
import Timing

@testable import PhoneSupport
@testable import SecurityManager

/// Frames in both directions, and the controller's buffers.
@Suite struct LinkChannelsTests {
  private let readName: [UInt8] = [0x0A, 0x03, 0x00]
  private let name: [UInt8] = [0x0B] + Array("Belfry".utf8)

  /// A secured link whose controller returns no credits, after some requests of the phone.
  private func harnessWithoutCredits(afterReads count: Int) -> HostHarness {
    let harness = HostHarness.secured()
    harness.phone.returnsCredits = false
    for _ in 0..<count {
      harness.phone.send(readName, on: 4)
      harness.run()
    }
    return harness
  }

  @Test(arguments: [1, 2, 3, 4, 5, 27, 251]) func fragmentsOfAnySizeMakeFrames(_ size: Int) {
    let harness = HostHarness.connected()
    harness.phone.fragmentSize = { size }
    harness.phone.send(readName, on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4) == [name])
  }

  @Test func theServerAnswersWhileAProcedureRuns() {
    let harness = HostHarness.secured()
    harness.phone.isMute = true
    #expect(harness.start(.exchangeMTU))
    harness.run()
    harness.phone.send(readName, on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4) == [[0x02, 0x05, 0x02], name])
    #expect(harness.listener.results.isEmpty)
    harness.phone.send([0x03, 0xB9, 0x00], on: 4)
    harness.run()
    #expect(harness.listener.results == [.success])
    #expect(harness.mtu == 185)
  }

  @Test func aProcedureStartsWhileAnAnswerWaits() {
    let harness = HostHarness.secured()
    harness.phone.send(readName, on: 4)
    harness.deliver(harness.phone.packets.removeFirst())
    #expect(harness.start(.exchangeMTU))
    harness.run()
    #expect(harness.phone.heard(on: 4) == [name, [0x02, 0x05, 0x02]])
    #expect(harness.listener.results == [.success])
  }

  @Test func aSecondRequestBeforeTheAnswerHasLeftIsDropped() {
    let harness = HostHarness.connected()
    harness.phone.send(readName, on: 4)
    harness.phone.send([0x0A, 0x05, 0x00], on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4) == [name])
  }

  @Test func aConfirmationCountsThoughAnAnswerWaits() {
    let harness = HostHarness.toldOfAnotherTable()
    harness.wait(.seconds(11))
    #expect(harness.phone.heard(on: 4) == [[0x1D, 0x0C, 0x00, 0x01, 0x00, 0xFF, 0xFF]])
    // The response to the read is still pending when the confirmation arrives.
    harness.phone.send(readName, on: 4)
    harness.phone.send([0x1E], on: 4)
    harness.run()
    harness.wait(.seconds(31))
    #expect(harness.phone.isConnected)
    #expect(harness.phone.disconnectReasons.isEmpty)
  }

  @Test func noMorePacketsAreSentThanTheControllerHolds() {
    let harness = harnessWithoutCredits(afterReads: 20)
    #expect(harness.phone.heldPackets == 8)
    for _ in 0..<20 {
      harness.phone.returnCredits(1)
      harness.phone.send(readName, on: 4)
      harness.run()
    }
    #expect(harness.phone.mostHeldPackets == 8)
    #expect(harness.phone.violations.isEmpty)
  }

  @Test func framesNeverInterleaveAndNoPacketIsLongerThanABuffer() throws {
    let harness = HostHarness.secured()
    let handle = try #require(AttributeHandle(rawValue: 0x20))
    #expect(harness.start(.exchangeMTU))
    harness.run()
    #expect(harness.mtu == 185)
    harness.phone.returnsCredits = false
    harness.phone.forgetFrames()
    let value = [UInt8](repeating: 0x5A, count: 182)
    #expect(harness.startWrite(to: handle, value: value))
    harness.phone.send(readName, on: 4)
    harness.phone.startPairing()
    for _ in 0..<200 {
      harness.run()
      harness.phone.returnCredits(1)
    }
    harness.run()
    #expect(harness.phone.violations.isEmpty)
    #expect(harness.phone.packetSizes.allSatisfy { $0 <= 27 })
    #expect(harness.phone.heard(on: 4).contains([0x12, 0x20, 0x00] + value))
    #expect(harness.phone.heard(on: 4).contains(name))
    #expect(harness.phone.heard(on: 6).first?.first == 0x05)
  }

  /// The controller has lost count of its buffers: without a deadline, nothing would ever be sent again.
  @Test func aFrameThatCannotLeaveFor30SecondsEndsTheLink() {
    let harness = harnessWithoutCredits(afterReads: 9)
    harness.wait(.seconds(29))
    #expect(harness.phone.isConnected)
    // Two more seconds for what could still be sent.
    harness.wait(.seconds(4))
    #expect(!harness.phone.isConnected)
  }

  @Test func creditsOfALostLinkAreFreeAgain() {
    let harness = harnessWithoutCredits(afterReads: 10)
    harness.phone.disconnect()
    harness.phone.connect()
    harness.phone.forgetFrames()
    harness.phone.send(readName, on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4) == [[0x01, 0x0A, 0x03, 0x00, 0x05]])
  }

  /// - Conformance: ATT client | silence
  @Test func aServerThatDoesNotAnswerFor30SecondsLosesTheLink() {
    let harness = HostHarness.secured()
    harness.phone.isMute = true
    #expect(harness.start(.exchangeMTU))
    harness.run()
    harness.wait(.seconds(29))
    #expect(harness.phone.isConnected)
    harness.wait(.seconds(2))
    #expect(harness.listener.results == [.timedOut])
    #expect(harness.phone.disconnectReasons == [0x13])
  }

  /// - Conformance: L2CAP | incomplete for 30 s
  @Test func aFrameThatStaysIncompleteLosesTheLink() {
    let harness = HostHarness.secured()
    harness.deliver([0x02, 0x40, 0x20, 0x05, 0x00, 0x07, 0x00, 0x04, 0x00, 0x0A])
    harness.wait(.seconds(31))
    #expect(harness.phone.disconnectReasons == [0x13])
  }

  @Test func unknownChannelsAndEmptyFramesAreDropped() {
    let harness = HostHarness.connected()
    harness.phone.send([1, 2, 3], on: 0x0040)
    harness.phone.send([1], on: 0x0001)
    for channel: UInt16 in [4, 5, 6] { harness.phone.send([], on: channel) }
    harness.run()
    #expect(harness.phone.frames.isEmpty)
    harness.phone.send(readName, on: 4)
    harness.run()
    #expect(harness.phone.heard(on: 4) == [name])
  }

  @Test func aFloodOfRefusedSignalsLosesTheLink() {
    let harness = HostHarness.connected()
    for identifier in 1...40 {
      harness.phone.send([0x14, UInt8(identifier), 0, 0], on: 5)
      harness.run()
    }
    #expect(harness.phone.disconnectReasons == [0x13])
  }

  /// - Conformance: L2CAP | flood of requests to reject
  @Test func requestsThatComeAllAtOnceCountThoughOnlyOneIsAnswered() {
    let harness = HostHarness.connected()
    for identifier in 1...10 { harness.phone.send([0x0A, UInt8(identifier), 0, 0], on: 5) }
    harness.run()
    #expect(harness.phone.heard(on: 5) == [[0x01, 1, 2, 0, 0, 0]])
    #expect(harness.phone.disconnectReasons.isEmpty)
    harness.phone.send([0x0A, 11, 0, 0], on: 5)
    harness.run()
    #expect(harness.phone.heard(on: 5).count == 1)
    #expect(harness.phone.disconnectReasons == [0x13])
  }

  @Test func theAnswerToOurSignalCountsThoughARefusalWaits() {
    let harness = HostHarness.connected()
    let begin = harness.now
    harness.wait(.seconds(4))
    let wish = harness.phone.heard(on: 5)
    #expect(wish.map(\.first) == [0x12])
    #expect(harness.deadline == begin + .seconds(6))
    harness.phone.send([0x0A, 9, 0, 0], on: 5)
    harness.phone.send([0x13, wish[0][1], 2, 0, 0, 0], on: 5)
    harness.run()
    #expect(harness.deadline.map { $0 > begin + .seconds(6) } == true)
  }

  @Test func dataOfAnotherConnectionIsIgnored() {
    let harness = HostHarness.connected()
    harness.deliver([0x02, 0x41, 0x20, 0x07, 0x00, 0x03, 0x00, 0x04, 0x00] + readName)
    harness.run()
    #expect(harness.phone.frames.isEmpty)
  }
}
