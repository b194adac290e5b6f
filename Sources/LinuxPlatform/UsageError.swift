/// A command line or a configuration file that says something else than it may.
public struct UsageError: Error, Sendable {
  private enum Place: Sendable {
    /// Where the word stands on the command line.
    case option(StaticString)
    case line(UInt32, of: LastingText)
    /// No single line is wrong.
    case file(LastingText)
    /// The file cannot be read.
    case device(PlatformError)
  }

  private let place: Place
  private let word: LastingText
  private let accepted: StaticString

  /// `word`, said where `option` stands, is wrong; `accepted` says what is right.
  init(option: StaticString, word: LastingText, accepted: StaticString) {
    place = .option(option)
    self.word = word
    self.accepted = accepted
  }

  /// `file`, at `line`, is wrong.
  init(file: LastingText, line: UInt32, word: LastingText = LastingText(), accepted: StaticString) {
    place = .line(line, of: file)
    self.word = word
    self.accepted = accepted
  }

  /// What `file` says does not go together.
  init(file: LastingText, accepted: StaticString) {
    place = .file(file)
    word = LastingText()
    self.accepted = accepted
  }

  init(_ error: PlatformError) {
    place = .device(error)
    word = LastingText()
    accepted = ""
  }

  public var exitStatus: ExitStatus {
    if case .option = place { return .usage }
    return .configuration
  }

  /// Says on standard error, in one line, which word is wrong and what is accepted.
  public func report() {
    var message = MessageText()
    describe(in: &message)
    message.writeToStandardError()
  }

  func describe(in message: inout MessageText) {
    switch place {
    case .device(let error): return error.describe(in: &message)
    case .option(let option):
      message.put("belfry: ")
      message.put(option)
      message.put(" ")
      message.put(quoted: word.span)
      message.put(": ")
    case .file(let file):
      message.put("belfry: ")
      message.put(file.span)
      message.put(": ")
    case .line(let line, let file):
      message.put("belfry: ")
      message.put(file.span)
      message.put(":")
      message.put(line)
      message.put(": ")
      if !word.isEmpty {
        message.put(quoted: word.span)
        message.put(": ")
      }
    }
    message.put(accepted)
  }
}
