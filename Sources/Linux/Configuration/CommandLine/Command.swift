internal import CConfiguration
public import LinuxPlatform
internal import Octets

/// The request of a command line.
public enum Command: Sendable {
  case run(Options)
  case showVersion
  case showHelp
}

extension Command {
  /// Reads a command line, and the configuration file that it names. Belongs to start-up.
  ///
  /// - Throws: an error with the wrong word and the accepted ones.
  public static func parse(_ arguments: Arguments) throws(UsageError) -> Command {
    var words = CommandWords()
    while let option = try words.takeNext(arguments) {
      if option == .version { return .showVersion }
      if option == .help { return .showHelp }
    }
    var options = Options()
    var isFileAtFault = false
    if let path = words[.config] {
      try words.apply(.config, to: &options)
      try options.readConfiguration(path)
      isFileAtFault = options.contradiction != nil
    }
    try words.apply(to: &options)
    if let contradiction = options.contradiction {
      let file = isFileAtFault ? words[.config] : nil
      throw UsageError(contradiction: contradiction, file: file, buttons: words[.buttons])
    }
    return .run(options)
  }
}

/// The values of a command line by option. The last value of a repeated option counts.
private struct CommandWords {
  private var values: [15 of StaticBytes?] = .init(repeating: nil)
  /// The last option, if it takes an optional value behind an equals sign and came without one.
  private var optionWithoutValue: CommandLineOption?

  init() {
    belfry_options_begin()
    CommandLineOption.visitAll { option in
      let row = option.row
      unsafe belfry_options_declare(
        option.rawValue, row.name.cString, option.letter?.utf8Span[0] ?? 0, row.argument.number)
    }
  }

  subscript(option: CommandLineOption) -> StaticBytes? { values[Int(option.rawValue)] }

  /// - Returns: the option of the next words; nil at the end.
  mutating func takeNext(_ arguments: Arguments) throws(UsageError) -> CommandLineOption? {
    var value: UnsafePointer<CChar>?
    let found = unsafe belfry_options_next(arguments.count, arguments.values, &value)
    var word = unsafe value.map { unsafe StaticBytes(cString: $0) } ?? StaticBytes()
    switch found {
    case BELFRY_OPTION_END: return nil
    case BELFRY_OPTION_MISSING_VALUE:
      throw UsageError(argument: word, accepted: .text("a value after it; see belfry --help"))
    default: break
    }
    guard let option = CommandLineOption(found: found) else {
      if word.span.isEqual(to: "help") { return .help }
      throw UsageError(argument: word, accepted: accepted(insteadOf: word))
    }
    optionWithoutValue = nil
    if option == .selfTest, unsafe value == nil {
      optionWithoutValue = option
      word = StaticBytes("all")
    }
    values[Int(option.rawValue)] = word
    return option
  }

  private func accepted(insteadOf word: StaticBytes) -> Accepted {
    let isOption = !word.isEmpty && word.span[0] == UInt8(ascii: "-")
    if let optionWithoutValue, !isOption { return .value(of: optionWithoutValue) }
    return .option(nearest: CommandLineOption(nearest: word.span))
  }

  /// Sets the value of an option, if the command line has it.
  func apply(_ option: CommandLineOption, to options: inout Options) throws(UsageError) {
    guard let word = self[option], let accepted = options.set(option, to: word) else { return }
    throw UsageError(option: option, word: word, accepted: accepted)
  }

  func apply(to options: inout Options) throws(UsageError) {
    var index: Int32 = 0
    while let option = CommandLineOption(rawValue: index) {
      index += 1
      try apply(option, to: &options)
    }
    if case .terminal = options.display.output, let path = options.files.events, path.span.isEqual(to: "-") {
      throw UsageError(
        option: .events, word: path, accepted: .text("a path, because --display terminal uses standard output"))
    }
  }
}

extension OptionArgument {
  /// The value of `has_arg` in `struct option` of getopt_long.
  fileprivate var number: Int32 {
    switch self {
    case .none: 0
    case .required: 1
    case .optional: 2
    }
  }
}

extension StaticString {
  /// The literal as C text. Safe: a literal's storage is static and ends with a zero.
  fileprivate var cString: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
