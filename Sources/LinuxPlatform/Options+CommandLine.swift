internal import CLinux
internal import Octets

extension Command {
  /// Reads a command line, and the configuration file that it names. Belongs to start-up.
  ///
  /// - Throws: with the word that is wrong, and what is accepted in its place.
  public static func parse(_ arguments: Arguments) throws(UsageError) -> Command {
    var words = CommandWords()
    while let option = try words.takeNext(arguments) {
      switch option {
      case BELFRY_OPTION_VERSION: return .showVersion
      case BELFRY_OPTION_HELP: return .showHelp
      default: break
      }
    }
    var options = Options()
    if let path = words[BELFRY_OPTION_CONFIG] { try options.readConfiguration(path) }
    try words.apply(to: &options)
    if let contradiction = options.contradiction {
      guard let path = words[BELFRY_OPTION_CONFIG] else {
        throw UsageError(option: "--buttons", word: LastingText("none"), accepted: contradiction)
      }
      throw UsageError(file: path, accepted: contradiction)
    }
    return .run(options)
  }
}

/// The values of a command line, by option: of an option that is given twice, the last.
private struct CommandWords {
  private var values: [12 of LastingText?] = .init(repeating: nil)

  init() { belfry_options_begin() }

  subscript(option: Int32) -> LastingText? { values[Int(option)] }

  /// - Returns: which option it was; nil at the end.
  mutating func takeNext(_ arguments: Arguments) throws(UsageError) -> Int32? {
    var value: UnsafePointer<CChar>?
    let option = unsafe belfry_options_next(arguments.count, arguments.values, &value)
    var word = unsafe value.map { unsafe LastingText(cString: $0) } ?? LastingText()
    if option == BELFRY_OPTION_SELF_TEST, unsafe value == nil { word = LastingText("all") }
    switch option {
    case BELFRY_OPTION_END: return nil
    case BELFRY_OPTION_UNKNOWN:
      throw UsageError(option: "argument", word: word, accepted: "expected an option; see belfry --help")
    case BELFRY_OPTION_MISSING_VALUE:
      throw UsageError(option: "argument", word: word, accepted: "expected a value after it; see belfry --help")
    default: break
    }
    guard option < values.count else { return option }
    guard (1...255).contains(word.span.count), word.span.isUTF8 else {
      throw UsageError(
        option: Self.name(option), word: word, accepted: "expected 1 to 255 octets of UTF-8")
    }
    values[Int(option)] = word
    return option
  }

  func apply(to options: inout Options) throws(UsageError) {
    try set(BELFRY_OPTION_HCI) { options.setController($0) }
    try set(BELFRY_OPTION_DISPLAY) { options.setDisplay($0) }
    try set(BELFRY_OPTION_BUTTONS) { options.setButtons($0) }
    try set(BELFRY_OPTION_NAME) { options.setName($0) }
    try set(BELFRY_OPTION_PAIRING_WINDOW) { options.setPairingWindow($0) }
    if let path = self[BELFRY_OPTION_STATE] { options.stateDirectory = path }
    options.events = self[BELFRY_OPTION_EVENTS]
    options.capture = self[BELFRY_OPTION_CAPTURE]
    try set(BELFRY_OPTION_CONTROL) { options.setControl($0) }
    try set(BELFRY_OPTION_SELF_TEST) { options.setSelfTest($0) }
    try set(BELFRY_OPTION_HAPTICS) { options.setHaptics($0) }
    // The terminal shows a model, of the one panel that there is a model of.
    if case .terminal = options.display { options.panel = .ssd1306 }
    if case .terminal = options.display, let path = options.events, path.span.isEqual(to: "-") {
      throw UsageError(
        option: "--events", word: path, accepted: "expected a path, as --display terminal has standard output")
    }
  }

  private func set(_ option: Int32, _ setter: (LastingText) -> StaticString?) throws(UsageError) {
    guard let word = self[option], let accepted = setter(word) else { return }
    throw UsageError(option: Self.name(option), word: word, accepted: accepted)
  }

  private static func name(_ option: Int32) -> StaticString {
    switch option {
    case BELFRY_OPTION_CONFIG: "--config"
    case BELFRY_OPTION_HCI: "--hci"
    case BELFRY_OPTION_DISPLAY: "--display"
    case BELFRY_OPTION_BUTTONS: "--buttons"
    case BELFRY_OPTION_STATE: "--state"
    case BELFRY_OPTION_EVENTS: "--events"
    case BELFRY_OPTION_CAPTURE: "--capture"
    case BELFRY_OPTION_NAME: "--name"
    case BELFRY_OPTION_CONTROL: "--control"
    case BELFRY_OPTION_SELF_TEST: "--self-test"
    case BELFRY_OPTION_HAPTICS: "--haptics"
    default: "--pairing-window"
    }
  }
}
