/// A simple server for tests: it answers discoveries from a list of services.
public struct FakeServer: Sendable {
  public struct Characteristic: Sendable {
    public var type: [UInt8]
    public var properties: UInt8
    /// The 16-bit types of the descriptors after the value.
    public var descriptors: [UInt16]
    /// The value that a read returns.
    public var value: [UInt8]

    public init(type: [UInt8], properties: UInt8, descriptors: [UInt16] = [], value: [UInt8] = []) {
      self.type = type
      self.properties = properties
      self.descriptors = descriptors
      self.value = value
    }
  }

  public struct Service: Sendable {
    public var type: [UInt8]
    public var characteristics: [Characteristic]

    public init(type: [UInt8], characteristics: [Characteristic]) {
      self.type = type
      self.characteristics = characteristics
    }
  }

  private struct Entry {
    var handle: UInt16
    var type: [UInt8]
    var value: [UInt8]
    var groupEnd: UInt16 = 0
  }

  private var entries: [Entry] = []
  public var mtu = 23

  /// Services start at `firstHandle`, each `gap` handles after the end of the previous one.
  public init(_ services: [Service], firstHandle: UInt16 = 0x10, gap: UInt16 = 4) {
    var handle = firstHandle
    for service in services {
      let start = entries.count
      entries.append(Entry(handle: handle, type: [0x00, 0x28], value: service.type))
      for characteristic in service.characteristics {
        let declaration = [characteristic.properties] + octets(handle + 2) + characteristic.type
        entries.append(Entry(handle: handle + 1, type: [0x03, 0x28], value: declaration))
        entries.append(Entry(handle: handle + 2, type: characteristic.type, value: characteristic.value))
        handle += 2
        for descriptor in characteristic.descriptors {
          handle += 1
          entries.append(Entry(handle: handle, type: octets(descriptor), value: [0, 0]))
        }
      }
      entries[start].groupEnd = handle
      handle += 1 + gap
    }
  }

  public func answer(_ request: [UInt8]) -> [UInt8] {
    if request[0] == 0x0A || request[0] == 0x0C { return read(request) }
    let first = UInt16(request[1]) | UInt16(request[2]) << 8
    let last = UInt16(request[3]) | UInt16(request[4]) << 8
    let inRange = entries.filter { (first...last).contains($0.handle) }
    let rest = Array(request[5...])
    switch request[0] {
    case 0x04:
      let same = run(inRange) { octets($0.handle) + $0.type }
      return same.isEmpty ? error(request) : [0x05, same[0].count == 4 ? 1 : 2] + same.joined()
    case 0x06:
      let found = inRange.filter { $0.type == Array(rest[..<2]) && $0.value == Array(rest[2...]) }
      let same = run(found) { octets($0.handle) + octets($0.groupEnd) }
      return same.isEmpty ? error(request) : [0x07] + same.joined()
    case 0x08:
      let same = run(inRange.filter { $0.type == rest }) { octets($0.handle) + $0.value }
      return same.isEmpty ? error(request) : [0x09, UInt8(same[0].count)] + same.joined()
    default:
      return [0x01, request[0], 0, 0, 0x06]
    }
  }

  private func read(_ request: [UInt8]) -> [UInt8] {
    let handle = UInt16(request[1]) | UInt16(request[2]) << 8
    let offset = request[0] == 0x0C ? Int(request[3]) | Int(request[4]) << 8 : 0
    guard let value = entries.first(where: { $0.handle == handle })?.value else { return error(request, 0x01) }
    guard offset <= value.count else { return error(request, 0x07) }
    return [request[0] + 1] + value[offset...].prefix(mtu - 1)
  }

  /// As many elements of equal size as fit.
  private func run(_ entries: [Entry], _ element: (Entry) -> [UInt8]) -> [[UInt8]] {
    let elements = entries.map(element)
    let count = elements.first?.count ?? 1
    return Array(elements.prefix { $0.count == count }.prefix((mtu - 2) / count))
  }

  private func error(_ request: [UInt8], _ code: UInt8 = 0x0A) -> [UInt8] {
    [0x01, request[0], request[1], request[2], code]
  }

  private func octets(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
}
