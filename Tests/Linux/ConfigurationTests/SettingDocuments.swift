import Foundation
import LinuxSupport

@testable import Configuration
@testable import LinuxPlatform

/// The part of a document that contains rows of a table: the lines after `heading`, from `isFirst` up to `isEnd`.
struct DocumentPart {
  let file: String
  let heading: String
  let isFirst: (String) -> Bool
  let isEnd: (String) -> Bool
  let text: [String]

  /// The first table of Markdown after a heading.
  init(table file: String, heading: String, _ text: [String]) {
    (self.file, self.heading, self.text) = (file, heading, text)
    isFirst = { $0.hasPrefix("|") }
    isEnd = { !$0.hasPrefix("|") }
  }

  /// The text between two headings of a manual page.
  init(manual file: String, heading: String, _ text: [String]) {
    (self.file, self.heading, self.text) = (file, heading, text)
    isFirst = { _ in true }
    isEnd = { $0.hasPrefix(".SH ") || $0.hasPrefix(".SS ") }
  }

  /// The document with this part replaced; nil if it has no such part.
  func replaced(in lines: [String]) -> [String]? {
    guard let start = lines.firstIndex(of: heading).map({ $0 + 1 }),
      let first = lines[start...].firstIndex(where: isFirst)
    else { return nil }
    let end = lines[first...].firstIndex(where: isEnd) ?? lines.endIndex
    return lines[..<first] + text + lines[end...]
  }
}

/// The documents that contain the tables of settings and options.
enum SettingDocuments {
  static let configuration = "Board/debian/belfry.conf"

  static var parts: [DocumentPart] {
    var parts = [
      DocumentPart(manual: "Board/debian/belfry.1", heading: ".SH SYNOPSIS", synopsis),
      DocumentPart(manual: "Board/debian/belfry.1", heading: ".SH OPTIONS", options.flatMap(manual)),
      DocumentPart(table: "Documentation/reference/command-line.md", heading: "# Command line", optionTable),
    ]
    let headings: [(CommandLineOption, String)] = [
      (.hci, "Controller"), (.display, "Display"), (.buttons, "Buttons"), (.haptics, "Motor and LED"),
      (.selfTest, "Self-test"),
    ]
    for (option, heading) in headings {
      parts.append(
        DocumentPart(table: "Documentation/reference/command-line.md", heading: "## \(heading)", formTable(option)))
    }
    SettingSection.visitAll { section in
      let name = section.name.description
      parts.append(
        DocumentPart(table: "Documentation/reference/configuration.md", heading: "## [\(name)]", table(section)))
      parts.append(
        DocumentPart(
          manual: "Board/debian/belfry.conf.5", heading: ".SS [\(name)]", settings(of: section).flatMap(manual)))
    }
    return parts
  }

  static func settings(of section: SettingSection) -> [Setting] {
    var all: [Setting] = []
    Setting.visitAll(in: section) { all.append($0) }
    return all
  }

  static var options: [CommandLineOption] {
    var all: [CommandLineOption] = []
    CommandLineOption.visitAll { all.append($0) }
    return all
  }

  static func forms(of option: CommandLineOption) -> [OptionForm] {
    var all: [OptionForm] = []
    while let form = option.form(at: all.count) { all.append(form) }
    return all
  }

  static func values(of values: SettingValues) -> String {
    var message = MessageText()
    values.describe(in: &message)
    return message.span.string
  }

  // MARK: The file of the package

  /// The complete contents of `belfry.conf`.
  static var configurationFile: [String] {
    var lines = [
      "# Belfry's settings: see belfry.conf(5). The lines that start with # and a key are the defaults.",
      "# After a change: systemctl restart belfry",
    ]
    SettingSection.visitAll { section in
      lines += ["", "[\(section.name)]"]
      for setting in settings(of: section) {
        let row = setting.row
        let standard = row.standard.description
        lines += ["# \(plain(row.meaning)):", "# \(values(of: row.values))"]
        lines.append(standard.isEmpty ? "# \(row.key) =" : "#\(row.key) = \(standard)")
      }
    }
    return lines
  }

  // MARK: Markdown

