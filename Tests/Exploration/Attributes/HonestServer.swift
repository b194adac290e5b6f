import TestSupport

@testable import ATT

/// A phone's attribute server that follows the specification.
enum HonestServer {
  static let sourceHandle = AttributeHandle(rawValue: 0x12)!
  static let configurationHandle = AttributeHandle(rawValue: 0x13)!
  static let service: [UInt8] = Array(0xA0...0xAF)

  private static let database = FakeServer([
    .init(
      type: service,
      characteristics: [
        .init(type: Array(0xB0...0xBF), properties: 0x10, descriptors: [0x2902]),
        .init(type: Array(0xC0...0xCF), properties: 0x08),
      ])
  ])

  /// The value of every attribute that is read. It is longer than one PDU.
  static let value: [UInt8] = Array(1...50)

  static func answer(_ request: [UInt8], mtu: Int) -> [UInt8] {
    switch request[0] {
    case 0x02: [0x03, 48, 0]
    case 0x0A: [0x0B] + value.prefix(mtu - 1)
    case 0x0C: [0x0D] + value.dropFirst(Int(request[3])).prefix(mtu - 1)
    case 0x12: [0x13]
    case 0x16: [0x17] + request.dropFirst()
    case 0x18: [0x19]
    default: database.answer(request)
    }
  }
}
