/// A file of the Unicode Character Database: ranges of code points, each with a value.
///
///     # @missing: 20A0..20CF; European_Terminator
///     0590..05FF    ; R # comment
///     0028; 0029; o # LEFT PARENTHESIS
///
/// UAX #44, 4.2. A line overrides `@missing` lines, and a later `@missing` line overrides an earlier one.
struct PropertyFile {
  struct Defect: Error, Equatable {
    let line: Int
    let reason: String
  }

  struct Entry: Equatable {
    let codePoints: ClosedRange<UInt32>
    /// The fields after the code points.
    let fields: [String]
  }

  private(set) var missing: [Entry] = []
  private(set) var entries: [Entry] = []

  init(parsing text: String) throws(Defect) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("# @missing: ") {
        missing.append(try Self.parse(line.dropFirst("# @missing: ".count), number: index + 1))
      } else if let data = line.split(separator: "#", omittingEmptySubsequences: false).first, !data.isBlank {
        entries.append(try Self.parse(data, number: index + 1))
      }
    }
  }

  /// The values by code point: `field` of the lines for which `isWanted` returns true.
  func values<Value>(
    _ initial: Value, field: Int = 0, _ value: (String) throws(UnicodePack.Defect) -> Value?
  ) throws(UnicodePack.Defect) -> [Value] {
    var values = [Value](repeating: initial, count: UnicodePack.codePointCount)
    for entry in missing + entries where field < entry.fields.count {
      guard let value = try value(entry.fields[field]) else { continue }
      for codePoint in entry.codePoints { values[Int(codePoint)] = value }
    }
    return values
  }

  private static func parse(_ line: Substring, number: Int) throws(Defect) -> Entry {
    let data = line.split(separator: "#", omittingEmptySubsequences: false).first ?? ""
    let fields = data.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmed }
    let ends = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
    guard fields.count >= 2, let first = ends.first, let last = ends.last, ends.count <= 2, first <= last,
      last < UnicodePack.codePointCount
    else { throw Defect(line: number, reason: "not CODEPOINT(..CODEPOINT); VALUE") }
    return Entry(codePoints: first...last, fields: Array(fields.dropFirst()))
  }
}

extension Substring {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }

  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
