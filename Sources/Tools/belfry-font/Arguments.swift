/// The arguments of the command line.
struct Arguments: Equatable {
  struct Refusal: Error, Equatable {
    let reason: String
  }

  static let usage = """
    usage: belfry-font [--input FILE]... [--marks FILE]... [--pictures DIRECTORY]
                       [--second FILE] OUTPUT

      Packs a typeface and our own pictures, in the order of an SSD1306's memory,
      into the file OUTPUT.

      --input FILE           glyphs, as Debian's package unifont has them
                             (default: /usr/share/unifont/unifont.hex)
      --marks FILE           which of them are drawn over the one before
                             (default: plane00-combining.txt of that package)
      --pictures DIRECTORY   our digits and icons (default: Fonts)
      --second FILE          a small and a large typeface, as
                             Fonts/second_typeface.py writes it (default: none)

    """

  /// The input files; the default file if none is named.
  private(set) var inputs: [String] = []
  private(set) var marks: [String] = []
  var pictures = "Fonts"
  var second: String?
  var output = ""
  var wantsHelp = false

  init(_ words: [String]) throws(Refusal) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": wantsHelp = true
      case "--input": inputs.append(try Self.value(of: word, &rest))
      case "--marks": marks.append(try Self.value(of: word, &rest))
      case "--second": second = try Self.value(of: word, &rest)
      case "--pictures": pictures = try Self.value(of: word, &rest)
      default: try takeOutput(word)
      }
    }
    if inputs.isEmpty { inputs = ["/usr/share/unifont/unifont.hex"] }
    if marks.isEmpty { marks = ["/usr/share/unifont/plane00-combining.txt"] }
    if output.isEmpty && !wantsHelp { throw Refusal(reason: "no OUTPUT given") }
  }

  private mutating func takeOutput(_ word: String) throws(Refusal) {
    guard !word.hasPrefix("-") else { throw Refusal(reason: "unknown option \(word)") }
    guard output.isEmpty else { throw Refusal(reason: "more than one OUTPUT: \(word)") }
    output = word
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Refusal) -> String {
    guard let value = rest.popFirst() else { throw Refusal(reason: "\(option) needs a value") }
    return value
  }
}
