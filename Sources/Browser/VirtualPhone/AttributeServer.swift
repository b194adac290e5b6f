/// The phone's attributes: a table that answers discoveries, reads and writes. It does not know what the values mean.
///
/// Core Spec 5.4, Vol 3, Part F, 3.4.
struct AttributeServer {
  struct Characteristic {
    var type: [UInt8]
    /// Core Spec 5.4, Vol 3, Part G, 3.3.1.1: 0x02 read, 0x08 write, 0x10 notify, 0x20 indicate.
    var properties: UInt8
    var value: [UInt8] = []
  }

  /// A write that has a meaning for the phone.
  enum Write: Equatable {
    case subscription(valueHandle: UInt16, isOn: Bool)
    case value(handle: UInt16, [UInt8])
  }

  private struct Entry {
    var handle: UInt16
    var type: [UInt8]
    var value: [UInt8]
    var groupEnd: UInt16
    var properties: UInt8
  }

  private static let maximumMTU: UInt16 = 185

  private var entries: [Entry] = []
  private(set) var mtu = 23

  init() {}

  /// Adds a service. Returns the handles of the values of its characteristics.
  mutating func publish(_ type: [UInt8], _ characteristics: [Characteristic]) -> [UInt16] {
    var handle = (entries.last?.handle ?? 0x000F) + 1
    let start = entries.count
    var values: [UInt16] = []
    append(handle, [0x00, 0x28], type)
    for characteristic in characteristics {
      let declaration = [characteristic.properties] + wire(handle + 2) + characteristic.type
      append(handle + 1, [0x03, 0x28], declaration)
      append(handle + 2, characteristic.type, characteristic.value, properties: characteristic.properties)
      handle += 2
      values.append(handle)
      guard characteristic.properties & 0x30 != 0 else { continue }
      handle += 1
      append(handle, [0x02, 0x29], [0, 0], properties: 0x0A)
    }
    entries[start].groupEnd = handle
    return values
  }

  private mutating func append(_ handle: UInt16, _ type: [UInt8], _ value: [UInt8], properties: UInt8 = 0x02) {
    entries.append(Entry(handle: handle, type: type, value: value, groupEnd: handle, properties: properties))
  }

  mutating func set(_ value: [UInt8], of handle: UInt16) {
    for index in entries.indices where entries[index].handle == handle { entries[index].value = value }
  }

  /// Forgets the link's MTU and subscriptions.
  mutating func forgetLink() {
    mtu = 23
    for index in entries.indices where entries[index].type == [0x02, 0x29] { entries[index].value = [0, 0] }
  }

  /// Whether `request` asks this server something.
  static func isRequest(_ pdu: [UInt8]) -> Bool {
    guard let opcode = pdu.first else { return false }
    return [0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x10, 0x12, 0x52].contains(opcode)
  }

  /// Answers discoveries, reads and the exchange of MTUs. `write(of:)` decodes writes.
  mutating func answer(_ request: [UInt8]) -> [UInt8] {
    switch request[0] {
    case 0x02 where request.count == 3:
      mtu = Int(max(23, min(Self.maximumMTU, request.number(at: 1))))
      return [0x03] + wire(Self.maximumMTU)
    case 0x0A where request.count == 3, 0x0C where request.count == 5: return read(request)
    case 0x04 where request.count == 5, 0x06 where request.count >= 7, 0x08 where request.count >= 7:
      return find(request)
    default: return error(request, 0x06)
    }
  }

  /// The meaning of a Write Request; nil if the handle cannot be written.
  mutating func write(of request: [UInt8]) -> Write? {
    guard request.count >= 3 else { return nil }
    let handle = request.number(at: 1)
    let value = Array(request.dropFirst(3))
    guard let index = entries.firstIndex(where: { $0.handle == handle }), entries[index].properties & 0x08 != 0 else {
      return nil
    }
    guard entries[index].type == [0x02, 0x29] else { return .value(handle: handle, value) }
    entries[index].value = value
    return .subscription(valueHandle: handle - 1, isOn: value.first.map { $0 != 0 } ?? false)
  }

  func error(_ request: [UInt8], _ code: UInt8) -> [UInt8] {
    let handle = request.count >= 3 ? Array(request[1..<3]) : [0, 0]
    return [0x01, request[0]] + handle + [code]
  }

  private func read(_ request: [UInt8]) -> [UInt8] {
    let handle = request.number(at: 1)
    let offset = request[0] == 0x0C ? Int(request.number(at: 3)) : 0
    guard let entry = entries.first(where: { $0.handle == handle }) else { return error(request, 0x01) }
    guard entry.properties & 0x02 != 0 else { return error(request, 0x02) }
    guard offset <= entry.value.count else { return error(request, 0x07) }
    return [request[0] + 1] + entry.value.dropFirst(offset).prefix(mtu - 1)
  }

  private func find(_ request: [UInt8]) -> [UInt8] {
    let range = request.number(at: 1)...max(request.number(at: 1), request.number(at: 3))
    let wanted = Array(request.dropFirst(5))
    var found: [[UInt8]] = []
    for entry in entries where range.contains(entry.handle) {
      switch request[0] {
      case 0x04: found.append(wire(entry.handle) + entry.type)
      case 0x06 where entry.type == Array(wanted.prefix(2)) && entry.value == Array(wanted.dropFirst(2)):
        found.append(wire(entry.handle) + wire(entry.groupEnd))
      case 0x08 where entry.type == wanted: found.append(wire(entry.handle) + entry.value)
      default: break
      }
    }
    guard let first = found.first else { return error(request, 0x0A) }
    let head: [UInt8] =
      request[0] == 0x04 ? [0x05, first.count == 4 ? 1 : 2] : request[0] == 0x06 ? [0x07] : [0x09, UInt8(first.count)]
    return head + elements(found)
  }

  /// As many elements of the first one's size as fit.
  private func elements(_ all: [[UInt8]]) -> [UInt8] {
    var octets: [UInt8] = []
    for element in all {
      guard element.count == all[0].count, octets.count + element.count <= mtu - 2 else { break }
      octets += element
    }
    return octets
  }
}
