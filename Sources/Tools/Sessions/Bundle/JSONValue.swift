import Foundation

/// A JSON value. Its text is the same each time.
indirect enum JSONValue: Equatable, Decodable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The object that a line contains; nil for any other line.
  static func object(line: some StringProtocol) -> [String: JSONValue]? {
    guard line.utf8.count <= 16_384,
      case .object(let object)? = try? JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
    else { return nil }
    return object
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  /// The number, if it is a whole number of at most 32 bits.
  var integer: Int? { number.flatMap { abs($0) <= 4_294_967_295 ? Int(exactly: $0) : nil } }

  var line: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .text(let text): Self.quoted(text)
    case .list(let list): "[" + list.map(\.line).joined(separator: ",") + "]"
    case .object(let object): Self.line(of: object)
    }
  }

  /// `t` and `type` first, then by name.
  private static func line(of object: [String: JSONValue]) -> String {
    let first = ["t", "type"].filter { object[$0] != nil }
    let names = first + object.keys.filter { !first.contains($0) }.sorted()
    return "{" + names.map { quoted($0) + ":" + object[$0]!.line }.joined(separator: ",") + "}"
  }

  /// Escapes characters that a reader cannot see.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default:
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
