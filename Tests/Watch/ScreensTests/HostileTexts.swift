import Testing

/// The most expensive texts that a phone can send, each in any length.
struct HostileText: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let opening: [UInt8]
  private let repeated: [UInt8]

  private init(_ name: String, _ repeated: String, after opening: String = "") {
    self.init(name, octets: Array(repeated.utf8), after: opening)
  }

  private init(_ name: String, octets: [UInt8], after opening: String = "") {
    testDescription = name
    self.opening = Array(opening.utf8)
    repeated = octets
  }

  /// The text in exactly `count` octets. Its last character may be cut, as a phone may cut it.
  func octets(_ count: Int) -> [UInt8] {
    var octets = opening
    while octets.count < count { octets += repeated }
    return Array(octets.prefix(count))
  }

  /// The reference for all others.
  static let plain = HostileText("plain text", "The quick brown fox jumps over the lazy dog. ")

  static let all = clusters + directions + brackets + lines + malformed

  /// Many code points that form one character.
  private static let clusters = [
    HostileText("marks on one letter", "\u{301}", after: "a"),
    HostileText("marks above and below", "a\u{301}\u{316}\u{301}\u{316}\u{301}\u{316}"),
    HostileText("marks on nothing", "\u{20DD}"),
    HostileText("joiners only", "\u{200D}"),
    HostileText("one emoji of joined ones", "\u{200D}\u{1F469}", after: "\u{1F469}"),
    HostileText("families", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"),
    HostileText("skin tones", "\u{1F3FD}", after: "\u{1F44D}"),
    HostileText("variation selectors", "\u{FE0F}", after: "\u{2764}"),
    HostileText("regional indicators", "\u{1F1E9}"),
    HostileText("tags of a flag", "\u{E0067}", after: "\u{1F3F4}"),
    HostileText("jamo that join", "\u{1100}"),
    HostileText("jamo in turn", "\u{1100}\u{1161}\u{11A8}"),
    HostileText("virama chain", "\u{915}\u{94D}"),
  ]

  /// Embeddings, overrides and isolates, up to and beyond the depth limit of the algorithm.
  private static let directions = [
    HostileText("embeddings that are never closed", "\u{202B}a", after: "\u{5D0}"),
    HostileText("overrides that are never closed", "\u{202E}a"),
    HostileText("isolates that are never closed", "\u{2067}a"),
    HostileText("isolates in turn", "\u{2066}\u{5D0}\u{2067}a"),
    HostileText("first strong isolates", "\u{2068}", after: "\u{5D0}"),
    HostileText("closings only", "\u{202C}\u{2069}", after: "\u{5D0}"),
    HostileText("both directions in turn", "a\u{5D0}"),
    HostileText("one direction", "\u{5D0}\u{5D1} "),
    HostileText("joined letters", "\u{628}"),
    HostileText("joined letters with marks", "\u{628}\u{64E}\u{651}"),
    HostileText("invisible letters between", "\u{628}\u{200C}\u{200D}"),
    HostileText("numbers of both kinds", "1,\u{662}.", after: "\u{5D0}"),
    HostileText("neutrals only", "!\u{5D0}?-", after: "\u{200F}"),
  ]

  private static let brackets = [
    HostileText("brackets that are never closed", "(", after: "\u{5D0}"),
    HostileText("brackets of many kinds", "([{\u{2329}", after: "\u{5D0}"),
    HostileText("closing brackets", "a)", after: "\u{5D0}" + String(repeating: "(", count: 63)),
    HostileText("brackets before a number", "((((((((1", after: "\u{5D0}"),
  ]

  /// Many or no places at which a line may be broken.
  private static let lines = [
    HostileText("one word", "a"),
    HostileText("no-break spaces", "a\u{A0}"),
    HostileText("word joiners", "\u{2060}", after: "a"),
    HostileText("soft hyphens", "\u{AD}"),
    HostileText("zero width spaces", "\u{200B}"),
    HostileText("spaces", " "),
    HostileText("ends of lines", "\n"),
    HostileText("quotation marks", "\"'\u{AB} "),
    HostileText("numbers with signs", "-1/2,3%$"),
    HostileText("closing punctuation", "\u{3002}\u{300D}"),
    HostileText("Thai", "\u{E01}\u{E33}\u{E48}"),
  ]

  private static let malformed = [
    HostileText("no UTF-8", octets: [0xFF]),
    HostileText("beginnings of characters", octets: [0xF0]),
    HostileText("continuations", octets: [0x80]),
    HostileText("surrogates", octets: [0xED, 0xA0, 0x80]),
    HostileText("no glyph", "\u{F0000}"),
  ]
}
