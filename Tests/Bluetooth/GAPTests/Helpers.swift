import GAP
import HCI
import Identifiers
import Octets
import TestSupport
import Timing

/// Returns octets from hexadecimal digits; other characters are ignored.
func octets(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

func array(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }

func handle(_ rawValue: UInt16) -> ConnectionHandle { ConnectionHandle(rawValue: rawValue)! }

/// The instant `count` seconds after the start.
func second(_ count: UInt32) -> Instant { .start + .seconds(count) }

/// The packet of `command`.
func packet(_ command: Command) -> [UInt8] {
  var buffer = OctetBuffer<64>()
  try? buffer.append { output throws(EncodeError) in try command.encode(into: &output) }
  return array(buffer.span)
}

/// Events as a running controller reports them. They are decoded from packets, because only a controller can make them.
struct EventSource: ~Copyable {
  private var controller = Controller()

  init() {
    controller.start()
    let answers = [
      "04 0E 04 01 03 0C 00", "04 0E 0C 01 01 10 00 07 00 00 07 0F 00 00 00",
      "04 0E 44 01 02 10 00" + String(repeating: "FF", count: 64), "04 0E 0C 01 03 10 00 00 00 00 00 60 00 00 00",
      "04 0E 0A 01 09 10 00 56 34 12 EB 27 B8", "04 0E 04 01 01 0C 00", "04 0E 04 01 01 20 00",
      "04 0E 07 01 02 20 00 1B 00 08", "04 0E 0C 01 03 20 00 01 00 00 00 00 00 00 00",
    ]
    for hex in answers {
      sendCommand()
      _ = self(hex)
    }
    precondition(controller.state == .running)
  }

  private mutating func sendCommand() {
    var buffer = OctetBuffer<64>()
    try? buffer.append { output throws(EncodeError) in
      _ = controller.nextCommandPacket(into: &output, now: .start)
    }
  }

  mutating func callAsFunction(_ hex: String) -> ControllerEvent? {
    let packet = octets(hex)
    return controller.handle(event: packet.span)
  }

  /// A connection on `number`, with the given role and supervision timeout (10 ms).
  mutating func connected(_ number: UInt8, isPeripheral: Bool = true, timeout: UInt8 = 72) -> ControllerEvent {
    var packet = octets("04 3E 13 01 00 00 00 01 01 66 55 44 33 22 5B 18 00 00 00 00 00 01")
    packet[5] = number
    packet[7] = isPeripheral ? 1 : 0
    packet[19] = timeout
    return controller.handle(event: packet.span)!
  }

  /// Gives the controller a key for the link, so that the link counts as encrypted with a key of the watch.
  mutating func supplyKey(_ number: UInt16) {
    controller.enqueue(.leLongTermKeyRequestReply(handle(number), .init(repeating: 1)))
    sendCommand()
    var answer = octets("04 0E 06 01 1A 20 00 00 00")
    answer[7] = UInt8(truncatingIfNeeded: number)
    _ = controller.handle(event: answer.span)
  }
}
