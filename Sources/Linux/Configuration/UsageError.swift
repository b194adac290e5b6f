public import LinuxPlatform

/// An invalid command line or configuration file.
public struct UsageError: Error, Sendable {
  private enum Place: Sendable {
    /// The option, or `argument`, in front of the word.
    case option(StaticString)
    case line(UInt32, of: StaticBytes)
    /// Settings of the file contradict each other.
    case file(StaticBytes)
    /// The file cannot be read.
    case device(PlatformError)
  }

  private let place: Place
  private let word: StaticBytes
  private let accepted: Accepted?
  /// The reason of a contradiction.
  private let reason: StaticString

  private init(_ place: Place, _ word: StaticBytes, _ accepted: Accepted?, _ reason: StaticString = "") {
    self.place = place
    self.word = word
    self.accepted = accepted
    self.reason = reason
  }

  /// `word` is wrong as the value of `option`.
  init(option: CommandLineOption, word: StaticBytes, accepted: Accepted) {
    self.init(.option(option.row.name), word, accepted)
  }

  /// `argument` is not an option, or lacks its value.
  init(argument: StaticBytes, accepted: Accepted) {
    self.init(.option(""), argument, accepted)
  }

  /// A line of `file` is wrong.
  init(file: StaticBytes, line: UInt32, word: StaticBytes = StaticBytes(), accepted: Accepted) {
    self.init(.line(line, of: file), word, accepted)
  }

  /// The settings contradict each other: in `file`, or, if it is nil, by the option `--buttons` with this word.
  init(contradiction: StaticString, file: StaticBytes?, buttons: StaticBytes?) {
    if let file {
      self.init(.file(file), StaticBytes(), nil, contradiction)
    } else {
      self.init(.option(CommandLineOption.buttons.row.name), buttons ?? StaticBytes("none"), nil, contradiction)
    }
  }

  init(_ error: PlatformError) { self.init(.device(error), StaticBytes(), nil) }

  public var exitStatus: ExitStatus {
    if case .option = place { return .usage }
    return .configuration
  }

  /// Writes one line to standard error: the wrong word and the accepted ones.
  public func report() {
    var message = MessageText()
    describe(in: &message)
    message.writeToStandardError()
  }

  func describe(in message: inout MessageText) {
    if case .device(let error) = place { return error.describe(in: &message) }
    message.put("belfry: ")
    switch place {
    case .device: break
    case .option(let name): Self.put(option: name, word, in: &message)
    case .file(let file): message.put(file.span)
    case .line(let line, let file):
      message.put(file.span)
      message.put(":")
      message.put(line)
      if !word.isEmpty { message.put(": ") }
      if !word.isEmpty { message.put(quoted: word.span) }
    }
    message.put(": ")
    accepted?.describe(in: &message)
    message.put(reason)
  }

  private static func put(option name: StaticString, _ word: StaticBytes, in message: inout MessageText) {
    message.put(name.utf8CodeUnitCount == 0 ? "argument" : "--")
    message.put(name)
    message.put(" ")
    message.put(quoted: word.span)
  }
}
