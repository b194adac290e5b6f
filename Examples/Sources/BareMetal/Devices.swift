internal import CBoard
internal import HCI
internal import Peripherals

/// The controller on the board's UART, which has flow control.
struct UART: HCITransport, ~Copyable {
  /// How many octets of the packet are sent. The packet is offered again until all of it is.
  private var sentCount = 0

  mutating func receive(into buffer: inout OutputSpan<UInt8>) throws(Never) -> Int {
    var count = 0
    while buffer.freeCapacity > 0 {
      let octet = board_uart_read()
      guard octet >= 0 else { break }
      buffer.append(UInt8(truncatingIfNeeded: octet))
      count += 1
    }
    return count
  }

  mutating func send(_ packet: Span<UInt8>) throws(Never) -> Bool {
    while sentCount < packet.count {
      guard board_uart_write(packet[sentCount]) != 0 else { return false }
      sentCount += 1
    }
    sentCount = 0
    return true
  }
}

/// The board's random number generator.
struct BoardEntropy: EntropySource {
  mutating func fill(_ octets: inout MutableSpan<UInt8>) {
    for index in octets.indices { octets[index] = board_random() }
  }
}
