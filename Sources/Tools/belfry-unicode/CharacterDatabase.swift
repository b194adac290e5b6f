/// The properties of all characters, collected from the files of the Unicode Character Database.
struct CharacterDatabase {
  typealias Defect = UnicodePack.Defect

  /// One record per code point; `CharacterProperties` in `Sources/Display/Text` describes the bits.
  private(set) var records = [UInt32](repeating: 0, count: UnicodePack.codePointCount)
  private(set) var mirrors: [UInt32: UInt32] = [:]
  /// Long names of values to short ones, by property: a file may have either.
  private let aliases: [String: [String: String]]
  private let file: (String) throws(Defect) -> PropertyFile

  /// - Parameters:
  ///   - aliases: the text of `PropertyValueAliases.txt`.
  ///   - file: reads one of the other files.
  init(aliases: String, file: @escaping (String) throws(Defect) -> PropertyFile) throws(Defect) {
    self.aliases = Self.readAliases(aliases)
    self.file = file
    let pictographic = try file("emoji/emoji-data.txt").values(false) { $0 == "Extended_Pictographic" ? true : nil }
    try addClasses(pictographic: pictographic)
    try addFlags(pictographic: pictographic)
    try addBrackets()
  }

  private mutating func addClasses(pictographic: [Bool]) throws(Defect) {
    var clusters = try numbers("GCB", PropertyNames.graphemeBreak, "auxiliary/GraphemeBreakProperty.txt")
    for index in clusters.indices where pictographic[index] {
      guard clusters[index] == 0 else { throw Defect(reason: "an Extended_Pictographic that is not Other") }
      clusters[index] = PropertyNames.graphemeBreak["EP"] ?? 0
    }
    add(clusters, at: 0)
    add(try numbers("lb", PropertyNames.lineBreak, "extracted/DerivedLineBreak.txt"), at: 4)
    add(try numbers("bc", PropertyNames.bidi, "extracted/DerivedBidiClass.txt"), at: 10)
    add(try numbers("jt", PropertyNames.joining, "extracted/DerivedJoiningType.txt"), at: 15)
  }

  private mutating func addFlags(pictographic: [Bool]) throws(Defect) {
    let wide: Set<String> = ["F", "Fullwidth", "H", "Halfwidth", "W", "Wide"]
    add(try file("extracted/DerivedEastAsianWidth.txt").values(0) { wide.contains($0) ? 1 : 0 }, at: 20)
    let categories = try file("extracted/DerivedGeneralCategory.txt").values("Cn") { $0 == "Unassigned" ? "Cn" : $0 }
    add(categories.map { $0.hasPrefix("M") ? 1 : 0 }, at: 21)
    add(zip(categories, pictographic).map { $0 == "Cn" && $1 ? 1 : 0 }, at: 22)
    let ignorable = try file("DerivedCoreProperties.txt").values(0 as UInt32) {
      $0 == "Default_Ignorable_Code_Point" ? 1 : nil
    }
    add(ignorable, at: 23)
  }

  private mutating func addBrackets() throws(Defect) {
    for entry in try file("BidiMirroring.txt").entries {
      mirrors[entry.codePoints.lowerBound] = UInt32(entry.fields[0], radix: 16)
    }
    for codePoint in mirrors.keys { records[Int(codePoint)] |= 1 << 24 }
    for entry in try file("BidiBrackets.txt").entries where entry.fields.count == 2 && entry.fields[1] != "n" {
      let codePoint = entry.codePoints.lowerBound
      guard let other = mirrors[codePoint], other == UInt32(entry.fields[0], radix: 16) else {
        throw Defect(reason: "a bracket whose other one is not its mirror")
      }
      records[Int(codePoint)] |= entry.fields[1] == "o" ? 1 << 18 : 2 << 18
    }
  }

  private mutating func add(_ values: [UInt32], at bit: UInt32) {
    for index in records.indices { records[index] |= values[index] << bit }
  }

  private func numbers(
    _ property: String, _ numbers: [String: UInt32], _ path: String
  ) throws(Defect) -> [UInt32] {
    try file(path).values(0) { value throws(Defect) in
      guard let number = numbers[aliases[property]?[value] ?? value] else {
        throw Defect(reason: "\(path): \(value) is no value of \(property) in Unicode 15.0")
      }
      return number
    }
  }

  private static func readAliases(_ text: String) -> [String: [String: String]] {
    var aliases: [String: [String: String]] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      if fields.count >= 3 { aliases[fields[0], default: [:]][fields[2]] = fields[1] }
    }
    return aliases
  }
}
