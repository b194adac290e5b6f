/// A value that was sent between a phone and its client.
enum RecordedValue: Equatable {
  /// A notification of the Notification Source.
  case source([UInt8])
  /// A notification of the Data Source: a fragment of a reply.
  case data([UInt8])
  /// A value that the client wrote to the Control Point.
  case command([UInt8])
}

/// A recorded session: a capture of a whole controller, or only the values in order.
enum Recording {
  struct Defect: Error, Equatable {
    let reason: String
  }

  /// The values in `file`, which may be a btsnoop file, a PacketLogger file, or records.
  ///
  /// Records are tried before little-endian PacketLogger files, because their starts can look alike.
  static func values(in file: [UInt8]) throws(Defect) -> [RecordedValue] {
    if file.starts(with: BTSnoop.magic) { return Capture.values(in: try BTSnoop.packets(in: file)) }
    do throws(Defect) {
      return try records(file)
    } catch {
      guard let format = PacketLogger(file) else { throw error }
      return Capture.values(in: try format.packets(in: file))
    }
  }

  /// ` (kind: 1 | length: 2 | value: length) … `; kind 1 is `source`, 2 `data`, 3 `command`. Little-endian.
  private static func records(_ octets: [UInt8]) throws(Defect) -> [RecordedValue] {
    var values: [RecordedValue] = []
    var rest = octets[...]
    while !rest.isEmpty {
      guard rest.count >= 3 else { throw Defect(reason: "the last record has no length") }
      let header = Array(rest.prefix(3))
      rest = rest.dropFirst(3)
      let length = Int(header[1]) | Int(header[2]) << 8
      guard rest.count >= length else { throw Defect(reason: "the last record is cut short") }
      let value = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
      switch header[0] {
      case 1: values.append(.source(value))
      case 2: values.append(.data(value))
      case 3: values.append(.command(value))
      default: throw Defect(reason: "a record of kind \(header[0])")
      }
    }
    return values
  }
}
