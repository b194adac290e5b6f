import Foundation

/// A file of the Unicode Character Database, read by a simple reader that is independent of the tool's reader.
struct UnicodeFile {
  /// Reads a file at its path in Debian's package unicode-data.
  static func text(_ path: String) -> String {
    let data = FileManager.default.contents(atPath: "/usr/share/unicode/" + path) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  /// The code points and values of all lines, or of the lines that start with `prefix`.
  static func lines(_ path: String, after prefix: String = "") -> [(ClosedRange<Int>, [String])] {
    text(path).components(separatedBy: "\n").compactMap { line in
      guard line.hasPrefix(prefix), let first = line.dropFirst(prefix.count).first, first != "#" else { return nil }
      let data = line.dropFirst(prefix.count).components(separatedBy: "#")[0]
      let fields = data.components(separatedBy: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      let ends = fields[0].components(separatedBy: "..").map { Int($0, radix: 16) ?? -1 }
      guard let first = ends.first, let last = ends.last, first >= 0 else { return nil }
      return (first...last, Array(fields.dropFirst()))
    }
  }

  /// The index of each code point's value in `names`, the long names of all values in lower case without `_`.
  static func values(_ path: String, property: String, names: [String]) -> [UInt8] {
    var long: [String: String] = [:]
    for (_, fields) in aliases where fields[0] == property { long[fields[1]] = fields[2] }
    var values = [UInt8](repeating: .max, count: 0x110000)
    for (codePoints, fields) in lines(path, after: "# @missing: ") + lines(path) {
      let name = (long[fields[0]] ?? fields[0]).lowercased().filter { $0 != "_" }
      let number = names.firstIndex(of: name).map { UInt8($0) } ?? .max
      for codePoint in codePoints { values[codePoint] = number }
    }
    return values
  }

  /// The code points that have a property.
  static func members(_ path: String, _ isMember: ([String]) -> Bool) -> [Bool] {
    var members = [Bool](repeating: false, count: 0x110000)
    for (codePoints, fields) in lines(path) where isMember(fields) {
      for codePoint in codePoints { members[codePoint] = true }
    }
    return members
  }

  private static let aliases: [(Int, [String])] = text("PropertyValueAliases.txt").components(separatedBy: "\n")
    .filter { !$0.hasPrefix("#") }.map { line in
      line.components(separatedBy: "#")[0].components(separatedBy: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    }.filter { $0.count >= 3 }.map { (0, $0) }
}
