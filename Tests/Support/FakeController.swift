/// A controller like the Raspberry Pi Zero W's: version 4.1, eight buffers of 27 octets. It answers the start-up
/// commands; a test may change or drop an answer.
public struct FakeController {
  public enum Answer {
    case silence
    case packets([[UInt8]])
    /// Command Complete with these return parameters; the status comes first.
    case complete([UInt8])
    case status(UInt8)
  }

  public static let connectionComplete = "04 3E 13 01 00 40 00 01 01 66 55 44 33 22 5B 18 00 00 00 48 00 01"

  public var version: UInt8 = 7
  public var features = octets(hex: "00 00 00 00 60 00 00 00")
  public var leFeatures = octets(hex: "01 00 00 00 00 00 00 00")
  public var address = octets(hex: "56 34 12 EB 27 B8")
  /// The manufacturer; 0x000F is Broadcom.
  public var manufacturer: UInt16 = 0x000F
  /// The status in the answer to Broadcom's Write BD_ADDR.
  public var addressStatus: UInt8 = 0x00
  public var supportedCommands: [UInt8] = .init(repeating: 0, count: 64)
  public var leBuffers = octets(hex: "1B 00 08")
  public var buffers = octets(hex: "FD 03 40 08 00 01 00")
  public var answers: [UInt16: Answer] = [:]
  public private(set) var opcodes: [UInt16] = []
  public private(set) var commands: [[UInt8]] = []

  public init() {
    supportedCommands[5] = 0xC0
    supportedCommands[25] = 0x37
    supportedCommands[33] = 0x30
  }

  public static func complete(_ opcode: UInt16, _ returnParameters: [UInt8], credits: UInt8 = 1) -> [UInt8] {
    [0x04, 0x0E, UInt8(3 + returnParameters.count), credits, UInt8(opcode & 0xFF), UInt8(opcode >> 8)]
      + returnParameters
  }

  public static func status(_ opcode: UInt16, _ status: UInt8, credits: UInt8 = 1) -> [UInt8] {
    [0x04, 0x0F, 4, status, credits, UInt8(opcode & 0xFF), UInt8(opcode >> 8)]
  }

  /// The packets that answer `command`.
  public mutating func answer(_ command: [UInt8]) -> [[UInt8]] {
    let opcode = UInt16(command[1]) | UInt16(command[2]) << 8
    opcodes.append(opcode)
    commands.append(command)
    if opcode == 0xFC01, addressStatus == 0 { address = Array(command.dropFirst(4)) }
    switch answers[opcode] {
    case .silence: return []
    case .packets(let packets): return packets
    case .complete(let returnParameters): return [Self.complete(opcode, returnParameters)]
    case .status(let status): return [Self.status(opcode, status)]
    case nil: return [ordinaryAnswer(opcode)]
    }
  }

  private func ordinaryAnswer(_ opcode: UInt16) -> [UInt8] {
    switch opcode {
    case 0x1001:
      Self.complete(
        opcode,
        [0, version, 0x34, 0x12, version, UInt8(manufacturer & 0xFF), UInt8(manufacturer >> 8), 0x09, 0x22])
    case 0xFC01: Self.complete(opcode, [addressStatus])
    case 0x1002: Self.complete(opcode, [0] + supportedCommands)
    case 0x1003: Self.complete(opcode, [0] + features)
    case 0x1005: Self.complete(opcode, [0] + buffers)
    case 0x1009: Self.complete(opcode, [0] + address)
    case 0x2002: Self.complete(opcode, [0] + leBuffers)
    case 0x2060: Self.complete(opcode, [0] + leBuffers + [0, 0, 0])
    case 0x2003: Self.complete(opcode, [0] + leFeatures)
    case 0x0C01, 0x0C03, 0x0C6D, 0x2001, 0x2005, 0x2006, 0x2008, 0x2009, 0x200A, 0x2024: Self.complete(opcode, [0])
    default: Self.status(opcode, 0x01)
    }
  }
}
