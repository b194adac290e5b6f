internal import Octets

/// The panels that one driver serves. They share the commands of the SSD1306, except as noted here.
public enum PanelKind: UInt8, Sendable {
  /// 128 × 64. SSD1306 datasheet rev 1.1.
  case ssd1306
  /// 128 × 32 of the same controller's 64 rows of memory: a window that its start line moves.
  case ssd1306Half
  /// 128 × 64 in the middle of 132 columns, page addressing only, a charge pump of its own. SH1106 datasheet V2.3.
  case sh1106
  /// 128 × 64 with a supply of its own for the pixels: no charge pump. SSD1309 datasheet rev 1.1.
  case ssd1309

  /// How many rows the display has.
  public var rows: Int { self == .ssd1306Half ? 32 : 64 }

  /// Whether there is horizontal addressing: windows of the memory in which the pointer moves by itself.
  var hasWindows: Bool { self != .sh1106 }

  /// The column of the memory that the display begins with, whichever way round it is mounted.
  var firstColumn: UInt8 { self == .sh1106 ? 2 : 0 }

  /// Puts the commands that set up a panel from any state. The panel is off afterwards, and shows its memory when it is
  /// turned on.
  ///
  /// - Parameter isRotated: whether the display is mounted with its top at the bottom.
  func putInitialization(isRotated: Bool, contrast: UInt8, into message: inout OctetBuffer<32>) {
    message.append { output in
      output.append(ControlByte.commands)
      output.append(SSD1306Command.displayOff)
      if hasWindows { output.append(SSD1306Command.deactivateScroll) }
      Self.put(SSD1306Command.clockDivide, clockDivide, &output)
      Self.put(SSD1306Command.multiplexRatio, UInt8(truncatingIfNeeded: rows - 1), &output)
      Self.put(SSD1306Command.displayOffset, 0x00, &output)
      output.append(SSD1306Command.startLine)
      putPower(&output)
      if hasWindows { Self.put(SSD1306Command.memoryAddressingMode, AddressingMode.horizontal.rawValue, &output) }
      output.append(isRotated ? SSD1306Command.segmentsInOrder : SSD1306Command.segmentRemap)
      output.append(isRotated ? SSD1306Command.comScanInOrder : SSD1306Command.comScanReversed)
      Self.put(SSD1306Command.comPins, comPins, &output)
      Self.put(SSD1306Command.contrast, contrast, &output)
      Self.put(SSD1306Command.prechargePeriod, prechargePeriod, &output)
      Self.put(SSD1306Command.vcomhLevel, vcomhLevel, &output)
      output.append(SSD1306Command.displayFollowsRAM)
      output.append(SSD1306Command.normalDisplay)
    }
  }

  /// 0x80: the SSD1306's value after a reset. 0xA0: the value of Linux's `ssd130x` driver for the SSD1309.
  private var clockDivide: UInt8 { self == .ssd1309 ? 0xA0 : 0x80 }

  /// 0x12: alternating pins, the value after a reset. 0x02: pins in sequence, as on the modules of 32 rows.
  private var comPins: UInt8 { self == .ssd1306Half ? 0x02 : 0x12 }

  /// 0x22: two clocks and two, the value after a reset. 0xF1: one clock and 15, the value of Adafruit's drivers for an
  /// SSD1306 that uses its charge pump.
  private var prechargePeriod: UInt8 {
    switch self {
    case .ssd1306, .ssd1306Half: 0xF1
    case .sh1106, .ssd1309: 0x22
    }
  }

  /// 0x40: the value of Adafruit's drivers, which the SSD1306's datasheet does not list. 0x35, 0x34: the values of the
  /// SH1106 and of the SSD1309 after a reset.
  private var vcomhLevel: UInt8 {
    switch self {
    case .ssd1306, .ssd1306Half: 0x40
    case .sh1106: 0x35
    case .ssd1309: 0x34
    }
  }

  /// Puts the commands that select the source of the voltage for the pixels.
  @_lifetime(output: copy output)
  private func putPower(_ output: inout OutputSpan<UInt8>) {
    switch self {
    case .ssd1306, .ssd1306Half: Self.put(SSD1306Command.chargePump, 0x14, &output)
    case .sh1106:
      Self.put(SSD1306Command.converter, 0x8B, &output)
      output.append(SSD1306Command.pumpVoltage)
    case .ssd1309: break
    }
  }

  @_lifetime(output: copy output)
  private static func put(_ command: UInt8, _ parameter: UInt8, _ output: inout OutputSpan<UInt8>) {
    output.append(command)
    output.append(parameter)
  }
}
