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

  @Test(arguments: [1, 2, 3, 4, 5, 27, 251]) func fragmentsOfAnySizeMakeFrames(_ size: Int) {
    let scene = HostScene.connected()
    scene.phone.fragmentSize = { size }
    scene.phone.send(readName, on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4) == [name])
  }

  @Test func theServerAnswersWhileAProcedureRuns() {
    let scene = HostScene.secured()
    scene.phone.isMute = true
    #expect(scene.start(.exchangeMTU))
    scene.run()
    scene.phone.send(readName, on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4) == [[0x02, 0x05, 0x02], name])
    #expect(scene.listener.results.isEmpty)
    scene.phone.send([0x03, 0xB9, 0x00], on: 4)
    scene.run()
    #expect(scene.listener.results == [.success])
    #expect(scene.mtu == 185)
  }

  @Test func aProcedureStartsWhileAnAnswerWaits() {
    let scene = HostScene.secured()
    scene.phone.send(readName, on: 4)
    scene.deliver(scene.phone.packets.removeFirst())
    #expect(scene.start(.exchangeMTU))
    scene.run()
    #expect(scene.phone.heard(on: 4) == [name, [0x02, 0x05, 0x02]])
    #expect(scene.listener.results == [.success])
  }

  @Test func aSecondRequestBeforeTheAnswerHasLeftIsDropped() {
    let scene = HostScene.connected()
    scene.phone.send(readName, on: 4)
    scene.phone.send([0x0A, 0x05, 0x00], on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4) == [name])
  }

  @Test func aConfirmationCountsThoughAnAnswerWaits() {
    let scene = HostScene.toldOfAnotherTable()
    scene.wait(.seconds(11))
    #expect(scene.phone.heard(on: 4) == [[0x1D, 0x0C, 0x00, 0x01, 0x00, 0xFF, 0xFF]])
    // The response to the read is still ours when the confirmation comes.
    scene.phone.send(readName, on: 4)
    scene.phone.send([0x1E], on: 4)
    scene.run()
    scene.wait(.seconds(31))
    #expect(scene.phone.isConnected)
    #expect(scene.phone.disconnectReasons.isEmpty)
  }

  @Test func noMorePacketsAreSentThanTheControllerHolds() {
    let scene = HostScene.secured()
    scene.phone.returnsCredits = false
    for _ in 0..<20 {
      scene.phone.send(readName, on: 4)
      scene.run()
    }
    #expect(scene.phone.heldPackets == 8)
    for _ in 0..<20 {
      scene.phone.returnCredits(1)
      scene.phone.send(readName, on: 4)
      scene.run()
    }
    #expect(scene.phone.mostHeldPackets == 8)
    #expect(scene.phone.violations.isEmpty)
  }

  @Test func framesNeverInterleaveAndNoPacketIsLongerThanABuffer() throws {
    let scene = HostScene.secured()
    let handle = try #require(AttributeHandle(rawValue: 0x20))
    #expect(scene.start(.exchangeMTU))
    scene.run()
    #expect(scene.mtu == 185)
    scene.phone.returnsCredits = false
    scene.phone.forgetFrames()
    let value = [UInt8](repeating: 0x5A, count: 182)
    #expect(scene.startWrite(to: handle, value: value))
    scene.phone.send(readName, on: 4)
    scene.phone.startPairing()
    for _ in 0..<200 {
      scene.run()
      scene.phone.returnCredits(1)
    }
    scene.run()
    #expect(scene.phone.violations.isEmpty)
    #expect(scene.phone.packetSizes.allSatisfy { $0 <= 27 })
    #expect(scene.phone.heard(on: 4).contains([0x12, 0x20, 0x00] + value))
    #expect(scene.phone.heard(on: 4).contains(name))
    #expect(scene.phone.heard(on: 6).first?.first == 0x02)
  }

  @Test func creditsOfALostLinkAreFreeAgain() {
    let scene = HostScene.secured()
    scene.phone.returnsCredits = false
    for _ in 0..<10 {
      scene.phone.send(readName, on: 4)
      scene.run()
    }
    scene.phone.disconnect()
    scene.phone.connect()
    scene.phone.forgetFrames()
    scene.phone.send(readName, on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4) == [name])
  }

  /// - Conformance: ATT client | silence
  @Test func aServerThatDoesNotAnswerFor30SecondsLosesTheLink() {
    let scene = HostScene.secured()
    scene.phone.isMute = true
    #expect(scene.start(.exchangeMTU))
    scene.run()
    scene.wait(.seconds(29))
    #expect(scene.phone.isConnected)
    scene.wait(.seconds(2))
    #expect(scene.listener.results == [.timedOut])
    #expect(scene.phone.disconnectReasons == [0x13])
  }

  /// - Conformance: L2CAP | incomplete for 30 s
  @Test func aFrameThatStaysIncompleteLosesTheLink() {
    let scene = HostScene.secured()
    scene.deliver([0x02, 0x40, 0x20, 0x05, 0x00, 0x07, 0x00, 0x04, 0x00, 0x0A])
    scene.wait(.seconds(31))
    #expect(scene.phone.disconnectReasons == [0x13])
  }

  @Test func unknownChannelsAndEmptyFramesAreDropped() {
    let scene = HostScene.connected()
    scene.phone.send([1, 2, 3], on: 0x0040)
    scene.phone.send([1], on: 0x0001)
    for channel: UInt16 in [4, 5, 6] { scene.phone.send([], on: channel) }
    scene.run()
    #expect(scene.phone.frames.isEmpty)
    scene.phone.send(readName, on: 4)
    scene.run()
    #expect(scene.phone.heard(on: 4) == [name])
  }

  @Test func aFloodOfRefusedSignalsLosesTheLink() {
    let scene = HostScene.connected()
    for identifier in 1...40 {
      scene.phone.send([0x14, UInt8(identifier), 0, 0], on: 5)
      scene.run()
    }
    #expect(scene.phone.disconnectReasons == [0x13])
  }

  /// - Conformance: L2CAP | flood of requests to reject
  @Test func requestsThatComeAllAtOnceCountThoughOnlyOneIsAnswered() {
    let scene = HostScene.connected()
    for identifier in 1...10 { scene.phone.send([0x0A, UInt8(identifier), 0, 0], on: 5) }
    scene.run()
    #expect(scene.phone.heard(on: 5) == [[0x01, 1, 2, 0, 0, 0]])
    #expect(scene.phone.disconnectReasons.isEmpty)
    scene.phone.send([0x0A, 11, 0, 0], on: 5)
    scene.run()
    #expect(scene.phone.heard(on: 5).count == 1)
    #expect(scene.phone.disconnectReasons == [0x13])
  }

  @Test func theAnswerToOurSignalCountsThoughARefusalWaits() {
    let scene = HostScene.connected()
    let begin = scene.now
    scene.wait(.seconds(4))
    let wish = scene.phone.heard(on: 5)
    #expect(wish.map(\.first) == [0x12])
    #expect(scene.deadline == begin + .seconds(6))
    scene.phone.send([0x0A, 9, 0, 0], on: 5)
    scene.phone.send([0x13, wish[0][1], 2, 0, 0, 0], on: 5)
    scene.run()
    #expect(scene.deadline.map { $0 > begin + .seconds(6) } == true)
  }

  @Test func dataOfAnotherConnectionIsNotHeard() {
    let scene = HostScene.connected()
    scene.deliver([0x02, 0x41, 0x20, 0x07, 0x00, 0x03, 0x00, 0x04, 0x00] + readName)
    scene.run()
    #expect(scene.phone.frames.isEmpty)
  }
}
