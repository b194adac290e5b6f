import HCI
import Identifiers
import TestSupport
import Testing
import Timing

@Suite struct ControllerDataTests {
  private static let otherConnection = "04 3E 13 01 00 41 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01"

  @Test func aFrameIsCutToTheControllersSize() {
    var controller = Controller.connected()
    let frame = (0..<60).map { UInt8($0) }
    #expect(controller.fragment(frame) == octets("02 40 00 1B 00") + frame[..<27])
    #expect(controller.fragment(frame, from: 27) == octets("02 40 10 1B 00") + frame[27..<54])
    #expect(controller.fragment(frame, from: 54) == octets("02 40 10 06 00") + frame[54...])
    #expect(controller.fragment(frame, from: 60) == nil)
    #expect(controller.fragment(frame, from: -1) == nil)
    #expect(controller.fragment([]) == nil)
    #expect(controller.aclCredits == 5)
  }

  @Test func dataStopWhenTheCreditsAreUsedUp() {
    var controller = Controller.connected()
    for _ in 0..<8 { #expect(controller.fragment([1]) != nil) }
    #expect(controller.fragment([1]) == nil)
    #expect(controller.receive("04 13 05 01 40 00 02 00") == nil)
    #expect(controller.aclCredits == 2)
    #expect(controller.fragment([1]) != nil)
  }

  @Test func aPacketWithoutRoomCostsNothing() throws {
    var controller = Controller.connected()
    let frame: [UInt8] = [1, 2, 3]
    let put = try encoded(capacity: 5) { output in
      #expect(controller.encodeFragment(of: frame.span, from: 0, on: handle(0x40), into: &output) == nil)
    }
    #expect(put.isEmpty)
    #expect(controller.aclCredits == 8)
  }

  /// - Conformance: HCI | more completed packets than sent
  @Test func excessCompletionsAreCutAndCounted() {
    var controller = Controller.connected()
    _ = controller.fragment([1])
    #expect(controller.receive("04 13 05 01 40 00 FF FF") == nil)
    #expect(controller.aclCredits == 8)
    #expect(controller.receive("04 13 05 01 40 00 01 00") == nil)
    #expect(controller.receive("04 13 05 01 41 00 01 00") == nil)
    #expect(controller.receive("04 13 05 01 FF 0F 01 00") == nil)
    #expect(controller.aclCredits == 8)
    #expect(controller.statistics.creditFaults == 4)
  }

  @Test func oneConnectionCannotReturnAnothersCredits() {
    var controller = Controller.connected()
    _ = controller.receive(Self.otherConnection)
    for _ in 0..<3 { _ = controller.fragment([1]) }
    for _ in 0..<2 { _ = controller.fragment([1], on: 0x41) }
    #expect(controller.aclCredits == 3)
    _ = controller.receive("04 13 05 01 41 00 05 00")
    #expect(controller.aclCredits == 5)
    _ = controller.receive("04 13 09 02 40 00 01 00 41 00 01 00")
    #expect(controller.aclCredits == 6)
  }

  @Test func theEndOfAConnectionReturnsItsCredits() {
    var controller = Controller.connected()
    _ = controller.receive(Self.otherConnection)
    for _ in 0..<5 { _ = controller.fragment([1]) }
    _ = controller.fragment([1], on: 0x41)
    _ = controller.receive("04 05 04 00 40 00 13")
    #expect(controller.aclCredits == 7)
    _ = controller.receive("04 13 05 01 40 00 05 00")
    #expect(controller.aclCredits == 7)
  }

  @Test func aHandleThatIsConnectedAgainHasNothingOutstanding() {
    var controller = Controller.connected()
    for _ in 0..<8 { _ = controller.fragment([1]) }
    #expect(controller.receive(FakeController.connectionComplete) != nil)
    #expect(controller.aclCredits == 8)
  }

  @Test func nothingIsSentAfterDisconnect() {
    var controller = Controller.connected()
    controller.enqueue(.disconnect(handle(0x40), reason: .remoteUserTerminatedConnection))
    #expect(controller.fragment([1]) != nil)
    _ = controller.drain()
    #expect(controller.fragment([1]) == nil)
    #expect(controller.fragment([1], on: 0x41) == nil)
  }

  @Test func dataOfAKnownConnectionArrive() {
    var controller = Controller.connected()
    let packet = octets("02 40 20 03 00 AA BB CC")
    guard let fragment = controller.handle(aclData: packet.span) else {
      Issue.record("dropped")
      return
    }
    #expect(fragment.isFirst == true)
    #expect(array(fragment.data) == octets("AA BB CC"))
  }

  @Test(arguments: [
    "02 41 20 01 00 AA", "02 40 60 01 00 AA", "02 40 30 01 00 AA", "02 40 20 02 00 AA", "02 40 20 00 00 AA", "02 40 20",
    "02", "", "04 40 20 01 00 AA",
  ])
  func unreadableDataAreDropped(hex: String) {
    var controller = Controller.connected()
    let packet = octets(hex)
    let isDropped = controller.handle(aclData: packet.span) == nil
    #expect(isDropped)
    // Of a connection that may be about to begin, the packet is kept until the next event.
    let isEmpty = controller.takeEarlyData() == nil
    #expect(isEmpty)
    #expect(controller.statistics.droppedACLPackets == 1)
  }

  /// For any events of a controller, the credits stay within its number of buffers, and nothing traps.
  @Test func creditsStayInRangeWhateverArrives() {
    var numbers = SeededGenerator(seed: 0xBE1F_0005)
    var fake = FakeController()
    var controller = Controller.running(fake)
    var now = Instant.start
    for _ in 0..<20_000 {
      now = now + .milliseconds(UInt32(numbers.number(below: 20)))
      _ = controller.receive(hostileEvent(&numbers))
      let data = [0x02] + numbers.octets(numbers.number(below: 12))
      _ = controller.handle(aclData: data.span) == nil
      _ = controller.fragment(numbers.octets(numbers.number(below: 60)), on: UInt16(numbers.number(below: 6)))
      if numbers.number(below: 10) == 0 { controller.enqueue(command(&numbers)) }
      for packet in controller.drain(now: now) where numbers.number(below: 50) > 0 {
        for answer in fake.answer(packet) { _ = controller.receive(answer) }
      }
      _ = controller.handleTimeout(now: now)
      let credits = controller.aclCredits
      #expect((0...8).contains(credits))
      if case .failed = controller.state { #expect(fake.bringUp(&controller, now: now) == [.ready]) }
    }
  }

  private func command(_ numbers: inout SeededGenerator) -> Command {
    let connection = handle(UInt16(numbers.number(below: 6)))
    return switch numbers.number(below: 4) {
    case 0: .disconnect(connection, reason: .remoteUserTerminatedConnection)
    case 1: .readRSSI(connection)
    case 2: .leLongTermKeyRequestReply(connection, .init(repeating: 0))
    default: .leSetAdvertisingEnable(true)
    }
  }

  private func hostileEvent(_ numbers: inout SeededGenerator) -> [UInt8] {
    let codes: [UInt8] = [0x05, 0x08, 0x0E, 0x0F, 0x13, 0x13, 0x13, 0x30, 0x3E, 0x3E, 0x3E, 0xFF]
    let code = codes[numbers.number(below: codes.count)]
    var parameters = numbers.octets(numbers.number(below: 34))
    for index in parameters.indices where numbers.number(below: 2) == 0 { parameters[index] &= 0x05 }
    if code == 0x13, numbers.number(below: 3) > 0 {
      parameters = [1, UInt8(numbers.number(below: 6)), 0, UInt8(numbers.number(below: 5)), 0]
    }
    if code == 0x3E, numbers.number(below: 2) == 0 {
      parameters = [1, 0, UInt8(numbers.number(below: 6)), 0, 1, 1] + numbers.octets(13)
    }
    return [0x04, code, UInt8(parameters.count)] + parameters
  }
}
