import Peripherals

@testable import LinuxPlatform

// What an option has chosen, so that a test can compare it.

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
