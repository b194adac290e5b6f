/// The file that the firmware embeds. `Sources/Display/Text/UnicodePack.swift` reads it. Integers are little-endian,
/// and every part begins at a multiple of 4.
///
///     | "BELFUNI": 7 | version: 1 | blocks: 4 | leaves: 4 | records: 4 | mirrors: 4 | mirrorCount: 4 |
///     | letters: 4 | letterCount: 4 | ligatures: 4 | ligatureCount: 4 | 0: 4 |
///     | tops:    1 × 2176    for code point >> 9: the number of its block
///     | blocks:  2 × 32 × …  for code point >> 4 & 31: the number of its leaf
///     | leaves:  1 × 16 × …  for code point & 15: the number of its record
///     | records: 4 × …       see CharacterProperties
///     | mirrors: (code point: 2 | its mirror: 2) × mirrorCount, in the order of the code points
///     | letters, ligatures: (code point: 2 | isolated: 2 | final: 2 | initial: 2 | medial: 2) × …,
///     |          likewise: ArabicForms
///
/// Equal blocks, leaves and records are kept once. `blocks` to `ligatures` are offsets from the file's start.
struct UnicodePack {
  static let magic = Array("BELFUNI".utf8)
  static let version: UInt8 = 2
  static let codePointCount = 0x110000
  private static let headerCount = 48

  struct Defect: Error, Equatable {
    let reason: String
  }

  private(set) var octets: [UInt8] = []

  /// - Parameter records: one for each code point.
  init(records: [UInt32], mirrors: [UInt32: UInt32], forms: ArabicForms) throws(Defect) {
    precondition(records.count == Self.codePointCount)
    var recordPool = Pool<UInt32>()
    let numbers = records.map { recordPool.number(of: $0) }
    var leafPool = Pool<ArraySlice<Int>>()
    let leaves = Self.cut(numbers, by: 16).map { leafPool.number(of: $0) }
    var blockPool = Pool<ArraySlice<Int>>()
    let tops = Self.cut(leaves, by: 32).map { blockPool.number(of: $0) }
    guard recordPool.entries.count <= 256, blockPool.entries.count <= 256, leafPool.entries.count <= 65_536 else {
      throw Defect(reason: "more different properties than an octet can number")
    }
    guard mirrors.allSatisfy({ $0.key <= 0xFFFF && $0.value <= 0xFFFF }) else {
      throw Defect(reason: "a mirrored character above the first plane")
    }
    let parts: [[UInt8]] = [
      tops.map { UInt8($0) },
      blockPool.entries.joined().flatMap { Self.littleEndian(UInt16($0)) },
      leafPool.entries.joined().map { UInt8($0) },
      recordPool.entries.flatMap { Self.littleEndian($0) },
      mirrors.sorted { $0.key < $1.key }.flatMap { Self.littleEndian($0.key | $0.value << 16) },
      Self.rows(forms.letters),
      Self.rows(forms.ligatures),
    ]
    octets = Self.header(parts, counts: [mirrors.count, forms.letters.count, forms.ligatures.count]) + parts.joined()
  }

  /// - Parameter counts: the numbers of entries in the last parts.
  private static func header(_ parts: [[UInt8]], counts: [Int]) -> [UInt8] {
    var header = magic + [version]
    var offset = headerCount
    for (index, part) in parts.dropLast().enumerated() {
      offset += part.count
      header += littleEndian(UInt32(offset))
      let counted = index + 1 - (parts.count - counts.count)
      if counted >= 0 { header += littleEndian(UInt32(counts[counted])) }
    }
    return header + [UInt8](repeating: 0, count: headerCount - header.count)
  }

  /// - Returns: a multiple of four octets.
  private static func rows(_ rows: [ArabicForms.Row]) -> [UInt8] {
    let octets = rows.flatMap { ([$0.letter] + $0.forms).flatMap { littleEndian($0) } }
    return octets + [UInt8](repeating: 0, count: octets.count & 2)
  }

  private static func cut(_ list: [Int], by count: Int) -> [ArraySlice<Int>] {
    stride(from: 0, to: list.count, by: count).map { list[$0..<$0 + count] }
  }

  private static func littleEndian<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}

/// Numbers entries in the order in which they first occur. Equal entries get the same number.
private struct Pool<Entry: Hashable> {
  private(set) var entries: [Entry] = []
  private var numbers: [Entry: Int] = [:]

  mutating func number(of entry: Entry) -> Int {
    if let number = numbers[entry] { return number }
    entries.append(entry)
    numbers[entry] = entries.count - 1
    return entries.count - 1
  }
}
