import BluetoothHost
import TestSupport
import Testing

@testable import PhoneSupport

/// Data of a phone that arrives before LE Connection Complete, as it does from some controllers on USB.
@Suite struct EarlyDataTests {
  /// Exchange MTU Request, with 185.
  private static let request = octets(hex: "02 40 20 07 00 03 00 04 00 02 B9 00")
  /// The same on connection 0x0041.
  private static let otherRequest = octets(hex: "02 41 20 07 00 03 00 04 00 02 B9 00")
  private static let noOperation = octets(hex: "04 0E 03 01 00 00")

  /// Delivers packets, and then the event that the phone has connected.
  ///
  /// - Returns: how many requests the host has answered.
  private func answers(after packets: [[UInt8]]) -> Int {
    let harness = HostHarness.started()
    harness.phone.greets = false
    harness.phone.connect()
    for packet in packets { harness.deliver(packet) }
    harness.run()
    #expect(harness.phone.violations.isEmpty)
    return harness.phone.frames.count { $0.channel == 4 && $0.payload.first == 0x03 }
  }

  @Test func theFirstRequestIsAnsweredAlthoughItCameEarly() {
    #expect(answers(after: [Self.request]) == 1)
  }

  @Test func aFrameInTwoPacketsIsPutTogether() {
    let parts = [octets(hex: "02 40 20 05 00 03 00 04 00 02"), octets(hex: "02 40 10 02 00 B9 00")]
    #expect(answers(after: parts) == 1)
  }

  /// Only a controller that mixes up two ways sends data early, and then the event is the next one.
  @Test func dataThatIsOlderThanAnotherEventIsDropped() {
    #expect(answers(after: [Self.request, Self.noOperation]) == 0)
  }

  @Test func dataOfAnotherConnectionIsDropped() {
    #expect(answers(after: [Self.otherRequest]) == 0)
    #expect(answers(after: [Self.otherRequest, Self.request]) == 1)
  }

  @Test func whatDoesNotFitIsDropped() {
    let long = [0x02, 0x40, 0x20, 60, 0, 56, 0, 4, 0] + [UInt8](repeating: 0x52, count: 56)
    #expect(answers(after: [long, Self.request]) == 1)
  }

  @Test func dataFromBeforeAResetIsForgotten() {
    let harness = HostHarness.started()
    harness.deliver(Self.request)
    harness.host.stop(now: harness.now)
    harness.phone.reset()
    harness.start()
    harness.phone.greets = false
    harness.phone.connect()
    harness.run()
    #expect(!harness.phone.frames.contains { $0.channel == 4 && $0.payload.first == 0x03 })
  }
}
