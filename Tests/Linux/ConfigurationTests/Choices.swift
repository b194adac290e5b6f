import LinuxSupport
import Peripherals
import TestSupport

@testable import Configuration
@testable import LinuxPlatform

// The choices of an option, as values that a test can compare.

extension DisplayChoice {
  var text: String {
    switch self {
    case .i2c(let path, let address): "i2c:\(path.string)@\(String(address.rawValue, radix: 16))"
    case .terminal: "terminal"
    case .trace(let path): "trace:\(path.string)"
    }
  }
}

extension ButtonsChoice {
  var text: String {
    switch self {
    case .gpio(let chip): "gpio:\(chip.string)"
    case .keyboard: "keyboard"
    case .pipe(let path): "pipe:\(path.string)"
    case .none: "none"
    }
  }
}

extension Command {
  var text: String {
    switch self {
    case .run: "run"
    case .showVersion: "version"
    case .showHelp: "help"
    }
  }
}

extension UsageError {
  var message: String {
    var message = MessageText()
    describe(in: &message)
    return message.span.string
  }
}
