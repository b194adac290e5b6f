import Octets
import TestSupport
import Testing

@testable import ANCS

@Suite struct CodeWordsTests {
  private struct Entry {
    let text: String
    let kind: CodeWord

    var first: UInt32 { text.unicodeScalars.first?.value ?? 0 }
  }

  /// All entries, and then the endings.
  private static let table: [Entry] = {
    var entries: [Entry] = []
    var text = ""
    for scalar in string(CodeWords.table.utf8Span).unicodeScalars {
      if let octet = UInt8(exactly: scalar.value), let kind = CodeWord(rawValue: octet) {
        entries.append(Entry(text: text, kind: kind))
        text = ""
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    #expect(text.isEmpty, "no sign behind \(text)")
    return entries
  }()

  private static var all: ArraySlice<Entry> { table.dropLast(CodeWords.endings.count) }

  private static func row(_ entry: Entry) -> Int { CodeWords.row(of: entry.text.utf8.first ?? 0) / 2 }

  /// The filter of these entries: two masks for each spelling of the first octet.
  private static func filter(_ entries: some Sequence<Entry>) -> [UInt32] {
    var rows = [UInt32](repeating: 0, count: 192)
    for entry in entries {
      for octets in spellings(of: entry.text.unicodeScalars.prefix { $0 != "*" }) {
        let row = CodeWords.row(of: octets[0])
        (rows[row], rows[row + 1]) = (rows[row] | mask(octets, 1), rows[row + 1] | mask(octets, 2))
      }
    }
    return rows
  }

  private static func mask(_ octets: [UInt8], _ index: Int) -> UInt32 {
    index < octets.count ? 1 << UInt32(octets[index] & 31) : 0xFFFF_FFFF
  }

  /// At least the first three octets of `text`, if it has as many, in small and capital letters.
  private static func spellings(of text: some Sequence<Unicode.Scalar>) -> [[UInt8]] {
    text.prefix(3).reduce([[]]) { spellings, scalar in
      spellings.flatMap { spelling in
        (variants[scalar.value] ?? [scalar]).map { spelling + Array(String($0).utf8) }
      }
    }
  }

  /// The scalars that become the same small letter.
  private static let variants: [UInt32: [Unicode.Scalar]] = Dictionary(
    grouping: (0..<0x3000).compactMap { Unicode.Scalar($0 as UInt32) }, by: { TextStep(value: $0.value).folded })

  private func word(_ text: [UInt8]) -> CodeWord? {
    guard let step = TextStep(text.span, at: 0) else { return nil }
    return CodeWords.word(in: text.span, at: 0, step)?.word
  }

  private func list<let count: Int, Element>(_ rows: [count of Element]) -> [Element] { rows.indices.map { rows[$0] } }

  private func description(_ rows: [UInt32]) -> String {
    rows.map { $0 == 0 ? "0" : "0x" + String($0, radix: 16, uppercase: true) }.joined(separator: ", ")
  }

  @Test func theOffsetsMatchTheEntries() {
    let wanted = Self.table.reduce(into: [UInt16(0)]) { $0.append($0[$0.count - 1] + UInt16($1.text.utf8.count) + 1) }
    #expect(list(CodeWords.offsets) == wanted, "\(wanted)")
  }

  @Test func theRowsMatchTheEntries() {
    let wanted = (0...96).map { row in UInt16(Self.all.count { Self.row($0) < row }) }
    #expect(list(CodeWords.firstEntries) == wanted, "\(wanted)")
  }

  @Test func theCodesOfEachRowMatchTheEntries() {
    let wanted = (0..<96).map { row in
      UInt16(Self.all.count { Self.row($0) < row || (Self.row($0) == row && $0.kind == .code) })
    }
    #expect(list(CodeWords.firstOthers) == wanted, "\(wanted)")
  }

  @Test func theFilterMatchesTheEntries() {
    let wanted = Self.filter(Self.all)
    #expect(list(CodeWords.filter) == wanted, "\(description(wanted))")
  }

  @Test func theFiltersOfCodesMatchTheirEntries() {
    let rows = Self.filter(Self.all.filter { $0.kind == .code })
    let masks = [0, 1].map { mask in
      (0...0xFF).map { octet in
        CodeWords.mayBeginWord(UInt8(octet)) ? rows[CodeWords.row(of: UInt8(octet)) + mask] : 0
      }
    }
    #expect(list(CodeWords.codeSeconds) == masks[0], "\(description(masks[0]))")
    #expect(list(CodeWords.codeThirds) == masks[1], "\(description(masks[1]))")
  }

  @Test func thePairsOfCodesMatchTheirEntries() {
    var wanted = [UInt32](repeating: 0, count: 256)
    for entry in Self.all where entry.kind == .code {
      for octets in Self.spellings(of: entry.text.unicodeScalars.prefix { $0 != "*" }) {
        #expect(octets.count >= 3, "\(entry.text) is too short for a search that looks at every second octet")
        for index in 0...1 { wanted[Int(octets[index])] |= Self.mask(octets, index + 1) }
      }
    }
    #expect(list(CodeWords.codePairs) == wanted, "\(description(wanted))")
  }

  @Test func eachEndingIsAlsoTheBeginningOfAnEntry() {
    for ending in Self.table.suffix(CodeWords.endings.count) {
      let text = Array(ending.text.utf8)
      let mayAnnounce = CodeWords.mayAnnounceCode(text.span)
      #expect(mayAnnounce, "\(ending.text)")
    }
  }

  @Test func thereAreManyEntries() { #expect(Self.all.count >= 400) }

  @Test func theEntriesAreInTheOrderOfTheRowsWithCodesFirst() {
    let keys = Self.all.map { 2 * Self.row($0) + ($0.kind == .code ? 0 : 1) }
    #expect(keys == keys.sorted())
  }

  /// In lower and upper case, without other letters, and with letters in place of a star.
  @Test func eachEntryIsFound() {
    for entry in Self.all {
      let word = entry.text.replacing("*", with: "en")
      for written in [word, String(word.map { $0.isASCII ? Character($0.uppercased()) : $0 })] {
        let text = Array("\(written) 1".utf8)
        if entry.kind == .unit {
          let isUnit = CodeWords.isUnit(in: text.span, at: 0)
          #expect(isUnit, "\(written)")
          continue
        }
        let kind = self.word(text).map(\.rawValue) ?? UInt8.max
        #expect(kind <= entry.kind.rawValue, "\(written)")
        for place in 0...1 {
          let shifted = [UInt8](repeating: 0x20, count: place) + Array(written.utf8)
          let mayAnnounce = CodeWords.mayAnnounceCode(shifted.span)
          #expect(mayAnnounce || entry.kind != .code, "\(written) at \(place)")
        }
      }
    }
  }

  @Test func otherWordsAreNotFound() {
    for other in ["hello", "coding", "2fast", "cof", "ключ", "中国", "m2", "pins"] {
      let text = Array(other.utf8)
      let found = word(text)
      #expect(found == nil, "\(other)")
      let mayAnnounce = CodeWords.mayAnnounceCode(text.span)
      #expect(!mayAnnounce, "\(other)")
    }
  }

  /// Digits in every place, among letters of one, two, three and four octets.
  @Test(arguments: ["abcdefghijklmnop", "äöüßäöüßäöüß", "明天早上九点在车站见", "😀🎉👍😀🎉👍", "سلامسلامسلامسلام"])
  func aCodeIsFoundAtAnyPlace(_ letters: String) {
    for digits in ["482913", "٤٨٢٩١٣", "۴۸۲۹۱۳", "४८२९१३", "７３９１０２"] {
      for place in 0...letters.count {
        let text = Array("PIN \(letters.prefix(place)) \(digits) \(letters.dropFirst(place))".utf8)
        let search = CodeSearch(title: [UInt8]().span, subtitle: [UInt8]().span, message: text.span, isCut: false)
        let isFound = search.code != nil
        #expect(isFound, "\(digits) behind \(place) of \(letters)")
      }
    }
  }
}
