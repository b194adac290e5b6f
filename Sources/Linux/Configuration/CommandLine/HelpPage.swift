internal import LinuxPlatform
internal import Octets

extension Command {
  /// Writes the text of `--help` to standard output.
  public static func printHelp() {
    Program.print("Usage: belfry [OPTION]...\nAn iPhone notification watch.\n\n")
    CommandLineOption.visitAll { option in
      HelpPage.print(option)
      var index = 0
      while let form = option.form(at: index) {
        HelpPage.print(form)
        index += 1
      }
    }
    Program.print(
      """

      Exit status: 0 ended as requested, or the self-test passed; 64 wrong usage;
      69 a device cannot be opened or is lost, or the self-test failed; 74 the state
      directory cannot be used; 78 wrong configuration.

      """)
  }
}

/// A line of the help: names at the left, their meaning at the right.
struct HelpPage: ~Copyable {
  /// The length of a line.
  static var width: Int { 80 }
  /// The column of the meanings.
  private static var column: Int { 28 }

  private var line = OctetBuffer<160>()

  /// Prints an option, its meaning and its default.
  static func print(_ option: CommandLineOption) {
    let row = option.row
    var page = HelpPage()
    page.put("  ")
    if let letter = option.letter {
      page.put("-")
      page.put(letter)
      page.put(", ")
    }
    page.put("--")
    page.put(row.name)
    if row.argument == .required { page.put(" ") }
    page.put(row.argumentName)
    page.putMeaning(row.meaning)
    if row.standard.utf8CodeUnitCount > 0 {
      page.put(word: ("(default" as StaticString).utf8Span)
      page.put(word: row.standard.utf8Span)
      page.put(")")
    }
    page.end()
  }

  /// Prints a form of an option's value and its meaning.
  static func print(_ form: OptionForm) {
    var page = HelpPage()
    page.put("      ")
    page.put(form.text)
    page.putMeaning(form.meaning)
    page.end()
  }

  private mutating func put(_ text: StaticString) { put(text.utf8Span) }

  /// Appends text without its backticks. The tables have no line that does not fit.
  private mutating func put(_ octets: Span<UInt8>) {
    for index in octets.indices where octets[index] != UInt8(ascii: "`") && octets[index] != UInt8(ascii: "*") {
      try? line.put(octets[index])
    }
  }

  /// Appends a text word by word, and begins each line at the column of the meanings.
  private mutating func putMeaning(_ text: StaticString) {
    if line.count >= Self.column { end() }
    indent()
    var rest = text.utf8Span
    while rest.count > 0 {
      var length = 0
      while length < rest.count, rest[length] != UInt8(ascii: " ") { length += 1 }
      put(word: rest.extracting(first: length))
      rest = rest.extracting(droppingFirst: min(length + 1, rest.count))
    }
  }

  /// Appends a word, on a new line if it does not fit. One column stays free for a bracket.
  private mutating func put(word: Span<UInt8>) {
    if line.count + 1 + word.count >= Self.width {
      end()
      indent()
    }
    if line.count > Self.column { put(" ") }
    put(word)
  }

  private mutating func indent() {
    while line.count < Self.column { put(" ") }
  }

  private mutating func end() {
    put("\n")
    Program.print(line.span)
    line.removeAll()
  }
}
