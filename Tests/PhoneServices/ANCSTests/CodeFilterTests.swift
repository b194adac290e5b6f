import Octets
import TestSupport
import Testing

@testable import ANCS

/// Compares the searches, which use filters, with plain ones that compare each character with all entries.
@Suite struct CodeFilterTests {
  /// As `CodeWords.word`, without a filter.
  private static func word(_ text: Span<UInt8>, _ position: Int, _ kind: CodeWord) -> CodeWords.Match? {
    guard let step = TextStep(text, at: position) else { return nil }
    return CodeWords.match(CodeWords.entries(beginningWith: step.folded), text, position, step.folded, kind)
  }

  private static func ending(_ text: Span<UInt8>, _ position: Int) -> Int? {
    guard let step = TextStep(text, at: position) else { return nil }
    return CodeWords.match(CodeWords.endings, text, position, step.folded, .code)?.end
  }

  /// As `CodeWords.mayAnnounceCode`, without a filter.
  private static func announcesCode(_ text: Span<UInt8>) -> Bool {
    var position = 0
    var isInWord = false
    while let step = TextStep(text, at: position) {
      if isInWord && step.isCased {
        if ending(text, position) != nil { return true }
      } else if word(text, position, .code) != nil {
        return true
      }
      isInWord = step.isCased
      position = step.end
    }
    return false
  }

  /// The searches that differ from the plain ones in `text`, at any character.
  private static func differences(_ text: Span<UInt8>) -> [String] {
    var differences: [String] = []
    var position = 0
    while let step = TextStep(text, at: position) {
      let (found, wanted) = (CodeWords.word(in: text, at: position, step), word(text, position, .other))
      if found?.word != wanted?.word || found?.end != wanted?.end { differences.append("word at \(position)") }
      if word(text, position, .unit) != nil, !CodeWords.isUnit(in: text, at: position) {
        differences.append("unit at \(position)")
      }
      if CodeWords.ending(in: text, at: position, step) != ending(text, position), step.isCased {
        differences.append("ending at \(position)")
      }
      position = step.end
    }
    if CodeWords.mayAnnounceCode(text) != announcesCode(text) { differences.append("mayAnnounceCode") }
    return differences
  }

  private static let samples = OneTimeCodeSamples.codes.map(\.text) + OneTimeCodeSamples.others

  /// All entries of all tables, without stars.
  private static let entries: [String] = {
    let text = string(CodeWords.table.utf8Span)
    return text.split { ":;<=>".contains($0) }.map { $0.filter { $0 != "*" } }
  }()

  /// The code that a search without filters finds, which reads all of the texts.
  private static func code(_ title: [UInt8], _ subtitle: [UInt8], _ message: [UInt8]) -> OneTimeCode? {
    var finder = CodeFinder()
    if title.contains(where: { $0 | 0x20 >= 0x61 }) { finder.read(title.span, isCut: false) }
    finder.read(subtitle.span, isCut: false)
    finder.read(message.span, isCut: false)
    return finder.code
  }

  /// Samples with up to 300 letters between them: a word counts up to 80 characters before a number, and 40 behind it.
  @Test func searchesFindTheSameCode() {
    var generator = SeededGenerator(seed: 37)
    let fillers = ["hello ", "Grüße ", "привет ", "明天早上", "x", ". "]
    var found = 0
    for _ in 0..<4_000 {
      let texts = (0..<3).map { place in
        var text = ""
        for _ in 0..<generator.number(below: place == 2 ? 5 : 2) {
          let filler = fillers[generator.number(below: fillers.count)]
          text += Self.samples[generator.number(below: Self.samples.count)] + " "
          text += String(repeating: filler, count: generator.number(below: 50))
        }
        let octets = Array(text.utf8)
        return Array(octets.dropFirst(generator.number(in: 0..<octets.count / 4 + 1)))
      }
      let (title, subtitle, message) = (texts[0], texts[1], texts[2])
      let code = CodeSearch(title: title.span, subtitle: subtitle.span, message: message.span, isCut: false).code
      #expect(code == Self.code(title, subtitle, message), "\(texts.map { String(decoding: $0, as: UTF8.self) })")
      found += code == nil ? 0 : 1
    }
    #expect(found > 1_000)
  }

  @Test func samplesGiveTheSame() {
    for text in Self.samples + Self.samples.map({ $0.uppercased() }) {
      let octets = Array(text.utf8)
      let differences = Self.differences(octets.span)
      #expect(differences.isEmpty, "\(text)")
    }
  }

  /// Each entry in small and capital letters, alone and among other characters, and each beginning of it.
  @Test func entriesGiveTheSame() {
    for entry in Self.entries {
      for word in [entry, entry.uppercased(), entry.prefix(1).uppercased() + entry.dropFirst()] {
        let octets = Array(word.utf8)
        let beginnings = octets.indices.map { Array(octets[..<$0]) }
        for text in beginnings + ["", "a", "码"].map({ Array("\($0)\(word)\($0)".utf8) }) {
          let differences = Self.differences(text.span)
          if !differences.isEmpty { Issue.record("\(differences) in \(text)") }
        }
      }
    }
  }

  /// Pieces of words and texts in any order, with random octets between them.
  @Test func randomTextsGiveTheSame() {
    var generator = SeededGenerator(seed: 21)
    let pieces = Self.samples.map { Array($0.utf8) } + Self.entries.map { Array($0.utf8) }
    for _ in 0..<1_000 {
      var octets: [UInt8] = []
      for _ in 0..<generator.number(in: 1..<12) {
        let piece = pieces[generator.number(below: pieces.count)]
        let start = generator.number(below: piece.count)
        octets += piece[start..<min(piece.count, start + generator.number(in: 1..<12))]
        if generator.number(below: 3) == 0 { octets += generator.octets(generator.number(below: 3)) }
      }
      let differences = Self.differences(octets.span)
      if !differences.isEmpty { Issue.record("\(differences) in \(octets)") }
    }
  }
}
