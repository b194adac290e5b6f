/// A phone's notification centre that answers correctly, with short texts.
enum HonestCenter {
  /// ANCS specification, "Data Source".
  static func reply(to command: [UInt8]) -> [UInt8] {
    switch command.first {
    // The watch requests a notification that does not exist, to learn whether requests are allowed.
    case 0 where command[1..<5] == [0xFF, 0xFF, 0xFF, 0xFF]: []
    case 0: command[..<5] + attributes(command[5...]).flatMap(tuple)
    case 1: command.dropLast() + [0, 1, 0, 0x42]
    default: []
    }
  }

  static func refuses(_ command: [UInt8]) -> Bool { command.first == 0 && reply(to: command).isEmpty }

  private static func attributes(_ list: ArraySlice<UInt8>) -> [UInt8] {
    var rest = list
    var attributes: [UInt8] = []
    while let attribute = rest.popFirst() {
      attributes.append(attribute)
      if (1...3).contains(attribute) { rest = rest.dropFirst(2) }
    }
    return attributes
  }

  private static func tuple(_ attribute: UInt8) -> [UInt8] {
    let value: [UInt8] = attribute == 0 ? Array("a.b".utf8) : [0x30 + attribute]
    return [attribute, UInt8(value.count), 0] + value
  }
}
