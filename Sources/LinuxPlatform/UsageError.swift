internal import Octets

/// A command line or a configuration file that says something else than it may.
public struct UsageError: Error, Sendable {
  public let exitStatus: ExitStatus
  var message = MessageText()

  /// `word`, said where `option` stands, is wrong; `accepted` says what is right.
  init(option: StaticString, word: Span<UInt8>, accepted: StaticString) {
    exitStatus = .usage
    message.put("belfry: ")
    message.put(option)
    message.put(" ")
    message.put(quoted: word)
    message.put(": ")
    message.put(accepted)
  }

  /// `file`, at `line`, is wrong.
  init(file: PathText, line: UInt32, word: Span<UInt8>, accepted: StaticString) {
    exitStatus = .configuration
    message.put("belfry: ")
    message.put(file.span)
    message.put(":")
    message.put(line)
    message.put(": ")
    if word.count > 0 {
      message.put(quoted: word)
      message.put(": ")
    }
    message.put(accepted)
  }

  init(_ error: PlatformError) {
    exitStatus = error.exitStatus
    message = error.message
  }

  /// Says on standard error, in one line, which word is wrong and what is accepted.
  public func report() { message.writeToStandardError() }
}
