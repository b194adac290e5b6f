import HCI
import Identifiers
import Octets
import TestSupport
import Testing
import Timing

/// Returns octets from hexadecimal digits; other characters are ignored.
func octets(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

func array(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }

func handle(_ rawValue: UInt16) -> ConnectionHandle { ConnectionHandle(rawValue: rawValue)! }

/// The octets that `body` writes into an output of `capacity` octets in memory filled with 0xA5.
func encoded(
  capacity: Int = 2_048, _ body: (inout OutputSpan<UInt8>) throws(EncodeError) -> Void
) throws(EncodeError) -> [UInt8] {
  var thrown: EncodeError?
  let result = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
    buffer.initialize(repeating: 0xA5)
    var output = OutputSpan(buffer: buffer, initializedCount: 0)
    do throws(EncodeError) { try body(&output) } catch { thrown = error }
    count = output.finalize(for: buffer)
  }
  if let thrown { throw thrown }
  return result
}

func encoded(_ command: Command) throws -> [UInt8] {
  try encoded { output throws(EncodeError) in try command.encode(into: &output) }
}

extension Controller {
  /// The command packets that can be sent now without waiting for an answer.
  mutating func drain(now: Instant = .start) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    while true {
      var isSent = false
      let packet = try? encoded { output throws(EncodeError) in
        isSent = nextCommandPacket(into: &output, now: now)
      }
      guard isSent, let packet else { return packets }
      packets.append(packet)
    }
  }

  mutating func receive(_ packet: [UInt8]) -> ControllerEvent? { handle(event: packet.span) }

  mutating func receive(_ hex: String) -> ControllerEvent? { receive(octets(hex)) }

  /// The next fragment of `frame`, if the controller accepts one.
  mutating func fragment(_ frame: [UInt8], from offset: Int = 0, on connection: UInt16 = 0x40) -> [UInt8]? {
    var count: Int?
    let packet = try? encoded { output throws(EncodeError) in
      count = encodeFragment(of: frame.span, from: offset, on: HCITests.handle(connection), into: &output)
    }
    return count == nil ? nil : packet
  }

  /// A running controller, with eight buffers of 27 octets by default.
  static func running(_ fake: FakeController = FakeController()) -> Controller {
    var controller = Controller()
    var fake = fake
    #expect(fake.bringUp(&controller) == [.ready])
    return controller
  }

  /// A running controller with connection 0x0040.
  static func connected(_ fake: FakeController = FakeController()) -> Controller {
    var controller = running(fake)
    #expect(controller.receive(FakeController.connectionComplete) != nil)
    return controller
  }
}
