internal import CCortexM4
internal import Peripherals
internal import Timing

/// The board's serial lines, each with its purpose.
enum Line: UInt32 {
  case hci, panel, buttons, entropy

  /// The next octet, if one has arrived.
  func read() -> UInt8? {
    let octet = belfry_line_read(rawValue)
    return octet < 0 ? nil : UInt8(truncatingIfNeeded: octet)
  }

  /// Sends an octet; returns false if there is no room for it now.
  func write(_ octet: UInt8) -> Bool { belfry_line_write(rawValue, octet) != 0 }
}

/// HCI packets with their H4 indicators on a serial line that loses no octet.
struct SerialTransport: HCITransport, ~Copyable {
  /// The number of octets of the current packet that are sent. The packet is offered again until all are sent.
  private var sentCount = 0

  mutating func receive(into buffer: inout OutputSpan<UInt8>) throws(Never) -> Int {
    var count = 0
    while buffer.freeCapacity > 0, let octet = Line.hci.read() {
      buffer.append(octet)
      count += 1
    }
    return count
  }

  mutating func send(_ packet: Span<UInt8>) throws(Never) -> Bool {
    while sentCount < packet.count {
      guard Line.hci.write(packet[sentCount]) else { return false }
      sentCount += 1
    }
    sentCount = 0
    return true
  }
}

/// The panel's messages as lines of text like those of `--display trace:`. A real board has an I2C controller here.
struct TracedBus: I2CController, ~Copyable {
  func write(_ octets: Span<UInt8>, to address: I2CAddress) throws(Never) {
    putDecimal(belfry_board_microseconds())
    put(0x20)
    putHexadecimal(address.rawValue)
    put(0x20)
    for index in octets.indices { putHexadecimal(octets[index]) }
    put(0x0A)
  }

  private func put(_ octet: UInt8) {
    // A serial line has a fixed speed, so this waits.
    while !Line.panel.write(octet) {}
  }

  private func putHexadecimal(_ octet: UInt8) {
    putDigit(octet >> 4)
    putDigit(octet & 15)
  }

  private func putDigit(_ digit: UInt8) { put(digit < 10 ? 0x30 + digit : 0x57 + digit) }

  private func putDecimal(_ number: UInt64) {
    if number >= 10 { putDecimal(number / 10) }
    put(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }
}

/// Keys of a keyboard: `a d k j`, and Enter and `b` for select and back. Each key is a press and a release.
struct SerialButtons: ButtonInput, ~Copyable {
  private var pressed: Button?

  mutating func nextEvent(now: Instant) throws(Never) -> ButtonEvent? {
    if let pressed {
      self.pressed = nil
      return ButtonEvent(button: pressed, edge: .released)
    }
    guard let key = Line.buttons.read(), let button = Self.button(of: key) else { return nil }
    pressed = button
    return ButtonEvent(button: button, edge: .pressed)
  }

  private static func button(of key: UInt8) -> Button? {
    switch key {
    case UInt8(ascii: "a"): .accept
    case UInt8(ascii: "d"): .decline
    case UInt8(ascii: "k"): .up
    case UInt8(ascii: "j"): .down
    case UInt8(ascii: "\n"): .select
    case UInt8(ascii: "b"): .back
    default: nil
    }
  }
}

/// Random octets from a serial line, because the emulated board has no generator; this waits for them.
struct SerialEntropy: EntropySource, ~Copyable {
  func fill(_ octets: inout MutableSpan<UInt8>) {
    for index in octets.indices {
      var octet = Line.entropy.read()
      while octet == nil { octet = Line.entropy.read() }
      octets[index] = octet ?? 0
    }
  }
}
