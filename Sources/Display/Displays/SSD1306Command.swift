/// The commands of the SSD1306 that this driver and the panel model know.
///
/// SSD1306 datasheet rev 1.1, table 9-1. A command with parameters is followed by them, each as one octet.
public enum SSD1306Command {
  /// Set lower, higher column start address for page addressing mode: 0x00...0x0F, 0x10...0x1F.
  public static let lowerColumn: UInt8 = 0x00
  public static let higherColumn: UInt8 = 0x10
  /// Set memory addressing mode: one of `AddressingMode`.
  public static let memoryAddressingMode: UInt8 = 0x20
  /// Set column address: start, end.
  public static let columnAddress: UInt8 = 0x21
  /// Set page address: start, end.
  public static let pageAddress: UInt8 = 0x22
  /// Deactivate scroll. The RAM must be written again afterwards. Not of the SH1106, which does not scroll by itself.
  public static let deactivateScroll: UInt8 = 0x2E
  /// Set pump voltage value, of the SH1106 alone: 8.0 V. SH1106 datasheet V2.3, command 3.
  public static let pumpVoltage: UInt8 = 0x32
  /// Set display start line: 0x40...0x7F.
  public static let startLine: UInt8 = 0x40
  /// Set contrast control: 0...255.
  public static let contrast: UInt8 = 0x81
  /// Charge pump setting: 0x14 enables it. Datasheet, application note, 2.1.
  public static let chargePump: UInt8 = 0x8D
  /// Set segment remap: column 0, the last column is mapped to SEG0.
  public static let segmentsInOrder: UInt8 = 0xA0
  public static let segmentRemap: UInt8 = 0xA1
  /// The picture follows the RAM.
  public static let displayFollowsRAM: UInt8 = 0xA4
  public static let normalDisplay: UInt8 = 0xA6
  public static let inverseDisplay: UInt8 = 0xA7
  /// Set multiplex ratio: rows - 1.
  public static let multiplexRatio: UInt8 = 0xA8
  /// DC-DC control, of the SH1106 alone: 0x8B switches it on, while the panel is off. SH1106 datasheet V2.3, command
  /// 11.
  public static let converter: UInt8 = 0xAD
  public static let displayOff: UInt8 = 0xAE
  public static let displayOn: UInt8 = 0xAF
  /// Set page start address for page addressing mode: 0xB0...0xB7.
  public static let pageStart: UInt8 = 0xB0
  /// Set COM output scan direction: from COM0 to COM[N-1], from COM[N-1] to COM0.
  public static let comScanInOrder: UInt8 = 0xC0
  public static let comScanReversed: UInt8 = 0xC8
  /// Set display offset: rows.
  public static let displayOffset: UInt8 = 0xD3
  /// Set display clock divide ratio and oscillator frequency: the ratio less one in bits 3...0, the frequency in bits
  /// 7...4.
  public static let clockDivide: UInt8 = 0xD5
  /// Set pre-charge period: phase 1 in bits 3...0, phase 2 in bits 7...4, each in clocks of the display.
  public static let prechargePeriod: UInt8 = 0xD9
  /// Set COM pins hardware configuration: bit 4 is set if the pins of neighbouring rows alternate between the sides.
  public static let comPins: UInt8 = 0xDA
  /// Set VCOMH deselect level: the voltage of the rows that are not selected, as a code that depends on the controller.
  public static let vcomhLevel: UInt8 = 0xDB
}

/// How the RAM pointer moves after a data octet. SSD1306 datasheet rev 1.1, 10.1.3.
public enum AddressingMode: UInt8, Sendable {
  /// Through the columns of the window, then to its next page, and from its end to its start.
  case horizontal = 0x00
  /// Down the pages of the window, then to its next column.
  case vertical = 0x01
  /// Through the 128 columns of one page, and from the last to the first.
  case page = 0x02
}

/// The octet in front of commands and data on the bus. SSD1306 datasheet rev 1.1, 8.1.5.2.
public enum ControlByte {
  /// Co = 0, D/C# = 0: every octet that follows is a command.
  public static let commands: UInt8 = 0x00
  /// Co = 0, D/C# = 1: every octet that follows is data.
  public static let data: UInt8 = 0x40
}

/// The panel's size: 128 columns, 8 pages of 8 rows.
public enum PanelGeometry {
  /// Columns of the picture.
  public static let columns = 128
  /// Rows of eight pixels.
  public static let pages = 8
  /// Rows of the picture.
  public static let rows = 64
  /// Octets of the whole picture: page after page, bit 0 the topmost row of a page.
  public static let octets = 1024
}