  private static func table(_ section: SettingSection) -> [String] {
    ["| key | meaning | values | default |", "|---|---|---|---|"]
      + settings(of: section).map { setting in
        let row = setting.row
        let more = setting.isRepeatable ? "; may be repeated" : ""
        return "| `\(row.key)` | \(row.meaning)\(more) | \(markdown(row.values)) | \(code(row.standard)) |"
      }
  }

  private static func markdown(_ accepted: SettingValues) -> String {
    guard case .words(let words) = accepted else { return values(of: accepted) }
    return words.description.split(separator: "|").map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func code(_ text: StaticString) -> String { text.utf8CodeUnitCount == 0 ? "" : "`\(text)`" }

  private static var optionTable: [String] {
    ["| option | meaning | values | default |", "|---|---|---|---|"]
      + options.map { option in
        let row = option.row
        var accepted = row.argument == .required ? values(of: row.values) : ""
        if option.form(at: 0) != nil { accepted = "see below" }
        let words = words(option).map { "`\($0.replacing("|", with: "\\|"))`" }.joined(separator: ", ")
        return "| \(words) | \(row.meaning) | \(accepted) | \(code(row.standard)) |"
      }
  }

  /// The option with its value, and its short form.
  private static func words(_ option: CommandLineOption) -> [String] {
    let row = option.row
    let long = "--\(row.name)" + (row.argument == .required ? " " : "") + "\(row.argumentName)"
    return (option.letter.map { ["-\($0)"] } ?? []) + [long]
  }

  private static func formTable(_ option: CommandLineOption) -> [String] {
    ["| `--\(option.row.name)` | meaning |", "|---|---|"]
      + forms(of: option).map { "| `\($0.text)` | \($0.meaning) |" }
  }

  // MARK: Manual pages

  private static var synopsis: [String] {
    let long = options.filter { $0.row.argument != .none }.map { option in
      let row = option.row
      let name = "\\-\\-\(roff(row.name))"
      return row.argument == .required ? ".OP \(name) \(row.argumentName)" : ".OP \(name)\\fR[\\fB=\\fIPART\\fR]"
    }
    return [".SY belfry"] + long + [".YS", ".SY belfry", ".B \\-\\-version", "|", ".B \\-\\-help", ".YS"]
  }

  private static func manual(_ option: CommandLineOption) -> [String] {
    let row = option.row
    var lines = [".TP"]
    lines.append(words(option).map { "\\fB\(roff($0))\\fR" }.joined(separator: ", "))
    lines.append(sentence(row.meaning))
    if row.argument == .required, option.form(at: 0) == nil {
      lines.append("Value: " + roff(values(of: row.values)) + ".")
    }
    if row.standard.utf8CodeUnitCount > 0 { lines += ["Default:", ".BR \(roff(row.standard)) ."] }
    let forms = forms(of: option)
    guard !forms.isEmpty else { return lines }
    lines.append(".RS")
    for form in forms { lines += [".TP", "\\fB\(roff(form.text))\\fR", sentence(form.meaning)] }
    return lines + [".RE"]
  }

  private static func manual(_ setting: Setting) -> [String] {
    let row = setting.row
    var lines = [".TP", ".B \(roff(row.key))", sentence(row.meaning), "Value: " + roff(values(of: row.values)) + "."]
    if row.standard.utf8CodeUnitCount > 0 { lines += ["Default:", ".BR \(roff(row.standard)) ."] }
    if setting.isRepeatable { lines.append("May be repeated.") }
    return lines
  }

  private static func roff(_ text: StaticString) -> String { roff(text.description) }

  /// A text with its hyphens escaped, so that they are shown as typed.
  private static func roff(_ text: String) -> String { text.replacing("-", with: "\\-") }

  private static func sentence(_ text: StaticString) -> String { sentence(text.description) }

  /// A phrase as a sentence: words between backticks in bold, between asterisks in italics.
  private static func sentence(_ text: String) -> String {
    let capital = text.prefix(1).uppercased() + text.dropFirst()
    // Each part has its own line, so that lines are short.
    return roff(capital).replacing("; ", with: ";\n").replacing(/`([^`]*)`/) { "\\fB\($0.1)\\fR" }
      .replacing(/\*([^*]*)\*/) { "\\fI\($0.1)\\fR" } + "."
  }

  /// A phrase without backticks and asterisks.
  private static func plain(_ text: StaticString) -> String {
    text.description.replacing("`", with: "").replacing("*", with: "")
  }
}
