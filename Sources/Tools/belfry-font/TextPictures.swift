/// Pictures drawn as text: a name with a colon, then rows of `#` (on) and `.` (off). Lines that start with `//` are
/// comments.
///
///     minus:
///     ....
///     ####
///     ....
struct TextPictures {
  struct Defect: Error, Equatable {
    let line: Int
    let reason: String
  }

  struct Picture: Equatable {
    let name: String
    let bitmap: PanelBitmap
  }

  /// In the order of the file.
  private(set) var pictures: [Picture] = []
  /// The octets of the pictures in a pack, with their places: 16 bits must be able to count them.
  private var packedCount = 4

  init(parsing text: String) throws(Defect) {
    var open: (name: String, line: Int, rows: [[Bool]])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let number = index + 1
      if line.isEmpty || line.hasPrefix("//") { continue }
      if line.hasSuffix(":") {
        try close(&open)
        open = (String(line.dropLast()), number, [])
        continue
      }
      guard line.allSatisfy({ $0 == "#" || $0 == "." }) else {
        throw Defect(line: number, reason: "a row has only # and .")
      }
      guard open != nil else { throw Defect(line: number, reason: "a row before the first name") }
      open?.rows.append(line.map { $0 == "#" })
    }
    try close(&open)
  }

  private mutating func close(_ open: inout (name: String, line: Int, rows: [[Bool]])?) throws(Defect) {
    guard let (name, line, rows) = open else { return }
    open = nil
    guard let first = rows.first, rows.count <= 255, first.count <= 255 else {
      throw Defect(line: line, reason: "\(name) has no rows, or a side over 255")
    }
    guard rows.allSatisfy({ $0.count == first.count }) else {
      throw Defect(line: line, reason: "the rows of \(name) differ in length")
    }
    guard !pictures.contains(where: { $0.name == name }) else {
      throw Defect(line: line, reason: "\(name) comes twice")
    }
    let bitmap = PanelBitmap(rows: rows)
    packedCount += 4 + bitmap.octets.count
    guard packedCount <= UInt16.max else { throw Defect(line: line, reason: "the pictures are larger than 64 KiB") }
    pictures.append(Picture(name: name, bitmap: bitmap))
  }
}
