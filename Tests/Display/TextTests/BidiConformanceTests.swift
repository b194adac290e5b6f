import Foundation
import Octets
import Testing
import Text

/// Runs each case of the Unicode Character Database's tests of the Bidirectional Algorithm.
///
/// The large file is read octet by octet, and one paragraph is reused for all cases. The tests then take seconds, even
/// without optimisation.
@Suite struct BidiConformanceTests {
  @Test func everyCaseOfBidiTestPasses() throws {
    let file = try #require(FileManager.default.contents(atPath: "/usr/share/unicode/BidiTest.txt"))
    var run = BidiTestRun()
    file.withUnsafeBytes { octets in
      for line in octets.split(separator: 0x0A) { run.take(UnsafeRawBufferPointer(rebasing: line)) }
    }
    print("BidiTest.txt: \(run.passed) of \(run.total) cases passed")
    #expect(run.failures == [])
    // The numbers of lines and cases that the file states; a line is one case for each direction that it names.
    #expect(run.lines >= 490_846 && run.total >= 770_241)
  }

  @Test func everyCaseOfBidiCharacterTestPasses() throws {
    let file = try #require(FileManager.default.contents(atPath: "/usr/share/unicode/BidiCharacterTest.txt"))
    var paragraph = BidiParagraph()
    var (passed, total) = (0, 0)
    var failures: [String] = []
    for line in file.split(separator: 0x0A) where line.first != 0x23 {
      let fields = line.split(separator: 0x3B).map { String(decoding: $0, as: UTF8.self) }
      guard fields.count == 5 else { continue }
      total += 1
      if Self.passes(fields, &paragraph) { passed += 1 } else { failures.append(fields.joined(separator: ";")) }
    }
    print("BidiCharacterTest.txt: \(passed) of \(total) cases passed")
    #expect(failures.prefix(5) == [])
    #expect(total >= 91_707)
  }

  private static func passes(_ fields: [String], _ paragraph: inout BidiParagraph) -> Bool {
    paragraph.removeAll()
    for codePoint in fields[0].split(separator: " ") {
      guard let scalar = UTF8Scalar(value: UInt32(codePoint, radix: 16) ?? 0), paragraph.append(scalar) else {
        return false
      }
    }
    paragraph.resolve(fields[1] == "0" ? .leftToRight : fields[1] == "1" ? .rightToLeft : .automatic)
    paragraph.resetWhiteSpace(ofLine: 0..<paragraph.count)
    let levels = (0..<paragraph.count).map { paragraph.level(at: $0).map(String.init) ?? "x" }
    let order = paragraph.visualOrder().map(String.init).joined(separator: " ")
    return paragraph.level == UInt8(fields[2]) && levels.joined(separator: " ") == fields[3] && order == fields[4]
  }
}

extension BidiParagraph {
  /// The indices of all characters in visual order on one line.
  mutating func visualOrder() -> [Int] {
    var cells: [VisualCell] = []
    for index in 0..<count {
      if let level = level(at: index) { cells.append(VisualCell(value: UInt32(index), level: level)) }
    }
    var span = cells.mutableSpan
    span.reorder()
    return cells.map { Int($0.value) }
  }
}

/// The state while reading `BidiTest.txt`.
private struct BidiTestRun: ~Copyable {
  private(set) var lines = 0
  private(set) var passed = 0
  private(set) var total = 0
  /// The first few failures.
  private(set) var failures: [String] = []
  private var paragraph = BidiParagraph()
  private var levels: [UInt8?] = []
  private var order: [Int] = []

  private static let directions: [BaseDirection] = [.automatic, .leftToRight, .rightToLeft]

  private static let classes: [UInt32: BidiClass] = {
    let names = "L R AL EN ES ET AN CS NSM BN B S WS ON LRE LRO RLE RLO PDF LRI RLI FSI PDI".split(separator: " ")
    let numbered = names.enumerated().map { index, name in
      (name.utf8.reduce(0) { $0 << 8 | UInt32($1) }, BidiClass(rawValue: UInt8(index)) ?? .otherNeutral)
    }
    return Dictionary(uniqueKeysWithValues: numbered)
  }()

  mutating func take(_ line: UnsafeRawBufferPointer) {
    switch line[0] {
    case 0x23: return
    case 0x40:
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      if words[0] == "@Levels:" { levels = words.dropFirst().map { UInt8($0) } }
      if words[0] == "@Reorder:" { order = words.dropFirst().compactMap { Int($0) } }
    default:
      lines += 1
      let (classes, directions) = Self.parse(line)
      for bit in 0..<3 where directions & 1 << bit != 0 { check(classes, Self.directions[bit]) }
    }
  }

  private static func parse(_ line: UnsafeRawBufferPointer) -> (classes: [BidiClass], directions: Int) {
    var classes: [BidiClass] = []
    var word: UInt32 = 0
    for octet in line {
      switch octet {
      case 0x41...0x5A: word = word << 8 | UInt32(octet)
      case 0x30...0x39: return (classes, Int(octet - 0x30))
      default:
        if word != 0 { classes.append(Self.classes[word] ?? .otherNeutral) }
        word = 0
      }
    }
    return (classes, 0)
  }

  private mutating func check(_ classes: [BidiClass], _ direction: BaseDirection) {
    paragraph.removeAll()
    for bidiClass in classes { _ = paragraph.append(bidiClass) }
    paragraph.resolve(direction)
    paragraph.resetWhiteSpace(ofLine: 0..<classes.count)
    total += 1
    var isRight = paragraph.count == classes.count && levels.count == classes.count
    for index in classes.indices where isRight { isRight = paragraph.level(at: index) == levels[index] }
    if isRight, paragraph.visualOrder() == order {
      passed += 1
    } else if failures.count < 5 {
      failures.append("\(classes) \(direction)")
    }
  }
}
